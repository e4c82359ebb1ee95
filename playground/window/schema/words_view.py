"""The schema in words: one sentence a line, to be read, selected and copied; each leads to its rule in the text."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QTextEdit

from playground.verdict.drafts import DEFAULT_DRAFT, draft_of
from playground.verdict.json_text import Reading, read
from playground.verdict.plain_schema.statements import Statement, describe
from playground.verdict.spans import Span
from playground.window.appearance import Appearance
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.text import Text, text

_STEP = 18  # pixels for each level of nesting
_MOST_SHOWN = 600


class WordsView(QTextEdit):
    """`rule_wanted` with the span of the rule whose sentence was clicked, or on which Return was pressed."""

    rule_wanted = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._reading: Reading | None = None
        self._statements: tuple[Statement, ...] = ()
        self._lines: list[int] = []  # of each line, the index of its statement
        self._asked: tuple[str, bool] | None = None
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(Space.S)
        use_thin_bars(self, appearance)
        self.viewport().setMouseTracking(True)
        self.cursorPositionChanged.connect(self._mark)
        appearance.changed.connect(self._fill)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    @property
    def sentences(self) -> list[str]:
        """What is said, line by line."""
        return [self._wording(statement.sentence) for statement in self._statements]

    def show_schema(self, schema_text: str, *, formats_checked: bool) -> None:
        """Say this schema; a text that is no JSON gets a sentence that says so."""
        if self._asked == (schema_text, formats_checked):
            return
        self._asked = schema_text, formats_checked
        self._reading = read(schema_text)
        answer = self._reading.answer
        if answer is None:
            self._statements = (Statement(text("schema.nothing" if not schema_text.strip() else "schema.no_json"), "", kept=True),)
        else:
            draft = draft_of(answer.value) or DEFAULT_DRAFT
            told = describe(answer.value, draft=draft.name, formats_checked=formats_checked)
            self._statements = told[:_MOST_SHOWN]
            if len(told) > _MOST_SHOWN:
                self._statements = (*self._statements, Statement(text("schema.too_long"), told[_MOST_SHOWN].pointer, kept=True))
        self._fill()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.setAccessibleName(self._wording.say("schema.view.words_name"))
        self.setToolTip(self._wording.say("schema.view.words_tip"))
        self._fill()

    def height_wanted(self) -> int:
        """Of all its lines at the present width, in pixels."""
        return round(self.document().size().height()) + 2

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self._follow(self.cursorForPosition(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._follow(self.textCursor())
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._mark()

    def _follow(self, cursor: QTextCursor) -> None:
        line = cursor.blockNumber()
        if self._reading is None or self._reading.answer is None or line >= len(self._lines):
            return
        place = self._reading.place(self._statements[self._lines[line]].pointer)
        if place is not None:
            self.rule_wanted.emit(place.key or Span(place.value.start, place.value.start))

    @Slot()
    def _fill(self) -> None:
        at = self.textCursor().blockNumber()
        self.clear()
        self._lines = []
        theme = self._appearance.theme
        self.setFont(self._appearance.font(TypeSize.BODY))
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for index, statement in enumerate(self._statements):
            said = self._wording(statement.sentence)
            look = QTextCharFormat()
            look.setForeground(theme.muted if statement.kept else theme.text)
            look.setFontItalic(statement.kept)
            self._new_line(cursor, statement.depth, index)
            strong = QTextCharFormat(look)
            strong.setFontWeight(QFont.Weight.DemiBold)
            head = self._head_of(statement.sentence)
            cursor.insertText(said[: len(head)] if said.startswith(head) else "", strong)
            cursor.insertText(said.removeprefix(head), look)
            if statement.note:
                quiet = QTextCharFormat()
                quiet.setForeground(theme.muted)
                quiet.setProperty(QTextFormat.Property.FontPixelSize, self._appearance.font(TypeSize.SMALL).pixelSize())
                self._new_line(cursor, statement.depth, index, note=True)
                cursor.insertText(" ".join(statement.note.split()), quiet)
        cursor.endEditBlock()
        moved = QTextCursor(self.document().findBlockByNumber(min(at, max(0, len(self._lines) - 1))))
        self.setTextCursor(moved)

    def _new_line(self, cursor: QTextCursor, depth: int, index: int, *, note: bool = False) -> None:
        block = QTextBlockFormat()
        block.setLeftMargin(self._appearance.scaled(_STEP) * max(0, depth))
        block.setTopMargin(0 if note else Space.XS)
        if self._lines:
            cursor.insertBlock(block)
        else:
            cursor.setBlockFormat(block)
        self._lines.append(index)

    def _head_of(self, sentence: Text) -> str:
        """What the sentence speaks of, as it stands at its beginning."""
        head = dict(sentence.parameters).get("head")
        return "" if head is None else self._wording.say("schema.head", head=head)

    @Slot()
    def _mark(self) -> None:
        """The line on which the keyboard stands."""
        if not self.hasFocus():
            self.setExtraSelections([])
            return
        line = QTextEdit.ExtraSelection()
        line.cursor = self.textCursor()
        line.cursor.clearSelection()
        look = QTextCharFormat()
        look.setBackground(self._appearance.theme.accent_soft)
        look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        line.format = look
        self.setExtraSelections([line])
