"""Completes the names in braces of a template while they are typed."""

from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QStandardItem, QStandardItemModel, QTextCursor
from PySide6.QtWidgets import QCompleter, QListView

from playground.window.appearance import Appearance
from playground.window.controls.fields import Editor

_NAME = Qt.ItemDataRole.UserRole


class Choice(NamedTuple):
    """A name, and what is filled in for it, in words."""

    name: str
    meaning: str


class Completion(QObject):
    """Belongs to one editor. A list opens after an opening brace; Return or Tab take what is chosen in it."""

    def __init__(self, appearance: Appearance, editor: Editor) -> None:
        super().__init__(editor)
        self._appearance = appearance
        self._editor = editor
        self._model = QStandardItemModel(self)
        self.list = QListView()
        self.list.setUniformItemSizes(True)
        self._completer = QCompleter(self._model, self)
        self._completer.setPopup(self.list)
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
            item = QStandardItem(f"{{{choice.name}}}   {choice.meaning}")
            item.setData(choice.name, _NAME)
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
        self._completer.complete(self._editor.cursorRect().adjusted(0, 0, self._wide(), 4))

    def _wide(self) -> int:
        bar = self.list.verticalScrollBar().sizeHint().width()
        wanted = self.list.sizeHintForColumn(0) + bar + 2 * self._appearance.scaled(8)
        return min(max(wanted, self._appearance.scaled(200)), self._appearance.scaled(520)) - self._editor.cursorRect().width()

    def _dress(self) -> None:
        theme, air = self._appearance.theme, self._appearance.scaled(5)
        self.list.setFont(self._appearance.font())
        self.list.setStyleSheet(
            f"QListView {{ background: {theme.raised.name()}; color: {theme.text.name()};"
            f" border: 1px solid {theme.border.name()}; padding: 4px; outline: 0; }}"
            f"QListView::item {{ padding: {air}px {2 * air}px; border-radius: 6px; }}"
            f"QListView::item:selected {{ background: {theme.accent_soft.name()}; color: {theme.text.name()}; }}"
        )
