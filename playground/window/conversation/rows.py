"""A long text cut into rows that are laid out one by one, so that a megabyte costs no more than what is in view."""

import unicodedata
from typing import NamedTuple

ROW_CHARACTERS = 1000
WHOLE_LINE = 4000  # up to here a line is one row: where a row ends inside a line, the line visibly breaks
ROW_LINES = 24
_LOOK_BACK = 80  # how far before the limit a good place to cut is looked for
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"


class Row(NamedTuple):  # not a dataclass: a megabyte is a thousand of them, made at one go
    """A half-open range of the body; `ends_line` when its last character is the line feed that ends it."""

    start: int
    end: int
    ends_line: bool = False

    @property
    def shown_end(self) -> int:
        """Where what is shown ends: a row's own line feed is the step to the next row."""
        return self.end - 1 if self.ends_line else self.end


def cut_rows(body: str, start: int = 0) -> list[Row]:
    """Rows of `body` from `start` on; at least one, also for an empty text. After a last line feed comes an empty row."""
    rows: list[Row] = []
    end = len(body)
    while start < end:
        cut = _cut(body, start, end)
        rows.append(Row(start, cut, body[cut - 1] == "\n"))
        start = cut
    if not rows or rows[-1].ends_line:
        rows.append(Row(end, end))
    return rows


def _cut(body: str, start: int, end: int) -> int:
    limit = min(end, start + ROW_CHARACTERS)
    at = start
    for _ in range(ROW_LINES):
        feed = body.find("\n", at, limit)
        if feed < 0:
            break
        at = feed + 1
    else:
        return at
    if limit == end:
        return end
    if at > start:  # the line that does not fit begins a row of its own
        return at
    if start == 0 or body[start - 1] == "\n":
        feed = body.find("\n", limit, start + WHOLE_LINE)
        if feed >= 0 or end <= start + WHOLE_LINE:
            return feed + 1 if feed >= 0 else end
    look_from = limit - _LOOK_BACK
    good = max(body.rfind(" ", look_from, limit), body.rfind(",", look_from, limit)) + 1
    return _before_a_whole_character(body, good or limit, start)


def _before_a_whole_character(body: str, cut: int, start: int) -> int:
    """Not between a letter and its accent, nor inside an escape."""
    if body[cut].isascii() and body[cut - 1].isascii() and body[cut - 1] != "\\":
        return cut
    for at in range(cut, max(start, cut - _LOOK_BACK), -1):
        if unicodedata.combining(body[at]) or body[at] in _JOINERS or body[at - 1] in _JOINERS or body[at - 1] == "\\":
            continue
        return at
    return cut
