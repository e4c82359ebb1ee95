"""The one bridge from the asyncio thread to the window: events go in on any thread and come out in the GUI thread, 30 times a second."""

import threading
import time
from collections import deque
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from playground.runs.events import Event, ReplyGrew

_INTERVAL = 33  # milliseconds between two drains


class Bridge(QObject):
    """Made in the GUI thread, and lives as long as the program. `arrived` brings a tuple of events, in their order.

    However fast a model writes, there is at most one wake-up waiting and 30 drains a second; text that grew in between
    comes as one event.
    """

    arrived = Signal(object)
    _woken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._waiting: deque[Event] = deque()
        self._asked = False
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._drain)
        self._woken.connect(self._schedule, Qt.ConnectionType.QueuedConnection)

    def take(self, event: Event) -> None:
        """Take an event over; never blocks. Called on the thread of the run."""
        with self._lock:
            self._waiting.append(event)
            if self._asked:
                return
            self._asked = True
        self._woken.emit()

    @Slot()
    def _schedule(self) -> None:
        since = (time.monotonic() - self._last) * 1000
        self._timer.start(max(0, round(_INTERVAL - since)))

    @Slot()
    def _drain(self) -> None:
        with self._lock:
            events = tuple(self._waiting)
            self._waiting.clear()
            self._asked = False
        self._last = time.monotonic()
        if events:
            self.arrived.emit(join_growth(events))


def join_growth(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The same events with each stretch of growth of one reply as one event."""
    joined: list[Event] = []
    parts: list[str] = []
    for event in events:
        last = joined[-1] if joined else None
        if isinstance(event, ReplyGrew) and isinstance(last, ReplyGrew) and _same_reply(event, last):
            parts.append(event.added)
            continue
        _finish(joined, parts)
        joined.append(event)
    _finish(joined, parts)
    return tuple(joined)


def _same_reply(one: ReplyGrew, other: ReplyGrew) -> bool:
    return (one.run_id, one.number, one.channel) == (other.run_id, other.number, other.channel)


def _finish(joined: list[Event], parts: list[str]) -> None:
    if parts:
        last = joined[-1]
        if isinstance(last, ReplyGrew):
            joined[-1] = replace(last, added=last.added + "".join(parts))
        parts.clear()
