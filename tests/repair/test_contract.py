import json
from typing import Any

import pytest

from playground.repair.cases import CaseResult
from playground.repair.contract import case_line, check_output, reply_line, run_output, verdict_line
from playground.repair.exchange import EndpointFailure, Source, Usage
from playground.repair.loop import fail, stop
from playground.repair.record import HonestError, Outcome, Run
from playground.repair.scenario import Case, Ending, EndingKind
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import check
from playground.verdict.violations import Finish
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import Text, text
from tests.repair.cases import SCHEMA, make_scenario, play, reply
from tests.repair.contracts import contract

PLAIN = JudgeOptions()
CHECKED = check(SCHEMA, assert_formats=True)
PROSE, MAYBE, YES = "Probably yes.", '{"answer": "maybe"}', '```json\n{"answer": "yes"}\n```'
FAILURE = EndpointFailure("timeout", text("repair.stop.error"), text("repair.stop.own"), text("repair.stop.best"))


def english(sentence: Text) -> str:
    return render(sentence, Language.ENGLISH)


def checked(content: str, schema_text: str = SCHEMA, options: JudgeOptions = PLAIN) -> Any:
    printed = check_output(judge(content, check(schema_text, assert_formats=True), options), english)
    assert printed.isascii()
    output = json.loads(printed)
    contract("check").validate(output)
    return output


@pytest.mark.parametrize(
    ("content", "schema_text", "options", "status"),
    [
        (YES, SCHEMA, PLAIN, "valid"),
        (MAYBE, SCHEMA, PLAIN, "invalid"),
        (f"{MAYBE} or {YES}", SCHEMA, PLAIN, "valid"),
        ('{"answer": "yes", "answer": "no"}', SCHEMA, PLAIN, "valid"),
        ('{"data": {"answer": "yes"}}', SCHEMA, PLAIN, "invalid"),
        ("<think>{}</think> []", "{}", PLAIN, "valid"),
        (PROSE, SCHEMA, PLAIN, "no_json"),
        ("", SCHEMA, PLAIN, "no_json"),
        ('{"answer": "yes",}', SCHEMA, PLAIN, "no_json"),
        ('{"answer": "y\ud800', SCHEMA, PLAIN, "cut_off"),
        ("No.", SCHEMA, JudgeOptions(finish=Finish.REFUSAL), "blocked"),
        (YES, '{"type": "strange", "requred": []}', PLAIN, "schema_error"),
        (YES, "{", PLAIN, "schema_error"),
    ],
)
def test_check_prints_by_its_contract(content: str, schema_text: str, options: JudgeOptions, status: str) -> None:
    output = checked(content, schema_text, options)
    assert output["status"] == status
    assert ("value" in output) == (status in ("valid", "invalid"))


def test_check_says_each_violation_with_its_place() -> None:
    output = checked(f"\U0001f600 {MAYBE}")
    assert output["span"] == [2, 21]
    assert output["value"] == {"answer": "maybe"}
    (violation,) = output["violations"]
    assert violation.pop("message").startswith("answer must be “yes” or “no”")
    assert violation == {
        "path": "/answer",
        "keyword": "enum",
        "span": [13, 20],
        "origin": "reply",
        "schema_path": "/properties/answer/enum",
    }


def test_hints_about_the_schema_have_a_line() -> None:
    (hint,) = checked("1", '{\n  "requred": []\n}')["schema"]["hints"]
    assert (hint["path"], hint["line"]) == ("/requred", 2)


def test_numbers_and_lone_surrogates_are_printed_as_they_are() -> None:
    printed = check_output(judge('[9007199254740993, 1.10, "\\ud800"]', check("{}", assert_formats=True)), english)
    assert "9007199254740993" in printed
    assert "1.10" in printed
    assert '"\\ud800"' in printed


def test_lines_of_many_verdicts_name_what_they_are_about() -> None:
    schema_text = '{"type": "strange"}'
    for line in (
        reply_line("a", judge(MAYBE, CHECKED), english),
        case_line("b", CaseResult(Case("b", YES, should_pass=True), judge(YES, CHECKED), as_expected=True), english),
        verdict_line(judge(YES, check(schema_text, assert_formats=True)), english),
    ):
        assert (line.isascii(), "\n" in line) == (True, False)
        contract("check").validate(json.loads(line))
    assert json.loads(reply_line("é", judge(MAYBE, CHECKED), english)) == {"name": "é", **checked(MAYBE)}


def printed_run(run: Run) -> Any:
    printed = run_output(run, english)
    assert printed.isascii()
    output = json.loads(printed)
    contract("run").validate(output)
    return output


def carry_out(*contents: str, **changes: Any) -> Run:
    return play(make_scenario(**changes), *[(reply(content, seconds=0.25), judge(content, CHECKED)) for content in contents]).run


def test_the_lesson_is_printed_by_its_contract() -> None:
    output = printed_run(carry_out(PROSE, MAYBE, YES))
    assert (output["outcome"], output["result"], output["result_is"], output["live"]) == (
        "repaired",
        {"answer": "yes"},
        "answer",
        True,
    )
    assert [len(attempt["request"]) for attempt in output["attempts"]] == [1, 3, 5]
    assert [attempt["verdict"]["status"] for attempt in output["attempts"]] == ["no_json", "invalid", "valid"]
    assert [message["role"] for message in output["messages"]] == ["user", "assistant"] * 3
    assert output["attempts"][0]["seconds"] == 0.25
    assert output["usage"] is None
    assert output["error"] is None


@pytest.mark.parametrize(
    ("ending", "outcome", "result", "result_is"),
    [
        (Ending(), "error", None, "none"),
        (Ending(EndingKind.FALLBACK, '{"answer": "unknown"}'), "fell_back", {"answer": "unknown"}, "fallback"),
        (Ending(EndingKind.FALLBACK, "null"), "fell_back", None, "fallback"),
        (Ending(EndingKind.BEST_ATTEMPT), "fell_back", {"answer": "maybe"}, "best_attempt"),
    ],
)
def test_each_ending_is_printed_for_what_it_is(ending: Ending, outcome: str, result: object, result_is: str) -> None:
    output = printed_run(carry_out(PROSE, MAYBE, ending=ending, max_attempts=2))
    assert (output["outcome"], output["result"], output["result_is"]) == (outcome, result, result_is)
    assert (output["error"] is None) == (outcome == "fell_back")


def test_a_failed_endpoint_is_printed_with_the_attempts_so_far() -> None:
    state = play(make_scenario(), (reply(PROSE), judge(PROSE, CHECKED)))
    output = printed_run(fail(state, FAILURE).run)
    assert output["outcome"] == "endpoint_failed"
    assert output["endpoint_failures"] == [{"kind": "timeout", "message": "Use a value of your own"}]
    assert output["error"] == {"title": "Show an error", "message": "Use a value of your own", "hint": "Take the best attempt"}
    assert len(output["attempts"]) == 1
    assert printed_run(stop(state).run)["outcome"] == "stopped"


def test_tokens_that_were_not_reported_are_null_and_never_nought() -> None:
    contents = (PROSE, MAYBE)
    usages = (Usage(input_tokens=10, total_tokens=12), Usage(input_tokens=20))
    attempts = [(reply(said, usage=used), judge(said, CHECKED)) for said, used in zip(contents, usages, strict=True)]
    output = printed_run(play(make_scenario(max_attempts=2), *attempts).run)
    assert output["usage"] == {
        "input_tokens": 30, "output_tokens": None, "total_tokens": None, "reasoning_tokens": None, "cached_tokens": None,
    }  # fmt: skip
    assert output["attempts"][0]["usage"]["total_tokens"] == 12


def test_a_recorded_sample_does_not_hide_the_tokens_spent_beside_it() -> None:
    asked = reply(MAYBE, usage=Usage(input_tokens=10, total_tokens=12))
    sample = reply(YES, source=Source.RECORDED)
    output = printed_run(play(make_scenario(), (asked, judge(MAYBE, CHECKED)), (sample, judge(YES, CHECKED))).run)
    assert (output["usage"]["input_tokens"], output["usage"]["total_tokens"]) == (10, 12)


def test_tokens_of_which_no_sum_is_known_are_not_reported() -> None:
    attempts = [(reply(MAYBE, usage=Usage(input_tokens=10)), judge(MAYBE, CHECKED)), (reply(YES), judge(YES, CHECKED))]
    assert printed_run(play(make_scenario(), *attempts).run)["usage"] is None


@pytest.mark.parametrize(("seconds", "printed"), [(0.0, "0"), (120.0, "120"), (1.23456, "1.235"), (0.00001, "0")])
def test_seconds_are_plain_numbers(seconds: float, printed: str) -> None:
    run = Run("r", "s", outcome=Outcome.STOPPED, seconds=seconds)
    assert f'"seconds": {printed},' in run_output(run, english)
    printed_run(run)


def test_a_run_refused_before_its_first_attempt_can_be_printed() -> None:
    error = HonestError(text("repair.stop.error"), text("repair.stop.own"), text("repair.stop.best"))
    output = printed_run(Run("r", "s", outcome=Outcome.ERROR, error=error))
    assert (output["attempts"], output["messages"], output["live"]) == ([], [], False)


def test_a_run_that_goes_on_is_not_printed() -> None:
    with pytest.raises(ValueError, match="goes on"):
        run_output(Run("r", "s"), english)


def test_what_is_worth_saying_of_an_attempt_is_printed_with_it() -> None:
    first, second = printed_run(carry_out(MAYBE, MAYBE, max_attempts=2))["attempts"]
    assert "notes" not in first
    assert [note["kind"] for note in second["notes"]] == ["same_reply"]
    assert second["notes"][0]["message"].startswith("The model sent exactly the same reply")


@pytest.mark.parametrize(
    ("contents", "fixed"), [(("{'answer': 'yes'}",), True), ((MAYBE, "{'answer': 'yes'}"), True), ((YES,), False)]
)
def test_an_answer_that_had_to_be_fixed_is_told_apart(contents: tuple[str, ...], fixed: bool) -> None:
    options = JudgeOptions(fix_small_faults=True)
    run = play(make_scenario(), *[(reply(content), judge(content, CHECKED, options)) for content in contents]).run
    output = printed_run(run)
    assert output["result"] == {"answer": "yes"}
    assert output.get("fixed", False) is fixed is run.fixed


def test_a_run_without_an_answer_was_not_fixed() -> None:
    wrong = "{'answer': 'maybe'}"
    verdict = judge(wrong, CHECKED, JudgeOptions(fix_small_faults=True))
    assert verdict.changes
    assert "fixed" not in printed_run(play(make_scenario(max_attempts=1), (reply(wrong), verdict)).run)


def test_samples_are_named_as_such() -> None:
    run = play(make_scenario(), (reply(YES, source=Source.RECORDED), judge(YES, CHECKED))).run
    output = printed_run(run)
    assert (output["live"], output["attempts"][0]["source"]) == (False, "recorded")


def test_the_contract_refuses_what_is_not_in_it() -> None:
    good = printed_run(carry_out(YES))
    wrongs: list[dict[str, Any]] = [
        {"outcome": "won"},
        {"result_is": "none"},
        {"attempts": [{}]},
        {"mood": 1},
        {"messages": [{"role": "tool", "content": ""}]},
    ]
    for wrong in wrongs:
        assert not contract("run").is_valid(good | wrong)
    verdict = checked(MAYBE)
    changes: list[dict[str, Any]] = [{"status": "no_json"}, {"span": [1]}, {"violations": [{}]}]
    for change in changes:
        assert not contract("check").is_valid(verdict | change)
