"""What differs between two answers."""

import pytest

from playground.repair.changes import Change, find_changes
from playground.verdict.violations import JsonValue


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        pytest.param({"a": 1}, {"a": 1}, [], id="nothing"),
        pytest.param({"a": "x"}, {"a": "y"}, [("/a", '"x"', '"y"')], id="a value"),
        pytest.param({"a": 1}, {"a": True}, [("/a", "1", "true")], id="one is not true"),
        pytest.param({"a": 1, "b": 2}, {"a": 1}, [("/b", "2", None)], id="a member is gone"),
        pytest.param({}, {"b": [1]}, [("/b", None, "[1]")], id="a member has come"),
        pytest.param({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, [("/a/1/b", "2", "3")], id="the smallest place"),
        pytest.param([1], [1, 2], [("", "[1]", "[1, 2]")], id="lists of other lengths differ as a whole"),
        pytest.param({"x": 1}, [1], [("", '{"x": 1}', "[1]")], id="another kind"),
    ],
)
def test_changes_are_found(before: JsonValue, after: JsonValue, changes: list[tuple[str, str | None, str | None]]) -> None:
    assert find_changes(before, after) == tuple(Change(*change) for change in changes)
