"""What the next message would be, before anything is sent."""

from dataclasses import replace
from typing import Any

import pytest

from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import Request
from playground.repair.judging import judge_reply
from playground.repair.loop import Ask, Compose, Ended, Judge, LoopState, advance, begin
from playground.repair.message import Message, Role
from playground.repair.next_message import Answered, Origin, Weight, find_answered, next_message, weigh_strategies
from playground.repair.record import Run
from playground.repair.scenario import Case, FeedbackSettings, OwnTemplate, Samples, Scenario, Strategy
from playground.verdict.schema import CheckedSchema, check
from playground.words.language import Language
from tests.repair.cases import make_scenario, reply

LIST_SCHEMA = '{"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}'


def schema_of(scenario: Scenario) -> CheckedSchema:
    return check(scenario.schema_text, assert_formats=scenario.assert_formats)


def answered(scenario: Scenario, run: Run | None = None) -> Answered:
    found = find_answered(scenario, schema_of(scenario), run)
    assert found is not None
    return found


def carry_out(scenario: Scenario, *contents: str) -> LoopState:
    """A run with these replies, up to the feedback on the last of them."""
    state = begin(scenario, run_id="run")
    for content in contents:
        if isinstance(state.next, Compose):
            state = advance(state, state.next.proposal)
        assert isinstance(state.next, Ask)
        state = advance(state, reply(content))
        assert isinstance(state.next, Judge)
        verdict = judge_reply(state.next.reply, state.schema, scenario, asked=state.next.asked, base=state.next.base)
        state = advance(state, verdict)
    return state


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("contents", [('{"answer": "maybe"}',), ("No idea.", '{"answer": "maybe"}', '{"answer": 3}')])
def test_it_is_what_the_loop_would_send(strategy: Strategy, contents: tuple[str, ...]) -> None:
    scenario = make_scenario(feedback=FeedbackSettings(strategy), max_attempts=9)
    state = carry_out(scenario, *contents)
    assert isinstance(state.next, Compose)
    found = answered(scenario, state.run)
    assert (found.origin, found.number) == (Origin.RUN, len(contents))
    assert next_message(scenario, found).request == state.next.proposal


def test_every_strategy_is_weighed_with_its_own_template() -> None:
    own = OwnTemplate(Strategy.BLIND, Language.ENGLISH, "Once more, żółw!")
    scenario = make_scenario(feedback=FeedbackSettings(Strategy.FAULTS, templates=(own,)))
    found = answered(scenario, carry_out(scenario, '{"answer": "maybe"}').run)
    choices = {choice.strategy: choice for choice in weigh_strategies(scenario, found)}
    assert list(choices) == list(Strategy)
    blind = choices[Strategy.BLIND]
    assert blind.message == Message(Role.USER, "Once more, żółw!")
    assert blind.weight == Weight(16, 5)  # 19 bytes
    question, answer = "Does it contain gluten?", '{"answer": "maybe"}'
    assert blind.whole.characters == len(question) + len(answer) + 16
    fresh = choices[Strategy.FRESH]
    assert fresh.whole == fresh.weight  # nothing but the question, put anew
    assert choices[Strategy.FAULTS_SCHEMA].weight.characters > choices[Strategy.FAULTS].weight.characters


def test_only_the_last_pair_stays_the_same_in_a_long_run() -> None:
    scenario = make_scenario(max_attempts=9)
    short, long = (
        {
            choice.strategy: choice.whole.characters
            for choice in weigh_strategies(scenario, answered(scenario, carry_out(scenario, *['{"answer": "maybe"}'] * count).run))
        }
        for count in (1, 4)
    )
    same = {strategy for strategy in Strategy if short[strategy] == long[strategy]}
    assert same == {Strategy.LAST_PAIR, Strategy.FRESH}
    assert all(long[strategy] > 2 * short[strategy] for strategy in {Strategy.FAULTS, Strategy.BLIND})


@pytest.mark.parametrize(("mode", "with_schema"), [(mode, mode not in (Mode.PROMPT, Mode.JSON)) for mode in Mode])
def test_the_schema_weighs_where_the_mode_sends_it(mode: Mode, with_schema: bool) -> None:
    scenario = make_scenario(endpoint=EndpointSettings(mode=mode))
    choice = next_message(scenario, answered(scenario), Strategy.BLIND)
    messages = sum(len(message.content) for message in choice.request.messages)
    assert choice.whole.characters == messages + (len(scenario.schema_text) if with_schema else 0)


def test_what_is_asked_for_whole_instead_of_by_fields_is_said() -> None:
    scenario = make_scenario(feedback=FeedbackSettings(Strategy.FIELDS))
    run = carry_out(scenario, "No idea.").run
    choice = next_message(scenario, answered(scenario, run))
    assert [note.id for note in choice.notes] == ["repair.note.whole_no_json"]


def test_fields_that_were_merged_are_merged_once_more() -> None:
    scenario = make_scenario(schema_text=LIST_SCHEMA, feedback=FeedbackSettings(Strategy.FIELDS), max_attempts=9)
    state = carry_out(scenario, '{"a": "x", "b": "y"}', '{"/a": 1}')
    found = answered(scenario, state.run)
    assert found.attempt.verdict == state.run.attempts[-1].verdict
    assert isinstance(state.next, Compose)
    assert next_message(scenario, found).request == state.next.proposal


@pytest.mark.parametrize(
    "changes",
    [
        {"messages": (Message(Role.USER, "Really?"),)},
        {"endpoint": EndpointSettings(model="another")},
        {"schema_text": '{"type": "object", "properties": {"answer": {"const": "yes"}}}'},
    ],
)
def test_a_reply_that_was_asked_for_otherwise_answers_the_first_question_of_now(changes: dict[str, Any]) -> None:
    scenario = make_scenario(max_attempts=9)
    run = carry_out(scenario, '{"answer": "maybe"}', '{"answer": "perhaps"}').run
    edited = replace(scenario, **changes)
    found = answered(edited, run)
    asked = Request(edited.messages, edited.endpoint, edited.schema_text)
    assert (found.number, found.first, found.attempt.request, found.attempt.number) == (2, asked, asked, 1)
    assert next_message(edited, found).request.messages[:-2] == edited.messages
    if "schema_text" in changes:
        assert [violation.keyword for violation in found.attempt.verdict.violations] == ["const"]


def test_the_rules_of_now_count() -> None:
    content = "{'answer': 'yes'}"
    scenario = make_scenario()
    run = carry_out(scenario, content).run
    assert answered(scenario, run).origin is Origin.RUN
    assert answered(replace(scenario, fix_small_faults=True), run).origin is Origin.INVENTED


def test_a_repaired_run_is_asked_for_the_reply_before_its_last() -> None:
    scenario = make_scenario()
    state = carry_out(scenario, '{"answer": "maybe"}', '{"answer": "yes"}')
    assert isinstance(state.next, Ended)
    assert answered(scenario, state.run).number == 1


SAMPLES = Samples(replies=('{"answer": "yes"}', "Hm."))
CASES = (Case("a", '{"answer": "no"}', should_pass=True), Case("b", '{"answer": 1}', should_pass=False))


@pytest.mark.parametrize(
    ("changes", "origin", "number", "content"),
    [
        ({"samples": SAMPLES, "cases": CASES}, Origin.SAMPLE, 2, "Hm."),
        ({"cases": CASES}, Origin.CASE, 2, '{"answer": 1}'),
        ({}, Origin.INVENTED, 1, '{"answer": ""}'),
        ({"schema_text": '{"required": ["a"]}'}, Origin.INVENTED, 1, "{}"),
        ({"schema_text": "true"}, Origin.INVENTED, 1, "I am not sure."),
        ({"schema_text": "true", "language": Language.FRENCH}, Origin.INVENTED, 1, "Je ne suis pas sûr."),
    ],
)
def test_without_a_run_a_reply_is_found(changes: dict[str, Any], origin: Origin, number: int, content: str) -> None:
    found = answered(make_scenario(**changes))
    assert (found.origin, found.number, found.attempt.reply.text) == (origin, number, content)


@pytest.mark.parametrize("strategy", Strategy)
def test_a_scenario_without_a_prompt_has_a_next_message_all_the_same(strategy: Strategy) -> None:
    scenario = make_scenario(messages=())
    assert next_message(scenario, answered(scenario), strategy).message.content


def test_under_a_broken_schema_there_is_none() -> None:
    scenario = make_scenario(schema_text='{"type": "objekt"}')
    assert find_answered(scenario, schema_of(scenario)) is None
