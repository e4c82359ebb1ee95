"""The one bridge from the asyncio thread to the window: events go in on any thread and come out in the GUI thread, 30 times a second."""

import threading
import time
from collections import deque
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from playground.runs.events import Event, ReplyGrew

_INTERVAL = 33  # milliseconds between two drains
_TURN = 0.008  # seconds for which events are handed on in one go: all that fifty runs tell would hold the window up


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
        self._ready: deque[Event] = deque()  # taken over, and not handed on yet
        self._asked = False
        self._closed = False
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._drain)
        self._woken.connect(self._schedule, Qt.ConnectionType.QueuedConnection)

    def take(self, event: Event) -> None:
        """Take an event over; never blocks. Called on the thread of the run. After `close` it is dropped."""
        with self._lock:
            if self._closed:
                return
            self._waiting.append(event)
            if not self._asked:
                self._asked = True
                self._woken.emit()  # inside the lock: after `close` no thread may touch what Qt then deletes

    def close(self) -> None:
        """The window goes: what still comes is for nobody."""
        with self._lock:
            self._closed = True
            self._waiting.clear()
        self._timer.stop()

    @Slot()
    def _schedule(self) -> None:
        since = (time.monotonic() - self._last) * 1000
        self._timer.start(max(0, round(_INTERVAL - since)))

    @Slot()
    def _drain(self) -> None:
        if not self._ready:
            with self._lock:
                events = tuple(self._waiting)
                self._waiting.clear()
            self._last = time.monotonic()
            self._ready.extend(join_growth(events))
        end = time.monotonic() + _TURN
        while self._ready:
            self.arrived.emit((self._ready.popleft(),))
            if time.monotonic() > end:
                break
        if self._ready:
            self._timer.start(0)  # the window paints and listens in between
            return
        with self._lock:
            self._asked = bool(self._waiting)
        if self._asked:
            self._schedule()


def join_growth(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The same events with each stretch of growth of one reply as one event, also where events of other runs lie between.

    The events of one run stay in their order.
    """
    joined: list[Event] = []
    parts: dict[int, list[str]] = {}  # by the place in `joined` of the growth that they belong to
    latest: dict[str, int] = {}  # by run, the place of its latest event
    for event in events:
        place = latest.get(event.run_id)
        last = joined[place] if place is not None else None
        if place is not None and isinstance(event, ReplyGrew) and isinstance(last, ReplyGrew) and _same_reply(event, last):
            parts.setdefault(place, [last.added]).append(event.added)
            continue
        latest[event.run_id] = len(joined)
        joined.append(event)
    for place, pieces in parts.items():
        growth = joined[place]
        if isinstance(growth, ReplyGrew):
            joined[place] = replace(growth, added="".join(pieces))
    return tuple(joined)


def _same_reply(one: ReplyGrew, other: ReplyGrew) -> bool:
    return (one.number, one.channel) == (other.number, other.channel)
