"""The latest question asked of the bench: what is overtaken is dropped."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from playground.window.futures import Futures
from playground.window.judging.bench import Bench


class Latest(QObject):
    """Has the latest piece of work done. `found` brings what came of it, in the GUI thread.

    One piece is at work at most. What is overtaken while it waits is never begun; what is overtaken at work is dropped.
    """

    found = Signal(object)

    def __init__(self, bench: Bench, futures: Futures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._futures = futures
        self._waiting: Callable[[], Any] | None = None
        self._working = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._begin)

    def ask(self, work: Callable[[], Any], pause: int = 0) -> None:
        """Do this instead of anything asked for before, after `pause` milliseconds in which nothing else is asked for."""
        self._waiting = work
        self._timer.start(pause)

    @Slot()
    def _begin(self) -> None:
        work = self._waiting
        if self._working or work is None:
            return
        self._waiting = None
        self._working = True
        self._futures.then(self, self._bench.submit(work), self._take, self._fail)

    def _take(self, found: Any) -> None:
        self._working = False
        if self._waiting is None:
            self.found.emit(found)
        elif not self._timer.isActive():
            self._begin()

    def _fail(self, problem: BaseException) -> None:
        self._working = False
        if self._waiting is not None:
            self._begin()
        raise problem
