"""Replies nested deeper than the engine can go are judged all the same, in every version of Python."""

import pytest

from playground.verdict import json_text
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.verdict.violations import Status

DEPTHS = [100, 199, 200, 201, 254, 255, 256, 300, 990, 1500, 9000, 50_000]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(
    ("schema_text", "status"),
    [
        ("{}", Status.VALID),
        ('{"type": "array"}', Status.VALID),
        ('{"type": "object"}', Status.INVALID),
        ('{"items": {"type": "object"}}', Status.INVALID),
    ],
)
def test_no_depth_breaks_the_judge(depth: int, schema_text: str, status: Status) -> None:
    verdict = judge("[" * depth + "1" + "]" * depth, check(schema_text, assert_formats=True))
    assert verdict.status is status
    assert len(verdict.violations) == (status is Status.INVALID)


@pytest.mark.parametrize("depth", [150, 300, 900, 9000])
def test_the_depth_of_mixed_values_is_known(depth: int) -> None:
    assert json_text.read('{"a": [1], "b": ' * depth + "0" + "}" * depth).depth == depth + 1


def test_a_wide_value_is_not_deep() -> None:
    assert json_text.read("[" + ", ".join(['{"a": [1]}'] * 200) + "]").depth == 3
