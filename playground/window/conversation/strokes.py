"""Where the marks of a card are drawn: which characters are underlined, and behind which character each disc stands."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from playground.window.conversation.cards import Mark

_LONGEST = 240  # code points; a longer mark is drawn at its two ends, or half the reply would be underlined
_LONGEST_CONTAINER = 60  # an object or a list is marked at its brackets sooner, so that what is wrong inside stays legible


class Stroke(NamedTuple):
    """Characters to underline for the mark at `mark` in the card's list."""

    start: int
    end: int
    mark: int


class Strokes:
    """The strokes and discs of one card, found by range."""

    __slots__ = ("_disc_places", "_discs", "_starts", "_strokes", "loose")

    def __init__(self, marks: Sequence[Mark], body: str) -> None:
        """A span that reaches beyond the body is cut. `loose` are the marks without a place in it."""
        length = len(body)
        strokes: list[Stroke] = []
        discs: list[tuple[int, int]] = []
        self.loose: list[int] = []
        for index, mark in enumerate(marks):
            if mark.span is None:
                self.loose.append(index)
                continue
            start, end = mark.span.start, mark.span.end
            if not 0 <= start <= end <= length:
                start, end = min(max(0, start), length), min(max(0, end), length)
            if _is_wide(body, start, end):
                strokes += [Stroke(start, start + 1, index), Stroke(end - 1, end, index)]
                disc = start + 1
            else:
                if start < end:
                    strokes.append(Stroke(start, end, index))
                disc = max(start, end)  # of a span turned round, its farther end
            if mark.number is not None:
                discs.append((disc, index))
        self._strokes = sorted(strokes)
        self._starts = [stroke.start for stroke in self._strokes]
        self._discs = sorted(discs)
        self._disc_places = [place for place, _ in self._discs]

    def strokes_in(self, start: int, end: int) -> list[Stroke]:
        """The strokes that touch this range of the body."""
        first = bisect_left(self._starts, start - _LONGEST)
        last = bisect_left(self._starts, end)
        return [stroke for stroke in self._strokes[first:last] if stroke.end > start]

    def discs_in(self, start: int, end: int, *, last: bool) -> list[tuple[int, int]]:
        """(place, mark) of the discs of this row: those behind one of its characters, in the order of the text.

        A disc at the row's very end belongs to it, one at its start to the row before, except at the start of the body.
        `last` tells that nothing follows the row.
        """
        first = 0 if start == 0 else bisect_left(self._disc_places, start + 1)
        beyond = len(self._discs) if last else bisect_left(self._disc_places, end + 1)
        return [(min(place, end), mark) for place, mark in self._discs[first:beyond]]


def _is_wide(body: str, start: int, end: int) -> bool:
    if end - start > _LONGEST:
        return True
    if start >= end or body[start] not in "{[":
        return False
    return end - start > _LONGEST_CONTAINER or body.find("\n", start, end) >= 0
