"""Checks the scenario's cases again at every change of the schema or of a case."""

from PySide6.QtCore import QObject, Signal, Slot

from playground.repair.cases import CaseResult, count_as_expected
from playground.repair.scenario import Case, Scenario
from playground.window.check.live_verdict import what_counts
from playground.window.editing import Editing
from playground.window.futures import Futures
from playground.window.judging.bench import Bench
from playground.window.judging.latest import Latest

_PAUSE = 150  # milliseconds after the last key


class CaseChecker(QObject):
    """`changed` when results came, or are out of date."""

    changed = Signal()

    def __init__(self, editing: Editing, bench: Bench, futures: Futures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._bench = bench
        self._asked: tuple[object, ...] | None = None
        self._by_case: dict[Case, CaseResult] = {}
        self._known_for: tuple[object, ...] = ()
        self._latest = Latest(bench, futures, self)
        self._latest.found.connect(self._take)
        editing.changed.connect(self._follow)
        self._follow()

    @property
    def results(self) -> tuple[CaseResult | None, ...]:
        """One for each case of the scenario, in its order; None where it is being checked."""
        known = self._by_case if self._known_for == what_counts(self._editing.scenario) else {}
        return tuple(known.get(case) for case in self._editing.scenario.cases)

    @property
    def count(self) -> int | None:
        """How many cases are as they should be; None while that is being found out."""
        results = [result for result in self.results if result is not None]
        return count_as_expected(tuple(results)) if len(results) == len(self._editing.scenario.cases) else None

    @Slot()
    def _follow(self) -> None:
        scenario = self._editing.scenario
        asked = (scenario.cases, *what_counts(scenario))
        if asked == self._asked:
            return
        self._asked = asked
        self.changed.emit()
        if not scenario.cases:
            return
        known = dict(self._by_case) if self._known_for == what_counts(scenario) else {}
        bench = self._bench
        self._latest.ask(lambda: _check(bench, scenario, known), _PAUSE)

    @Slot(object)
    def _take(self, found: tuple[Scenario, tuple[CaseResult, ...]]) -> None:
        scenario, results = found
        self._by_case = {result.case: result for result in results}
        self._known_for = what_counts(scenario)
        self.changed.emit()


def _check(bench: Bench, scenario: Scenario, known: dict[Case, CaseResult]) -> tuple[Scenario, tuple[CaseResult, ...]]:
    """On the worker's thread. What changed nothing for a case leaves its result."""
    return scenario, tuple(known.get(case) or bench.try_case(case, scenario) for case in scenario.cases)
