"""Laying JSON out changes white space only."""

import json

import pytest

from playground.verdict.json_layout import WIDTH, lay_out


@pytest.mark.parametrize(
    ("text", "laid_out"),
    [
        pytest.param("[ 1,2 ]", "[1, 2]\n", id="a short list stays on one line"),
        pytest.param('{"a":{"b":{}}}', '{\n  "a": {"b": {}}\n}\n', id="an object in an object opens up"),
        pytest.param(' "é\\u00e9" ', '"é\\u00e9"\n', id="a string stays as it was written"),
        pytest.param('{"n":1.50,"e":1e400}', '{"n": 1.50, "e": 1e400}\n', id="numbers stay as they were written"),
        pytest.param('{"a":[[1],[{}]]}', '{"a": [[1], [{}]]}\n', id="lists of short lists stay together"),
        pytest.param("[]", "[]\n", id="empty"),
    ],
)
def test_json_is_laid_out(text: str, laid_out: str) -> None:
    assert lay_out(text) == laid_out


@pytest.mark.parametrize("text", ["", "{", '{"a"', '{"a":1', '{"a" 1}', "{a: 1}", "[1 2]", "[1]]", "]", "[" * 5000, '{"a":,}'])
def test_text_that_is_no_json_is_left_alone(text: str) -> None:
    assert lay_out(text) is None


def test_a_long_list_gets_a_line_for_each_item() -> None:
    values = [f"value number {number}" for number in range(9)]
    laid_out = lay_out(json.dumps({"enum": values}))
    assert laid_out is not None
    assert json.loads(laid_out) == {"enum": values}
    assert all(len(line) <= WIDTH for line in laid_out.splitlines())
    assert len(laid_out.splitlines()) == len(values) + 4
