"""What happens when the program has a fault of its own: a sentence instead of silence, the details in a file, and work goes on."""

import sys
import threading
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QDialog

from playground.window.words_in_window import Wording

_LARGEST = 1_000_000  # bytes of the log; beyond that it begins anew


class Crashes(QObject):
    """Takes exceptions that nobody caught, on any thread, from construction to `close`."""

    _happened = Signal()

    def __init__(self, wording: Wording, log: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wording = wording
        self._log = log
        self._box: QDialog | None = None
        self._before = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._take
        threading.excepthook = self._take_from_thread
        self._happened.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def close(self) -> None:
        """Put back what was there before."""
        sys.excepthook, threading.excepthook = self._before

    def _take(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.closeAllWindows()
            return
        import traceback  # noqa: PLC0415 - most sittings never need it

        details = "".join(traceback.format_exception(kind, error, trace))
        self._write(details)
        if not any(window.isVisible() for window in QApplication.topLevelWidgets()) and sys.stderr is not None:
            sys.stderr.write(details)  # it fell at the start: nobody would see a dialog
        self._happened.emit()

    def _take_from_thread(self, found: threading.ExceptHookArgs) -> None:
        if found.exc_value is not None:
            self._take(found.exc_type, found.exc_value, found.exc_traceback)

    def _write(self, details: str) -> None:
        from datetime import UTC, datetime  # noqa: PLC0415 - as above

        try:
            self._log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            mode = "w" if self._log.exists() and self._log.stat().st_size > _LARGEST else "a"
            with self._log.open(mode, encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{details}\n")
        except OSError:
            if sys.stderr is not None:
                sys.stderr.write(details)

    @Slot()
    def _show(self) -> None:
        if self._box is not None:
            return
        from PySide6.QtWidgets import QMessageBox  # noqa: PLC0415 - most sittings never see it

        say = self._wording.say
        box = QMessageBox(
            QMessageBox.Icon.Warning, say("window.fault_title"), say("window.fault"), QMessageBox.StandardButton.Close
        )
        box.setInformativeText(say("window.fault_hint", file=str(self._log)))
        self._box = box
        box.finished.connect(self._shown)
        box.open()

    @Slot()
    def _shown(self) -> None:
        if self._box is not None:
            self._box.deleteLater()
            self._box = None
