"""Plays recorded runs at reading pace: their events come at once, and are handed on as a person can follow them."""

from collections import deque
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from playground.repair.scenario import SampleRule
from playground.runs.events import AttemptJudged, AttemptStarted, EndpointFailed, Event, ReplyGrew, RunEnded, RunStarted

_TICK = 33  # milliseconds
_TYPED_PER_SECOND = 80  # characters of a reply
_READ_PER_SECOND = 28  # characters of a feedback
_BEFORE_REPLY = 650  # milliseconds in which the model "thinks"
_BEFORE_END = 500
_AT_LEAST, _AT_MOST = 1400, 4500  # milliseconds for reading a verdict and its feedback


@dataclass(frozen=True, slots=True)
class _Step:
    """An event, and how long to wait before it, in milliseconds at pace 1."""

    event: Event
    wait: float


class Playback(QObject):
    """Events of live runs pass through at once; those of recorded runs wait their turn. `played` brings one event."""

    played = Signal(object)
    changed = Signal()  # playing began or ended

    def __init__(self, pace: float = 1.0, parent: QObject | None = None) -> None:
        """`pace` is a factor: 2 is twice as fast. 0 plays everything at once."""
        super().__init__(parent)
        self.pace = pace
        self._paced: set[str] = set()
        self._may_be_paced: set[str] = set()  # runs in which a recorded sample may stand in for the model
        self._steps: deque[_Step] = deque()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._play_next)

    @property
    def playing(self) -> bool:
        """True while events wait for their turn."""
        return bool(self._steps)

    def take(self, event: Event, *, at_once: bool = False) -> None:
        """Hand an event on, now or later. `at_once` starts a run without pace (one of many)."""
        if isinstance(event, RunStarted) and not at_once and self.pace > 0:
            self._begin(event)
        if event.run_id not in self._paced:
            self.played.emit(event)
            if isinstance(event, EndpointFailed) and event.run_id in self._may_be_paced:
                self._paced.add(event.run_id)
            return
        if isinstance(event, RunEnded):
            self._paced.discard(event.run_id)
            self._may_be_paced.discard(event.run_id)
        was_playing = self.playing
        self._steps.extend(_steps_of(event))
        if not was_playing:
            self.changed.emit()
            self._wait_for_next()

    @Slot()
    def skip(self) -> None:
        """Next: go to where the present reply has its verdict, or the next one begins."""
        while self._steps:
            event = self._steps[0].event
            self._play()
            if isinstance(event, AttemptJudged):
                break
        self._wait_for_next()

    @Slot()
    def finish(self) -> None:
        """Show the rest at once, and what is still to come of these runs too."""
        self._paced.clear()
        self._may_be_paced.clear()
        while self._steps:
            self._play()

    def _begin(self, event: RunStarted) -> None:
        samples = event.scenario.samples
        if samples.replies and samples.rule is SampleRule.ALWAYS:
            self._paced.add(event.run_id)
        elif samples.replies and samples.rule is SampleRule.WHEN_NO_ANSWER:
            self._may_be_paced.add(event.run_id)

    @Slot()
    def _play_next(self) -> None:
        if self._steps:
            self._play()
        self._wait_for_next()

    def _play(self) -> None:
        step = self._steps.popleft()
        self.played.emit(step.event)
        if not self._steps:
            self._timer.stop()
            self.changed.emit()

    def _wait_for_next(self) -> None:
        if self._steps:
            self._timer.start(round(self._steps[0].wait / self.pace) if self.pace > 0 else 0)


def _steps_of(event: Event) -> list[_Step]:
    match event:
        case RunStarted():
            return [_Step(event, 0)]
        case AttemptStarted():
            return [_Step(event, _reading_time(event) if event.number > 1 else 150)]
        case ReplyGrew():
            return _type_out(event)
        case RunEnded():
            return [_Step(event, _BEFORE_END)]
        case _:
            return [_Step(event, _TICK)]


def _type_out(event: ReplyGrew) -> list[_Step]:
    size = max(2, round(_TYPED_PER_SECOND * _TICK / 1000), len(event.added) // 120)  # a long one takes four seconds at most
    pieces = [event.added[at : at + size] for at in range(0, len(event.added), size)]
    return [_Step(replace(event, added=piece), _BEFORE_REPLY if place == 0 else _TICK) for place, piece in enumerate(pieces)]


def _reading_time(event: AttemptStarted) -> float:
    """How long the verdict and the feedback before this attempt stay alone on the screen."""
    feedback = event.request.messages[-1].content if event.request.messages else ""
    return min(max(_AT_LEAST, len(feedback) / _READ_PER_SECOND * 1000), _AT_MOST)
