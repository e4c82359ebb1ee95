"""Starts and stops runs: one, or ten of them; a window only says start and cancel."""

from collections import Counter
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal, Slot

from playground.repair.record import Outcome
from playground.repair.scenario import SampleRule, Scenario
from playground.runs.events import Event, RunEnded
from playground.window.bridge import Bridge
from playground.window.endpoint_access import Access, find_access
from playground.window.kept_runs import KeptRuns
from playground.window.playback import Playback
from playground.window.services import Services

_AT_ONCE = 2  # runs of a batch


@dataclass(slots=True)
class Batch:
    """Several runs of one scenario."""

    scenario: Scenario
    total: int
    started: int = 0
    done: int = 0
    stopped: bool = False
    outcomes: Counter[Outcome] = field(default_factory=Counter)

    @property
    def over(self) -> bool:
        """True when no run of it is left."""
        return self.done >= (self.started if self.stopped else self.total)


class Runner(QObject):
    """Lives in the GUI thread. `changed` whenever something begins or ends; `ended` with each RunEnded, before it is played."""

    changed = Signal()
    ended = Signal(object)

    def __init__(self, services: Services, kept: KeptRuns, playback: Playback, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._playback = playback
        self._bridge = Bridge(self)
        self._active: set[str] = set()
        self._of_batch: set[str] = set()
        self._asking_key = 0  # the ticket of the look-up that is waited for; 0 is none
        self._tickets = 0
        self._access = Access()
        self.batch: Batch | None = None
        self._bridge.arrived.connect(self._take)
        playback.played.connect(kept.take)
        playback.changed.connect(self.changed)

    @property
    def asking_key(self) -> bool:
        """True while the keyring is asked."""
        return self._asking_key != 0

    @property
    def busy(self) -> bool:
        """True while there is something to stop."""
        return self.asking_key or bool(self._active) or self._playback.playing

    def run(self, scenario: Scenario) -> None:
        """Carry the scenario out once."""
        self._begin(scenario, None)

    def run_many(self, scenario: Scenario, count: int) -> None:
        """Carry it out several times, two at once."""
        self._begin(scenario, Batch(scenario, count))

    @Slot()
    def stop(self) -> None:
        """Stop everything, or show the rest of a recorded run at once."""
        self._asking_key = 0
        if self.batch is not None:
            self.batch.stopped = True
        for run_id in self._active:
            self._services.runs.cancel(run_id)
        self._playback.finish()
        self.changed.emit()

    def close(self) -> None:
        """The window closes: stop what runs, wait for nothing."""
        self._bridge.arrived.disconnect(self._take)
        self._bridge.close()
        self.stop()

    def _begin(self, scenario: Scenario, batch: Batch | None) -> None:
        if self.busy:
            return
        self.batch = batch
        self._tickets += 1
        if scenario.samples.rule is SampleRule.ALWAYS:
            self._go(scenario, Access())
            return
        ticket = self._asking_key = self._tickets
        self.changed.emit()

        def take(access: Access) -> None:
            if ticket == self._asking_key:  # not stopped meanwhile
                self._asking_key = 0
                self._go(scenario, access)

        services = self._services
        find_access(scenario.endpoint, services.keys, services.preferences, services.futures, self, take)

    def _go(self, scenario: Scenario, access: Access) -> None:
        self._access = access
        if self.batch is None:
            self._start(scenario)
        else:
            self._fill_up(self.batch)
        self.changed.emit()

    def _fill_up(self, batch: Batch) -> None:
        while not batch.stopped and batch.started < batch.total and len(self._active) < _AT_ONCE:
            batch.started += 1
            self._of_batch.add(self._start(batch.scenario))

    def _start(self, scenario: Scenario) -> str:
        access = self._access
        run_id = self._services.runs.start(scenario, access.key, self._bridge.take, allow_plain_http=access.allow_plain_http)
        self._active.add(run_id)
        return run_id

    @Slot(object)
    def _take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self._playback.take(event, at_once=event.run_id in self._of_batch)
            if isinstance(event, RunEnded):
                self._end(event)

    def _end(self, event: RunEnded) -> None:
        self._active.discard(event.run_id)
        batch = self.batch
        if event.run_id in self._of_batch and batch is not None:
            self._of_batch.discard(event.run_id)
            batch.done += 1
            if event.run.outcome is not None:
                batch.outcomes[event.run.outcome] += 1
            self._fill_up(batch)
        self.ended.emit(event)
        self.changed.emit()
