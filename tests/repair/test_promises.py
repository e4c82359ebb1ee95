"""What holds for any value and any course of a run."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from playground.repair.annotation import annotate
from playground.repair.exchange import AskedFields
from playground.repair.fillers import find_fillers
from playground.repair.judging import judge_reply
from playground.repair.loop import Ask, Compose, Ended, advance, begin
from playground.repair.merging import find_sent, merge
from playground.repair.record import Outcome
from playground.repair.scenario import Ending, EndingKind, FeedbackSettings, StopRules, Strategy
from playground.repair.suspicion import Suspicions, find_suspicions
from playground.verdict.json_text import pointer_of, read, value_at
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.verdict.violations import Status
from playground.words.language import Language
from tests.repair.cases import make_scenario, reply

KEYS = st.sampled_from(["a", "b", "a/b", "~", "", "0", "remove", "é", '"', "@0@"])
SCALARS = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12)
ROOTS = st.lists(VALUES, min_size=1, max_size=4) | st.dictionaries(KEYS, VALUES, min_size=1, max_size=4)


def places_in(value: Any, tokens: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every place in a value but its root."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = []
    for token, item in members:
        place = (*tokens, str(token))
        found += [place, *places_in(item, place)]
    return found


@settings(max_examples=100, deadline=None)
@given(ROOTS, VALUES, st.data(), st.sampled_from([None, 2]))
def test_a_merged_field_stands_in_its_place_and_nothing_else_has_changed(
    base: Any, new: Any, data: st.DataObject, indent: int | None
) -> None:
    pointer = pointer_of(data.draw(st.sampled_from(places_in(base))))
    sent_text = json.dumps({pointer: new}, ensure_ascii=False, indent=indent)
    reading = read(sent_text)
    sent = find_sent(reading, base, AskedFields((pointer,)))
    assert sent is not None
    merged = merge(base, sent, sent_text)
    whole = read(merged.text)
    assert whole.answer is not None
    assert value_at(whole.answer.value, pointer) == new
    # Put back as it was, it is the value that it was merged into.
    back_text = json.dumps({pointer: value_at(base, pointer)})
    back = find_sent(read(back_text), whole.answer.value, AskedFields((pointer,)))
    assert back is not None
    assert read(merge(whole.answer.value, back, back_text).text).answer == read(json.dumps(base)).answer
    # What is said about the new value has its place in what was sent.
    place = whole.places([pointer])[pointer].value
    in_source = merged.span_in_source(place)
    assert in_source is not None
    assert json.loads(sent_text[in_source.start : in_source.end]) == new


@settings(max_examples=100, deadline=None)
@given(ROOTS, ROOTS)
def test_nothing_is_suspicious_about_the_same_value_and_no_pair_raises(before: Any, after: Any) -> None:
    assert find_suspicions(before, before, ()) == Suspicions()
    found = find_suspicions(before, after, ())
    for pointer in (*found.emptied, *found.shortened):
        value_at(before, pointer)
    for pointer, content in found.fillers:
        assert value_at(after, pointer) == content
    assert found.fillers == find_fillers(before, after, ())


SCHEMA = check(
    '{"properties": {"a": {"type": "string"}, "b": {"type": "array", "minItems": 2}}, "required": ["a"], "items": {"type": "null"}}',
    assert_formats=True,
)


@settings(max_examples=100, deadline=None)
@given(ROOTS, st.sampled_from(Language))
def test_a_marked_value_is_the_value_without_its_marks(value: Any, language: Language) -> None:
    content = json.dumps(value)
    verdict = judge(content, SCHEMA)
    if verdict.status is Status.INVALID:
        page = annotate(verdict, language, content)
        assert json.loads("\n".join(line.split("  // <-- ")[0] for line in page.splitlines())) == value


REPLIES = st.sampled_from(
    ['{"answer": "yes"}', '{"answer": "maybe"}', "{}", "Hm.", "", '{"answer": "y', "{'answer': 'yes'}", '{"/answer": "no"}']
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(REPLIES, min_size=10, max_size=10),
    st.sampled_from(Strategy),
    st.integers(1, 10),
    st.builds(StopRules, same_reply=st.booleans(), same_violations=st.booleans(), raise_limit_once=st.booleans()),
    st.sampled_from([Ending(), Ending(EndingKind.FALLBACK, "null"), Ending(EndingKind.BEST_ATTEMPT)]),
    st.booleans(),
)
def test_every_run_ends_within_its_limit_and_its_conversation_is_what_was_sent(
    contents: list[str], strategy: Strategy, limit: int, rules: StopRules, ending: Ending, fix: bool
) -> None:
    scenario = make_scenario(
        feedback=FeedbackSettings(strategy), max_attempts=limit, stop_rules=rules, ending=ending, fix_small_faults=fix
    )
    state = begin(scenario, run_id="run")
    waiting = iter(contents)
    while not isinstance(state.next, Ended):
        match state.next:
            case Ask():
                state = advance(state, reply(next(waiting)))
            case Compose(proposal=proposal):
                state = advance(state, proposal)
            case step:
                state = advance(state, judge_reply(step.reply, state.schema, scenario, asked=step.asked, base=step.base))
    run = state.run
    assert 1 <= len(run.attempts) <= limit
    assert (run.outcome in (Outcome.ACCEPTED, Outcome.REPAIRED)) is (run.attempts[-1].verdict.status is Status.VALID)
    assert all(attempt.verdict.status is not Status.VALID for attempt in run.attempts[:-1])
    assert (run.result is None) is (run.outcome is Outcome.ERROR)
    for before, after in zip(run.attempts, run.attempts[1:], strict=False):
        sent = after.request.messages
        assert before.feedback is None or before.feedback == sent[-1]
        grew = strategy not in (Strategy.FRESH, Strategy.LAST_PAIR)
        assert not grew or sent[: len(before.request.messages)] == before.request.messages
