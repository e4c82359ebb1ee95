"""The last reply with each fault marked where it stands. What is said at a mark is the verdict's own wording; here its place counts."""

import json
import re

import pytest

from playground.repair.annotation import LARGE, MOST_MARKS, annotate
from playground.repair.fault_list import word_faults
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.verdict.violations import Fault, Span, Status, Verdict
from playground.words.language import Language
from playground.words.rendering import Audience, render
from playground.words.text import text

EN = Language.ENGLISH
MARK = re.compile(r"  // <-- (.*)$", re.MULTILINE)
SCHEMA = """{"type": "object", "required": ["name", "age"], "additionalProperties": false, "properties": {
  "name": {"type": "string"}, "age": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}, "minItems": 2},
  "kind": {"anyOf": [{"const": "a"}, {"type": "integer"}]}, "inner": {"type": "object", "minProperties": 2}}}"""


def annotated(reply: str, schema_text: str = SCHEMA, language: Language = EN) -> str:
    return annotate(judge(reply, check(schema_text, assert_formats=True)), language, reply)


def marked_lines(page: str) -> list[str]:
    """The lines with a mark, without what is said there."""
    return [MARK.sub("", line) for line in page.splitlines() if MARK.search(line)]


@pytest.mark.parametrize(
    ("reply", "lines"),
    [
        ('{"name": 3, "age": 1}', ['  "name": 3,']),
        ('{"name": "A", "age": 1, "x": {"y": 1}}', ['  "x": {']),
        ('{"name": "A", "age": 1, "x": 1}', ['  "x": 1']),
        ('{"name": "A"}', ["}"]),
        ("{}", ["{}"]),
        ("[1]", ["["]),
        ("[]", ["[]"]),
        ('"x"', ['"x"']),
        ('{"name": "A", "age": 1, "tags": [1]}', ['  "tags": [', "    1"]),
        ('{"name": "A", "age": 1, "tags": ["a", 2, "c"]}', ["    2,"]),
        ('{"name": "A", "age": 1, "inner": {"a": 1}}', ["  }"]),
        ('{"name": "A", "age": 1, "kind": "b"}', ['  "kind": "b"']),
    ],
)
def test_a_mark_stands_beside_what_is_wrong(reply: str, lines: list[str]) -> None:
    assert marked_lines(annotated(reply)) == lines


@pytest.mark.parametrize("language", Language)
def test_without_its_marks_the_page_is_the_value_that_was_sent(language: Language) -> None:
    reply = '{"name": 3, "tags": [1, {"a/b": []}], "kind": true, "inner": {"n": 1.50, "s": "é\\u202e\\n"}, "": null}'
    page = annotated(reply, language=language)
    assert json.loads(MARK.sub("", page)) == json.loads(reply)
    assert "1.50" in page
    assert '"é\\u202e\\n"' in page


def test_what_is_said_is_what_the_list_of_faults_says() -> None:
    verdict = judge('{"name": 3, "age": "x"}', check(SCHEMA, assert_formats=True))
    said = [render(violation.short, EN, Audience.MODEL) for violation in verdict.violations]
    assert MARK.findall(annotate(verdict, EN, "")) == said


def test_faults_at_one_place_share_a_mark_and_no_rule_is_said_twice() -> None:
    (mark,) = MARK.findall(annotated("{}"))
    assert mark.count("; ") == 1
    (mark,) = MARK.findall(annotated("3", '{"allOf": [{"type": "string"}, {"type": "string"}]}'))
    assert "; " not in mark


def test_the_branch_that_was_meant_is_marked_too() -> None:
    page = annotated(
        '{"k": {"a": 1}}',
        '{"properties": {"k": {"anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"const": 1}]}}}',
    )
    assert marked_lines(page) == ['  "k": {', '    "a": 1']


def test_marks_are_capped() -> None:
    count = MOST_MARKS + 20
    page = annotated(json.dumps([1] * count), '{"items": {"type": "string"}}')
    assert len(marked_lines(page)) == MOST_MARKS
    assert page.splitlines()[-1] == "and 20 more faults"
    assert page.count("\n  1") == count


def test_of_a_large_value_only_what_is_wrong_is_shown() -> None:
    value = {"name": "A", "age": 1, "tags": [*("t" * 9 for _ in range(LARGE // 9)), 7, "y" * 1000, 8]}
    page = annotated(json.dumps(value))
    assert len(page) < 500
    lines = page.splitlines()
    assert [lines[1].strip()[:8], lines[3].strip()[:5]] == ["… 2 more", "… 888"]
    assert marked_lines(page) == ["    7,", "    8"]
    assert lines[5].strip().startswith("… 1 more")


def test_a_long_wrong_value_in_a_large_one_is_shortened() -> None:
    page = annotated(json.dumps({"name": ["x" * LARGE], "age": 1}), '{"properties": {"name": {"items": {"maxLength": 3}}}}')
    assert len(page) < 1000
    assert len(marked_lines(page)) == 1


def test_a_very_deep_value_has_its_innermost_part_on_one_line_with_all_that_is_wrong_in_it() -> None:
    deep = '{"a":' * 80 + '"x"' + "}" * 80
    schema_text = '{"$ref": "#/$defs/n", "$defs": {"n": {"properties": {"a": {"anyOf": [{"$ref": "#/$defs/n", "type": "object"}, {"type": "integer"}]}}}}}'
    page = annotated(deep, schema_text)
    assert len(page.splitlines()) == 2 * 50 + 1
    (line,) = [line for line in page.splitlines() if '{"a"' in line]
    assert "// <--" in line


@pytest.mark.parametrize(
    ("reply", "before"),
    [
        ('{"name": "A", "age": 3,}', ['{"name": "A", "age": 3']),
        ("Sure: {'name': 'A'}", ["Sure: {", "'name': "]),
        ('{"name": "A", "age"', ['{"name": "A", "age"']),
    ],
)
def test_broken_text_has_its_marks_inside(reply: str, before: list[str]) -> None:
    page = annotated(reply)
    pieces = re.split(r"<<< .*? >>>", page)
    assert pieces[:-1] == before
    assert "".join(pieces) == reply


@pytest.mark.parametrize("reply", ["", "No idea.", "<think>Hm.</think>"])
def test_without_anything_meant_as_json_the_fault_is_said_in_words(reply: str) -> None:
    verdict = judge(reply, check(SCHEMA, assert_formats=True))
    assert annotate(verdict, EN, reply) == word_faults(verdict, EN, reply)


def test_of_a_large_broken_text_the_surroundings_of_the_faults_are_shown() -> None:
    reply = "x" * LARGE + '{"a": 1,, "b": "' + "y" * LARGE + '",}' + "z" * LARGE
    page = annotated(reply, "{}")
    assert len(page) < 2000
    assert (page.startswith("…\nx"), page.endswith("z\n…")) == (True, True)
    assert '{"a": 1,<<< ' in page
    assert page.count("…") == 3


def test_marks_inside_a_text_are_capped() -> None:
    reply = "{" + "'a': 1, " * (MOST_MARKS + 20) + "}"
    verdict = judge(reply, check("{}", assert_formats=True))
    assert len(verdict.faults) > MOST_MARKS
    page = annotate(verdict, EN, reply)
    assert page.count("<<< ") == MOST_MARKS
    assert re.sub(r"<<< .*? >>>", "", page) == reply


def test_places_beyond_the_reply_or_out_of_order_lose_no_text() -> None:
    faults = tuple(Fault("x", text("repair.fault.no_json"), Span(start, start + 1)) for start in (3, 1, 3, 99))
    page = annotate(Verdict(Status.NO_JSON, faults=faults), EN, "abcdef")
    mark = "<<< the reply is not JSON >>>"
    assert page == f"a{mark}bc{mark}{mark}def{mark}"
