"""What Enter and closing brackets type in the schema editor."""

import pytest

from playground.window.schema.typing import closing_bracket, new_line


@pytest.mark.parametrize(
    ("before", "after", "typed"),
    [
        pytest.param('  "a": 1,', "", ("\n  ", ""), id="keeps the indent"),
        pytest.param("{", "", ("\n  ", ""), id="steps in behind an opening bracket"),
        pytest.param("  [", "]", ("\n    ", "\n  "), id="puts the closing bracket on a line of its own"),
        pytest.param("", "", ("\n", ""), id="an empty line"),
    ],
)
def test_enter_indents(before: str, after: str, typed: tuple[str, str]) -> None:
    assert new_line(before, after) == typed


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        pytest.param("    ", "  }", id="an empty line steps back once"),
        pytest.param("", "}", id="nothing to step back"),
        pytest.param('"a": 1 ', " }", id="a line with text stays where it is"),
    ],
)
def test_a_closing_bracket_steps_back(before: str, typed: str) -> None:
    assert closing_bracket(before, "}") == typed
