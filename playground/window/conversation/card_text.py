"""The body of a card made ready for laying out: cut into rows, its marks sorted, its strings known. Depends on no width or font."""

from playground.window.conversation.cards import Card, CardRole
from playground.window.conversation.json_colours import extend_open_strings
from playground.window.conversation.rows import Row, cut_rows
from playground.window.conversation.strokes import Strokes

PREVIEW_LINES = 3
_PREVIEW_CHARACTERS = 240
_FOLDABLE_CHARACTERS = 1200
_FOLDABLE_LINES = 16
_SHOWN_WHEN_EMPTY = {CardRole.MODEL, CardRole.YOU, CardRole.SYSTEM, CardRole.FEEDBACK}


class CardText:
    """Rows, strokes and open strings of one card's body; of its beginning while the card is folded."""

    __slots__ = ("_card", "_open_strings", "folded", "rows", "strokes")

    def __init__(self, card: Card, *, folded: bool) -> None:
        self._card = card
        self.folded = folded and is_foldable(card)
        self.strokes = Strokes(card.marks, card.body)
        self._open_strings: list[bool] = []
        self.rows: list[Row] = self._cut()

    def grow(self, card: Card) -> int:
        """The same card with a longer body; the first row that is not what it was."""
        self._card = card
        if card.marks:
            self.strokes = Strokes(card.marks, card.body)
        first = max(0, len(self.rows) - 1)
        del self._open_strings[first + 1 :]
        self.rows[first:] = _without_empty_end(cut_rows(card.body, self.rows[first].start if self.rows else 0))
        return first

    def starts_in_string(self, index: int) -> bool:
        """True when a JSON string is open where this row begins."""
        if not self._card.coloured:
            return False
        if len(self._open_strings) <= index:
            extend_open_strings(self._open_strings, self._card.body, self.rows, self._card.coloured[0].start)
        return self._open_strings[index]

    def _cut(self) -> list[Row]:
        body = self._card.body
        if not body and not self._card.marks and self._card.role not in _SHOWN_WHEN_EMPTY:
            return []
        if not self.folded:
            return _without_empty_end(cut_rows(body))
        end = min(len(body), _PREVIEW_CHARACTERS)
        at = -1
        for _ in range(PREVIEW_LINES):
            at = body.find("\n", at + 1, end)
            if at < 0:
                return [Row(0, end)]
        return [Row(0, at)]


def _without_empty_end(rows: list[Row]) -> list[Row]:
    """A line feed at the very end shows as nothing, not as an empty line."""
    return rows[:-1] if len(rows) > 1 and rows[-1].start == rows[-1].end else rows


def is_foldable(card: Card) -> bool:
    """True for a text long enough to be folded; what is first shown folded is so sooner."""
    body = card.body
    return len(body) > (_PREVIEW_CHARACTERS if card.folded else _FOLDABLE_CHARACTERS) or body.count("\n") > _FOLDABLE_LINES
