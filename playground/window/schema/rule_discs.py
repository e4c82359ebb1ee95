"""The numbered discs at the rules that were broken: one for each violation, or one for many of the same rule."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRect

if TYPE_CHECKING:
    from playground.window.schema.editor import RuleMark

_SINGLE = 3  # violations of one rule up to which each has its own disc


class RuleDisc(NamedTuple):
    """Where a disc stands, and the marks that it stands for."""

    marks: "tuple[RuleMark, ...]"
    place: QRect

    @property
    def selected(self) -> bool:
        """True when one of them is."""
        return any(mark.selected for mark in self.marks)

    @property
    def next_number(self) -> int:
        """Whom a press means: the first, or the one after that which is selected."""
        at = next((place for place, mark in enumerate(self.marks) if mark.selected), -1)
        return self.marks[(at + 1) % len(self.marks)].number


def group_marks(marks: "Sequence[RuleMark]") -> "list[tuple[RuleMark, ...]]":
    """The marks of one line, those of a rule together that was broken many times; in the order of the first of each."""
    by_rule: dict[object, list[RuleMark]] = {}
    for mark in marks:
        by_rule.setdefault(mark.span, []).append(mark)
    groups = [[tuple(of)] if len(of) > _SINGLE else [(mark,) for mark in of] for of in by_rule.values()]
    return sorted((group for of in groups for group in of), key=lambda group: group[0].number)


def label_of(marks: "Sequence[RuleMark]") -> str:
    """The number, or from where to where they reach, or how many more there are."""
    first, last = marks[0].number, marks[-1].number
    if first == last:
        return str(first)
    return f"{first}–{last}" if last - first + 1 == len(marks) else f"{first} +{len(marks) - 1}"
