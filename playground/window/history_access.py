"""The history as the window sees it, opened when the first run or question comes: its database is not loaded at the start."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from playground.store.writer import Writer
from playground.words.text import Text

if TYPE_CHECKING:
    from concurrent.futures import Future

    from playground.commands.recording import HistoryRecorder
    from playground.repair.rates import Rates
    from playground.runs.events import Event
    from playground.store.history import History


class HistoryAccess(QObject):
    """A `Recorder` and the source of rates. Safe from any thread; `problem` brings a sentence into the GUI thread."""

    problem = Signal(object)

    def __init__(self, path: Path, writer: Writer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._writer = writer
        self._lock = threading.Lock()
        self._opened: tuple[History, HistoryRecorder] | None = None

    def record(self, event: "Event") -> None:
        """Keep what an event brings; never blocks."""
        self._open()[1].record(event)

    def rates_of(self, scenario_id: str) -> "Future[Rates]":
        """The rates of a scenario's live runs."""
        return self._open()[0].rates_of(scenario_id)

    def tell(self, problem: Text) -> None:
        """Pass trouble on; from any thread."""
        self.problem.emit(problem)

    def close(self) -> None:
        """Close the database, after everything that waits is written."""
        if self._opened is not None:
            self._opened[0].close()

    def _open(self) -> "tuple[History, HistoryRecorder]":
        from playground.commands.recording import HistoryRecorder  # noqa: PLC0415 - after the first paint
        from playground.store.history import History  # noqa: PLC0415 - as above

        with self._lock:
            if self._opened is None:
                history = History(self._path, self._writer, self.tell)
                self._opened = (history, HistoryRecorder(history))
            return self._opened
