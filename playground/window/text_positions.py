"""Code points and UTF-16 units: Python and our spans count the first, Qt the second. The only place that converts."""

import re
from bisect import bisect_left

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class TextPositions:
    """Positions in one text, in both ways of counting. A text without emoji and the like costs one search and no memory."""

    __slots__ = ("_points", "_units")

    def __init__(self, text: str) -> None:
        # A character beyond U+FFFF takes two units; everything behind it is shifted by one more.
        self._points = [match.start() for match in _ASTRAL.finditer(text)]
        self._units = [point + before for before, point in enumerate(self._points)]

    @property
    def plain(self) -> bool:
        """True when both count alike in this text."""
        return not self._points

    def to_units(self, point: int) -> int:
        """Where Qt counts this code point."""
        return point + bisect_left(self._points, point) if self._points else point

    def to_points(self, unit: int) -> int:
        """The code point at this place of Qt's; a place inside a surrogate pair is the pair's start."""
        return unit - bisect_left(self._units, unit) if self._units else unit
