"""The text beside a lesson, in a window of its own."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QTextBlockFormat, QTextCursor, QTextTable
from PySide6.QtWidgets import QDialog, QFrame, QTextBrowser, QVBoxLayout, QWidget

from playground.store.scenario_files import Lesson
from playground.window.appearance import Appearance
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_SIZE = (620, 720)


class LessonText(QDialog):
    """Shows the lesson's text in the window's language; both may change while it is open. Our own text: it may be laid out."""

    def __init__(self, appearance: Appearance, wording: Wording, lesson: Lesson, parent: QWidget) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self._lesson = lesson
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._browser = QTextBrowser()
        self._browser.setFrameShape(QFrame.Shape.NoFrame)
        self._browser.setOpenLinks(False)
        self._browser.document().setDocumentMargin(Space.XXL)
        use_thin_bars(self._browser, appearance)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._browser)
        self.resize(appearance.scaled(_SIZE[0]), _SIZE[1])
        appearance.changed.connect(self.retranslate)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    @property
    def text(self) -> str:
        """What stands there."""
        return self._browser.toPlainText()

    @Slot()
    def retranslate(self) -> None:
        """Read it anew, in the window's language and looks."""
        try:
            content = self._lesson.text_file(self._wording.language).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            content = self._wording.say("window.lesson_missing")
        self._browser.setFont(self._appearance.font(TypeSize.LARGE))
        self._browser.setMarkdown(content)
        self.setWindowTitle(self._browser.document().firstBlock().text())
        self._browser.setAccessibleName(self.windowTitle())
        self._set_type()

    def _set_type(self) -> None:
        """Our sizes and colours in the stead of Qt's: airy lines, quiet tables, JSON in its own font."""
        document = self._browser.document()
        block = document.begin()
        while block.isValid():
            cursor = QTextCursor(block)
            shape = QTextBlockFormat()
            shape.setLineHeight(138, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            level = block.blockFormat().headingLevel()
            if level:
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                look = cursor.charFormat()
                look.setFont(self._appearance.font(TypeSize.TITLE if level == 1 else TypeSize.LARGE, QFont.Weight.DemiBold))
                cursor.mergeCharFormat(look)
                shape.setTopMargin(0 if level == 1 else Space.L)
            cursor.mergeBlockFormat(shape)
            self._set_code(QTextCursor(block))
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                shape_of_table = frame.format()
                shape_of_table.setCellPadding(Space.S)
                shape_of_table.setCellSpacing(0)
                shape_of_table.setBorder(1)
                shape_of_table.setBorderBrush(self._appearance.theme.line)
                shape_of_table.setBorderCollapse(True)
                frame.setFormat(shape_of_table)

    def _set_code(self, cursor: QTextCursor) -> None:
        places = []
        pieces = cursor.block().begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            if piece.isValid() and piece.charFormat().fontFixedPitch():
                places.append((piece.position(), piece.length()))
            pieces += 1
        for start, length in places:
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            look = cursor.charFormat()
            look.setFont(self._appearance.mono(TypeSize.BODY))
            cursor.setCharFormat(look)
