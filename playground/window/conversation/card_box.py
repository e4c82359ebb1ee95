"""One card with its geometry: a header, rows of text that are laid out when they come into view, and notes."""

from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF

from playground.verdict.spans import Span
from playground.window.conversation.card_text import PREVIEW_LINES, CardText, is_foldable
from playground.window.conversation.cards import Card
from playground.window.conversation.header import Header, Words, lay_out_header
from playground.window.conversation.look import Look
from playground.window.conversation.row_layout import RowLayout
from playground.window.conversation.rows import Row
from playground.window.conversation.text_block import TextBlock
from playground.window.words_in_window import Wording

_ABOVE = 0.68  # of a button, so that the header below stays free
_SHORT = 600  # up to here an outgoing card is only as wide as its text
_NARROWEST = 160.0
_PART = 0.8  # of the column, for what a person sends
_LETTER = 440.0  # pixels at 100 %; narrower text is hard to read


class CardBox:
    """A card set to the width of a column. Coordinates start at the top left corner of the column, at the card's top."""

    words: Words
    header: Header
    notes: list[TextBlock]
    unfold: TextBlock | None
    height: float
    width: float
    left: float
    inner_width: float

    def __init__(self, card: Card, look: Look, wording: Wording, column: float) -> None:
        self.card = card
        self.folded = card.folded
        self.layouts: dict[int, RowLayout] = {}
        self._text: CardText | None = None
        self._ready = False
        self._fitted = False
        self._look = look
        self._wording = wording
        self._column = column
        self._heights: list[float] = []
        self._tops: list[float] = [0.0]
        self._reset()

    # What it shows

    def change(self, card: Card) -> None:
        """Show another state of the same card. What the person folded stays folded."""
        if self.card.growing and not card.growing and card.folded:
            self.folded = True
        self.card = card
        self._text = None
        self._reset()

    def grow(self, added: str) -> None:
        """Append to the body; only the last row is laid out anew."""
        card = self.card
        body = card.body + added
        coloured = (*card.coloured[:-1], Span(card.coloured[-1].start, len(body))) if card.coloured else ()
        self.card = replace(card, body=body, coloured=coloured)
        if not self._ready or self._text is None or self._text.folded or not self._text.rows:
            self._text = None
            self._reset()
            return
        first = self._text.grow(self.card)
        self.layouts.pop(first, None)
        self._heights[first:] = self._estimate(self._text.rows[first:])
        if self._fitted:
            self._measure()
        self._sum()

    def set_look(self, look: Look, column: float) -> None:
        """Lay out anew for another appearance, language or width."""
        self._look = look
        self._column = column
        self._reset()

    def set_folded(self, *, folded: bool) -> None:
        """Show the beginning only, or all of it."""
        self.folded = folded
        self._text = None
        self._reset()

    @property
    def foldable(self) -> bool:
        """True for a text long enough to be folded."""
        return is_foldable(self.card)

    @property
    def text(self) -> CardText:
        """The body, ready for laying out."""
        if self._text is None:
            self._text = CardText(self.card, folded=self.folded)
        return self._text

    @property
    def rows(self) -> list[Row]:
        """The rows of the body, or of its beginning while it is folded."""
        return self.text.rows

    def ensure(self) -> float:
        """Measure the card if that was put off until it comes into view; by how much its height differed from the estimate."""
        if self._ready:
            return 0.0
        before = self.height
        self._ready = True
        self._prepare()
        return self.height - before

    # Geometry

    @property
    def rect(self) -> QRectF:
        """The card's frame."""
        self.ensure()
        return QRectF(self.left, 0, self.width, self.height)

    @property
    def text_left(self) -> float:
        """Where header, rows and notes begin."""
        return self.left + self._look.padding

    @property
    def body_top(self) -> float:
        """Where the first row begins."""
        gap = self._look.header_gap if self.rows else 0
        return self._look.padding_top + self.header.height + gap

    def row_top(self, index: int) -> float:
        """Where a row begins."""
        return self.body_top + self._tops[index]

    @property
    def notes_top(self) -> float:
        """Where the notes begin."""
        return self.body_top + self._tops[-1] + self._look.header_gap

    @property
    def unfold_rect(self) -> QRectF | None:
        """Where "show the whole message" stands, while folded."""
        if self.unfold is None:
            return None
        top = self.body_top + self._tops[-1] + self._look.header_gap / 2
        return QRectF(self.text_left, top, self.unfold.width, self.unfold.height)

    def button_places(self, count: int, seen_from: float) -> list[QRectF]:
        """Where so many buttons stand, from the left: across the card's upper edge, or below `seen_from` where that is out of view."""
        self.ensure()
        size = float(self._look.button_size)
        top = min(max(-_ABOVE * size, seen_from), max(-_ABOVE * size, self.height - 1.5 * size))
        left = self.left + self.width - self._look.padding - count * size
        return [QRectF(left + place * size, top, size, size) for place in range(count)]

    def row_at(self, y: float) -> int:
        """The row at this height, or the nearest one; -1 where there is none."""
        if not self.rows:
            return -1
        return min(max(0, bisect_right(self._tops, y - self.body_top) - 1), len(self.rows) - 1)

    def row_of(self, place: int) -> int:
        """The row that shows this place of the body; -1 where none does."""
        if not self.rows:
            return -1
        return min(bisect_right([row.start for row in self.rows], place) - 1, len(self.rows) - 1)

    def settle(self, top: float, bottom: float) -> list[tuple[float, float]]:
        """Lay out the rows between these heights. Tells what changed: pairs of a row's old top and by how much it grew."""
        grown = self.ensure()
        changes: list[tuple[float, float]] = [(0.0, grown)] if grown else []
        index = self.row_at(top)
        while 0 <= index < len(self.rows) and self.row_top(index) < bottom:
            grown = self.lay_out(index)
            if grown:
                changes.append((self.row_top(index), grown))
            index += 1
        return changes

    def lay_out(self, index: int) -> float:
        """Lay out a row if it is not; by how much its height differed from the estimate."""
        if index in self.layouts:
            return 0.0
        made = self._make(index)
        grown = made.height - self._heights[index]
        if grown:
            self._heights[index] = made.height
            self._sum()
        return grown

    def place_at(self, point: QPointF) -> int:
        """The place of the body nearest to this point."""
        self.ensure()
        index = self.row_at(point.y())
        if index < 0 or point.y() < self.body_top:
            return 0
        if point.y() > self.body_top + self._tops[-1]:
            return self.rows[-1].shown_end
        self.lay_out(index)
        return self.layouts[index].place_at(QPointF(point.x() - self.text_left, point.y() - self.row_top(index)))

    def mark_at(self, point: QPointF) -> int | None:
        """The mark under this point, in the header or in the text."""
        self.ensure()
        for rect, mark in self.header.discs:
            if rect.translated(self.text_left, self._look.padding_top).contains(point):
                return mark
        index = self.row_at(point.y())
        if index < 0 or index not in self.layouts:
            return None
        return self.layouts[index].mark_at(QPointF(point.x() - self.text_left, point.y() - self.row_top(index)))

    def rect_of(self, start: int, end: int) -> QRectF:
        """Where the first line of a range of the body stands; lays it out if need be."""
        self.ensure()
        index = self.row_of(start)
        if index < 0:
            return self.rect
        self.lay_out(index)
        row = self.rows[index]
        rects = self.layouts[index].rects_of(start, max(end, start + 1)) or self.layouts[index].rects_of(row.start, row.end)
        rect = rects[0] if rects else QRectF(0, 0, 1, self._heights[index])
        return rect.translated(self.text_left, self.row_top(index))

    def rect_of_mark(self, mark: int) -> QRectF:
        """Where a mark stands: its characters, or its disc."""
        self.ensure()
        for rect, loose in self.header.discs:
            if loose == mark:
                return rect.translated(self.text_left, self._look.padding_top)
        span = self.card.marks[mark].span
        return self.rect_of(span.start, span.end) if span is not None else self.rect

    # Inner workings

    def _reset(self) -> None:
        """Forget all measures; what is out of view does with an estimate."""
        look, body = self._look, self.card.body
        self._ready = False
        self.layouts.clear()
        if self.folded and self.foldable:
            lines = PREVIEW_LINES + 1
        else:
            columns = max(1, int((self._column - 2 * look.padding) / look.metrics_of(self.card).averageCharWidth()))
            lines = len(body) // columns + body.count("\n") + 1
        self.height = float(2 * look.padding_top + look.pill_height + look.header_gap + lines * look.line_height)

    def _prepare(self) -> None:
        card, look = self.card, self._look
        self.words = Words.of(card, self._wording)
        self.layouts.clear()
        self._fitted = card.outgoing and len(card.body) <= _SHORT
        self._set_width(self._widest)
        self._heights = self._estimate(self.rows)
        if self._fitted:
            self._measure()
        self.unfold = None
        if self.text.folded:
            words = self._wording.say("conversation.open")
            self.unfold = TextBlock(words, look.small, self.inner_width)
        self._sum()

    @property
    def _widest(self) -> float:
        """What a person sends leaves some of the column free, unless the column is narrow for its letters."""
        if not self.card.outgoing:
            return self._column
        return min(self._column - self._look.padding, max(_PART * self._column, _LETTER * self._look.scale / 100))

    def _set_width(self, width: float) -> None:
        width = max(width, _NARROWEST)
        look = self._look
        self.width = width
        self.left = self._column - width if self.card.outgoing else 0.0
        self.inner_width = width - 2 * look.padding
        self.header = lay_out_header(self.card, self.words, self.text.strokes.loose, look, self.inner_width)
        self.notes = [TextBlock(note, look.small, self.inner_width) for note in self.words.notes]

    def _measure(self) -> None:
        """An outgoing card is as wide as its text, like a letter."""
        self._set_width(self._widest)
        layouts = [RowLayout(self.card, row, self.text.strokes, self._look, self.inner_width) for row in self.rows]
        text = max((layout.natural_width for layout in layouts), default=0.0)
        wanted = max(min(text, self.inner_width), min(self.header.width, self.inner_width)) + 2 * self._look.padding + 1
        if wanted < self.width:
            self._set_width(wanted)
        self.layouts.clear()
        for index in range(len(self.rows)):
            self._heights[index] = self._make(index).height

    def _make(self, index: int) -> RowLayout:
        in_string = self.text.starts_in_string(index)
        made = RowLayout(self.card, self.rows[index], self.text.strokes, self._look, self.inner_width, in_string=in_string)
        self.layouts[index] = made
        return made

    def _estimate(self, rows: list[Row]) -> list[float]:
        columns = max(1, int(self.inner_width / self._look.metrics_of(self.card).averageCharWidth()))
        body, height = self.card.body, float(self._look.line_height)
        heights = []
        for row in rows:
            if body.find("\n", row.start, row.shown_end) < 0:
                lines = max(1, -(-(row.shown_end - row.start) // columns))
            else:
                lines = sum(max(1, -(-len(line) // columns)) for line in body[row.start : row.shown_end].split("\n"))
            heights.append(lines * height)
        return heights

    def _sum(self) -> None:
        look = self._look
        self._tops = list(accumulate(self._heights, initial=0.0))
        body = self._tops[-1] + (look.header_gap if self.rows else 0)
        notes = sum(note.height for note in self.notes) + (look.header_gap if self.notes else 0)
        unfold = self.unfold.height + look.header_gap if self.unfold is not None else 0.0
        self.height = 2 * look.padding_top + self.header.height + body + notes + unfold
