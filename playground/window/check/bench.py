"""Where the Check view's judging is done: one worker thread, and beside the program where a reply is large."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from playground.repair.cases import CaseResult, check_case
from playground.repair.exchange import Reply, Source
from playground.repair.judging import judge_reply, options_of
from playground.repair.scenario import Case, Scenario
from playground.runs.side_process import SideProcess
from playground.runs.sightings import Sighting
from playground.verdict.schema import CheckedSchema, check
from playground.verdict.violations import Verdict
from playground.window.futures import Futures

_KEPT = 4  # schemas that were checked lately


class Bench:
    """`judge`, `try_case` and `sight` are called on its worker's thread alone; `submit` and `close` on the GUI thread."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="check")
        self._side = SideProcess()
        self.closed = False  # nothing is submitted from then on
        self._checked: dict[tuple[str, bool], CheckedSchema] = {}  # the one used last comes last

    def submit(self, work: Callable[[], Any]) -> "Future[Any]":
        """Have a piece of work done after those before it."""
        return self._worker.submit(work)

    def judge(self, reply: str, scenario: Scenario) -> Verdict:
        """The verdict on a reply by the scenario's schema and rules."""
        by = partial(self._side.judge, assert_formats=scenario.assert_formats)
        return judge_reply(Reply(reply, Source.RECORDED), self._schema_of(scenario), scenario, by=by)

    def try_case(self, case: Case, scenario: Scenario) -> CaseResult:
        """A case, held against the scenario's schema."""
        by = partial(self._side.judge, assert_formats=scenario.assert_formats)
        return check_case(case, scenario, self._schema_of(scenario), by=by)

    def sight(self, reply: str, scenario: Scenario) -> Sighting:
        """How the JSON of a reply was found, by the scenario's schema and rules."""
        options = options_of(scenario, Reply(reply, Source.RECORDED))
        return self._side.sight(reply, self._schema_of(scenario), options, assert_formats=scenario.assert_formats)

    def close(self) -> None:
        """End the worker and its process without waiting for what they are at."""
        self.closed = True
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._side.close()

    def _schema_of(self, scenario: Scenario) -> CheckedSchema:
        key = (scenario.schema_text, scenario.assert_formats)
        found = self._checked.pop(key, None)
        checked = found if found is not None else check(scenario.schema_text, assert_formats=scenario.assert_formats)
        self._checked[key] = checked
        if len(self._checked) > _KEPT:
            del self._checked[next(iter(self._checked))]
        return checked


class Latest(QObject):
    """Has the latest piece of work done. `found` brings what came of it, in the GUI thread.

    One piece is at work at most. What is overtaken while it waits is never begun; what is overtaken at work is dropped.
    """

    found = Signal(object)

    def __init__(self, bench: Bench, futures: Futures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._futures = futures
        self._waiting: Callable[[], Any] | None = None
        self._working = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._begin)

    def ask(self, work: Callable[[], Any], pause: int = 0) -> None:
        """Do this instead of anything asked for before, after `pause` milliseconds in which nothing else is asked for."""
        self._waiting = work
        self._timer.start(pause)

    @Slot()
    def _begin(self) -> None:
        work = self._waiting
        if self._working or work is None or self._bench.closed:
            return
        self._waiting = None
        self._working = True
        self._futures.then(self, self._bench.submit(work), self._take, self._fail)

    def _take(self, found: Any) -> None:
        self._working = False
        if self._waiting is None:
            self.found.emit(found)
        elif not self._timer.isActive():
            self._begin()

    def _fail(self, problem: BaseException) -> None:
        self._working = False
        if self._waiting is not None:
            self._begin()
        raise problem
