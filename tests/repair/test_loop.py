from dataclasses import replace
from typing import Any

import pytest

from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import EndpointFailure, Request, Source, Usage
from playground.repair.loop import Ask, Compose, Ended, Judge, LoopState, advance, begin, fail, note_failure, stop
from playground.repair.message import Message, Role
from playground.repair.record import Outcome, ResultIs
from playground.repair.refusals import RunRefused, SchemaRefused
from playground.repair.scenario import Budgets, Ending, EndingKind, RepairEndpoint, StopRules
from playground.verdict.violations import Status, Verdict
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import text
from tests.repair.cases import (
    answer_attempt,
    invalid,
    make_scenario,
    no_json,
    play,
    reply,
    send_proposal,
    valid,
    wrong,
)

PROSE = ("Probably yes.", no_json(text("repair.fault.no_json")))
MAYBE = ('{"answer": "maybe"}', invalid('{"answer": "maybe"}'))
PERHAPS = ('{"answer": "perhaps"}', invalid('{"answer": "perhaps"}', wrong("/answer"), wrong("/other")))
YES = ('{"answer": "yes"}', valid('{"answer": "yes"}'))
FALLBACK = Ending(EndingKind.FALLBACK, '{"answer": "unknown"}')
FAILURE = EndpointFailure("timeout", text("a.b"), text("a.c"), text("a.d"))


def roles(state: LoopState) -> list[str]:
    return [message.role.value for message in state.run.messages]


def test_the_lesson_is_repaired_on_the_third_attempt_with_requests_of_1_3_and_5_messages() -> None:
    state = play(make_scenario(), PROSE, MAYBE, YES)
    run = state.run
    assert isinstance(state.next, Ended)
    assert state.next.run == run
    assert (run.outcome, run.result, run.result_is) == (Outcome.REPAIRED, '{"answer": "yes"}', ResultIs.ANSWER)
    assert [len(attempt.request.messages) for attempt in run.attempts] == [1, 3, 5]
    assert [attempt.number for attempt in run.attempts] == [1, 2, 3]
    assert [attempt.verdict.status for attempt in run.attempts] == [Status.NO_JSON, Status.INVALID, Status.VALID]
    assert roles(state) == ["user", "assistant", "user", "assistant", "user", "assistant"]
    assert run.messages[1].content == "Probably yes."
    assert [attempt.feedback for attempt in run.attempts] == [run.messages[2], run.messages[4], None]


def test_a_valid_first_reply_is_accepted() -> None:
    run = play(make_scenario(), YES).run
    assert (run.outcome, run.result_is, len(run.attempts)) == (Outcome.ACCEPTED, ResultIs.ANSWER, 1)


def test_exact_numbers_and_strange_text_stay_as_they_are_in_the_result() -> None:
    value = '{"n": 9007199254740993, "big": 1E+400, "s": "\\ud800"}'
    assert play(make_scenario(), (value, valid(value))).run.result == value


@pytest.mark.parametrize("limit", [1, 2, 3, 10])
def test_after_the_last_attempt_nothing_is_appended(limit: int) -> None:
    state = play(make_scenario(max_attempts=limit), *[PROSE] * limit)
    assert isinstance(state.next, Ended)
    assert len(state.run.attempts) == limit
    assert len(state.run.messages) == 2 * limit
    assert roles(state)[-1] == "assistant"
    assert state.run.attempts[-1].feedback is None


def test_at_the_limit_the_chosen_fallback_is_used_and_called_one() -> None:
    run = play(make_scenario(ending=FALLBACK, max_attempts=2), PROSE, MAYBE).run
    assert (run.outcome, run.result, run.result_is) == (Outcome.FELL_BACK, '{"answer": "unknown"}', ResultIs.FALLBACK)
    assert run.error is None


def test_at_the_limit_an_error_says_what_was_wrong_last() -> None:
    run = play(make_scenario(max_attempts=2), PROSE, MAYBE).run
    assert (run.outcome, run.result, run.result_is) == (Outcome.ERROR, None, ResultIs.NONE)
    assert run.error is not None
    assert run.error.message == text("repair.error.limit.message", count=2, fault=MAYBE[1].violations[0].message)


@pytest.mark.parametrize(
    ("verdict", "fault"), [(PROSE[1], text("repair.fault.no_json")), (no_json(), text("repair.fault.no_json"))]
)
def test_the_error_names_a_fault_also_without_json(verdict: Verdict, fault: Any) -> None:
    run = play(make_scenario(max_attempts=1), ("x", verdict)).run
    assert run.error is not None
    assert dict(run.error.message.parameters)["fault"] == fault


@pytest.mark.parametrize(
    ("attempts", "best"),
    [
        ((PROSE, MAYBE, PERHAPS), MAYBE[0]),
        ((PERHAPS, MAYBE, PROSE), MAYBE[0]),
        ((MAYBE, PERHAPS, ('{"answer": 1}', invalid('{"answer": 1}'))), '{"answer": 1}'),
    ],
)
def test_the_best_attempt_has_the_fewest_violations_and_of_equals_the_later_wins(attempts: Any, best: str) -> None:
    run = play(make_scenario(ending=Ending(EndingKind.BEST_ATTEMPT)), *attempts).run
    assert (run.outcome, run.result, run.result_is) == (Outcome.FELL_BACK, best, ResultIs.BEST_ATTEMPT)


def test_without_any_json_there_is_no_best_attempt_but_an_error() -> None:
    run = play(make_scenario(ending=Ending(EndingKind.BEST_ATTEMPT)), PROSE, PROSE, PROSE).run
    assert (run.outcome, run.result_is) == (Outcome.ERROR, ResultIs.NONE)
    assert run.error is not None


@pytest.mark.parametrize(
    ("status", "reason"), [(Status.CUT_OFF, "cut_off"), (Status.BLOCKED, "blocked"), (Status.SCHEMA_ERROR, "schema_error")]
)
def test_what_a_repair_cannot_mend_goes_to_the_ending_at_once_with_the_reason(status: Status, reason: str) -> None:
    failed = play(make_scenario(), ("{", Verdict(status))).run
    assert failed.outcome is Outcome.ERROR
    assert failed.error is not None
    assert failed.error.title == text(f"repair.error.{reason}.title")
    assert len(failed.attempts) == 1

    fallen = play(make_scenario(ending=FALLBACK), ("{", Verdict(status))).run
    assert (fallen.outcome, fallen.result_is) == (Outcome.FELL_BACK, ResultIs.FALLBACK)
    assert fallen.attempts[-1].notes == (text(f"repair.error.{reason}.message"),)


RAISING = StopRules(raise_limit_once=True)


def test_the_limit_of_a_cut_off_reply_is_raised_once_where_the_scenario_says_so() -> None:
    cut = ("{", Verdict(Status.CUT_OFF))
    scenario = make_scenario(stop_rules=RAISING, endpoint=EndpointSettings(max_tokens=100))
    state = play(scenario, cut)
    assert isinstance(state.next, Compose)
    again = send_proposal(state)
    assert isinstance(again.next, Ask)
    assert again.next.request.endpoint.max_tokens == 200
    assert again.next.request.messages == scenario.messages
    assert again.run.attempts[0].notes == (text("repair.note.limit_raised", count=200),)
    assert again.run.attempts[0].feedback is None

    once = answer_attempt(again, reply("{"), Verdict(Status.CUT_OFF))
    assert once.run.outcome is Outcome.ERROR
    assert len(once.run.attempts) == 2

    mended = send_proposal(answer_attempt(again, reply("x"), no_json()))
    assert isinstance(mended.next, Ask)
    assert mended.next.request.endpoint.max_tokens == 200
    assert len(mended.next.request.messages) == 3


@pytest.mark.parametrize(
    ("endpoint", "max_attempts"),
    [
        pytest.param(EndpointSettings(max_tokens=None), 3, id="no limit"),
        pytest.param(
            EndpointSettings(max_tokens=100, extra='{"max_completion_tokens": 50}'), 3, id="a limit among the extra fields"
        ),
        pytest.param(EndpointSettings(max_tokens=100), 1, id="no attempt left"),
    ],
)
def test_a_limit_that_cannot_be_raised_leads_to_the_ending(endpoint: EndpointSettings, max_attempts: int) -> None:
    scenario = make_scenario(stop_rules=RAISING, endpoint=endpoint, max_attempts=max_attempts)
    run = play(scenario, ("{", Verdict(Status.CUT_OFF))).run
    assert run.error is not None
    assert run.error.title == text("repair.error.cut_off.title")


def test_a_failing_endpoint_ends_the_run_with_the_attempts_so_far_and_never_with_the_fallback() -> None:
    state = fail(send_proposal(play(make_scenario(ending=FALLBACK), PROSE)), FAILURE)
    run = state.run
    assert isinstance(state.next, Ended)
    assert (run.outcome, run.result, len(run.attempts)) == (Outcome.ENDPOINT_FAILED, None, 1)
    assert run.endpoint_failures == (FAILURE,)
    assert run.error is not None
    assert (run.error.title, run.error.message, run.error.hint) == (FAILURE.title, FAILURE.message, FAILURE.hint)


def test_a_failure_that_is_tried_again_is_on_record_and_no_attempt() -> None:
    state = note_failure(begin(make_scenario(), run_id="r"), FAILURE)
    assert isinstance(state.next, Ask)
    done = answer_attempt(state, reply(YES[0]), YES[1])
    assert done.run.endpoint_failures == (FAILURE,)
    assert (done.run.outcome, len(done.run.attempts)) == (Outcome.ACCEPTED, 1)


def test_the_failure_for_which_a_sample_stands_in_is_on_record() -> None:
    run = play(make_scenario(), (reply(YES[0], source=Source.RECORDED, failure=FAILURE), YES[1])).run
    assert run.endpoint_failures == (FAILURE,)
    assert not run.live


def states() -> list[LoopState]:
    asked = begin(make_scenario(), run_id="r")
    judging = advance(asked, reply())
    composing = advance(judging, no_json())
    return [asked, judging, composing, stop(asked), fail(asked, FAILURE), play(make_scenario(), YES)]


@pytest.mark.parametrize("state", states(), ids=lambda state: type(state.next).__name__)
def test_stopping_and_failing_are_safe_at_any_moment(state: LoopState) -> None:
    if isinstance(state.next, Ended):
        assert stop(state) is state
        assert fail(state, FAILURE) is state
    else:
        stopped = stop(state)
        assert isinstance(stopped.next, Ended)
        assert (stopped.run.outcome, stopped.run.attempts) == (Outcome.STOPPED, state.run.attempts)
        assert fail(state, FAILURE).run.outcome is Outcome.ENDPOINT_FAILED


@pytest.mark.parametrize("state", states(), ids=lambda state: type(state.next).__name__)
def test_an_answer_of_another_kind_is_refused(state: LoopState) -> None:
    fitting: Any = {Ask: (type(reply()), Request), Judge: (Verdict,), Compose: (Request,), Ended: ()}[type(state.next)]
    for answer in (reply(), Verdict(Status.BLOCKED), state.request):
        if not isinstance(answer, fitting):
            with pytest.raises(TypeError, match=type(answer).__name__):
                advance(state, answer)


def test_going_on_leaves_the_state_before_as_it_was_so_branching_costs_nothing() -> None:
    state = play(make_scenario(), PROSE)
    before = replace(state)
    one, other = answer_attempt(send_proposal(state), reply(YES[0]), YES[1]), stop(state)
    assert state == before
    assert (one.run.outcome, other.run.outcome) == (Outcome.REPAIRED, Outcome.STOPPED)


def test_a_message_that_a_person_changed_is_marked_and_only_that_one() -> None:
    state = play(make_scenario(), PROSE)
    assert isinstance(state.next, Compose)
    proposal = state.next.proposal
    edited = Message(Role.USER, "Only JSON, please.")
    asked = advance(state, replace(proposal, messages=(*proposal.messages[:-1], edited)))
    assert isinstance(asked.next, Ask)
    assert [message.edited for message in asked.next.request.messages] == [False, False, True]
    assert asked.run.attempts[0].feedback == replace(edited, edited=True)

    later = send_proposal(answer_attempt(asked, reply(MAYBE[0]), MAYBE[1]))
    assert [message.edited for message in later.request.messages] == [False, False, True, False, False]


def test_added_and_dropped_messages_are_edits_too() -> None:
    state = play(make_scenario(), PROSE)
    assert isinstance(state.next, Compose)
    added = advance(state, replace(state.next.proposal, messages=(*state.next.proposal.messages, Message(Role.ASSISTANT, "{"))))
    assert added.request.messages[-1].edited
    assert added.run.attempts[0].feedback is None

    dropped = advance(state, replace(state.next.proposal, messages=state.request.messages))
    assert dropped.run.attempts[0].feedback is None
    assert advance(state, replace(state.next.proposal, messages=())).run.attempts[0].feedback is None


def test_the_first_request_can_be_edited_before_it_is_sent() -> None:
    state = begin(make_scenario(), run_id="r")
    edited = advance(state, replace(state.request, messages=(Message(Role.USER, "Other"),)))
    assert isinstance(edited.next, Ask)
    assert edited.next.request.messages == (Message(Role.USER, "Other", edited=True),)
    assert edited.request == edited.next.request


def test_variables_are_filled_in_once_and_unknown_ones_stay() -> None:
    scenario = make_scenario(
        messages=(Message(Role.SYSTEM, "{{ tone }} {{no such}}"), Message(Role.USER, "{{food}}? {x} {{}}")),
        variables=(("food", "bread {{tone}}"), ("tone", "kind")),
    )
    contents = [message.content for message in begin(scenario, run_id="r").request.messages]
    assert contents == ["kind {{no such}}", "bread {{tone}}? {x} {{}}"]


def test_a_repair_turn_may_have_its_own_model_temperature_and_mode() -> None:
    endpoint = EndpointSettings(model="small", temperature=0.0, max_tokens=50)
    differs = RepairEndpoint(model="large", temperature=0.7, mode=Mode.JSON)
    first = begin(make_scenario(endpoint=endpoint, repair_endpoint=differs), run_id="r")
    assert first.request.endpoint == endpoint
    second = send_proposal(answer_attempt(first, reply("x"), no_json()))
    assert second.request.endpoint == replace(endpoint, model="large", temperature=0.7, mode=Mode.JSON)


def test_the_same_reply_twice_is_said_and_the_run_goes_on_by_default() -> None:
    state = play(make_scenario(), PROSE, PROSE)
    assert isinstance(state.next, Compose)
    assert state.run.attempts[0].notes == ()
    assert state.run.attempts[1].notes == (text("repair.note.same_reply"),)


def test_going_to_and_fro_between_two_replies_is_repetition_too() -> None:
    other = ('{"answer": "perhaps not"}', MAYBE[1])
    said = [attempt.notes for attempt in play(make_scenario(max_attempts=9), PROSE, MAYBE, PROSE, other).run.attempts]
    assert said == [(), (), (text("repair.note.same_reply"),), (text("repair.note.same_violations"),)]
    rules = StopRules(same_reply=True)
    assert len(play(make_scenario(max_attempts=9, stop_rules=rules), MAYBE, PROSE, MAYBE).run.attempts) == 3
    assert isinstance(play(make_scenario(max_attempts=9, stop_rules=rules), MAYBE, PROSE, MAYBE).next, Ended)


def test_the_same_violations_twice_are_said() -> None:
    other = ('{"answer": "hm"}', invalid('{"answer": "hm"}'))
    assert play(make_scenario(), MAYBE, other).run.attempts[1].notes == (text("repair.note.same_violations"),)
    assert play(make_scenario(), MAYBE, PERHAPS).run.attempts[1].notes == ()


@pytest.mark.parametrize(
    ("rules", "attempts", "title"),
    [
        (StopRules(same_reply=True), (PROSE, PROSE), "repair.error.same_reply.title"),
        (StopRules(same_violations=True), (MAYBE, MAYBE), "repair.error.same_reply.title"),
        (StopRules(same_violations=True), (MAYBE, ('{"answer": 2}', MAYBE[1])), "repair.error.same_violations.title"),
    ],
)
def test_repeating_oneself_can_stop_the_run(rules: StopRules, attempts: Any, title: str) -> None:
    run = play(make_scenario(stop_rules=rules), *attempts).run
    assert (run.outcome, len(run.attempts)) == (Outcome.ERROR, 2)
    assert run.error is not None
    assert run.error.title == text(title)


def test_another_reply_does_not_stop_the_run() -> None:
    assert isinstance(play(make_scenario(stop_rules=StopRules(same_reply=True)), MAYBE, PERHAPS).next, Compose)


@pytest.mark.parametrize(
    ("budgets", "usage", "title"),
    [
        (Budgets(seconds=2.0), None, "repair.error.budget_seconds.title"),
        (Budgets(total_tokens=50), Usage(total_tokens=50), "repair.error.budget_tokens.title"),
        (Budgets(total_tokens=50), Usage(input_tokens=30, output_tokens=20), "repair.error.budget_tokens.title"),
        (Budgets(total_tokens=50), Usage(output_tokens=49), None),
        (Budgets(total_tokens=50), None, None),
        (Budgets(seconds=2.1), None, None),
    ],
)
def test_a_budget_that_is_used_up_leads_to_the_ending(budgets: Budgets, usage: Usage | None, title: str | None) -> None:
    state = play(make_scenario(budgets=budgets), (reply("x", usage=usage, seconds=2.0), no_json()))
    assert (state.run.error.title if state.run.error else None) == (text(title) if title else None)


@pytest.mark.parametrize(
    ("budgets", "changes", "said"),
    [
        (Budgets(total_tokens=50), {}, True),
        (Budgets(total_tokens=50), {"usage": Usage(reasoning_tokens=3)}, True),
        (Budgets(total_tokens=50), {"usage": Usage(output_tokens=3)}, False),
        (Budgets(total_tokens=50), {"source": Source.RECORDED}, False),
        (Budgets(), {}, False),
    ],
)
def test_a_budget_that_cannot_be_kept_is_said_once(budgets: Budgets, changes: dict[str, Any], said: bool) -> None:
    state = play(make_scenario(budgets=budgets), *((reply(content, **changes), no_json()) for content in ("x", "y")))
    noted = text("repair.note.tokens_not_reported", limit=50)
    assert [noted in attempt.notes for attempt in state.run.attempts] == [said, False]


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"schema_text": "{"}, "schema"),
        ({"schema_text": '{"type": "strange"}'}, "schema"),
        ({"messages": ()}, "no_prompt"),
        ({"messages": (Message(Role.USER, " \n"),)}, "no_prompt"),
        ({"max_attempts": 0}, "attempts"),
        ({"max_attempts": 11}, "attempts"),
        ({"ending": Ending(EndingKind.FALLBACK)}, "fallback"),
        ({"ending": Ending(EndingKind.FALLBACK, "{unknown}")}, "fallback"),
    ],
)
def test_what_cannot_be_carried_out_is_refused_before_anything_is_sent(changes: Any, kind: str) -> None:
    with pytest.raises(RunRefused) as refused:
        begin(make_scenario(**changes), run_id="r")
    assert refused.value.kind == kind
    assert refused.value.error.title == text(f"repair.refused.{kind}.title")


def test_a_broken_schema_is_refused_with_its_report() -> None:
    with pytest.raises(SchemaRefused) as refused:
        begin(make_scenario(schema_text='{"type": '), run_id="r")
    assert refused.value.report.errors
    message = render(refused.value.error.message, Language.ENGLISH)
    assert message.startswith("Nothing was sent. Line 1: ")


def test_a_fallback_outside_the_schema_is_allowed() -> None:
    assert isinstance(begin(make_scenario(ending=FALLBACK), run_id="r").next, Ask)
