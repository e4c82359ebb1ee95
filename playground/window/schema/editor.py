"""The editor of a schema's text: line numbers, JSON colours, matching brackets, problems where they are, rules that were broken."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRect, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QToolTip, QWidget

from playground.verdict.schema_report import SchemaProblem, SchemaReport
from playground.verdict.spans import Span
from playground.window.appearance import Appearance
from playground.window.edited_text import read_text, replace_text, undoes
from playground.window.schema.gutter import Gutter
from playground.window.schema.highlighter import JsonHighlighter
from playground.window.schema.rule_discs import RuleDisc, group_marks, label_of
from playground.window.schema.selections import Selections
from playground.window.schema.typing import closing_bracket, new_line
from playground.window.text_positions import TextPositions
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording


class RuleMark(NamedTuple):
    """A rule of the schema that the selected attempt broke: the violation's number, and where the rule stands."""

    number: int
    span: Span
    selected: bool = False


class SchemaEditor(QPlainTextEdit):
    """Signals: `edited` with the whole text after each change by the person, `rule_activated` with a violation's number,
    `place_wanted` before a place is shown: the text must be in view."""

    edited = Signal(str)
    rule_activated = Signal(int)
    place_wanted = Signal()

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self._report = SchemaReport()
        self._marks: tuple[RuleMark, ...] = ()
        self._text = ""
        self._positions = TextPositions("")
        self._filling = False
        self._marking = False  # until the keyboard comes, or there is something to say
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)  # the keyboard must be able to leave; Ctrl+] and Ctrl+[ indent
        self.setUndoRedoEnabled(False)  # one undo for the whole scenario: the document's
        self._gutter = Gutter(self, appearance)
        self._highlighter = JsonHighlighter(self.document(), appearance.theme)
        self.blockCountChanged.connect(self._make_room_for_gutter)
        self.updateRequest.connect(self._scroll_gutter)
        self.cursorPositionChanged.connect(self._mark)
        self.textChanged.connect(self._take_change)
        appearance.changed.connect(self._use_appearance)
        wording.language_changed.connect(self.retranslate)
        self._use_appearance()
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Word anew what a screen reader reads."""
        self.setAccessibleName(self._wording.say("editor.name"))
        self.setPlaceholderText(self._wording.say("editor.empty"))

    @property
    def text(self) -> str:
        """The text as it stands, in code points."""
        return self._text

    @property
    def report(self) -> SchemaReport:
        """The problems that are shown."""
        return self._report

    @property
    def marks(self) -> tuple[RuleMark, ...]:
        """The broken rules that are shown."""
        return self._marks

    def show_text(self, text: str) -> None:
        """Show a text that came from elsewhere (opened, undone); the cursor stays where it can. `edited` is not sent."""
        if text == self._text:
            return
        before = self._text
        self._filling = True
        replace_text(self.document(), before, text)
        self._filling = False
        self._remember(text)
        if not before:
            self.moveCursor(QTextCursor.MoveOperation.Start)
        self._mark()

    def show_report(self, report: SchemaReport) -> None:
        """Show the errors and hints of the schema check."""
        self._report = report
        self._marking = True
        self._mark()

    def show_marks(self, marks: Sequence[RuleMark]) -> None:
        """Show the rules that were broken; the selected one is scrolled into view."""
        self._marks = tuple(marks)
        self._marking = self._marking or bool(marks)
        self._mark()
        for mark in self._marks:
            if mark.selected:
                self._reveal(mark.span)

    @Slot()
    def lay_text_out(self) -> None:
        """The format command: indent the JSON anew; broken JSON stays as it is and its first fault is shown."""
        from playground.verdict.json_layout import lay_out  # noqa: PLC0415 - not needed for the first paint

        laid_out = lay_out(self._text)
        if laid_out is None:
            self.go_to_problem(1)
            return
        self._replace_all(laid_out)

    def go_to_problem(self, direction: int) -> None:
        """Move the cursor to the next (1) or previous (-1) problem, around the end."""
        starts = sorted(problem.span.start for problem in self._problems() if problem.span)
        if not starts:
            return
        self.place_wanted.emit()
        here = self._positions.to_points(self.textCursor().position())
        if direction > 0:
            target = next((start for start in starts if start > here), starts[0])
        else:
            target = next((start for start in reversed(starts) if start < here), starts[-1])
        self._reveal(Span(target, target), move=True)

    def reveal(self, span: Span) -> None:
        """Put the cursor, and the keyboard, at a place of the text."""
        self.place_wanted.emit()
        self._reveal(span, move=True)

    def marks_of_line(self, block: QTextBlock) -> list[RuleMark]:
        """The broken rules whose place begins in this line, in order of their numbers."""
        return sorted((mark for mark in self._marks if self._block_of(mark.span) == block), key=lambda mark: mark.number)

    def worst_of_line(self, block: QTextBlock) -> str | None:
        """ "error", "hint" or None: the sign that the gutter shows beside this line."""
        for kind, problems in (("error", self._report.errors), ("hint", self._report.hints)):
            if any(problem.span is not None and self._block_of(problem.span) == block for problem in problems):
                return kind
        return None

    def visible_lines(self) -> list[tuple[QTextBlock, QRect]]:
        """The lines in view, each with its rectangle in the viewport."""
        lines = []
        block = self.firstVisibleBlock()
        while block.isValid():
            rectangle = self.blockBoundingGeometry(block).translated(self.contentOffset()).toRect()
            if rectangle.top() > self.height():
                break
            if block.isVisible():
                lines.append((block, rectangle))
            block = block.next()
        return lines

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and undoes(event):
            event.ignore()  # the window's undo spans all panes
            return False
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = self._positions.to_points(self.cursorForPosition(event.pos()).position())
            QToolTip.showText(event.globalPos(), self._problem_words(at), self.viewport())
            return True
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if undoes(event):
            event.ignore()
            return
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_F8:
            self.go_to_problem(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif control and event.key() in (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight):
            self._indent(1 if event.key() == Qt.Key.Key_BracketRight else -1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._type(*new_line(*self._around_cursor()))
        elif event.text() in {"}", "]"} and not self.textCursor().hasSelection():
            before, _ = self._around_cursor()
            self._type(closing_bracket(before, event.text()), "", remove=len(before) - len(before.rstrip(" ")))
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        for disc in self._discs():
            if disc.place.contains(event.position().toPoint()):
                self.rule_activated.emit(disc.next_number)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():  # a file goes to the pane, which asks what is meant
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._gutter.setGeometry(inside.left(), inside.top(), self._gutter.needed_width(), inside.height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._marking = True
        self._mark()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._marks:  # the viewport is not touched before it must be: see `use_own_viewport`
            return
        theme = self._appearance.theme
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._appearance.font(TypeSize.SMALL))
        for disc in self._discs():
            place, radius = disc.place, disc.place.height() / 2
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.bad)
            painter.drawRoundedRect(place, radius, radius)
            if disc.selected:
                painter.setPen(theme.accent)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(place.adjusted(-2, -2, 2, 2), radius + 2, radius + 2)
            painter.setPen(theme.raised)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, label_of(disc.marks))
        painter.end()

    def _discs(self) -> list[RuleDisc]:
        """The numbered discs in view: behind the text of their line, else before it, else at the right edge."""
        if not self._marks:
            return []
        size = self._appearance.scaled(16)
        metrics = QFontMetricsF(self._appearance.font(TypeSize.SMALL))
        placed = []
        for block, rectangle in self.visible_lines():
            groups = group_marks(self.marks_of_line(block))
            if not groups:
                continue
            wide = [max(size, round(metrics.horizontalAdvance(label_of(of)) + size * 0.6)) for of in groups]
            last = block.layout().lineAt(block.layout().lineCount() - 1)
            left = round(rectangle.left() + last.naturalTextRect().right()) + Space.S
            left = self._find_room(block, left, sum(wide) + len(wide) * Space.XS)
            middle = round(rectangle.top() + last.rect().center().y())
            for marks, width in zip(groups, wide, strict=True):
                placed.append(RuleDisc(marks, QRect(left, middle - size // 2, width, size)))
                left += width + Space.XS
        return placed

    def _find_room(self, block: QTextBlock, behind: int, width: int) -> int:
        """Where discs of this width hide no character: `behind` the text, or in the indent before it."""
        last_place = self.viewport().width() - width
        if behind <= last_place:
            return behind
        indent = len(block.text()) - len(block.text().lstrip(" "))
        line = block.layout().lineAt(block.layout().lineCount() - 1)
        if line.textStart() == 0:
            start = line.naturalTextRect().left() + indent * QFontMetricsF(self.font()).horizontalAdvance(" ")
            before = round(self.blockBoundingGeometry(block).translated(self.contentOffset()).left() + start) - width
            if before >= 0:
                return before
        return last_place

    def _problems(self) -> tuple[SchemaProblem, ...]:
        return (*self._report.errors, *self._report.hints)

    def _problem_words(self, at: int) -> str:
        found = [p for p in self._problems() if p.span and p.span.start <= at <= max(p.span.end, p.span.start + 1)]
        return "\n".join(self._wording(problem.message) for problem in found[:3])

    def _block_of(self, span: Span) -> QTextBlock:
        return self.document().findBlock(self._positions.to_units(min(span.start, len(self._text))))

    @Slot()
    def _take_change(self) -> None:
        if self._filling:
            return
        text = read_text(self.document())
        if text == self._text:
            return
        self._remember(text)
        self._report = SchemaReport()  # its places are those of the text before
        self._marks = ()
        self._mark()
        self.edited.emit(text)

    def _remember(self, text: str) -> None:
        self._text = text
        self._positions = TextPositions(text)

    def _around_cursor(self) -> tuple[str, str]:
        """The line before the cursor, and what follows on it."""
        cursor = self.textCursor()
        line = cursor.block().text()
        return line[: cursor.positionInBlock()], line[cursor.positionInBlock() :]

    def _type(self, before: str, after: str, *, remove: int = 0) -> None:
        """Type text before and after the cursor, having removed blanks left of it."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, remove)
        cursor.insertText(before + after)
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.MoveAnchor, len(after))
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    def _indent(self, direction: int) -> None:
        cursor = self.textCursor()
        first, last = (self.document().findBlock(place) for place in (cursor.selectionStart(), cursor.selectionEnd()))
        cursor.beginEditBlock()
        block = first
        while block.isValid() and block.blockNumber() <= last.blockNumber():
            at_start = QTextCursor(block)
            if direction > 0:
                at_start.insertText("  ")
            else:
                blanks = len(block.text()) - len(block.text().lstrip(" "))
                at_start.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, min(2, blanks))
                at_start.removeSelectedText()
            block = block.next()
        cursor.endEditBlock()

    def _replace_all(self, text: str) -> None:
        if text == self._text:
            return
        self.show_text(text)
        self._report = SchemaReport()
        self._marks = ()
        self._mark()
        self.edited.emit(text)

    def _reveal(self, span: Span, *, move: bool = False) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._positions.to_units(min(span.start, len(self._text))))
        if move:
            self.setTextCursor(cursor)
            self.setFocus()
            return
        line = cursor.blockNumber()
        lines = self.visible_lines()
        if not lines or not lines[0][0].blockNumber() <= line <= lines[-1][0].blockNumber() - 1:
            self.verticalScrollBar().setValue(max(0, line - len(lines) // 2))

    @Slot()
    def _mark(self) -> None:
        if not self._marking:  # nothing to mark yet, and the first marks make Qt load much that the first paint does without
            return
        if self.document().characterCount() - 1 != self._positions.to_units(len(self._text)):
            return  # the cursor moved in a text that is about to be told of
        cursor = self._positions.to_points(self.textCursor().position())
        selections = Selections(self.document(), self._text, self._positions, self._appearance.theme)
        self.setExtraSelections(selections.make(self._report, [mark.span for mark in self._marks], cursor))
        self._gutter.update()
        self.viewport().update()

    @Slot()
    def _make_room_for_gutter(self) -> None:
        self.setViewportMargins(self._gutter.needed_width(), Space.XS, 0, Space.XS)
        inside = self.contentsRect()
        self._gutter.setGeometry(inside.left(), inside.top(), self._gutter.needed_width(), inside.height())

    @Slot(QRect, int)
    def _scroll_gutter(self, area: QRect, by: int) -> None:
        if by:
            self._gutter.scroll(0, by)
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())

    @Slot()
    def _use_appearance(self) -> None:
        self.setFont(self._appearance.mono(TypeSize.SMALL + 1))
        self._highlighter.use(self._appearance.theme)
        self._make_room_for_gutter()
        self._mark()
