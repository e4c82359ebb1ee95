"""Very long lines, broken into pieces for the editor: Qt lays a whole line out anew at each key, which takes half a second for a megabyte."""

import re
from bisect import bisect_left, bisect_right

from playground.window.text_positions import TextPositions

LONGEST = 1_500  # characters of a piece; a line of up to twice as many stays whole
_MARKS = tuple(map(chr, range(0xFFF0, 0xFFF9)))  # no characters, and never drawn
_GOOD_PLACE = re.compile(r"[,;\s}\]>](?=[^,;\s}\]>])")


def free_mark(text: str) -> str:
    """A character that the text does not hold, to stand where its lines are broken; "" if there is none."""
    return next((mark for mark in _MARKS if mark not in text), "")


def break_lines(text: str, mark: str) -> str:
    """The text with `mark` and a line's end inside each line that is too long."""
    if not mark or len(text) <= 2 * LONGEST:
        return text
    return "\n".join(line if len(line) <= 2 * LONGEST else _broken(line, mark) for line in text.split("\n"))


def _broken(line: str, mark: str) -> str:
    pieces: list[str] = []
    start = 0
    while len(line) - start > 2 * LONGEST:
        good = _GOOD_PLACE.search(line, start + LONGEST, start + 2 * LONGEST)
        end = good.end() if good is not None else start + LONGEST
        pieces.append(line[start:end])
        start = end
    return f"{mark}\n".join((*pieces, line[start:]))


class BrokenText:
    """A text as it stands in Qt's document, where `mark` and a line's end behind it are no part of it."""

    __slots__ = ("_breaks", "_gone", "_positions", "text")

    def __init__(self, shown: str, mark: str) -> None:
        """`shown` is what the document holds, with "\\n" at the end of each block."""
        self._breaks: list[int] = []  # places in `text`
        self._gone: list[int] = []  # how many characters up to each of them the document has beside the text
        pieces = shown.split(mark) if mark and mark in shown else [shown]
        at = gone = 0
        kept = [pieces[0]]
        for piece in pieces[1:]:
            at += len(kept[-1])
            ends = piece.startswith("\n")  # not where somebody has joined the pieces again
            gone += 1 + ends
            self._breaks.append(at)
            self._gone.append(gone)
            kept.append(piece[1:] if ends else piece)
        self.text = "".join(kept)
        self._positions = TextPositions(self.text)

    def to_units(self, point: int, *, before_break: bool = False) -> int:
        """Where Qt counts this code point; at a break behind it, or before it."""
        units = self._positions.to_units(point)
        if not self._breaks:
            return units
        passed = (bisect_left if before_break else bisect_right)(self._breaks, point)
        return units + (self._gone[passed - 1] if passed else 0)

    def to_points(self, unit: int) -> int:
        """The code point at this place of Qt's; inside a break, the place of the break."""
        if not self._breaks:
            return self._positions.to_points(unit)
        low, high = 0, len(self._breaks)  # the last break that begins before `unit`
        while low < high:
            middle = (low + high) // 2
            if self.to_units(self._breaks[middle], before_break=True) < unit:
                low = middle + 1
            else:
                high = middle
        if not low:
            return self._positions.to_points(unit)
        place = self._positions.to_units(self._breaks[low - 1])
        return self._positions.to_points(max(place, unit - self._gone[low - 1]))
