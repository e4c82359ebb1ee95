"""One row of a card's body, laid out: glyphs by QTextLayout, and where its marks are drawn."""

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextCharFormat, QTextLayout, QTextLine, QTextOption

from playground.window.conversation.cards import Card
from playground.window.conversation.json_colours import colour_json
from playground.window.conversation.look import Look
from playground.window.conversation.rows import Row
from playground.window.conversation.shown import Shown
from playground.window.conversation.strokes import Strokes
from playground.window.text_positions import TextPositions

Format = QTextLayout.FormatRange


class Underline(NamedTuple):
    """A stretch of one line under a mark; `rect` reaches from the line's top to its bottom, in the row's coordinates."""

    rect: QRectF
    baseline: float
    mark: int


class Disc(NamedTuple):
    """The disc of a mark, in the row's coordinates."""

    rect: QRectF
    mark: int


class RowLayout:
    """A row set to a width. Coordinates start at the row's top left corner."""

    __slots__ = ("_layout", "_positions", "_row", "_shown", "discs", "height", "natural_width", "underlines")

    def __init__(self, card: Card, row: Row, strokes: Strokes, look: Look, width: float, *, in_string: bool = False) -> None:
        self._row = row
        discs = strokes.discs_in(row.start, row.shown_end, last=row.end == len(card.body))
        self._shown = Shown(card.body, row.start, row.shown_end, discs)
        self._positions = TextPositions(self._shown.text)
        self._layout = QTextLayout(self._shown.text, look.font_of(card))
        self._layout.setCacheEnabled(True)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(4 * look.metrics_of(card).horizontalAdvance(" "))
        self._layout.setTextOption(option)
        self._layout.setFormats(self._formats(card, look, in_string=in_string))
        self.height = self._set_lines(width, look)
        self.natural_width = self._layout.maximumWidth()
        self.discs = [self._disc(card, look, offset, mark) for offset, mark in self._shown.discs]
        self.underlines = [
            underline
            for stroke in strokes.strokes_in(row.start, row.shown_end)
            for underline in self._underlines(max(stroke.start, row.start), min(stroke.end, row.shown_end), stroke.mark)
        ]

    @property
    def start(self) -> int:
        """Where the row begins in the body."""
        return self._row.start

    @property
    def end(self) -> int:
        """Where the row ends in the body."""
        return self._row.end

    @property
    def layout(self) -> QTextLayout:
        """For drawing."""
        return self._layout

    def range_of(self, start: int, end: int) -> tuple[int, int]:
        """(start, length) in Qt's counting of a range of the body, cut to this row."""
        first = self._shown.offset_of(min(max(start, self._row.start), self._row.shown_end), behind_discs=True)
        last = self._shown.offset_of(min(max(end, self._row.start), self._row.shown_end))
        unit = self._positions.to_units(first)
        return unit, max(0, self._positions.to_units(last) - unit)

    def rects_of(self, start: int, end: int) -> list[QRectF]:
        """Where a range of the body stands, one rectangle per line."""
        return [underline.rect for underline in self._underlines(max(start, self._row.start), min(end, self._row.shown_end), 0)]

    def place_at(self, point: QPointF) -> int:
        """The place of the body nearest to this point."""
        line = self._line_at(point.y())
        return self._shown.place_of(self._positions.to_points(line.xToCursor(point.x())))

    def mark_at(self, point: QPointF) -> int | None:
        """The mark whose disc or underlined characters lie at this point; the innermost of several."""
        for disc in self.discs:
            if disc.rect.contains(point):
                return disc.mark
        hits = [underline for underline in self.underlines if underline.rect.contains(point)]
        return min(hits, key=lambda underline: underline.rect.width()).mark if hits else None

    def _formats(self, card: Card, look: Look, *, in_string: bool) -> list[Format]:
        formats: list[Format] = []
        for span in card.coloured:
            start, end = max(span.start, self._row.start), min(span.end, self._row.shown_end)
            if start < end:
                in_string = in_string and start == self._row.start
                tokens = colour_json(card.body, start, end, in_string=in_string)
                if self._shown.plain and self._positions.plain:  # the usual case, and some hundred tokens in a row
                    formats += [
                        _format(first - self._row.start, last - first, look.formats[colour]) for first, last, colour in tokens
                    ]
                else:
                    formats += [_format(*self._units(first, last), look.formats[colour]) for first, last, colour in tokens]
        formats += [_format(*self._units_of_shown(first, last), look.written_out) for first, last in self._shown.written_out]
        for offset, mark in self._shown.discs:
            number = card.marks[mark].number or 0
            formats.append(_format(*self._units_of_shown(offset, offset + 1), look.disc_place(number, card)))
        return formats

    def _units(self, start: int, end: int) -> tuple[int, int]:
        return self._units_of_shown(self._shown.offset_of(start, behind_discs=True), self._shown.offset_of(end))

    def _units_of_shown(self, first: int, last: int) -> tuple[int, int]:
        unit = self._positions.to_units(first)
        return unit, self._positions.to_units(last) - unit

    def _set_lines(self, width: float, look: Look) -> float:
        y = 0.0
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            height = max(line.height(), float(look.line_height))
            line.setPosition(QPointF(0, y + (height - line.height()) / 2))
            y += height
        self._layout.endLayout()
        return max(y, float(look.line_height))

    def _line_at(self, y: float) -> QTextLine:
        low, high = 0, self._layout.lineCount() - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._layout.lineAt(middle).y() <= y:
                low = middle
            else:
                high = middle - 1
        return self._layout.lineAt(low)

    def _underlines(self, start: int, end: int, mark: int) -> list[Underline]:
        if start >= end:
            return []
        first, length = self._units(start, end)
        last = first + length
        found = []
        line = self._layout.lineForTextPosition(first)
        index = line.lineNumber() if line.isValid() else self._layout.lineCount()
        while index < self._layout.lineCount():
            line = self._layout.lineAt(index)
            begins, ends = line.textStart(), line.textStart() + line.textLength()
            if begins >= last:
                break
            left, right = _x_of(line, max(first, begins)), _x_of(line, min(last, ends))
            left, right = min(left, right), max(left, right)
            rect = QRectF(left, line.y(), max(right - left, 3.0), line.height())
            found.append(Underline(rect, line.y() + line.ascent(), mark))
            index += 1
        return found

    def _disc(self, card: Card, look: Look, offset: int, mark: int) -> Disc:
        unit = self._positions.to_units(offset)
        line = self._layout.lineForTextPosition(unit)
        width = look.disc_width(card.marks[mark].number or 0)
        x, after = _x_of(line, unit), _x_of(line, unit + 1)
        middle = (x + after) / 2
        return Disc(QRectF(middle - width / 2, line.y() + (line.height() - look.disc_size) / 2, width, look.disc_size), mark)


def _format(start: int, length: int, format: QTextCharFormat) -> Format:
    made = Format()
    made.start = start
    made.length = length
    made.format = format
    return made


def _x_of(line: QTextLine, unit: int) -> float:
    found: object = line.cursorToX(unit)  # the x, and the unit it was found for where that is no boundary between letters
    x = found[0] if isinstance(found, tuple) else found
    return x if isinstance(x, float) else 0.0
