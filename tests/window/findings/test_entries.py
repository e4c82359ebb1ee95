"""What is listed beside a reply: one entry for each violation or fault, like ones together as feedback puts them together."""

import json

import pytest

from playground.verdict.groups import group_violations
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import check
from playground.verdict.violations import Verdict
from playground.window.conversation.cards import MarkKind
from playground.window.findings.entries import entries_of, group_entries, marks_of
from playground.window.words_in_window import Wording
from playground.words.language import Language

ROWS = json.dumps({"type": "array", "items": {"properties": {"n": {"type": "integer"}, "m": {"enum": ["a"]}}, "required": ["k"]}})


def verdict_on(reply: str, schema: str = ROWS, *, fix: bool = False) -> Verdict:
    return judge(reply, check(schema, assert_formats=False), JudgeOptions(fix_small_faults=fix))


def rows(count: int) -> str:
    return json.dumps([{"n": "x", "m": "b"} for _ in range(count)])


@pytest.mark.parametrize(("count", "sizes"), [(1, [1, 1, 1]), (2, [1] * 6), (3, [3, 3, 3]), (20, [20, 20, 20])])
def test_many_like_violations_are_one_group_each(count: int, sizes: list[int]) -> None:
    verdict = verdict_on(rows(count))
    groups = group_entries(verdict, entries_of(verdict, ROWS, ""))
    assert [len(group) for group in groups] == sizes
    assert sorted(entry.finding.number for group in groups for entry in group) == list(range(1, 3 * count + 1))


def test_the_groups_are_those_of_the_feedback() -> None:
    verdict = verdict_on(rows(20))
    groups = group_entries(verdict, entries_of(verdict, ROWS, ""))
    feedback = group_violations(verdict.violations)
    assert [[entry.finding.pointer for entry in group] for group in groups] == [
        [violation.path for violation in group.members] for group in feedback
    ]


def test_like_faults_are_grouped_too() -> None:
    verdict = verdict_on("[" + "True, " * 20 + "1]")
    groups = group_entries(verdict, entries_of(verdict, ROWS, ""))
    assert [{entry.finding.keyword for entry in group} for group in groups] == [{"literal"}]


def test_each_entry_says_what_to_do_and_where_the_rule_stands() -> None:
    schema = '{\n "type": "object",\n "required": ["answer"]\n}'
    verdict = verdict_on("{}", schema)
    (entry,) = entries_of(verdict, schema, "{}")
    assert entry.finding.advice is not None
    assert (entry.finding.number, entry.finding.schema_line, entry.finding.keyword) == (1, 3, "required")


@pytest.mark.parametrize(
    ("reply", "names"),
    [
        ("{'a': 1}", ["Character 2"]),
        ('{"a": 1,\n "b": True,\n}', ["Line 2, character 7", "Line 2, character 11"]),
        ("Probably yes.", ["No JSON"]),
        ("", ["No JSON"]),
    ],
)
def test_a_fault_is_named_by_its_place(reply: str, names: list[str]) -> None:
    wording = Wording(Language.ENGLISH)
    assert [wording(entry.finding.name) for entry in entries_of(verdict_on(reply), ROWS, reply)] == names


def test_only_what_stands_in_the_reply_is_marked_there() -> None:
    schema = '{"properties": {"a": {"const": 1}}, "required": ["b"]}'
    verdict = verdict_on("Here: {'a': 2 'c': 3}", schema, fix=True)
    entries = entries_of(verdict, schema, "")
    assert entries
    assert verdict.changes
    marked = [mark.number for mark in marks_of(verdict, entries) if mark.kind is MarkKind.ERROR]
    assert marked == [entry.finding.number for entry in entries if entry.place is not None]


def test_notes_are_dotted_and_fences_are_not() -> None:
    verdict = verdict_on('So:\n```json\n[{"k": 1, "k": 2}]\n```')
    kinds = [note.kind for note in verdict.notes]
    assert "fence" in kinds
    marks = marks_of(verdict, entries_of(verdict, ROWS, ""))
    assert (
        len([mark for mark in marks if mark.kind is MarkKind.NOTE]) == len([kind for kind in kinds if kind == "duplicate_key"]) == 1
    )
