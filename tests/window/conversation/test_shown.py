"""What is shown of a text, and how places in the two correspond."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.window.conversation.shown import Shown

BODIES = st.text(st.sampled_from("ab \n\t\r\u202e\u200b\x00\ud800😀é"), max_size=30)


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines", "two\u2028lines"),
        ("tab\tstays", "tab\tstays"),
        ("a\u202eb", "a‹U+202E›b"),
        ("zero\u200bwidth", "zero‹U+200B›width"),
        ("nul\x00", "nul‹U+0000›"),
        ("\x1b[31m", "‹U+001B›[31m"),
        ("lone \ud83d half", "lone ‹U+D83D› half"),
        ("\u2028", "‹U+2028›"),
        ("windows\r\n", "windows␍\u2028"),
        ("👩\u200d🔧", "👩\u200d🔧"),
    ],
)
def test_what_cannot_be_seen_is_written_out(body: str, shown: str) -> None:
    assert Shown(body, 0, len(body)).text == shown


def test_a_disc_takes_a_place_of_its_own_behind_its_character() -> None:
    shown = Shown("ab cd", 0, 5, [(2, 7), (5, 8)])
    assert shown.text == "ab\u00a0 cd\u00a0"
    assert shown.discs == [(2, 7), (6, 8)]
    assert (shown.offset_of(2), shown.offset_of(2, behind_discs=True)) == (2, 3)
    assert shown.place_of(7) == 5


def test_a_row_counts_in_the_places_of_the_whole_body() -> None:
    shown = Shown("first\nsecond", 6, 12)
    assert shown.text == "second"
    assert shown.offset_of(9) == 3
    assert shown.place_of(3) == 9


@given(BODIES, st.lists(st.integers(0, 30), max_size=4))
def test_every_place_is_found_again(body: str, discs: list[int]) -> None:
    at = sorted(place for place in discs if place <= len(body))
    shown = Shown(body, 0, len(body), [(place, index) for index, place in enumerate(at)])
    offsets = [shown.offset_of(place) for place in range(len(body) + 1)]
    assert offsets == sorted(offsets)
    assert [shown.place_of(offset) for offset in offsets] == list(range(len(body) + 1))
    assert all(0 <= shown.place_of(offset) <= len(body) for offset in range(len(shown.text) + 1))


@given(BODIES)
def test_nothing_unseen_is_left(body: str) -> None:
    assert not set(Shown(body, 0, len(body)).text) & set("\x00\r\n\u202e\u200b\ud800")
