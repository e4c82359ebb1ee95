"""How the JSON of the reply was found, asked for only while somebody looks."""

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from playground.repair.scenario import Scenario
from playground.runs.sightings import Sighting
from playground.window.check.live_verdict import Judged, LiveVerdict
from playground.window.editing import Editing
from playground.window.futures import Futures
from playground.window.judging.bench import Bench
from playground.window.judging.latest import Latest


class Sighted(NamedTuple):
    """What was seen in a reply, and the verdict that it explains."""

    judged: Judged
    sighting: Sighting


class LiveSighting(QObject):
    """`changed` when there is something new to see, or nothing any more."""

    changed = Signal()

    def __init__(self, editing: Editing, live: LiveVerdict, bench: Bench, futures: Futures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._live = live
        self._bench = bench
        self._watched = False
        self._current: Sighted | None = None
        self._latest = Latest(bench, futures, self)
        self._latest.found.connect(self._take)
        live.judged.connect(self._follow)

    @property
    def latest(self) -> Sighted | None:
        """What was seen in the reply as it stands; None while that is being found out."""
        known = self._current
        return known if known is not None and known.judged is self._live.latest else None

    def watch(self, watched: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        """Ask from now on, or no more."""
        self._watched = watched
        self._follow()

    @Slot()
    def _follow(self) -> None:
        judged = self._live.latest
        if not self._watched or judged is None or self.latest is not None:
            return
        bench, scenario = self._bench, self._editing.scenario
        self._latest.ask(lambda: _sight(bench, judged, scenario))

    @Slot(object)
    def _take(self, found: Sighted) -> None:
        self._current = found
        self.changed.emit()


def _sight(bench: Bench, judged: Judged, scenario: Scenario) -> Sighted:
    """On the worker's thread."""
    return Sighted(judged, bench.sight(judged.reply, scenario))
