"""Completes the names in braces of a template while they are typed."""

from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QPainter, QStandardItem, QStandardItemModel, QTextCursor
from PySide6.QtWidgets import QCompleter, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from playground.window.appearance import Appearance
from playground.window.controls.fields import Editor
from playground.window.controls.painting import paint_box
from playground.window.theme import Radius, Space, TypeSize

_NAME = Qt.ItemDataRole.UserRole
_MEANING = Qt.ItemDataRole.UserRole + 1
_WIDEST = 520


class Choice(NamedTuple):
    """A name, and what is filled in for it, in words."""

    name: str
    meaning: str


class _Lines(QStyledItemDelegate):
    """Name and meaning in two columns."""

    def __init__(self, appearance: Appearance, parent: QObject) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self.wide = 0  # pixels of the longest name

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        metrics = QFontMetrics(self._appearance.font())
        meaning = metrics.horizontalAdvance(str(index.data(_MEANING)))
        return QSize(self.wide + meaning + 3 * Space.M, metrics.height() + 2 * self._appearance.scaled(5))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        theme = self._appearance.theme
        area = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_box(painter, area.adjusted(3, 1, -3, -1), Radius.CONTROL, fill=theme.accent_soft)
        painter.setPen(theme.text)
        painter.setFont(self._appearance.mono(TypeSize.BODY - 1))
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area.adjusted(Space.M, 0, 0, 0), middle, str(index.data()))
        painter.setFont(self._appearance.font())
        place = area.adjusted(self.wide + 2 * Space.M, 0, -Space.M, 0)
        meaning = QFontMetrics(painter.font()).elidedText(
            str(index.data(_MEANING)), Qt.TextElideMode.ElideRight, int(place.width())
        )
        painter.drawText(place, middle, meaning)


class Completion(QObject):
    """Belongs to one editor. A list opens after an opening brace; Return or Tab take what is chosen in it."""

    def __init__(self, appearance: Appearance, editor: Editor) -> None:
        super().__init__(editor)
        self._appearance = appearance
        self._editor = editor
        self._model = QStandardItemModel(self)
        self.list = QListView()
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._lines = _Lines(appearance, self)
        self._completer = QCompleter(self._model, self)
        self._completer.setPopup(self.list)
        self.list.setItemDelegate(self._lines)  # the completer has set its own
        self._completer.setWidget(editor)
        self._completer.setCompletionRole(_NAME)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setMaxVisibleItems(8)
        self._completer.activated.connect(self.insert)
        editor.textChanged.connect(self._offer)
        editor.completing = self.list.isVisible

    def offer(self, choices: list[Choice]) -> None:
        """What there is to choose from."""
        self._model.clear()
        for choice in choices:
            item = QStandardItem(f"{{{choice.name}}}")
            item.setData(choice.name, _NAME)
            item.setData(choice.meaning, _MEANING)
            item.setData(f"{{{choice.name}}}: {choice.meaning}", Qt.ItemDataRole.AccessibleTextRole)
            item.setToolTip(choice.meaning)
            item.setEditable(False)
            self._model.appendRow(item)

    @Slot(str)
    def insert(self, name: str) -> None:
        """Put a placeholder where the cursor stands, in the stead of what is typed of one."""
        cursor = self._editor.textCursor()
        begun = self._begun()
        if begun is not None:
            cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, len(begun) + 1)
            after = QTextCursor(self._editor.textCursor())
            after.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor)
            if after.selectedText() == "}":
                cursor.setPosition(cursor.position())
                cursor.setPosition(after.position(), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(f"{{{name}}}")
        self._editor.setTextCursor(cursor)
        self.list.hide()
        self._editor.setFocus()

    def _begun(self) -> str | None:
        """What is typed of a name behind the last opening brace; None where no brace is open."""
        cursor = self._editor.textCursor()
        line = cursor.block().text()[: cursor.positionInBlock()]
        brace = line.rfind("{")
        begun = line[brace + 1 :]
        return begun if brace >= 0 and (not begun or begun.isidentifier()) else None

    @Slot()
    def _offer(self) -> None:
        begun = self._begun()
        if begun is None or not self._editor.hasFocus():
            self.list.hide()
            return
        self._completer.setCompletionPrefix(begun)
        names = [self._completer.completionModel().index(row, 0).data(_NAME) for row in range(self._completer.completionCount())]
        if not names or names == [begun]:
            self.list.hide()
            return
        self._dress()
        self.list.setCurrentIndex(self._completer.completionModel().index(0, 0))
        wide = min(self.list.sizeHintForColumn(0) + 4, self._appearance.scaled(_WIDEST))
        cursor = self._editor.cursorRect()
        self._completer.complete(QRect(cursor.left(), cursor.top(), wide, cursor.height() + 4))

    def _dress(self) -> None:
        theme = self._appearance.theme
        mono = QFontMetrics(self._appearance.mono(TypeSize.BODY - 1))
        names = [self._model.item(row).text() for row in range(self._model.rowCount())]
        self._lines.wide = max((mono.horizontalAdvance(name) for name in names), default=0)
        self.list.setStyleSheet(
            f"QListView {{ background: {theme.raised.name()}; border: 1px solid {theme.border.name()}; outline: 0; }}"
        )
