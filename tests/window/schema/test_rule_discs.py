"""Discs at the rules: one for each violation while there are few, one for all where a rule was broken many times."""

import pytest
from PySide6.QtCore import QRect

from playground.verdict.spans import Span
from playground.window.schema.editor import RuleMark
from playground.window.schema.rule_discs import RuleDisc, group_marks, label_of

HERE, THERE = Span(4, 10), Span(20, 30)


@pytest.mark.parametrize(
    ("marks", "labels"),
    [
        ([(1, HERE)], ["1"]),
        ([(1, HERE), (2, THERE), (3, HERE)], ["1", "2", "3"]),
        ([(n, HERE) for n in range(3, 48)], ["3–47"]),
        ([(1, HERE), (2, THERE), (3, HERE), (4, HERE), (6, HERE)], ["1 +3", "2"]),
    ],
)
def test_many_violations_of_one_rule_have_one_disc(marks: list[tuple[int, Span]], labels: list[str]) -> None:
    groups = group_marks([RuleMark(number, span) for number, span in marks])
    assert [label_of(group) for group in groups] == labels


@pytest.mark.parametrize(("selected", "means"), [(None, 3), (3, 4), (4, 7), (7, 3)])
def test_pressing_such_a_disc_goes_through_its_violations(selected: int | None, means: int) -> None:
    disc = RuleDisc(tuple(RuleMark(number, HERE, number == selected) for number in (3, 4, 7)), QRect())
    assert disc.next_number == means
    assert disc.selected == (selected is not None)
