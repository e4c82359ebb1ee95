"""What is written is read back equal, whichever writer wrote it."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.verdict import json_text
from playground.verdict.json_writer import _MARK, _write_slowly, write
from playground.verdict.violations import JsonValue

texts = st.text(st.characters(codec=None), max_size=5) | st.just(_MARK)
decimals = st.decimals(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), texts, decimals),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)  # two cores, shared
@given(values)
def test_both_writers_write_the_same_and_nothing_is_lost(value: JsonValue) -> None:
    written = write(value)
    assert written.isascii()
    assert written == _write_slowly(value, None)
    answer = json_text.read(written).answer
    assert answer is not None
    assert answer.value == value


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ([Decimal("1.10"), 2, Decimal("-0.0")], "[1.10, 2, -0.0]"),
        ({"a": Decimal("1E+400"), "b": True}, '{"a": 1E+400, "b": true}'),
        ([_MARK, Decimal("1.5")], '["\\udc00number\\udc00", 1.5]'),
        ([10**5000 + 1], "[1" + "0" * 4999 + "1]"),
    ],
)
def test_numbers_are_exact(value: JsonValue, written: str) -> None:
    assert write(value) == written


def test_depth_is_no_danger() -> None:
    value: JsonValue = 1
    for _ in range(100_000):
        value = [value]
    assert write(value) == "[" * 100_000 + "1" + "]" * 100_000
