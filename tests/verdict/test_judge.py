"""The verdict as a whole: what the endpoint reported, how strict to be, and what is promised for every text."""

import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.verdict.json_text import read
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import CheckedSchema, check
from playground.verdict.violations import Finish, Span, Status, Verdict
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import Text
from tests.verdict.cases import ANSWER, marked, schema_of, verdict_of

YES = '{"answer": "yes"}'


def test_plain_verdicts() -> None:
    verdict = verdict_of(YES)
    assert (verdict.status, verdict.span, verdict.violations, verdict.faults) == (Status.VALID, Span(0, len(YES)), (), ())
    assert verdict.answer is not None
    assert verdict.answer.value == {"answer": "yes"}
    verdict = verdict_of('{"answer": "maybe"}')
    assert [(one.path, one.keyword) for one in verdict.violations] == [("/answer", "enum")]
    assert verdict.answer is not None


def test_a_found_null_is_something() -> None:
    verdict = verdict_of("null", "{}")
    assert verdict.answer is not None
    assert verdict.answer.value is None


def test_hints_of_the_schema_travel_with_the_verdict() -> None:
    verdict = verdict_of("{}", {"requred": ["a"]})
    assert [hint.kind for hint in verdict.schema.hints] == ["misspelt_keyword"]


# The reply, why the model stopped, the verdict, and the kinds of faults and notes.
FINISHED: list[tuple[str, Finish, Status, list[str], list[str]]] = [
    (YES, Finish.STOP, Status.VALID, [], []),
    (YES, Finish.LENGTH, Status.VALID, [], ["length"]),
    (YES, Finish.CUT, Status.VALID, [], ["length"]),
    ('{"answer": "maybe"}', Finish.LENGTH, Status.INVALID, [], ["length"]),
    ('{"answer": "ye', Finish.STOP, Status.CUT_OFF, ["cut_off"], []),
    ('{"answer": "ye', Finish.LENGTH, Status.CUT_OFF, ["cut_off"], []),
    ("Well, I think", Finish.LENGTH, Status.NO_JSON, ["prose"], ["length"]),
    ("Well, I think", Finish.CUT, Status.CUT_OFF, ["prose", "cut_stream"], []),
    ('{"answer": yes} and', Finish.LENGTH, Status.NO_JSON, ["literal"], ["length"]),
    ("<think>hm", Finish.LENGTH, Status.CUT_OFF, ["only_reasoning", "cut_length"], ["reasoning"]),
    ('"ye', Finish.LENGTH, Status.CUT_OFF, ["cut_off"], []),
    ("", Finish.LENGTH, Status.CUT_OFF, ["empty", "cut_length"], []),
    ("<think>hm", Finish.CUT, Status.CUT_OFF, ["only_reasoning", "cut_stream"], ["reasoning"]),
    ('{"answer": yes}', Finish.TOOL_CALL, Status.NO_JSON, ["literal"], []),
    (YES, Finish.CONTENT_FILTER, Status.BLOCKED, ["content_filter"], []),
    ("", Finish.REFUSAL, Status.BLOCKED, ["refused"], []),
    ("[1] and [2]", Finish.STOP, Status.NO_JSON, ["prose"], []),
]


@pytest.mark.parametrize(("reply", "finish", "status", "faults", "notes"), FINISHED)
def test_how_the_reply_ended_counts(reply: str, finish: Finish, status: Status, faults: list[str], notes: list[str]) -> None:
    verdict = verdict_of(reply, options=JudgeOptions(finish=finish))
    assert verdict.status is status
    assert [fault.kind for fault in verdict.faults] == faults
    assert [note.kind for note in verdict.notes] == notes


def test_a_refusal_in_its_own_field_blocks() -> None:
    verdict = verdict_of(YES, options=JudgeOptions(refusal="I will not."))
    assert verdict.status is Status.BLOCKED
    assert render(verdict.faults[0].message, Language.ENGLISH) == "the model refused to answer; it said “I will not.”"
    assert verdict_of("", options=JudgeOptions(refusal="")).faults[0].kind == "refused"


def test_a_duplicate_key_can_be_a_violation() -> None:
    reply = '{"answer": "no", "answer": "yes"}'
    assert verdict_of(reply).status is Status.VALID
    verdict = verdict_of(reply, options=JudgeOptions(duplicate_key_is_violation=True))
    assert verdict.status is Status.INVALID
    (violation,) = verdict.violations
    assert (violation.keyword, violation.path, violation.key, violation.span) == ("duplicate_key", "", "answer", Span(17, 25))
    nested = '{"a": [0, {"\\u0062": "\\ud800", "b": 1}]}'
    (violation,) = verdict_of(nested, "{}", JudgeOptions(duplicate_key_is_violation=True)).violations
    assert (violation.path, violation.key, marked(nested, violation.span)) == ("/a/1", "b", '"b"')
    assert verdict_of(YES, options=JudgeOptions(duplicate_key_is_violation=True)).status is Status.VALID


def test_words_around_the_json_are_noted() -> None:
    assert [note.kind for note in verdict_of(f"Here: {YES}").notes] == ["prose"]
    assert [note.kind for note in verdict_of(f"{YES} Done.").notes] == ["prose"]
    assert [note.kind for note in verdict_of(f"<think>x</think> {YES}").notes] == ["reasoning"]


def test_numbers_are_exact_all_the_way() -> None:
    verdict = verdict_of('{"a": 9007199254740993, "b": 1e400}', "{}")
    assert verdict.answer is not None
    assert verdict.answer.value == {"a": 2**53 + 1, "b": Decimal("1e400")}


PIECES = st.sampled_from(
    ["{", "}", "[", "]", '"', "'", ":", ",", '"a"', '"answer":', '"yes"', " ", "\n", "1", "-", "0", "1e5", "true", "None", "NaN", "//",
     "/*", "*/", "```", "```json\n", "~~~", "<think>", "</think>", "“", "”", "：", "\\", "\\ud800", "[1]", "prose words", ".", "<|im_end|>",
     "<|channel|>analysis<|message|>", "\ufeff", "\u200b", "\ud800", "#", "=", "é", '{"": {"a": 1}}', '{"answer": "yes"}', "|---|---|"]
)  # fmt: skip
SCHEMAS = [
    schema_of(ANSWER),
    schema_of({"items": {"$ref": "#"}, "uniqueItems": True}),
    schema_of(
        {
            "anyOf": [
                {"type": "object", "properties": {"a": {"const": 1}}, "required": ["a"]},
                {"type": "array", "minItems": 2},
                {"pattern": "^a"},
            ]
        }
    ),
    schema_of({"properties": {"": {"type": "string"}}, "propertyNames": {"maxLength": 1}, "not": {"required": ["a"]}}),
]


def _spans(verdict: Verdict) -> list[Span]:
    spans = [one.span for group in (verdict.violations, verdict.faults, verdict.notes, verdict.candidates) for one in group]
    return [span for span in (*spans, verdict.span) if span is not None]


def _messages(verdict: Verdict) -> list[Text]:
    return [
        *(one.message for one in verdict.violations), *(one.message for one in verdict.faults), *(one.message for one in verdict.notes)
    ]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join) | st.text(), st.sampled_from(SCHEMAS), st.booleans())
def test_no_reply_raises_and_every_span_lies_in_it(reply: str, schema: CheckedSchema, strict: bool) -> None:
    verdict = judge(reply, schema, JudgeOptions(duplicate_key_is_violation=strict))
    assert all(0 <= span.start <= span.end <= len(reply) for span in _spans(verdict))
    assert all(render(message, Language.JAPANESE) for message in _messages(verdict))
    if verdict.status in (Status.VALID, Status.INVALID):
        assert sum(candidate.chosen for candidate in verdict.candidates) == 1
        again = read(marked(reply, verdict.span) or "")
        assert (again.answer is not None) == (verdict.answer is not None)
    else:
        assert verdict.faults


@settings(max_examples=200, deadline=None)
@given(
    st.lists(PIECES, max_size=25).map("".join)
    | st.text()
    | st.from_regex(r'\{"[a-z$]{1,12}": ("[a-z]{1,8}"|[0-9-]{1,3}|\[\]|\{\})\}')
)
def test_no_schema_raises_and_every_place_lies_in_it(text: str) -> None:
    report = check(text, assert_formats=False).report
    for problem in (*report.errors, *report.hints):
        assert problem.span is None or 0 <= problem.span.start <= problem.span.end <= len(text)
        assert render(problem.message, Language.POLISH)


N = 50_000
HOSTILE = {
    "open braces": "{" * N, "open brackets": "[" * N, "backticks": "`" * N, "fences": "```\n" * (N // 4), "mixed fences": "~~~\n```\n" * (N // 8),
    "open strings": '["' * (N // 2), "open keys": '{"a":' * (N // 5), "bare keys": "{a:" * (N // 3), "open quotes": "{'" * (N // 2),
    "open tags": "<think>" * (N // 7), "closing tags": "</think>" * (N // 8), "tags in texts": '["</think>",' * (N // 12),
    "tags after objects": '{"a":1}</think>' * (N // 15), "candidates": '{"é":1}\n' * (N // 8), "backslashes": '"' + "\\" * N,
    "bad escapes": '["' + "\\x" * (N // 2) + '"]', "lines in a text": '["' + "\n" * N + '"]', "inner quotes": '{"a":"' + 'x"y ' * (N // 4) + '"}',
    "apostrophes": "['" + "a'" * (N // 2) + "]", "blanks": " " * N + "x" + " " * N, "blanks in a key": "{a" + " " * N + "b", "nbsp": "{" + "\u00a0" * N,
    "comments": "{" + "/*" * (N // 2), "commas": "[" + "," * N + "]", "minus signs": "[" + "-" * N, "digits": "1" * N, "double keys": "{" + '"a":1,' * (N // 6) + '"a":1}',
    "smart quotes": "[“" * (N // 2), "nested": "[" * (N // 2) + "]" * (N // 2),
}  # fmt: skip


@pytest.mark.parametrize("reply", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_ends_in_words(reply: str) -> None:
    verdict = verdict_of(reply)
    assert verdict.status is not Status.VALID
    assert verdict.faults or verdict.violations


def test_a_broken_schema_judges_nothing() -> None:
    verdict = judge(YES, check("{", assert_formats=True))
    assert (verdict.status, verdict.answer, verdict.candidates) == (Status.SCHEMA_ERROR, None, ())


def test_a_megabyte_is_judged_whole() -> None:
    text = json.dumps([{"id": index, "name": "x"} for index in range(30_000)])
    schema = {"items": {"properties": {"id": {"maximum": 29_000}, "name": {"minLength": 1}}}}
    verdict = verdict_of(text, schema)
    assert len(verdict.violations) == 999
    assert all(marked(text, one.span) == one.actual for one in verdict.violations)
