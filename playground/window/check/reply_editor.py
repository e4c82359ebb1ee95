"""The editor of the reply: typed, pasted or dropped, with its violations marked in its own text."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QToolTip, QWidget

from playground.verdict.spans import Span
from playground.window.appearance import Appearance
from playground.window.check.reply_highlighter import ReplyHighlighter
from playground.window.conversation.cards import Mark, MarkKind
from playground.window.conversation.strokes import Strokes
from playground.window.edited_text import read_text
from playground.window.text_positions import TextPositions
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_MOST = 300  # marks drawn; more waves than that say nothing more


class ReplyEditor(QPlainTextEdit):
    """`edited` after each change of the text, `mark_activated` and `mark_pointed` with the number of a mark (0: none)."""

    edited = Signal(str)
    mark_activated = Signal(int)
    mark_pointed = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self._text = ""
        self._positions = TextPositions("")
        self._marks: tuple[Mark, ...] = ()
        self._strokes = Strokes((), "")
        self._chosen = 0
        self._pointed = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self._highlighter = ReplyHighlighter(self.document(), appearance.theme)
        self.textChanged.connect(self._take_change)
        appearance.changed.connect(self._use_appearance)
        wording.language_changed.connect(self.retranslate)
        self._use_appearance()
        self.retranslate()

    @property
    def text(self) -> str:
        """The text as it stands."""
        return self._text

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that are shown."""
        return self._marks

    @Slot()
    def retranslate(self) -> None:
        """Word anew what a screen reader reads."""
        self.setAccessibleName(self._wording.say("check.reply_name"))
        self.setPlaceholderText(self._wording.say("check.reply_empty"))

    def show_text(self, text: str) -> None:
        """Put a text in the stead of what stands there; undo brings that back."""
        if text == self._text:
            return
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_marks(self, marks: Sequence[Mark], coloured: Sequence[Span]) -> None:
        """Mark what was found in the text as it stands, and colour where its JSON is."""
        self._marks = tuple(marks)
        self._strokes = Strokes(self._marks, self._text)
        units = self._positions.to_units
        self._highlighter.show(
            [Span(units(span.start), units(span.end)) for span in coloured],
            {units(place - 1): width for place, width in self._rooms().items() if place > 0},
        )
        self._draw_waves()

    def light(self, number: int) -> None:
        """Light the mark of this number, 0 for none."""
        if number != self._pointed:
            self._pointed = number
            self._draw_waves()

    def choose(self, number: int, *, move: bool = False) -> None:
        """Ring the mark of this number and bring it into view; `move` sets the cursor there too."""
        self._chosen = number
        mark = next((mark for mark in self._marks if mark.number == number and number), None)
        if mark is not None and mark.span is not None:
            cursor = self.textCursor()
            cursor.setPosition(self._positions.to_units(min(mark.span.start, len(self._text))))
            self.setTextCursor(cursor)
            self.ensureCursorVisible()
            if move:
                self.setFocus()
        self._draw_waves()

    def go_to_mark(self, direction: int) -> int:
        """Choose the next (1) or previous (-1) numbered mark from the cursor, around the end; its number, 0 if there is none."""
        numbered = sorted((mark.span.start, mark.number) for mark in self._marks if mark.number and mark.span)
        if not numbered:
            return 0
        here = (self._positions.to_points(self.textCursor().position()), self._chosen)
        if direction > 0:
            _, number = next((each for each in numbered if each > here), numbered[0])
        else:
            _, number = next((each for each in reversed(numbered) if each < here), numbered[-1])
        self.choose(number, move=True)
        return number

    # Qt's own

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")  # never the line separator that Qt would put there
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), "\n".join(self._words_at(event.pos())), self.viewport())
            return True
        if event.type() == QEvent.Type.Leave:
            self.mark_pointed.emit(0)
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        found = self._marks_at(event.position().toPoint())
        self.mark_pointed.emit(next((mark.number for mark in found if mark.number), 0))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self.textCursor().hasSelection():
            return
        number = next((mark.number for mark in self._marks_at(event.position().toPoint()) if mark.number), 0)
        if number:
            self.mark_activated.emit(number)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():  # files go to the view, which reads them
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        placed = self._discs_in_view()
        if not placed:
            return
        theme = self._appearance.theme
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._disc_font())
        for mark, disc in placed:
            radius = disc.height() / 2
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.bad)
            painter.drawRoundedRect(disc, radius, radius)
            if mark.number in (self._chosen, self._pointed):
                painter.setPen(theme.accent)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(disc.adjusted(-2, -2, 2, 2), radius + 2, radius + 2)
            painter.setPen(theme.raised)
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(mark.number))
        painter.end()

    # Inner workings

    @Slot()
    def _take_change(self) -> None:
        text = read_text(self.document())
        if text == self._text:
            return  # only colours changed
        self._text = text
        self._positions = TextPositions(text)
        if self._marks:
            self._marks = ()  # their places are those of the text before; the new ones come at once
            self._strokes = Strokes((), text)
            self.setExtraSelections([])
        self.edited.emit(text)

    def _disc_font(self) -> QFont:
        return self._appearance.font(TypeSize.SMALL - 1, QFont.Weight.Bold)

    def _disc_width(self, number: int) -> float:
        size = self._appearance.scaled(15)
        return max(size, QFontMetricsF(self._disc_font()).horizontalAdvance(str(number)) + size * 0.5)

    def _rooms(self) -> dict[int, float]:
        """How much room the discs behind each place take, in pixels."""
        rooms: dict[int, float] = {}
        for place, mark in self._discs():
            rooms[place] = rooms.get(place, Space.XS) + self._disc_width(self._marks[mark].number or 0) + 2
        return rooms

    def _discs(self) -> list[tuple[int, int]]:
        return self._strokes.discs_in(0, len(self._text), last=True)[:_MOST]

    def _discs_in_view(self) -> list[tuple[Mark, QRectF]]:
        if not self._marks:
            return []
        placed: list[tuple[Mark, QRectF]] = []
        size = float(self._appearance.scaled(15))
        rooms = self._rooms()
        cursor = QTextCursor(self.document())
        used: dict[int, float] = {}
        for place, index in self._discs():
            cursor.setPosition(self._positions.to_units(place))
            here = self.cursorRect(cursor)
            if here.bottom() < 0 or here.top() > self.viewport().height():
                continue
            mark = self._marks[index]
            width = self._disc_width(mark.number or 0)
            right = self._right_of(cursor, place, here.left())
            left = right - rooms.get(place, 0) + Space.XS + used.get(place, 0.0)
            used[place] = used.get(place, 0.0) + width + 2
            middle = here.center().y()
            placed.append((mark, QRectF(max(0.0, left), middle - size / 2, width, size)))
        return placed

    def _right_of(self, cursor: QTextCursor, place: int, left: int) -> float:
        """Where the room behind the character before `place` ends: at the next line's start Qt reports that line."""
        block = cursor.block()
        line = block.layout().lineForTextPosition(cursor.positionInBlock())
        if place > 0 and line.isValid() and line.textStart() == cursor.positionInBlock() and line.lineNumber() > 0:
            return left + float(self._rooms().get(place, 0))
        return float(left)

    def _draw_waves(self) -> None:
        theme = self._appearance.theme
        made: list[QTextEdit.ExtraSelection] = []
        for stroke in self._strokes.strokes_in(0, len(self._text))[:_MOST]:
            mark = self._marks[stroke.mark]
            look = QTextCharFormat()
            if mark.kind is MarkKind.ERROR:
                look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
                look.setUnderlineColor(theme.bad)
                lit = mark.number in (self._chosen, self._pointed)
                look.setBackground(theme.accent_soft if lit else theme.bad_soft)
            else:
                look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
                look.setUnderlineColor(theme.muted)
            made.append(self._select(Span(stroke.start, stroke.end), look))
        self.setExtraSelections(made)
        self.viewport().update()

    def _select(self, span: Span, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._positions.to_units(span.start))
        cursor.setPosition(self._positions.to_units(span.end), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = look
        return selection

    def _marks_at(self, point: QPoint) -> list[Mark]:
        at = self._positions.to_points(self.cursorForPosition(point).position())
        discs = [mark for mark, disc in self._discs_in_view() if disc.contains(point.toPointF())]
        strokes = self._strokes.strokes_in(max(0, at - 1), at + 1)
        return discs or [self._marks[stroke.mark] for stroke in strokes if stroke.start <= at <= stroke.end]

    def _words_at(self, point: QPoint) -> list[str]:
        return [self._wording(mark.message) for mark in self._marks_at(point)[:3]]

    @Slot()
    def _use_appearance(self) -> None:
        self.setFont(self._appearance.mono(TypeSize.SMALL + 1))
        palette = self.palette()
        palette.setColor(palette.ColorRole.Base, QColor(0, 0, 0, 0))
        palette.setColor(palette.ColorRole.Text, self._appearance.theme.text)
        palette.setColor(palette.ColorRole.PlaceholderText, self._appearance.theme.muted)
        self.setPalette(palette)
        self._highlighter.use(self._appearance.theme)
        self._draw_waves()
