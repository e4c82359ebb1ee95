"""The card of what was judged in a reply's stead: its text, its marks, and what was changed for it."""

from dataclasses import replace

import pytest

from playground.repair.exchange import Reply, Source
from playground.repair.record import Attempt, Outcome, ResultIs, Run
from playground.verdict.json_text import read
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import check
from playground.verdict.violations import Note, Origin, Span, Status, Verdict, Violation
from playground.window.conversation.cards import Card, CardRole, MarkKind
from playground.window.conversation.conversation import recall
from playground.window.conversation.derivation import derive_cards
from playground.words.text import text
from tests.window.conversation.runs import INVALID, MAYBE, SCENARIO, request

SCHEMA = check('{"type": "object", "properties": {"a": {"type": "integer"}, "b": {"enum": ["x"]}}}', assert_formats=False)
FIX = JudgeOptions(fix_small_faults=True)


def _cards(reply: str, verdict: Verdict) -> tuple[Card, ...]:
    run = Run("r", SCENARIO.id, (Attempt(1, request(), Reply(reply, Source.RECORDED), verdict),), Outcome.ERROR)
    return derive_cards(recall(run))


def _judged(reply: str) -> tuple[Card, Card]:
    model, judged = _cards(reply, judge(reply, SCHEMA, FIX))[1:3]
    assert (model.role, judged.role) == (CardRole.MODEL, CardRole.JUDGED)
    return model, judged


@pytest.mark.parametrize(
    ("reply", "put_there"),
    [
        ("Here: {'a': 1,} Bye", ['"a"', ""]),
        ('{"a": 1 "b": "x"}', [","]),
        ('{"a": 1, // one\n "b": True}', ["", "true"]),
        ('{"a": 1, "b": x}', ['"x"']),
    ],
)
def test_every_change_is_marked_where_it_stands_in_the_fixed_text(reply: str, put_there: list[str]) -> None:
    _, judged = _judged(reply)
    assert read(judged.body).answer is not None
    changes = [mark for mark in judged.marks if mark.number is None]
    assert [judged.body[mark.span.start : mark.span.end] for mark in changes if mark.span] == put_there
    assert len(judged.notes) == len(put_there)
    assert judged.aside is not None


def test_a_risky_change_is_marked_as_a_warning_in_text_and_words() -> None:
    _, judged = _judged('{"a": 1, // one\n "b": nothing at all}')
    kinds = [mark.kind for mark in judged.marks if mark.number is None]
    assert kinds == [MarkKind.NOTE, MarkKind.WARNING]
    assert [dict(note.parameters)["sign"] for note in judged.notes] == ["✓", "⚠"]


def test_a_violation_stands_in_one_of_the_two_texts_only() -> None:
    model, judged = _judged("{'a': 'one', \"b\": \"y\"}")
    numbers = [[mark.number for mark in card.marks if mark.number] for card in (model, judged)]
    assert sorted(number for found in numbers for number in found) == [1, 2]
    assert all(found for found in numbers)
    (mark,) = [mark for mark in judged.marks if mark.number]
    assert mark.span is not None
    assert judged.body[mark.span.start : mark.span.end] == '"one"'


def test_a_merged_answer_shows_the_whole_and_what_was_put_in() -> None:
    broken = Violation("/b", "enum", text("words.place.answer"), "/properties/b/enum", Span(12, 15), Origin.MERGED_ANSWER)
    merged = Verdict(
        Status.INVALID, span=Span(0, 9), violations=(broken,), notes=(Note("merged", text("words.place.answer")),),
        judged_text='{"a":1,"b":"y"}',
    )  # fmt: skip
    model, judged = _cards('{"/a": 1}', merged)[1:3]
    assert judged.title.id == "conversation.merged"
    assert judged.notes == (text("words.place.answer"),)
    assert [mark.number for mark in model.marks] == []
    assert [(mark.number, mark.span) for mark in judged.marks] == [(1, Span(12, 15))]


def test_a_reply_that_was_judged_itself_has_no_second_card() -> None:
    assert CardRole.JUDGED not in [card.role for card in _cards(MAYBE, INVALID)]


def test_of_many_changes_the_risky_ones_are_said_and_the_rest_counted() -> None:
    _, judged = _judged("{" + "".join(f"'k{place}': {place}, " for place in range(9)) + "'a': nothing}")
    signs = [dict(note.parameters).get("sign") for note in judged.notes]
    assert signs == ["✓"] * 5 + ["⚠", None]
    assert len([mark for mark in judged.marks if mark.number is None]) == 11


def test_the_end_says_that_the_reply_itself_was_not_valid() -> None:
    verdict = judge("{'a': 1}", SCHEMA, FIX)
    attempt = Attempt(1, request(), Reply("{'a': 1}", Source.RECORDED), verdict)
    run = Run("r", SCENARIO.id, (attempt,), Outcome.ACCEPTED, verdict.judged_text, ResultIs.ANSWER)
    assert text("conversation.closing.fixed") in derive_cards(recall(run))[-1].notes
    plain = replace(attempt, verdict=judge('{"a": 1}', SCHEMA, FIX))
    assert derive_cards(recall(replace(run, attempts=(plain,))))[-1].notes == ()
