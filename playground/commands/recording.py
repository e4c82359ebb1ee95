"""Puts runs and history together: what `runs` tells, the history keeps. Neither of the two knows the other."""

from playground.runs.events import (
    AttemptJudged,
    AttemptStarted,
    EndpointFailed,
    EndpointRetries,
    Event,
    ReplyGrew,
    RunEnded,
    RunStarted,
)
from playground.store.history import History


class HistoryRecorder:
    """A `Recorder` that keeps every event in the history."""

    def __init__(self, history: History) -> None:
        self._history = history

    def record(self, event: Event) -> None:
        """Keep what the event brings; never blocks."""
        match event:
            case RunStarted():
                self._history.run_started(event.run_id, event.scenario, event.at)
            case AttemptStarted():
                self._history.attempt_started(event.run_id, event.number, event.request)
            case ReplyGrew():
                self._history.reply_grew(event.run_id, event.number, event.added, event.channel)
            case AttemptJudged():
                self._history.attempt_judged(event.run_id, event.attempt)
            case EndpointRetries() | EndpointFailed():
                self._history.endpoint_failed(event.run_id, event.number, event.failure)
            case RunEnded():
                self._history.run_ended(event.run_id, event.run)
