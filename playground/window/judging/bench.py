"""Where replies that a person looks at are judged: one worker thread, and beside the program where a reply is large."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

from playground.repair.cases import CaseResult, check_case
from playground.repair.exchange import Reply, Source
from playground.repair.judging import judge_reply, options_of
from playground.repair.scenario import Case, Scenario
from playground.runs.side_process import SideProcess
from playground.runs.sightings import Sighting
from playground.verdict.schema import CheckedSchema, check
from playground.verdict.violations import Verdict

_KEPT = 4  # schemas that were checked lately


class Bench:
    """`judge`, `try_case` and `sight` are called on its worker's thread alone; `submit` and `close` on the GUI thread."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="check")
        self._side = SideProcess()
        self._closed = False
        self._checked: dict[tuple[str, bool], CheckedSchema] = {}  # the one used last comes last

    def submit(self, work: Callable[[], Any]) -> "Future[Any]":
        """Have a piece of work done after those before it; once closed, the future comes back cancelled."""
        if self._closed:
            future: Future[Any] = Future()
            future.cancel()
            return future
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
        self._closed = True
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
