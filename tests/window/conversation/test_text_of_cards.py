"""The pure parts below the view: rows, JSON's colours, strokes, finding, selecting, stops of the keyboard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.verdict.violations import Span
from playground.window.conversation.cards import Card, CardRole, Mark, MarkKind
from playground.window.conversation.json_colours import JsonColour, colour_json, extend_open_strings
from playground.window.conversation.rows import ROW_CHARACTERS, WHOLE_LINE, cut_rows
from playground.window.conversation.search import HITS_LIMIT, Hit, find_hits
from playground.window.conversation.selection import Place, Selection, write_selected
from playground.window.conversation.stops import Stop, next_stop
from playground.window.conversation.strokes import Strokes
from playground.words.text import text

LONG_LINE = "[" + ",".join(f'{{"id": {number}, "name": "a \\"b\\" c"}}' for number in range(3000)) + "]"


def _mark(start: int, end: int, number: int | None = 1) -> Mark:
    return Mark(MarkKind.ERROR, text("words.quoted"), Span(start, end), number, (number or 1) - 1)


@given(st.text(st.sampled_from("ab, \n\\\u0301"), max_size=6000))
def test_rows_hold_the_whole_body_once(body: str) -> None:
    rows = cut_rows(body)
    assert "".join(body[row.start : row.end] for row in rows) == body
    assert all(row.end - row.start <= WHOLE_LINE for row in rows)
    assert all(body[row.end - 1] == "\n" for row in rows if row.ends_line)


def test_a_long_line_is_cut_between_tokens() -> None:
    rows = cut_rows(LONG_LINE)
    assert len(rows) > len(LONG_LINE) / ROW_CHARACTERS - 4
    assert all(LONG_LINE[row.end - 1] in ", " for row in rows[:-1])


def test_a_paragraph_is_one_row_so_that_it_breaks_only_where_the_width_asks() -> None:
    assert len(cut_rows("word " * 700)) == 1
    assert [row.end - row.start for row in cut_rows("word " * 700 + "\n" + "word " * 700)] == [3501, 3500]


def test_an_escape_is_never_cut_in_two() -> None:
    body = '"' + "\\n" * 3000 + '"'
    assert [body[row.end - 1] for row in cut_rows(body)[:-1]] == ["n"] * (len(cut_rows(body)) - 1)


def test_a_text_that_ends_its_line_has_an_empty_row_behind_it() -> None:
    assert [(row.start, row.shown_end) for row in cut_rows("a\n")] == [(0, 1), (2, 2)]
    assert len(cut_rows("")) == 1


@pytest.mark.parametrize(
    ("body", "tokens"),
    [
        ('{"a": "b"}', [('"a"', JsonColour.KEY), ('"b"', JsonColour.STRING)]),
        (
            "[1, -2.5e3, true, null]",
            [("1", JsonColour.NUMBER), ("-2.5e3", JsonColour.NUMBER), ("true", JsonColour.NUMBER), ("null", JsonColour.NUMBER)],
        ),
        ('{"q\\"": 1}', [('"q\\""', JsonColour.KEY), ("1", JsonColour.NUMBER)]),
        ('{"a": "no end', [('"a"', JsonColour.KEY), ('"no end', JsonColour.STRING)]),
    ],
)
def test_json_is_coloured_also_when_it_is_broken(body: str, tokens: list[tuple[str, JsonColour]]) -> None:
    assert [(body[start:end], colour) for start, end, colour in colour_json(body, 0, len(body))] == tokens


def test_a_string_that_goes_on_in_the_next_row_keeps_its_colour() -> None:
    body = '{"k": "' + "word " * 1600 + '", "last": 1}'
    rows = cut_rows(body)
    states: list[bool] = []
    extend_open_strings(states, body, rows[:2], 0)
    extend_open_strings(states, body, rows, 0)
    assert states == [False, *[True] * (len(rows) - 1)]
    last = rows[-1]
    colours = [(body[start:end], colour) for start, end, colour in colour_json(body, last.start, last.end, in_string=states[-1])]
    assert colours[-2:] == [('"last"', JsonColour.KEY), ("1", JsonColour.NUMBER)]
    assert colours[0][1] is JsonColour.STRING


def test_each_mark_is_drawn_in_its_row_and_its_disc_once() -> None:
    marks = [_mark(place, place + 6, number + 1) for number, place in enumerate(range(10, 90_000, 997))]
    rows = cut_rows(LONG_LINE)
    strokes = Strokes(marks, LONG_LINE)
    discs = [mark for row in rows for _, mark in strokes.discs_in(row.start, row.shown_end, last=row.end == len(LONG_LINE))]
    drawn = {stroke.mark for row in rows for stroke in strokes.strokes_in(row.start, row.end)}
    assert sorted(discs) == sorted({mark for mark in range(len(marks)) if marks[mark].span.start <= len(LONG_LINE)})  # type: ignore[union-attr] # every mark here has a span
    assert drawn >= {mark for mark in range(len(marks)) if marks[mark].span.start < len(LONG_LINE)}  # type: ignore[union-attr] # the same


@pytest.mark.parametrize(
    ("body", "strokes", "disc"),
    [
        ("x" * 5000, [(0, 1), (4999, 5000)], 1),
        ("x" * 200, [(0, 200)], 200),
        ('{"a": 1}', [(0, 8)], 8),
        ('{"a":\n1}', [(0, 1), (7, 8)], 1),
        ("[" + "1, " * 30 + "2]", [(0, 1), (92, 93)], 1),
    ],
)
def test_a_mark_over_half_the_reply_is_drawn_at_its_ends(body: str, strokes: list[tuple[int, int]], disc: int) -> None:
    made = Strokes([_mark(0, len(body))], body)
    assert [(stroke.start, stroke.end) for stroke in made.strokes_in(0, len(body))] == strokes
    assert made.discs_in(0, len(body), last=True) == [(disc, 0)]


@pytest.mark.parametrize("span", [Span(-5, 3), Span(2, 900), Span(800, 900), Span(4, 2)])
def test_a_span_outside_the_body_is_cut(span: Span) -> None:
    strokes = Strokes([Mark(MarkKind.ERROR, text("words.quoted"), span, 1)], "x" * 10)
    assert all(0 <= stroke.start < stroke.end <= 10 for stroke in strokes.strokes_in(0, 10))
    assert [0 <= place <= 10 for place, _ in strokes.discs_in(0, 10, last=True)] == [True]


@pytest.mark.parametrize(
    ("wanted", "match_case", "found"),
    [
        ("yes", False, [(0, 0, 3), (1, 4, 7)]),
        ("yes", True, [(1, 4, 7)]),
        ("YES", True, []),
        ("", False, []),
        ("a.c", False, [(2, 4, 7)]),
    ],
)
def test_find(wanted: str, match_case: bool, found: list[tuple[int, int, int]]) -> None:
    hits = find_hits(["Yes", "say yes", "abc a.c"], wanted, match_case=match_case)
    assert [(hit.card, hit.start, hit.end) for hit in hits.found] == found
    assert not hits.more


def test_find_stops_counting_at_its_limit() -> None:
    hits = find_hits(["e" * (HITS_LIMIT + 1)], "e")
    assert (len(hits.found), hits.more) == (HITS_LIMIT, True)
    assert hits.found[0] == Hit(0, 0, 1)


CARDS = [
    Card(str(number), CardRole.MODEL, text("words.quoted"), body) for number, body in enumerate(["first😀", "second", "third"])
]
TITLES = ["A", "B", "C"]


@pytest.mark.parametrize(
    ("anchor", "head", "written"),
    [
        (Place(0, 1), Place(0, 3), "ir"),
        (Place(0, 3), Place(0, 1), "ir"),
        (Place(0, 5), Place(1, 3), "A\n😀\n\nB\nsec"),
        (Place(2, 2), Place(0, 0), "A\nfirst😀\n\nB\nsecond\n\nC\nth"),
        (Place(0, 6), Place(1, 3), "sec"),
        (Place(1, 1), Place(1, 1), ""),
    ],
)
def test_selected_text_is_verbatim(anchor: Place, head: Place, written: str) -> None:
    assert write_selected(CARDS, TITLES, Selection(anchor, head)) == written


def test_tab_goes_from_card_to_violation_to_card() -> None:
    cards = [
        Card("q", CardRole.YOU, text("words.quoted"), "q"),
        Card("1", CardRole.MODEL, text("words.quoted"), "abcdef", marks=(_mark(3, 4, 2), _mark(0, 1, None), _mark(0, 1, 1))),
        Card("f", CardRole.FEEDBACK, text("words.quoted"), "f", marks=(_mark(0, 0, 1),)),
    ]
    forward = [Stop(0)]
    while (following := next_stop(cards, forward[-1], forward=True)) is not None:
        forward.append(following)
    assert forward == [Stop(0), Stop(1), Stop(1, 2), Stop(1, 0), Stop(2)]
    assert [next_stop(cards, stop, forward=False) for stop in forward] == [None, *forward[:-1]]
