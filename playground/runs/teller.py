"""Hands a run's events to those who want them: RunEnded once and last, whatever a listener does."""

import logging
from collections.abc import Callable, Iterable

from playground.runs.events import Event, RunEnded

Listener = Callable[[Event], None]

_log = logging.getLogger(__name__)


class Teller:
    """The events of one run, on the asyncio thread."""

    def __init__(self, listeners: Iterable[Listener]) -> None:
        self._listeners = list(listeners)
        self.ended = False

    def tell(self, event: Event) -> None:
        """Hand the event on; nothing is told after the end. A listener that fails is told no more."""
        if self.ended:
            return
        self.ended = isinstance(event, RunEnded)
        for listener in tuple(self._listeners):
            try:
                listener(event)
            except Exception:  # noqa: BLE001 - whatever a listener raises, the run goes on
                _log.exception("a listener failed at %s", type(event).__name__)
                self._listeners.remove(listener)
