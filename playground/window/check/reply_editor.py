"""The editor of the reply: typed, pasted or dropped, with its violations marked in its own text."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QToolTip, QWidget

from playground.verdict.spans import Span
from playground.window.appearance import Appearance
from playground.window.check.broken_lines import BrokenText, break_lines, free_mark
from playground.window.check.reply_marks import ReplyMarks
from playground.window.conversation.cards import Mark
from playground.window.edited_text import read_text
from playground.window.theme import TypeSize
from playground.window.words_in_window import Wording


class ReplyEditor(QPlainTextEdit):
    """`edited` after each change of the text, `mark_activated` and `mark_pointed` with the number of a mark (0: none)."""

    edited = Signal(str)
    mark_activated = Signal(int)
    mark_pointed = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self._mark = free_mark("")
        self._text = BrokenText("", self._mark)
        self._placed = ReplyMarks(self, appearance)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.textChanged.connect(self._take_change)
        self.blockCountChanged.connect(self._placed.renumber)
        self.updateRequest.connect(self._follow_scrolling)
        appearance.changed.connect(self._use_appearance)
        wording.language_changed.connect(self.retranslate)
        self._use_appearance()
        self.retranslate()

    @property
    def text(self) -> str:
        """The text as it stands."""
        return self._text.text

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that are shown."""
        return self._placed.marks

    @property
    def lit(self) -> Span | None:
        """The stretch of the text that is lit."""
        return self._placed.lit

    @Slot()
    def retranslate(self) -> None:
        """Word anew what a screen reader reads."""
        self.setAccessibleName(self._wording.say("check.reply_name"))
        self.setPlaceholderText(self._wording.say("check.reply_empty"))

    def show_text(self, text: str) -> None:
        """Put a text in the stead of what stands there; undo brings that back."""
        if text == self.text:
            return
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        self._insert(cursor, text, free_mark(text))
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_marks(self, marks: Sequence[Mark], coloured: Sequence[Span]) -> None:
        """Mark what was found in the text as it stands, and colour where its JSON is."""
        self._placed.show(marks, coloured)

    def light(self, number: int) -> None:
        """Light the mark of this number, 0 for none."""
        if number != self._placed.pointed:
            self._placed.pointed = number
            self._placed.draw_waves()

    def light_up(self, span: Span | None, *, reveal: bool = False) -> None:
        """Light a stretch of the text, None for none; `reveal` brings its start into view."""
        self._placed.lit = span
        if reveal and span is not None:
            self._go_to(span.start)
        self._placed.draw_waves()

    def choose(self, number: int, *, move: bool = False) -> None:
        """Ring the mark of this number and bring it into view; `move` gives the editor the keyboard too."""
        self._placed.chosen = number
        mark = next((mark for mark in self.marks if mark.number == number and number), None)
        if mark is not None and mark.span is not None:
            self._go_to(mark.span.start)
            if move:
                self.setFocus()
        self._placed.draw_waves()

    def go_to_mark(self, direction: int) -> int:
        """Choose the next (1) or previous (-1) numbered mark from the cursor, around the end; its number, 0 if there is none."""
        numbered = sorted((mark.span.start, mark.number) for mark in self.marks if mark.number and mark.span)
        if not numbered:
            return 0
        here = (self._text.to_points(self.textCursor().position()), self._placed.chosen)
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
            return
        before = self.textCursor().position()
        if event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete) and not self.textCursor().hasSelection():
            self._step_over_break(-1 if event.key() == Qt.Key.Key_Backspace else 1)
        super().keyPressEvent(event)
        after = self.textCursor().position()
        if abs(after - before) == 1 and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step_over_break(after - before, keep=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def insertFromMimeData(self, source: QMimeData) -> None:
        """What is pasted may hold very long lines."""
        text = source.text().replace("\r\n", "\n")
        if self._mark in text:
            cursor = self.textCursor()
            start, end = (self._text.to_points(place) for place in (cursor.selectionStart(), cursor.selectionEnd()))
            self.show_text(self.text[:start] + text + self.text[end:])
        else:
            self._insert(self.textCursor(), text, self._mark)
            self.ensureCursorVisible()

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is copied is the text as it is."""
        cursor, made = self.textCursor(), QMimeData()
        start, end = (self._text.to_points(place) for place in (cursor.selectionStart(), cursor.selectionEnd()))
        made.setText(self.text[start:end])
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._placed.dress()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), "\n".join(self._words_at(event.pos())), self.viewport())
            return True
        if event.type() == QEvent.Type.Leave:
            self.mark_pointed.emit(0)
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        found = self._placed.at(event.position().toPoint())
        self.mark_pointed.emit(next((mark.number for mark in found if mark.number), 0))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self.textCursor().hasSelection():
            return
        number = next((mark.number for mark in self._placed.at(event.position().toPoint()) if mark.number), 0)
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
        if self.marks:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._placed.paint(painter, QRectF(event.rect()).adjusted(-3, -3, 3, 3))
            painter.end()

    # Inner workings

    @Slot()
    def _take_change(self) -> None:
        shown = BrokenText(read_text(self.document()), self._mark)
        if shown.text == self.text:
            self._text = shown  # where its lines are broken may be another place
            self._placed.move_breaks(shown)
            return
        self._text = shown
        self._placed.take_text(shown)
        self._placed.dress()
        self.edited.emit(shown.text)

    @Slot(QRect, int)
    def _follow_scrolling(self, _area: QRect, by: int) -> None:
        if by:
            self._placed.dress()

    def _insert(self, cursor: QTextCursor, text: str, mark: str) -> None:
        self._mark = mark
        cursor.insertText(break_lines(text, mark))

    def _go_to(self, place: int) -> None:
        cursor = self.textCursor()
        cursor.setPosition(self._text.to_units(min(place, len(self.text))))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _step_over_break(self, direction: int, *, keep: bool = False) -> None:
        """Where a long line is broken nothing stands that a key could meet."""
        cursor = self.textCursor()
        place = self._text.to_points(cursor.position())
        mode = QTextCursor.MoveMode.KeepAnchor if keep else QTextCursor.MoveMode.MoveAnchor
        cursor.setPosition(self._text.to_units(place, before_break=direction < 0), mode)
        if cursor.position() != self.textCursor().position():
            self.setTextCursor(cursor)

    def _words_at(self, point: QPoint) -> list[str]:
        return [self._wording(mark.message) for mark in self._placed.at(point)[:3]]

    @Slot()
    def _use_appearance(self) -> None:
        self.setFont(self._appearance.mono(TypeSize.SMALL + 1))
        palette = self.palette()
        palette.setColor(palette.ColorRole.Base, QColor(0, 0, 0, 0))
        palette.setColor(palette.ColorRole.Text, self._appearance.theme.text)
        palette.setColor(palette.ColorRole.PlaceholderText, self._appearance.theme.muted)
        self.setPalette(palette)
        self._placed.use_appearance()
