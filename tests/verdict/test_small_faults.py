"""What "fix small syntax faults" does to broken replies, and that each change of it is told."""

import json
from typing import Any

import json_repair
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.lenient_tokens import lenient_tokens
from playground.verdict.schema import check
from playground.verdict.small_faults import DEEPEST, LARGEST, Fixed, fix_small_faults
from playground.verdict.violations import Finish, Origin, Risk, Span, Status, Verdict
from playground.words.language import Language
from playground.words.rendering import render

FIXING = JudgeOptions(fix_small_faults=True)


def fix(text: str) -> Fixed:
    fixed = fix_small_faults(text, Span(0, len(text)))
    assert fixed is not None
    return fixed


def judged(reply: str, schema: str = "{}", options: JudgeOptions = FIXING) -> Verdict:
    return judge(reply, check(schema, assert_formats=True), options)


@pytest.mark.parametrize(
    ("broken", "sound", "changes"),
    [
        ("{'a': 1}", '{"a": 1}', ["quotes low"]),
        ('{"a": [1,2,],}', '{"a": [1,2]}', ["comma_left_out low", "comma_left_out low"]),
        ('{"a": 1, // why\n "b": None}', '{"a": 1, \n "b": null}', ["comment_left_out low", "literal low"]),
        ('{"a": 1 /* x */, "b": True # z\n}', '{"a": 1 , "b": true \n}', ["comment_left_out low", "literal low", "comment_left_out low"]),
        ("{a: 1 b: 2.50}", '{"a": 1, "b": 2.50}', ["quoted low", "comma_added low", "quoted low"]),
        ("[1 2 3]", "[1, 2, 3]", ["comma_added low", "comma_added low"]),
        ("{“a”： 1，“b”: x}", '{"a": 1,"b": "x"}', ["quotes low", "mark low", "mark low", "quotes low", "quoted high"]),
        ('{"re": "\\d+", "x": "a\nb"}', '{"re": "\\\\d+", "x": "a\\nb"}', ["escaped high", "escaped low"]),
        ('{"a": [1, 2}', '{"a": [1, 2]}', ["bracket_added high"]),
        ('{"a": }', '{"a":"" }', ["added high"]),
        ('{"a": 01}', '{"a": 1}', ["replaced high"]),
        ('{"a": 1, "a": 2,}', '{"a":  2}', ["text_left_out high", "comma_left_out low"]),
        ('{"u": http://x.y/z, "b":1}', '{"u": "http://x.y/z", "b":1}', ["quoted high"]),
        ('{"a": "he said "hi" to", "b": 2}', '{"a": "he said \\"hi\\" to", "b": 2}', ["replaced high"]),
        ('{"a": hello big world, "b": 1}', '{"a": "hello big world", "b": 1}', ["quoted high"]),
    ],
)  # fmt: skip
def test_what_differs_is_changed_and_named(broken: str, sound: str, changes: list[str]) -> None:
    fixed = fix(broken)
    assert fixed.text == sound
    assert [f"{change.message.id.removeprefix('verdict.change.')} {change.risk}" for change in fixed.changes] == changes
    for change in fixed.changes:
        assert broken[change.span.start : change.span.end] == change.before
        for language in Language:
            assert "{" not in render(change.message, language).replace(change.before, "").replace(change.after, "")


@pytest.mark.parametrize("number", ["1.10", "1e400", "12345678901234567890.123456789", "-0.0", "9" * 400])
def test_numbers_stay_as_they_were_written(number: str) -> None:
    assert fix(f"{{'a': {number},}}").text == f'{{"a": {number}}}'


@pytest.mark.parametrize("hopeless", ["", "[" + "(" * 1200, "{" * 3000, "no JSON", "{:", "[" * 100_000, "'" * 1000])
def test_what_cannot_be_fixed_is_left_alone(hopeless: str) -> None:
    fixed = fix_small_faults(hopeless, Span(0, len(hopeless)))
    assert fixed is None or json.loads(fixed.text) is not None


@pytest.mark.parametrize("deep", ["['a' 02 b: '", "{a: b c, ", '{"a" ', '["\\u'])
def test_what_nests_deeply_is_left_alone(deep: str) -> None:
    """It would take json_repair minutes."""
    assert fix_small_faults(deep * (DEEPEST + 1), Span(0, len(deep) * (DEEPEST + 1))) is None


@pytest.mark.parametrize("mark", "\"'`‘“„«「＂")
def test_many_unclosed_quotation_marks_are_read_in_one_pass(mark: str) -> None:
    """A search of each for its end would take half a minute for these."""
    text = f"\\{mark}" * 20_000
    assert len(list(lenient_tokens(text))) >= 20_000


def test_a_blank_that_nobody_sees_is_no_token() -> None:
    assert [token.meaning for token in lenient_tokens('\u200b{\ufeff"a"\u00a0}')] == [("mark", "{"), ("text", "a"), ("mark", "}")]


def test_a_large_text_is_left_alone() -> None:
    large = "[" + "1," * LARGEST + "]"
    assert fix_small_faults(large, Span(0, len(large))) is None


def test_a_reply_is_judged_as_fixed_and_its_places_are_those_of_the_reply() -> None:
    reply = "Here it is: {'name': 'Ann', 'age': 'x',} Bye"
    verdict = judged(reply, '{"properties": {"age": {"type": "integer"}, "name": {"type": "string"}}, "required": ["z"]}')
    assert verdict.status is Status.INVALID
    assert verdict.answer is not None
    assert verdict.answer.value == {"name": "Ann", "age": "x"}
    assert verdict.judged_text == '{"name": "Ann", "age": "x"}'
    assert verdict.span == Span(12, 40)
    assert [change.span.start for change in verdict.changes] == [13, 21, 28, 35, 38]
    by_keyword = {violation.keyword: violation for violation in verdict.violations}
    missing, wrong = by_keyword["required"], by_keyword["type"]
    assert (missing.origin, missing.span) == (Origin.REPLY, Span(39, 40))
    assert wrong.origin is Origin.FIXED_TEXT
    assert wrong.span is not None
    assert verdict.judged_text[wrong.span.start : wrong.span.end] == '"x"'
    assert "fixed" in [note.kind for note in verdict.notes]
    assert not verdict.faults


def test_the_last_piece_that_satisfies_the_schema_is_taken() -> None:
    schema = '{"required": ["a"]}'
    assert judged("{'a': 1} or {'b': 2}", schema).answer == judged("{'a': 1}", schema).answer
    neither = judged("{'c': 1} or {'b': 2}", schema)
    assert neither.status is Status.INVALID
    assert neither.judged_text == '{"b": 2}'


def test_a_piece_that_cannot_be_fixed_gives_way_to_the_one_before_it() -> None:
    hopeless = '{"a" ' * (DEEPEST + 1) + "```"
    assert judged(f"{{'a': 1}} or {hopeless}", '{"required": ["a"]}').judged_text == '{"a": 1}'


def test_it_is_off_unless_it_is_asked_for() -> None:
    verdict = judged("{'a': 1}", options=JudgeOptions())
    assert (verdict.status, verdict.changes, verdict.judged_text) == (Status.NO_JSON, (), None)


@pytest.mark.parametrize(
    ("reply", "finish"),
    [("{'a': [1, 2", Finish.STOP), ('{"a": "x', Finish.STOP), ("{'a': 1, 'b", Finish.LENGTH), ("{'a': 1}", Finish.CUT)],
)
def test_what_breaks_off_is_never_completed(reply: str, finish: Finish) -> None:
    verdict = judged(reply, options=JudgeOptions(finish=finish, fix_small_faults=True))
    assert (verdict.status, verdict.changes) == (Status.CUT_OFF, ())


def test_a_sound_reply_and_prose_are_left_as_they_are() -> None:
    assert judged('{"a": 1}') == judged('{"a": 1}', options=JudgeOptions())
    assert judged("I don't know.") == judged("I don't know.", options=JudgeOptions())


def test_a_key_that_stands_twice_is_a_violation_after_fixing_too() -> None:
    options = JudgeOptions(fix_small_faults=True, duplicate_key_is_violation=True)
    verdict = judged('{\'a\': {"b": 1, "b": 2}}', options=options)
    assert verdict.changes
    assert verdict.status in (Status.VALID, Status.INVALID)


def spoil(text: str, ways: list[int]) -> str:
    for way in ways:
        match way:
            case 0:
                text = text.replace('"', "'")
            case 1:
                text = text.replace("}", ",}")
            case 2:
                text = text.replace(", ", " ", 1)
            case 3:
                text = text.replace("true", "True").replace("null", "None")
            case 4:
                text = text.replace(":", ": /* x */")
            case _:
                text = text.replace("]", "}", 1)
    return text


letters = st.text(st.sampled_from("abcxyz é グ1'\\\"{}[],:/#"), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | letters,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(letters, inner, max_size=4),
    max_leaves=12,
)


def plain(value: Any) -> Any:
    """With whole floats as ints, as two writings of one number may differ in that."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


@settings(max_examples=300, deadline=None)  # two cores, shared
@given(values, st.lists(st.integers(0, 5), min_size=1, max_size=4))
@example([{"": None}, {}, [None]], [1, 1, 3])  # the same brackets twice in a row lead astray
def test_the_changes_lead_from_the_reply_to_what_the_library_made_of_it(value: Any, ways: list[int]) -> None:
    broken = spoil(json.dumps(value, ensure_ascii=False), ways)
    fixed = fix_small_faults(broken, Span(0, len(broken)))
    if fixed is None:
        return
    text = broken
    for change in reversed(fixed.changes):
        assert text[change.span.start : change.span.end] == change.before
        text = text[: change.span.start] + change.after + text[change.span.end :]
    assert text == fixed.text
    made = json_repair.repair_json(broken, ensure_ascii=False, skip_json_loads=True)
    assert plain(json.loads(fixed.text)) == plain(json.loads(made))
    assert all(change.risk in Risk for change in fixed.changes)
