"""One named thread that does the computing of all runs, so that the asyncio thread only moves bytes."""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

_T = TypeVar("_T")


class Worker:
    """Does one piece of work after the other. A daemon: work that never ends cannot keep the program from ending."""

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[], _T]) -> _T:
        """What `work` gives, or the exception it raises. When the caller is cancelled, the result is dropped."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[_T] = loop.create_future()
        self._jobs.put(_Job(work, done, loop))
        return await done

    def close(self, time_limit: float) -> bool:
        """End after the work at hand; False when that took longer than `time_limit` seconds."""
        self._jobs.put(None)
        self._thread.join(time_limit)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job.run()


class _Job:
    def __init__(self, work: Callable[[], Any], done: asyncio.Future[Any], loop: asyncio.AbstractEventLoop) -> None:
        self._work = work
        self._done = done
        self._loop = loop

    def run(self) -> None:
        if self._done.cancelled():
            return
        result, problem = None, None
        try:
            result = self._work()
        except Exception as error:  # noqa: BLE001 - whatever it is, the one who asked gets it
            problem = error
        try:
            self._loop.call_soon_threadsafe(self._settle, result, problem)
        except RuntimeError:  # the loop has ended; nobody waits any more
            return

    def _settle(self, result: Any, problem: Exception | None) -> None:
        if self._done.done():
            return
        if problem is None:
            self._done.set_result(result)
        else:
            self._done.set_exception(problem)
