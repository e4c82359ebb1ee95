"""Replies that are made to hold a reader up: they end in words, and twice the length costs no more than twice the work."""

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from playground.verdict.extraction import extract
from playground.verdict.judge import judge
from playground.verdict.violations import Status
from tests.verdict.cases import marked, schema_of, verdict_of

YES = '{"answer": "yes"}'
SMALL = 3000

# What is repeated, and what stands before and behind it.
REPEATED = {
    "backticks": ("", "`", ""), "fences": ("", "```\n", ""), "fences of texts": ("", '```\n"', ""), "tildes": ("", "~~~\n", ""),
    "braces": ("", "{", ""), "brackets": ("", "[", ""), "brackets and blanks": ("", "[ ", ""), "wide braces": ("", "｛", ""), "quotation marks": ("", '"', ""),
    "backslashes": ("", "\\", ""), "apostrophes": ("", "'", ""), "opened objects": ("", '{"a": ', ""), "opened lists": ("", '{"a": [', ""),
    "keys without a colon": ("", '{"a" ', ""), "keys over lines": ("", '{"a\n', ""), "bare keys": ("", "{a:", ""), "single quotes": ("", "{'", ""),
    "curved quotes": ("", "{“", ""), "escaped quotes": ("", '{\\"a\\": 1, ', ""), "broken pieces": ("", '{"a": "b", bad ', ""),
    "closed broken pieces": ("", "{'a': 1} ", ""), "comments": ("", "{//", ""), "block comments": ("", "{/*", ""), "texts in lists": ("", '["', ""),
    "objects": ("", "{} ", ""), "lists": ("", "[1] ", ""), "lists on lines": ("", "[1],\n", ""), "JSON lines": ("", '{"a": 1}\n', ""),
    "sound, then broken": ('{"a": [', '{"x": 1, "y": "abc", "z": [1, 2]}, ', "oops"), "trailing commas": ("[", '{"a": 1,},', "]"),
    "single quoted members": ("{", "'a': 'b', ", "}"), "double keys": ("{", '"a": 1, ', '"a": 2}'), "commas": ("[", "1,,", "1]"),
    "words": ('{"a": ', "x, ", ""), "texts in a row": ('{"a": ', '"x" ', "}"), "quotation marks in a text": ('["', '"a" ', '"]'),
    "bad escapes": ('["', "\\u12", '"]'), "tabs": ('["', "\t", '"]'), "points": ("[", "1.", ""), "thousands": ('{"a": 1', ",000", "}"),
    "operators": ('{"a": 1', " + 1", "}"), "opened reasoning": ("", "<think>", ""), "closed reasoning": ("", "</think>", ""),
    "half a tag": ("", "<thin", ""), "attributes": ("", "<think a", ""), "details": ("", "<details>", ""), "leftovers": ("", "<|im_start|>", ""),
    "angle brackets": ("", "<", ""), "channels": ("", "<|channel|>analysis", ""), "headings": ("", "### Response:", ""),
    "tool calls": ("", "<tool_call>", ""), "roles": ("", "assistant\n", ""), "spelt-out reasoning": ("", "Thinking...\n", ""),
    "analysis": ("", "analysis", ""), "YAML": ("", "a: b\n", ""), "table": ("", "|-|", ""), "refusal": ("", "I'm sorry ", ""), "quotation": ("", "> ", ""),
    "blanks": ("", " ", ""), "lines": ("", "\n", ""), "no-break spaces": ("", "\u00a0", ""), "letters": ("", "a", ""), "digits": ("", "1", ""),
    "drafts": ("", "<think>[1</think>", ""), "braces in backticks": ("", "`{`", ""), "literals": ("", "[tru ", ""),
}  # fmt: skip


def work_of(do: Callable[[str], object], reply: str) -> int:
    """How many functions are called, ours and the library's."""
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        do(reply)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize(("before", "piece", "behind"), REPEATED.values(), ids=REPEATED)
def test_twice_the_length_is_at_most_twice_the_work(before: str, piece: str, behind: str) -> None:
    schema = schema_of("{}")
    single, double = (work_of(lambda reply: judge(reply, schema), before + piece * times + behind) for times in (SMALL, 2 * SMALL))
    assert double < 2.3 * single + 2000


@pytest.mark.parametrize(("before", "piece", "behind"), REPEATED.values(), ids=REPEATED)
def test_thirty_thousand_of_anything_end_in_words(before: str, piece: str, behind: str) -> None:
    verdict = verdict_of(before + piece * 30_000 + behind)
    assert verdict.status in (Status.NO_JSON, Status.CUT_OFF, Status.INVALID)
    assert verdict.faults or verdict.violations


@pytest.mark.parametrize("piece", ["{} ", '{"a": 1}\n', "{'a': 1} ", '{"a": b c} ', "[1] ", "{'a\n} ", "``` ", "> "])
def test_the_answer_behind_very_much_is_found(piece: str) -> None:
    reply = piece * 50_000 + YES
    assert marked(reply, verdict_of(reply).span) == YES


def test_sound_json_is_read_when_the_quick_reader_was_given_up() -> None:
    reply = '{"a": 1, "a": 2} ' * 5000 + YES
    found = [marked(reply, each.reading.span) for each in extract(reply).candidates]
    assert (len(found), found[-1]) == (5001, YES)


def test_very_many_pieces_are_noted_once() -> None:
    notes = extract('{"a": 1}\n' * 45_000).notes
    assert [note.kind for note in notes] == ["many_pieces"]


EXACT = {
    "long": "1" * 100_000,
    "large": "1e400",
    "larger": "-1.5E+999999999999999",
    "long fraction": "0." + "3" * 50_000,
    "deep": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"a":' * 50_000 + "1" + "}" * 50_000,
}


@pytest.mark.parametrize("reply", EXACT.values(), ids=EXACT)
def test_what_is_huge_but_sound_is_read_whole(reply: str) -> None:
    verdict = verdict_of(reply, "{}")
    assert verdict.status is Status.VALID
    assert marked(reply, verdict.span) == reply


def test_of_very_many_faults_the_last_says_that_it_breaks_off() -> None:
    verdict = verdict_of("[" + "1,," * 1000)
    assert verdict.status is Status.CUT_OFF
    assert len(verdict.faults) == 100
    assert verdict.faults[-1].kind == "cut_off"


def test_of_very_many_broken_pieces_some_are_told() -> None:
    verdict = verdict_of("{'a': 1} " * 3000)
    assert verdict.status is Status.NO_JSON
    assert len(verdict.faults) == 100
