"""The cases of a scenario: replies that should pass or fail, held against its schema. They are the schema's regression tests."""

from dataclasses import dataclass

from playground.repair.exchange import Reply, Source
from playground.repair.judging import Judging, judge_reply
from playground.repair.scenario import Case, Scenario
from playground.verdict.judge import judge
from playground.verdict.schema import CheckedSchema
from playground.verdict.violations import Status, Verdict


@dataclass(frozen=True, slots=True)
class CaseResult:
    """A case with the verdict on its reply, and whether that is what the case says it should be."""

    case: Case
    verdict: Verdict
    as_expected: bool


def check_cases(scenario: Scenario, schema: CheckedSchema, *, by: Judging = judge) -> tuple[CaseResult, ...]:
    """Every case of the scenario, in its order, judged by `schema` and the scenario's rules; `by` is what judges one text."""
    return tuple(check_case(case, scenario, schema, by=by) for case in scenario.cases)


def check_case(case: Case, scenario: Scenario, schema: CheckedSchema, *, by: Judging = judge) -> CaseResult:
    """One case. Under a schema that cannot be used no case is as it should be: nothing was tried."""
    verdict = judge_reply(Reply(case.reply, Source.RECORDED), schema, scenario, by=by)
    tried = verdict.status is not Status.SCHEMA_ERROR
    return CaseResult(case, verdict, tried and (verdict.status is Status.VALID) == case.should_pass)


def count_as_expected(results: tuple[CaseResult, ...]) -> int:
    """How many are as they should be."""
    return sum(result.as_expected for result in results)
