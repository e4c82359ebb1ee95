"""The writing thread: order, waiting work, replaced work, and an end that does everything first."""

import threading

import pytest

from playground.store.writer import Writer


def test_jobs_are_done_in_their_order_on_one_named_thread() -> None:
    writer = Writer("writer under test")
    done: list[int] = []
    threads: set[str] = set()

    def job(number: int) -> int:
        done.append(number)
        threads.add(threading.current_thread().name)
        return number

    futures = [writer.submit(lambda number=number: job(number)) for number in range(100)]  # type: ignore[misc]  # mypy infers no type for a default
    assert [future.result(10) for future in futures] == list(range(100)) == done
    assert threads == {"writer under test"}
    assert writer.close(10)


def test_a_failing_job_hands_its_error_on_and_the_next_is_done() -> None:
    writer = Writer()
    failing = writer.submit(lambda: 1 // 0)
    following = writer.submit(lambda: "fine")
    with pytest.raises(ZeroDivisionError):
        failing.result(10)
    assert following.result(10) == "fine"
    writer.close(10)


def test_newer_work_takes_the_place_of_waiting_work() -> None:
    writer = Writer()
    done: list[str] = []
    for word in ("one", "two", "three"):
        writer.later("key", 3600, lambda word=word: done.append(word))  # type: ignore[misc]  # mypy infers no type for a default
    writer.later("other", 3600, lambda: done.append("other"))
    writer.later("unwanted", 3600, lambda: done.append("unwanted"))
    writer.forget("unwanted")
    writer.forget("never heard of")
    assert writer.close(10)
    assert done == ["three", "other"]


def test_waiting_work_is_done_when_it_is_due() -> None:
    writer = Writer()
    came = threading.Event()
    writer.later("far", 3600, lambda: None)
    writer.later("near", 0.01, came.set)
    assert came.wait(10)
    writer.close(10)


def test_after_the_end_nothing_is_taken() -> None:
    writer = Writer()
    writer.submit(lambda: None).result(10)
    assert writer.close(10)
    assert writer.submit(lambda: None).cancelled()
    assert Writer().close(10)
