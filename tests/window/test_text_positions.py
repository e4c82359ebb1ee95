"""Code points and UTF-16 units are turned into each other without loss."""

import pytest

from playground.window.text_positions import TextPositions


@pytest.mark.parametrize(
    "text", ["", "plain", "zażółć", "\U0001f600ab", "a\U0001f600\U0001f600b\U0001f600", "日本語\U00020bb7野屋"]
)
def test_each_code_point_begins_where_utf_16_says(text: str) -> None:
    positions = TextPositions(text)
    for index in range(len(text) + 1):
        units = len(text[:index].encode("utf-16-le")) // 2
        assert positions.to_units(index) == units
        assert positions.to_points(units) == index


def test_the_second_half_of_a_wide_character_belongs_to_it() -> None:
    assert TextPositions("a\U0001f600b").to_points(2) == 1
