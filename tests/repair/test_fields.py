"""Failing fields only: which are asked for, how a model may send them, and the answer they are merged into, which is judged whole."""

import json
from typing import Any

import pytest

from playground.repair.asked_fields import MOST_FIELDS, plan_fields, word_fields
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import AskedFields, Reply, Source
from playground.repair.judging import judge_reply
from playground.repair.loop import Ask, Compose, Ended, Judge, LoopState, advance, begin
from playground.repair.merging import Sent, SentField, merge
from playground.repair.message import Role
from playground.repair.record import Outcome
from playground.repair.scenario import FeedbackSettings, Scenario, StopRules, Strategy
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.verdict.violations import Answer, Origin, Span, Status, Verdict
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import text
from tests.repair.cases import composed, make_scenario

EN = Language.ENGLISH
SCHEMA = """{"type": "object", "required": ["name", "age"], "additionalProperties": false, "properties": {
  "name": {"type": "string"}, "age": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
  "people": {"type": "array", "items": {"type": "object", "properties": {"age": {"type": "integer"}}, "additionalProperties": false}},
  "a/b": {"type": "integer"}, "c.d": {"type": "integer"}}}"""


def judged(content: str, schema_text: str = SCHEMA) -> Verdict:
    return judge(content, check(schema_text, assert_formats=True))


# What is asked for


@pytest.mark.parametrize(
    ("schema_text", "reply", "send", "remove"),
    [
        (SCHEMA, '{"name": 1, "age": "x"}', ("/name", "/age"), ()),
        (SCHEMA, '{"age": 1}', ("/name",), ()),
        (SCHEMA, '{"name": "A", "age": 1, "x": {"y": 1}}', (), ("/x",)),
        (SCHEMA, '{"name": 1, "age": 1, "x": 1, "y": 2}', ("/name",), ("/x", "/y")),
        (SCHEMA, '{"name": "A", "age": 1, "tags": ["a", 2, 3]}', ("/tags/1", "/tags/2"), ()),
        (SCHEMA, '{"name": "A", "age": 1, "tags": ["a", 2, "c", "d"]}', ("/tags",), ()),
        (SCHEMA, '{"name": "A", "age": 1, "people": [{"age": 1}, {"age": "x"}]}', ("/people/1/age",), ()),
        (SCHEMA, '{"name": "A", "age": 1, "people": [{"agee": 1}]}', (), ("/people/0/agee",)),
        (SCHEMA, '{"name": "A", "age": 1, "a/b": "x", "c.d": "y"}', ("/a~1b", "/c.d"), ()),
        ('{"items": {"type": "string"}}', '[1, "a"]', ("/0",), ()),
        ('{"items": {"prefixItems": [{}, {}], "items": false}}', "[[1, 2, 3]]", ("/0",), ()),
        ('{"properties": {"a": {"properties": {"b": false}}}}', '{"a": {"b": 1}}', (), ("/a/b",)),
        ('{"properties": {"a": {"patternProperties": {"^x": false}}}}', '{"a": {"xy": 1}}', (), ("/a/xy",)),
        (
            '{"properties": {"o": {"oneOf": [{"required": ["v"], "properties": {"t": {"const": 1}, "v": {"type": "null"}}}, {"type": "null"}]}}}',
            '{"o": {"t": 1}}',
            ("/o/v",),
            (),
        ),
    ],
)
def test_the_smallest_places_that_must_change_are_asked_for(
    schema_text: str, reply: str, send: tuple[str, ...], remove: tuple[str, ...]
) -> None:
    assert plan_fields(judged(reply, schema_text), EndpointSettings()).asked == AskedFields(send, remove)


@pytest.mark.parametrize(
    ("schema_text", "reply", "mode", "why"),
    [
        (SCHEMA, "Well.", Mode.PROMPT, "no_json"),
        (SCHEMA, "[]", Mode.PROMPT, "root"),
        ('{"minProperties": 2}', '{"a": 1}', Mode.JSON, "root"),
        (SCHEMA, '{"age": 1}', Mode.SCHEMA, "mode"),
        (SCHEMA, '{"age": 1}', Mode.TOOL, "mode"),
        (SCHEMA, '{"age": 1}', Mode.GRAMMAR, "mode"),
        ('{"items": {"type": "null"}}', str([0] * (MOST_FIELDS + 1)), Mode.PROMPT, "many"),
    ],
)
def test_the_whole_answer_is_asked_for_where_single_fields_are_no_use(schema_text: str, reply: str, mode: Mode, why: str) -> None:
    plan = plan_fields(judged(reply, schema_text), EndpointSettings(mode=mode))
    assert (plan.asked, plan.why_whole) == (None, text(f"repair.note.whole_{why}"))
    assert word_fields(plan, EN) == ""


def test_as_many_fields_as_are_allowed_are_asked_for_one_by_one() -> None:
    plan = plan_fields(judged(str([0] * MOST_FIELDS), '{"items": {"type": "null"}}'), EndpointSettings())
    assert plan.asked is not None
    assert len(plan.asked.send) == MOST_FIELDS


def test_the_fields_are_listed_with_every_rule_they_broke() -> None:
    plan = plan_fields(judged('{"name": 1, "age": 1, "tags": [1, "b", "c", "d"], "x": 1}'), EndpointSettings())
    assert word_fields(plan, EN).splitlines() == [
        '- "/name": name must be text',
        '- "/tags": tags must have at most 3 items; tags[0] must be text',
        '- "remove": ["/x"] (these fields are not allowed; name them under this key, so that they are deleted)',
    ]


@pytest.mark.parametrize("language", Language)
def test_the_message_holds_the_fields_and_the_reply_stays_before_it(language: Language) -> None:
    scenario = make_scenario(schema_text=SCHEMA, language=language, feedback=FeedbackSettings(Strategy.FIELDS))
    found = composed(scenario, '{"age": 1}', judged('{"age": 1}'))
    assert found.request.asked == AskedFields(("/name",))
    assert [message.role for message in found.request.messages] == [Role.USER, Role.ASSISTANT, Role.USER]
    assert '- "/name": ' in found.request.messages[-1].content
    assert found.notes == ()


@pytest.mark.parametrize("language", Language)
def test_where_all_is_asked_for_the_message_says_the_faults_instead(language: Language) -> None:
    scenario = make_scenario(schema_text=SCHEMA, language=language, feedback=FeedbackSettings(Strategy.FIELDS))
    found = composed(scenario, "[]", judged("[]"))
    assert (found.request.asked, found.notes) == (None, (text("repair.note.whole_root"),))
    fault = render(judged("[]").violations[0].short, language)
    assert fault[:5] in found.request.messages[-1].content


# What is sent, and the whole that it becomes

BASE = '{"name": 1, "age": "x", "tags": ["a", 2], "extra": true}'
ASKED = AskedFields(("/name", "/age", "/tags/1"), ("/extra",))


def merged(sent: str, base: str = BASE, asked: AskedFields = ASKED, **changes: Any) -> Verdict:
    scenario = make_scenario(schema_text=changes.pop("schema_text", SCHEMA), **changes)
    schema = check(scenario.schema_text, assert_formats=True)
    answer = judge(base, schema).answer
    assert answer is not None
    return judge_reply(Reply(sent, Source.LIVE), schema, scenario, asked=asked, base=answer)


def value(verdict: Verdict) -> Any:
    assert verdict.answer is not None
    return verdict.answer.value


RIGHT = {"name": "A", "age": 3, "tags": ["a", "b"]}


@pytest.mark.parametrize(
    "sent",
    [
        '{"/name": "A", "/age": 3, "/tags/1": "b", "remove": ["/extra"]}',
        '{"name": "A", "age": 3, "tags/1": "b", "remove": ["/extra"], "/name": "A"}',
        '{"#/name": "A", "$.age": 3, "tags[1]": "b", "remove": "extra"}',
        '{"name": "B", "/name": "A", "/age": 3, "/tags/1": "b", "remove": ["/extra"]}',
        '{"/name": "A", "/age": 3, "/tags/1": "b", "/extra": null}',
        'Here they are:\n```json\n{"/name": "A", "/age": 3, "/tags/1": "b", "remove": ["/extra"]}\n```',
        '{"name": "A", "age": 3, "tags": ["z", "b"], "more": 1}',  # a whole answer, taken apart
    ],
)
def test_what_was_asked_for_is_merged_however_it_is_named(sent: str) -> None:
    verdict = merged(sent)
    assert (verdict.status, value(verdict)) == (Status.VALID, RIGHT)
    assert [note.kind for note in verdict.notes if note.kind in ("merged", "ignored_fields")] == ["merged"]


def test_nothing_but_what_was_asked_for_is_taken() -> None:
    verdict = merged('{"/name": "A", "/age": 3, "/tags/1": "b", "/tags/0": "z", "more": 1, "remove": ["/extra", "/tags", 3]}')
    assert (verdict.status, value(verdict)) == (Status.VALID, RIGHT)
    (ignored,) = [note.message for note in verdict.notes if note.kind == "ignored_fields"]
    said = render(ignored, EN)
    assert [name for name in ("/tags/0", "more", "/tags") if name not in said] == []


def test_what_was_not_sent_stays_as_it_was_and_is_judged_again() -> None:
    verdict = merged('{"/name": "A", "/tags/1": "b"}')
    assert value(verdict) == {"name": "A", "age": "x", "tags": ["a", "b"], "extra": True}
    assert sorted(violation.keyword for violation in verdict.violations) == ["additionalProperties", "type"]


def test_a_missing_field_and_the_objects_around_it_are_made() -> None:
    schema_text = '{"required": ["a"], "properties": {"a": {"required": ["b"], "properties": {"b": {"type": "integer"}}}}}'
    verdict = merged('{"/a/b": 3}', "{}", AskedFields(("/a/b",)), schema_text=schema_text)
    assert (verdict.status, value(verdict)) == (Status.VALID, {"a": {"b": 3}})


def test_a_part_of_a_list_is_put_where_it_belongs() -> None:
    base = '{"name": "A", "age": 1, "people": [{"age": 1}, {"age": "x", "y": 1}]}'
    verdict = merged('{"/people/1/age": 2, "remove": ["/people/1/y"]}', base, AskedFields(("/people/1/age",), ("/people/1/y",)))
    assert (verdict.status, value(verdict)["people"]) == (Status.VALID, [{"age": 1}, {"age": 2}])


def test_numbers_and_odd_texts_survive_the_merging() -> None:
    base = '{"name": "@0@ \\"@\\" \\ud800 é", "age": "x", "tags": ["9007199254740993"]}'
    verdict = merged('{"/age": 12345678901234567890}', base, AskedFields(("/age",)))
    assert verdict.status is Status.VALID
    assert value(verdict) == {"name": '@0@ "@" \ud800 é', "age": 12345678901234567890, "tags": ["9007199254740993"]}


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ('{"name": "A", "age": 3}', Status.VALID),  # a whole answer
        ('{"name": "A", "age": 3, "tags": [1]}', Status.INVALID),
        ('{"other": 1}', Status.INVALID),
        ("[]", Status.INVALID),
        ("Well.", Status.NO_JSON),
        ('{"/name": "A', Status.CUT_OFF),
    ],
)
def test_other_replies_are_judged_as_they_are(sent: str, status: Status) -> None:
    verdict = merged(sent, '{"name": 1, "age": 2, "tags": [1]}', AskedFields(("/tags/2",)))
    assert verdict == judged(sent)


def test_a_whole_answer_whose_lists_have_another_length_is_not_taken_apart() -> None:
    base = '{"name": "A", "age": 1, "tags": ["a", 2, "c"]}'
    sent = '{"name": "A", "age": 1, "tags": ["a", "b"]}'
    verdict = merged(sent, base, AskedFields(("/tags/1",)))
    assert (verdict.status, value(verdict)["tags"]) == (Status.VALID, ["a", "b"])
    assert "merged" not in {note.kind for note in verdict.notes}


def test_what_is_to_go_is_gone_from_a_whole_answer_too() -> None:
    base = '{"name": 1, "age": "x", "tags": [1], "z": 1}'
    verdict = merged('{"name": "A", "age": "y", "tags": ["a"]}', base, AskedFields(("/name", "/tags/0"), ("/z",)))
    assert (verdict.status, value(verdict)) == (Status.INVALID, {"name": "A", "age": "x", "tags": ["a"]})


def test_what_is_still_there_in_a_whole_answer_does_not_go() -> None:
    verdict = merged('{"name": "A", "age": "y", "z": 1}', '{"name": 1, "age": "x", "z": 1}', AskedFields(("/name",), ("/z",)))
    assert value(verdict) == {"name": "A", "age": "x", "z": 1}


def test_a_name_that_could_mean_two_fields_is_not_taken_for_one() -> None:
    schema_text = '{"properties": {"a.b": {"type": "integer"}, "a": {"properties": {"b": {"type": "integer"}}}}}'
    base, asked = '{"a.b": "x", "a": {"b": "y"}}', AskedFields(("/a.b", "/a/b"))
    verdict = merged('{"a.b": 1, "/a/b": 2}', base, asked, schema_text=schema_text)
    assert value(verdict) == {"a.b": "x", "a": {"b": 2}}
    assert [note.kind for note in verdict.notes if note.kind == "ignored_fields"] == ["ignored_fields"]


@pytest.mark.parametrize(
    ("base", "sent", "whole"),
    [
        ({"a": 3}, Sent((SentField("/a/b", Span(0, 1)),)), {"a": 3}),
        ({"a": [1]}, Sent((SentField("/a/4", Span(0, 1)),)), {"a": [1]}),
        ({"a": 3}, Sent((), ("/b", "/a/b", "/c/d")), {"a": 3}),
        ([{"a": 1}], Sent((), ("/0", "/4/a")), [{"a": 1}]),
        ([{"a": 1, "b": 2}], Sent((SentField("/0/b", Span(0, 1)),), ("/0/a",)), [{"b": 9}]),
    ],
)
def test_what_has_no_place_in_the_last_answer_changes_nothing(base: Any, sent: Sent, whole: Any) -> None:
    assert json.loads(merge(base, sent, "9").text) == whole


def test_a_violation_stands_in_the_reply_where_the_reply_holds_it_and_else_in_the_merged_answer() -> None:
    sent = 'Well: {"/name": "A", "/age": "old"}'
    verdict = merged(sent)
    spans = {violation.path or violation.key: (violation.origin, violation.span) for violation in verdict.violations}
    origin, span = spans["/age"]
    assert span is not None
    assert (origin, sent[span.start : span.end]) == (Origin.REPLY, '"old"')
    origin, span = spans["/tags/1"]
    assert span is not None
    assert verdict.judged_text is not None
    assert (origin, verdict.judged_text[span.start : span.end]) == (Origin.MERGED_ANSWER, "2")
    assert verdict.span is not None
    assert sent[verdict.span.start : verdict.span.end] == '{"/name": "A", "/age": "old"}'
    assert [candidate.valid for candidate in verdict.candidates if candidate.chosen] == [False]


def test_small_faults_of_a_part_are_fixed_and_its_violations_stand_in_the_reply() -> None:
    sent = "Well: {'/name': 'A', '/age': 2.5,}"
    verdict = merged(sent, '{"name": 1, "age": "x"}', AskedFields(("/name", "/age")), fix_small_faults=True)
    assert json.loads(json.dumps(value(verdict), default=float)) == {"name": "A", "age": 2.5}
    assert verdict.changes
    (violation,) = verdict.violations
    assert violation.span is not None
    assert (violation.origin, sent[violation.span.start : violation.span.end]) == (Origin.REPLY, "2.5")


def test_a_value_that_was_fixed_itself_stands_in_the_merged_answer() -> None:
    verdict = merged("{'/age': 'old'}", '{"name": "A", "age": "x"}', AskedFields(("/age",)), fix_small_faults=True)
    (violation,) = verdict.violations
    assert violation.span is not None
    assert verdict.judged_text is not None
    placed = verdict.judged_text[violation.span.start : violation.span.end]
    assert (violation.origin, placed) == (Origin.MERGED_ANSWER, '"old"')


def test_a_duplicate_key_of_the_part_is_no_violation_of_the_whole() -> None:
    strict = StopRules(duplicate_key_is_violation=True)
    verdict = merged('{"/age": 1, "/age": 3}', '{"name": "A", "age": "x"}', AskedFields(("/age",)), stop_rules=strict)
    assert (verdict.status, value(verdict)) == (Status.VALID, {"name": "A", "age": 3})


def test_without_an_answer_before_it_a_reply_is_judged_as_it_is() -> None:
    scenario = make_scenario(schema_text=SCHEMA)
    schema = check(SCHEMA, assert_formats=True)
    reply = Reply('{"/name": "A"}', Source.LIVE)
    assert judge_reply(reply, schema, scenario, asked=ASKED, base=None) == judge(reply.text, schema)
    assert judge_reply(reply, schema, scenario, base=Answer({})) == judge(reply.text, schema)


# In the loop


def carry_out(scenario: Scenario, *contents: str) -> LoopState:
    state = begin(scenario, run_id="run")
    for content in contents:
        if isinstance(state.next, Compose):
            state = advance(state, state.next.proposal)
        assert isinstance(state.next, Ask)
        state = advance(state, Reply(content, Source.LIVE))
        assert isinstance(state.next, Judge)
        step = state.next
        state = advance(state, judge_reply(step.reply, state.schema, scenario, asked=step.asked, base=step.base))
    return state


def test_a_run_ends_with_the_merged_answer() -> None:
    scenario = make_scenario(schema_text=SCHEMA, feedback=FeedbackSettings(Strategy.FIELDS), max_attempts=5)
    state = carry_out(
        scenario, '{"name": 1, "age": "x", "z": 1}', '{"/name": "A", "/age": "y"}', "Sorry.", '{"/age": 3, "remove": ["/z"]}'
    )
    # After prose the whole answer is asked for, so that what follows is judged as it is.
    assert [attempt.verdict.status for attempt in state.run.attempts] == [
        Status.INVALID,
        Status.INVALID,
        Status.NO_JSON,
        Status.INVALID,
    ]
    assert [attempt.request.asked for attempt in state.run.attempts] == [
        None,
        AskedFields(("/name", "/age"), ("/z",)),
        AskedFields(("/age",), ("/z",)),
        None,
    ]
    state = carry_out(scenario, '{"name": 1, "age": "x", "z": 1}', '{"/name": "A", "/age": "y"}', '{"/age": 3, "remove": ["/z"]}')
    assert isinstance(state.next, Ended)
    assert (state.run.outcome, json.loads(state.run.result or "")) == (Outcome.REPAIRED, {"name": "A", "age": 3})
