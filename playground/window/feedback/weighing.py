"""Works out what would be sent next, and what it would weigh, beside the GUI thread."""

from functools import lru_cache, partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal, Slot
from shiboken6 import delete, isValid

from playground.repair.next_message import Answered, NextMessage, find_answered, weigh_strategies
from playground.repair.record import Run
from playground.repair.scenario import Scenario
from playground.runs.side_process import SideProcess
from playground.verdict.schema import check
from playground.window.editing import Editing
from playground.window.futures import Futures
from playground.window.judging.bench import Bench
from playground.window.judging.latest import Latest
from playground.window.kept_runs import KeptRuns

_PAUSE = 150  # milliseconds after the last key
_check = lru_cache(maxsize=2)(check)


class Weighed(NamedTuple):
    """What each strategy would send as an answer to `answered`; nothing where the schema cannot be used."""

    answered: Answered | None
    choices: tuple[NextMessage, ...]


class Weighing(QObject):
    """`weighed` with a Weighed when there is a new one. Nothing is worked out while nobody looks."""

    weighed = Signal(object)

    def __init__(self, editing: Editing, futures: Futures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._runs: KeptRuns | None = None
        self._bench = Bench()
        self._side = SideProcess()
        self._active = False
        self._asked: tuple[Scenario, Run | None] | None = None
        self.asked = 0  # how often something was worked out
        self._latest = Latest(self._bench, futures, self)
        self._latest.found.connect(self.weighed)
        editing.changed.connect(self._follow)

    def follow_runs(self, runs: KeptRuns) -> None:
        """The message answers the run that is shown."""
        self._runs = runs
        runs.shown_changed.connect(self._follow)
        runs.shown_grew.connect(self._follow)
        self._follow()

    def set_active(self, active: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        """Somebody looks, or nobody does."""
        self._active = active
        self._follow()

    def close(self) -> None:
        """End the worker without waiting for it."""
        self._active = False
        if isValid(self._latest):
            delete(self._latest)  # what waits for its pause is never begun
        self._bench.close()
        self._side.close()

    @Slot()
    def _follow(self) -> None:
        wanted = (self._editing.scenario, self._shown_run())
        if not self._active or wanted == self._asked:
            return
        pause = 0 if self._asked is None else _PAUSE
        self._asked = wanted
        self.asked += 1
        self._latest.ask(partial(_weigh, *wanted, self._side), pause)

    def _shown_run(self) -> Run | None:
        """The run that is shown, so far as its attempts are judged."""
        shown = self._runs.shown if self._runs is not None else None
        if shown is None or not shown.conversation.attempts:
            return None
        conversation = shown.conversation
        return conversation.run or Run(conversation.run_id, shown.scenario.id, conversation.attempts)


def _weigh(scenario: Scenario, run: Run | None, side: SideProcess) -> Weighed:
    """On the worker's thread."""
    schema = _check(scenario.schema_text, assert_formats=scenario.assert_formats)
    by = partial(side.judge, assert_formats=scenario.assert_formats)
    answered = find_answered(scenario, schema, run, by=by)
    return Weighed(answered, weigh_strategies(scenario, answered) if answered is not None else ())
