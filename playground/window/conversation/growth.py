"""A reply that streams in: pieces are gathered, so that many a second cost no more than a few paintings."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, Slot

_FLUSH = 0.033  # seconds; a reply that streams in is shown 30 times a second


class Growth(QObject):
    """What has grown and is not shown yet; `show` is called with a card's id and what is to be appended to its body."""

    def __init__(self, show: Callable[[dict[str, str]], None], parent: QObject) -> None:
        super().__init__(parent)
        self._show = show
        self._pending: dict[str, list[str]] = {}
        self._flushed = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.flush)

    def add(self, card_id: str, added: str) -> None:
        """Something to append, shown in a moment."""
        self._pending.setdefault(card_id, []).append(added)
        wait = self._flushed + _FLUSH - time.monotonic()
        if wait <= 0:
            self.flush()
        elif not self._timer.isActive():
            self._timer.start(max(1, round(wait * 1000)))

    @Slot()
    def flush(self) -> None:
        """Show at once what has grown."""
        if not self._pending:
            return
        pending, self._pending = self._pending, {}
        self._flushed = time.monotonic()
        self._show({card_id: "".join(pieces) for card_id, pieces in pending.items()})
