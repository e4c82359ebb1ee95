"""The extraction view's cards: every piece with its state, and the simple extractors held against the choice."""

import pytest

from playground.runs.sightings import sight
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import check
from playground.window.check.places import Place, places_of_changes, places_of_hints, places_of_pieces, places_of_takings
from playground.window.conversation.cards import Tone

SCHEMA = check(
    '{"type": "object", "properties": {"answer": {"enum": ["yes", "no"]}}, "required": ["answer"]}', assert_formats=False
)
YES, NO, MAYBE = '{"answer": "yes"}', '{"answer": "no"}', '{"answer": "maybe"}'


def kinds(places: tuple[Place, ...]) -> list[tuple[str, Tone | None]]:
    return [(place.title.id.rpartition(".")[2], place.tone) for place in places]


def test_every_piece_of_a_reply_is_listed_and_the_chosen_one_stands_out() -> None:
    reply = f"<think>{NO}</think>See [1], {{answer: 1}}, {NO}, {YES}, {MAYBE}"
    places = places_of_pieces(sight(reply, SCHEMA, JudgeOptions()), reply)
    assert kinds(places) == [
        ("reasoning", None),
        ("footnote", None),
        ("broken", Tone.BAD),
        ("candidate", Tone.GOOD),
        ("chosen", Tone.GOOD),
        ("candidate", Tone.BAD),
    ]
    assert [place.excerpt for place in places if place.chosen] == [YES]


# Which of the three simple extractors takes the same as the program, another piece, no JSON, or nothing.
SEEN = {
    "the whole": (YES, ["same", "same", "same"]),
    "prose around": (f"So {YES}!", ["same", "no_json", "same"]),
    "two objects": (f"{NO} {YES}", ["no_json", "no_json", "other"]),
    "a draft in reasoning": (f"<think>{NO}</think>{YES}", ["no_json", "no_json", "other"]),
    "cut off": ('{"a": {', ["missed", "no_json", "missed"]),
    "prose": ("No idea.", ["missed", "no_json", "missed"]),
}


@pytest.mark.parametrize(("reply", "seen"), SEEN.values(), ids=SEEN)
def test_where_simple_extractors_fail_is_shown(reply: str, seen: list[str]) -> None:
    places = places_of_takings(sight(reply, SCHEMA, JudgeOptions()), reply, judge(reply, SCHEMA))
    assert [place.state.id.rpartition(".")[2] for place in places if place.state] == seen
    assert [place.tone is Tone.GOOD for place in places] == [state == "same" for state in seen]


def test_an_excerpt_is_one_line_with_both_ends_and_shows_what_cannot_be_seen() -> None:
    reply = '{"answer":\n "yes", "more": "\u202e' + "x" * 2_000 + '", "end": 1}'
    (place,) = places_of_pieces(sight(reply, SCHEMA, JudgeOptions()), reply)
    assert place.excerpt.startswith('{"answer": "yes", "more": "‹U+202E›xx')
    assert place.excerpt.endswith('"end": 1}')
    assert len(place.excerpt) < 160


def test_each_change_says_its_line_what_stood_there_and_how_risky_it_is() -> None:
    reply = "{\n'answer': 'yes',\n}"
    changes = judge(reply, SCHEMA, JudgeOptions(fix_small_faults=True)).changes
    places = places_of_changes(changes, reply)
    assert [dict(place.title.parameters)["line"] for place in places] == [2, 2, 2]
    assert places[0].excerpt == "− 'answer'\n+ \"answer\""
    assert places[-1].excerpt == "− ,"
    assert {place.tone for place in places} == {Tone.GOOD}


def test_hints_have_their_lines() -> None:
    report = check('{\n"type": "object",\n"properties": {"a": {"type": "string"}}}', assert_formats=False).report
    places = places_of_hints(report.hints)
    assert [dict(place.title.parameters)["line"] for place in places] == [hint.line for hint in report.hints] == [3]
