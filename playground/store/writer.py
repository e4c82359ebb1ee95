"""The one thread that writes what is kept, so that neither a window nor a run ever waits for the disk."""

import heapq
import itertools
import threading
import time
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

_Result = TypeVar("_Result")


class Writer:
    """Does jobs in their order on one named thread, started with the first job. Safe to call from any thread."""

    def __init__(self, name: str = "writer") -> None:
        self._name = name
        self._wake = threading.Condition()
        # Jobs by the time when they are due, then in the order in which they came.
        self._due: list[tuple[float, int, Hashable]] = []
        self._work: dict[Hashable, Callable[[], None]] = {}
        self._numbers = itertools.count()
        self._thread: threading.Thread | None = None
        self._closed = False

    def submit(self, work: Callable[[], _Result]) -> "Future[_Result]":
        """Do this now, after what was submitted before. After `close` the Future is cancelled."""
        from concurrent.futures import Future  # noqa: PLC0415 - the window has a writer before its first paint, and no work for it

        future: Future[_Result] = Future()

        def job() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits for the result
                future.set_exception(error)

        number = next(self._numbers)
        if not self._add(time.monotonic(), number, number, job):
            future.cancel()
        return future

    def later(self, key: Hashable, delay: float, work: Callable[[], None]) -> None:
        """Do this after `delay` seconds, or at `close`. Until then newer work with the same key takes its place, not its time.

        `work` must not raise; after `close` it is not done.
        """
        self._add(time.monotonic() + delay, next(self._numbers), key, work)

    def forget(self, key: Hashable) -> None:
        """Don't do the waiting work of this key."""
        with self._wake:
            self._work.pop(key, None)

    def close(self, time_limit: float | None = None) -> bool:
        """Do everything that waits, then end the thread; True if it ended within `time_limit` seconds (None: however long)."""
        with self._wake:
            self._closed = True
            self._wake.notify()
            thread = self._thread
        if thread is None:
            return True
        thread.join(time_limit)
        return not thread.is_alive()

    def _add(self, due: float, number: int, key: Hashable, work: Callable[[], None]) -> bool:
        with self._wake:
            if self._closed:
                return False
            entry = (due, number, key)
            if key not in self._work:
                heapq.heappush(self._due, entry)
            self._work[key] = work
            if self._thread is None:
                # A daemon: a disk that hangs must not keep the program alive for ever; `close` is what waits for it.
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            if self._due[0] is entry:  # it waits for something earlier otherwise; waking it costs a run more than the work does
                self._wake.notify()
        return True

    def _run(self) -> None:
        while (work := self._next()) is not None:
            work()

    def _next(self) -> Callable[[], None] | None:
        with self._wake:
            while True:
                if not self._due:
                    if self._closed:
                        return None
                    self._wake.wait()
                    continue
                wait = self._due[0][0] - time.monotonic()
                if wait > 0 and not self._closed:
                    self._wake.wait(wait)
                    continue
                _, _, key = heapq.heappop(self._due)
                work = self._work.pop(key, None)
                if work is not None:
                    return work
