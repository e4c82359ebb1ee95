"""Which bracket belongs to which."""

import pytest

from playground.window.schema.brackets import matching_brackets


@pytest.mark.parametrize(
    ("text", "at", "pair"),
    [
        pytest.param("{}", 0, (0, 1), id="at the opening one"),
        pytest.param("{}", 2, (1, 0), id="behind the closing one"),
        pytest.param('{"a": [1]}', 6, (6, 8), id="nested"),
        pytest.param('{"}": 1}', 0, (0, 7), id="a bracket in a string is text"),
        pytest.param('{"\\"}": 1}', 0, (0, 9), id="behind an escaped quotation mark too"),
        pytest.param("{", 0, (0, None), id="never closed"),
        pytest.param("[}", 2, (1, None), id="closes nothing"),
        pytest.param('"a" 1', 1, None, id="no bracket there"),
    ],
)
def test_brackets_find_their_partner(text: str, at: int, pair: tuple[int, int | None] | None) -> None:
    assert matching_brackets(text, at) == pair
