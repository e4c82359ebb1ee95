"""Equality as JSON Schema defines it."""

from decimal import Decimal

import pytest

from playground.verdict.equality import canonical, first_equal_pair
from playground.verdict.json_places import find_places
from playground.verdict.violations import JsonValue
from playground.verdict.wording import Broken, word

EQUAL: list[tuple[JsonValue, JsonValue]] = [
    (1, Decimal("1.0")),
    (0, Decimal("-0.0")),
    (100, Decimal("1e2")),
    (Decimal("1e400"), 10**400),
    ({"a": 1, "b": [True]}, {"b": [True], "a": Decimal("1.00")}),
]
DIFFERENT: list[tuple[JsonValue, JsonValue]] = [
    (1, True),
    (0, False),
    (0, None),
    ("1", 1),
    (1, -1),
    (10, 1),
    ([1, 2], [2, 1]),
    ({"a": 1}, {"b": 1}),
    (2**53, 2**53 + 1),
    ("", []),
]


@pytest.mark.parametrize(("first", "second"), EQUAL)
def test_equal(first: JsonValue, second: JsonValue) -> None:
    assert canonical(first) == canonical(second)
    assert first_equal_pair(["x", first, second]) == (1, 2)


@pytest.mark.parametrize(("first", "second"), DIFFERENT)
def test_different(first: JsonValue, second: JsonValue) -> None:
    assert canonical(first) != canonical(second)
    assert first_equal_pair([first, second]) is None


def test_equal_items_without_their_places_are_said_too() -> None:
    assert word(Broken("uniqueItems", "")).message.id == "verdict.uniqueItems"


@pytest.mark.parametrize("text", ["[", "{x"])
def test_places_are_looked_up_in_sound_text_only(text: str) -> None:
    with pytest.raises(ValueError, match="not a sound JSON value"):
        find_places(text, 0, ["", "/a"] if text != "[" else [""])
