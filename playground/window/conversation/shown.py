"""What is shown of a stretch of text, and how places in the two correspond.

Shown and meant differ in three ways: characters that cannot be seen, or that turn the writing direction, are written out;
line ends become Qt's line separator; and a disc takes a place of its own behind the characters it stands for.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence

# Not in the list: tab and line feed, which are laid out, and the joiners U+200C and U+200D, which whole scripts need.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc\ud800-\udfff\U000e0000-\U000e007f]"
)
_LINE_SEPARATOR = "\u2028"
_DISC_PLACE = "\u00a0"  # keeps a disc on the line of the word before it


def write_out(character: str) -> str:
    """How a character that cannot be seen is shown."""
    return "␍" if character == "\r" else f"‹U+{ord(character):04X}›"


class Shown:
    """The shown form of `body[start:end]`. Offsets of the body ("places") and of `text` count code points.

    `written_out` are the ranges of `text` that stand for an unseen character; `discs` are pairs of an offset in `text` and
    what the disc stands for.
    """

    __slots__ = ("_shown_starts", "_source_starts", "discs", "text", "written_out")

    def __init__(self, body: str, start: int, end: int, discs: Sequence[tuple[int, int]] = ()) -> None:
        """`discs`: (place, what it stands for) in the order of the places, each within start and end."""
        self.discs: list[tuple[int, int]] = []
        self.written_out: list[tuple[int, int]] = []
        # Parallel lists: from here on, place and offset run in step until the next entry.
        self._source_starts = [start]
        self._shown_starts = [0]
        parts: list[str] = []
        length = 0
        place = start
        cuts: list[tuple[int, int, int]] = [(match.start(), 1, -1) for match in _UNSEEN.finditer(body, start, end)]
        cuts += [(at, 0, mark) for at, mark in discs]
        for at, taken, mark in sorted(cuts, key=lambda cut: (cut[0], cut[1])):  # a disc stands before what follows it
            parts.append(body[place:at])
            length += at - place
            if taken:
                word = write_out(body[at])
                self.written_out.append((length, length + len(word)))
            else:
                word = _DISC_PLACE
                self.discs.append((length, mark))
            parts.append(word)
            self._source_starts += [at, at + taken]
            self._shown_starts += [length, length + len(word)]
            length += len(word)
            place = at + taken
        parts.append(body[place:end])
        self.text = "".join(parts).replace("\n", _LINE_SEPARATOR)

    @property
    def plain(self) -> bool:
        """True when everything is shown as it stands, so that offsets are places less the start."""
        return len(self._source_starts) == 1

    def offset_of(self, place: int, *, behind_discs: bool = False) -> int:
        """Where a place of the body is shown. Of a place with discs: before them, unless `behind_discs`."""
        index = bisect_right(self._source_starts, place) - 1
        if not behind_discs:
            while index > 0 and self._source_starts[index - 1] == place:
                index -= 1
        index = max(index, 0)
        return self._shown_starts[index] + max(0, place - self._source_starts[index])

    def place_of(self, offset: int) -> int:
        """The place of the body that an offset shows; inside something written out or a disc, its beginning."""
        index = max(0, bisect_right(self._shown_starts, offset) - 1)
        place = self._source_starts[index] + offset - self._shown_starts[index]
        if index + 1 < len(self._source_starts):
            place = min(place, self._source_starts[index + 1])
            if place > self._source_starts[index] and self._stands_for_one(index):
                place = self._source_starts[index]
        return place

    def _stands_for_one(self, index: int) -> bool:
        source = self._source_starts[index + 1] - self._source_starts[index]
        shown = self._shown_starts[index + 1] - self._shown_starts[index]
        return source != shown
