"""The cases of a scenario: what should pass passes, what should fail fails, and what is not so is told."""

from dataclasses import replace

import pytest

from playground.repair.cases import CaseResult, check_cases, count_as_expected
from playground.repair.scenario import Case, Scenario, StopRules
from playground.verdict.schema import check
from playground.verdict.violations import Status

SCHEMA = '{"type": "object", "required": ["answer"], "properties": {"answer": {"enum": ["yes", "no"]}}}'
SCENARIO = Scenario("5c1f2c5e-0000-4000-8000-000000000001", schema_text=SCHEMA)


def results_of(scenario: Scenario, schema_text: str = SCHEMA) -> tuple[CaseResult, ...]:
    return check_cases(scenario, check(schema_text, assert_formats=scenario.assert_formats))


def only(reply: str, *, should_pass: bool, scenario: Scenario = SCENARIO, schema_text: str = SCHEMA) -> CaseResult:
    (result,) = results_of(replace(scenario, cases=(Case("a case", reply, should_pass),)), schema_text)
    return result


@pytest.mark.parametrize(
    ("reply", "should_pass", "status", "as_expected"),
    [
        ('{"answer": "yes"}', True, Status.VALID, True),
        ('{"answer": "yes"}', False, Status.VALID, False),
        ('{"answer": "maybe"}', True, Status.INVALID, False),
        ('{"answer": "maybe"}', False, Status.INVALID, True),
        ("Probably yes.", False, Status.NO_JSON, True),
        ('{"answer": "ye', False, Status.CUT_OFF, True),
        ("", True, Status.NO_JSON, False),
    ],
)
def test_a_case_is_as_it_should_be_when_its_verdict_is(reply: str, should_pass: bool, status: Status, as_expected: bool) -> None:
    result = only(reply, should_pass=should_pass)
    assert (result.verdict.status, result.as_expected) == (status, as_expected)
    assert result.case.reply == reply


@pytest.mark.parametrize("should_pass", [True, False])
def test_under_a_broken_schema_no_case_is_as_it_should_be(should_pass: bool) -> None:
    result = only('{"answer": "yes"}', should_pass=should_pass, schema_text='{"type": "objekt"}')
    assert result.verdict.status is Status.SCHEMA_ERROR
    assert not result.as_expected


def test_the_rules_of_the_scenario_hold_for_its_cases() -> None:
    twice = '{"answer": "no", "answer": "yes"}'
    assert only(twice, should_pass=True).as_expected
    strict = replace(SCENARIO, stop_rules=StopRules(duplicate_key_is_violation=True))
    assert only(twice, should_pass=False, scenario=strict).as_expected
    assert only('{"answer": "yes",}', should_pass=False).as_expected
    assert only('{"answer": "yes",}', should_pass=True, scenario=replace(SCENARIO, fix_small_faults=True)).as_expected


def test_results_come_in_the_order_of_the_cases_and_are_counted() -> None:
    cases = (Case("one", '{"answer": "yes"}', True), Case("two", "x", True), Case("three", "x", False))
    results = results_of(replace(SCENARIO, cases=cases))
    assert [result.case.title for result in results] == ["one", "two", "three"]
    assert [result.as_expected for result in results] == [True, False, True]
    assert count_as_expected(results) == 2
    assert results_of(SCENARIO) == ()
