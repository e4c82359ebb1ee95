"""Long lines are broken for the editor, and nothing of the text is lost or misplaced by it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.window.check.broken_lines import LONGEST, BrokenText, break_lines, free_mark

LONG = '{"answer": "yes", "n": 12}, ' * 400
TEXTS = {
    "nothing": "",
    "short": '{"answer": "yes"}\n',
    "one long line": LONG,
    "without a good place": "x" * 10_000,
    "with wide characters": "\U0001f600" * 5_000 + "\n" + "b" * 4_000,
    "several lines": f"a\n{LONG}\nb\n\n{LONG}",
    "with a mark of its own": "\ufff0" + LONG,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_what_is_shown_is_read_back_and_no_piece_is_long(text: str) -> None:
    mark = free_mark(text)
    shown = break_lines(text, mark)
    assert BrokenText(shown, mark).text == text
    assert max(map(len, shown.split("\n"))) <= 2 * LONGEST + 1


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_every_place_is_found_again_on_both_sides_of_a_break(text: str) -> None:
    mark = free_mark(text)
    shown = break_lines(text, mark)
    broken = BrokenText(shown, mark)
    units = shown.encode("utf-16-le", "surrogatepass")
    for point in range(0, len(text), 7):
        here = broken.to_units(point)
        assert units[2 * here :].decode("utf-16-le", "surrogatepass")[0] == text[point]
        assert broken.to_points(here) == point
        assert broken.to_points(broken.to_units(point, before_break=True)) == point


@given(st.lists(st.sampled_from(["a", "\U0001f600", "\ufff0\n", "\ufff0", "\n"]), max_size=30))
def test_however_the_pieces_were_joined_places_go_there_and_back(parts: list[str]) -> None:
    broken = BrokenText("".join(parts), "\ufff0")
    assert broken.text == "".join(parts).replace("\ufff0\n", "").replace("\ufff0", "")
    for point in range(len(broken.text) + 1):
        assert broken.to_points(broken.to_units(point)) == point
        assert broken.to_points(broken.to_units(point, before_break=True)) == point
        assert broken.to_units(point, before_break=True) <= broken.to_units(point)


def test_without_a_free_mark_lines_stay_whole() -> None:
    text = "".join(map(chr, range(0xFFF0, 0xFFF9))) + LONG
    assert free_mark(text) == ""
    assert break_lines(text, "") == text
    assert BrokenText(text, "").text == text
