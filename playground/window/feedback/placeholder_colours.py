"""Colours for a template: what is filled in when it is sent, and names in braces that nothing is filled in for."""

import re

from PySide6.QtCore import Slot
from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument

from playground.repair.templates import PLACEHOLDERS, names_in
from playground.window.appearance import Appearance
from playground.window.text_positions import TextPositions

_KNOWN = frozenset(placeholder.name for placeholder in PLACEHOLDERS)


class PlaceholderColours(QSyntaxHighlighter):
    """An unknown name is underlined too: never colour alone."""

    def __init__(self, appearance: Appearance, document: QTextDocument) -> None:
        super().__init__(document)
        self._appearance = appearance
        appearance.changed.connect(self._themed)
        self._themed()

    @Slot()
    def _themed(self) -> None:
        theme = self._appearance.theme
        self._known = QTextCharFormat()
        self._known.setForeground(theme.accent)
        self._unknown = QTextCharFormat()
        self._unknown.setForeground(theme.warn)
        self._unknown.setUnderlineColor(theme.warn)
        self._unknown.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        positions = TextPositions(text)
        for name in names_in(text):
            for match in re.finditer(re.escape(f"{{{name}}}"), text):
                first, last = positions.to_units(match.start()), positions.to_units(match.end())
                self.setFormat(first, last - first, self._known if name in _KNOWN else self._unknown)
