"""The worker: results and exceptions come back, late ones are dropped, and it never keeps the program from ending."""

import asyncio
import threading

import pytest

from playground.runs.worker import Worker


def _raise() -> None:
    raise ZeroDivisionError


def test_results_and_exceptions_come_back_to_the_one_who_asked() -> None:
    async def once() -> None:
        assert await asyncio.gather(*(worker.do(lambda n=n: n * 2) for n in range(5))) == [0, 2, 4, 6, 8]  # type: ignore[misc]
        with pytest.raises(ZeroDivisionError):
            await worker.do(_raise)
        assert await worker.do(lambda: threading.current_thread().name) == "judge"

    worker = Worker("judge")
    asyncio.run(once())
    assert worker.close(10)


def test_work_that_nobody_waits_for_any_more_is_skipped() -> None:
    done: list[str] = []
    busy, go_on = threading.Event(), threading.Event()

    def work() -> None:
        busy.set()
        go_on.wait(30)
        done.append("first")

    async def once() -> None:
        first = asyncio.create_task(worker.do(work))
        await asyncio.to_thread(busy.wait, 10)
        second = asyncio.create_task(worker.do(lambda: done.append("second")))
        await asyncio.sleep(0)
        first.cancel()
        second.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        go_on.set()
        await worker.do(lambda: done.append("third"))

    worker = Worker("judge")
    asyncio.run(once())
    assert worker.close(10)
    assert done == ["first", "third"]


def test_a_loop_that_has_ended_and_work_that_hangs_are_no_fault() -> None:
    busy, go_on = threading.Event(), threading.Event()

    def work() -> None:
        busy.set()
        go_on.wait(30)

    async def once() -> None:
        task = asyncio.create_task(worker.do(work))
        await asyncio.to_thread(busy.wait, 10)
        task.cancel()

    worker = Worker("judge")
    asyncio.run(once())
    assert not worker.close(0.05)
    go_on.set()
    assert worker.close(10)
