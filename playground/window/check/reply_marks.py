"""What is drawn over the reply's text: waves, numbered discs, what is lit. Only the lines in view are ever looked at."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from playground.verdict.spans import Span
from playground.window.appearance import Appearance
from playground.window.check.broken_lines import BrokenText
from playground.window.check.line_colours import LineColours
from playground.window.conversation.cards import Mark, MarkKind
from playground.window.conversation.strokes import Strokes
from playground.window.edited_text import find_difference
from playground.window.theme import Space, TypeSize

_MOST = 2000  # marks in the text; the list has them all


class ReplyMarks:
    """Belongs to one editor, which says when its text, its scroll position or the appearance has changed."""

    def __init__(self, editor: QPlainTextEdit, appearance: Appearance) -> None:
        self._editor = editor
        self._appearance = appearance
        self._colours = LineColours(appearance.theme)
        self._text = BrokenText("", "")
        self._coloured: tuple[Span, ...] = ()
        self._strokes = Strokes((), "")
        self._view: tuple[QTextBlock, int, int] | None = None  # the first line in view, and the points at both ends
        self._placed: list[tuple[Mark, QRectF]] | None = None  # the discs in view; None when they must be placed anew
        self._widths: dict[int, float] = {}  # of discs, by how many digits they have
        self.marks: tuple[Mark, ...] = ()
        self.chosen = 0
        self.pointed = 0
        self.lit: Span | None = None

    def take_text(self, text: BrokenText) -> None:
        """The text is another one now. Until there is a new verdict the marks in view move with what was typed before them."""
        before, self._text = self._text.text, text
        self.lit = None
        if not self.marks and not self._coloured:
            return
        same, tail = find_difference(before, text.text)
        end, shift = len(before) - tail, len(text.text) - len(before)
        if not same and not tail:
            self.marks, self._coloured = (), ()
        marks = [(mark, mark.span) for mark in self._marks_in_view() if mark.span is not None]
        self.marks = tuple(
            mark if span.end <= same else replace(mark, span=Span(span.start + shift, span.end + shift))
            for mark, span in marks
            if span.end <= same or span.start >= end
        )
        self._coloured = tuple(
            Span(*(place if place <= same else max(same, place + shift) for place in (span.start, span.end)))
            for span in self._coloured
        )
        self._strokes = Strokes(self.marks, text.text)

    def move_breaks(self, text: BrokenText) -> None:
        """The same text, but its lines are broken elsewhere."""
        self._text = text
        self.dress()

    def show(self, marks: Sequence[Mark], coloured: Sequence[Span]) -> None:
        """Other marks, and other stretches that are JSON."""
        self._coloured = tuple(coloured)
        if tuple(marks[:_MOST]) != self.marks:
            self.marks = tuple(marks[:_MOST])
            self._strokes = Strokes(self.marks, self._text.text)
        self.dress()

    def use_appearance(self) -> None:
        """Other colours, or another size."""
        self._colours.use(self._appearance.theme)
        self._widths.clear()
        self.dress()

    def renumber(self) -> None:
        """Lines were added or taken away."""
        self._colours.forget()

    def dress(self) -> None:
        """Colour the lines in view, make room in them, and draw their waves."""
        editor, units = self._editor, self._text.to_units
        block = first = editor.firstVisibleBlock()
        top = editor.contentOffset().y()
        end = block.position()
        while block.isValid() and top <= editor.viewport().height():
            start, end = block.position(), block.position() + block.length() - 1
            points = self._text.to_points(start), self._text.to_points(end)
            spans = [
                Span(units(span.start) - start, units(span.end, before_break=True) - start)
                for span in self._coloured
                if span.start < points[1] and span.end > points[0]
            ]
            rooms = {units(place - 1) - start: width for place, width in self._rooms(*points).items()}
            self._colours.colour(block, spans, rooms)
            top += editor.blockBoundingRect(block).height()
            block = block.next()
        self._placed = None
        self._view = (first, self._text.to_points(first.position()) if first.isValid() else 0, self._text.to_points(end))
        self.draw_waves()

    def draw_waves(self) -> None:
        """Draw the waves of the marks in view, and what is lit."""
        theme = self._appearance.theme
        made: list[QTextEdit.ExtraSelection] = []
        if self.lit is not None:
            ground = QTextCharFormat()
            ground.setBackground(theme.accent_soft)
            made.append(self._select(self.lit, ground))
        if self._view is not None:
            for stroke in self._strokes.strokes_in(self._view[1], self._view[2] + 1):
                mark = self.marks[stroke.mark]
                made.append(self._select(Span(stroke.start, stroke.end), self._wave(mark)))
        self._editor.setExtraSelections(made)
        self._editor.viewport().update()

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Draw the discs in this area of the viewport."""
        theme = self._appearance.theme
        painter.setFont(self._disc_font())
        for mark, disc in self._discs_in_view():
            if not disc.intersects(area):
                continue
            radius = disc.height() / 2
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.bad)
            painter.drawRoundedRect(disc, radius, radius)
            if mark.number in (self.chosen, self.pointed):
                painter.setPen(theme.accent)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(disc.adjusted(-2, -2, 2, 2), radius + 2, radius + 2)
            painter.setPen(theme.raised)
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(mark.number))

    def at(self, point: QPoint) -> list[Mark]:
        """The marks at a point of the viewport."""
        here = self._text.to_points(self._editor.cursorForPosition(point).position())
        discs = [mark for mark, disc in self._discs_in_view() if disc.contains(point.toPointF())]
        strokes = self._strokes.strokes_in(max(0, here - 1), here + 1)
        return discs or [self.marks[stroke.mark] for stroke in strokes if stroke.start <= here <= stroke.end]

    def _marks_in_view(self) -> list[Mark]:
        if self._view is None or not self.marks:
            return []
        _, start, end = self._view
        found = {stroke.mark for stroke in self._strokes.strokes_in(start, end + 1)}
        found |= {mark for _, mark in self._strokes.discs_in(start, end, last=False)}
        return [self.marks[place] for place in sorted(found)]

    def _wave(self, mark: Mark) -> QTextCharFormat:
        theme = self._appearance.theme
        look = QTextCharFormat()
        if mark.kind is not MarkKind.ERROR:
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
            look.setUnderlineColor(theme.muted)
            return look
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        look.setUnderlineColor(theme.bad)
        ground: QColor = theme.accent_soft if mark.number in (self.chosen, self.pointed) else theme.bad_soft
        look.setBackground(ground)
        return look

    def _select(self, span: Span, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self._editor.document())
        cursor.setPosition(self._text.to_units(span.start))
        cursor.setPosition(self._text.to_units(span.end, before_break=True), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = look
        return selection

    def _disc_font(self) -> QFont:
        return self._appearance.font(TypeSize.SMALL - 1, QFont.Weight.Bold)

    def _disc_width(self, number: int) -> float:
        digits = len(str(number))
        if digits not in self._widths:
            size = self._appearance.scaled(15)
            self._widths[digits] = max(size, QFontMetricsF(self._disc_font()).horizontalAdvance("8" * digits) + size * 0.5)
        return self._widths[digits]

    def _rooms(self, start: int, end: int) -> dict[int, float]:
        """How much room the discs behind each place in this stretch take, in pixels."""
        rooms: dict[int, float] = {}
        for place, mark in self._strokes.discs_in(start, end, last=False):
            if place > start:
                rooms[place] = rooms.get(place, Space.XS) + self._disc_width(self.marks[mark].number or 0) + 2
        return rooms

    def _discs_in_view(self) -> list[tuple[Mark, QRectF]]:
        if self._placed is None:
            self._placed = self._place_discs()
        return self._placed

    def _place_discs(self) -> list[tuple[Mark, QRectF]]:
        if not self.marks or self._view is None:
            return []
        placed: list[tuple[Mark, QRectF]] = []
        size = float(self._appearance.scaled(15))
        rooms = self._rooms(self._view[1], self._view[2])
        cursor = QTextCursor(self._editor.document())
        used: dict[int, float] = {}
        for place, index in self._strokes.discs_in(self._view[1], self._view[2], last=self._view[2] >= len(self._text.text)):
            cursor.setPosition(self._text.to_units(place, before_break=True))
            here = self._editor.cursorRect(cursor)
            if here.bottom() < 0 or here.top() > self._editor.viewport().height():
                continue
            mark = self.marks[index]
            width = self._disc_width(mark.number or 0)
            room = rooms.get(place, 0.0)
            right = here.left() + (room if _begins_line(cursor) else 0.0)
            left = right - room + Space.XS + used.get(place, 0.0)
            used[place] = used.get(place, 0.0) + width + 2
            middle = here.center().y()
            placed.append((mark, QRectF(max(0.0, left), middle - size / 2, width, size)))
        return placed


def _begins_line(cursor: QTextCursor) -> bool:
    """At a wrapped line's start, where the room ends that belongs to the line before: Qt reports the later line."""
    line = cursor.block().layout().lineForTextPosition(cursor.positionInBlock())
    return line.isValid() and line.textStart() == cursor.positionInBlock() and line.lineNumber() > 0
