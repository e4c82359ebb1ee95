"""JSON colours while typing; beyond a size that would make typing slow, none."""

import re
from collections.abc import Iterator

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from playground.window.text_positions import TextPositions
from playground.window.theme import Theme

LARGEST = 200_000  # characters; measured: above it a whole pass stops the window for too long
_TOKEN = re.compile(r'(?P<string>"(?:[^"\\]|\\.)*"?)(?P<colon>\s*:)?|(?P<number>-?\d[\d.eE+-]*)|(?P<word>\b(?:true|false|null)\b)')


class JsonHighlighter(QSyntaxHighlighter):
    """Colours keys, strings, numbers and words of JSON, line by line: no JSON token spans lines."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._formats = token_formats(theme)

    def use(self, theme: Theme) -> None:
        """Take the colours of another theme."""
        self._formats = token_formats(theme)
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colour one line."""
        if self.document().characterCount() > LARGEST:
            return
        for start, length, kind in find_tokens(text):
            self.setFormat(start, length, self._formats[kind])


def find_tokens(line: str) -> Iterator[tuple[int, int, str]]:
    """The tokens of JSON in a line that have a colour: (start, length, kind), in Qt's units."""
    units = TextPositions(line).to_units
    for match in _TOKEN.finditer(line):
        group = match.lastgroup or ""
        if group == "colon":
            group, kind = "string", "key"
        else:
            kind = "string" if group == "string" else "number"
        start = units(match.start(group))
        yield start, units(match.end(group)) - start, kind


def token_formats(theme: Theme) -> dict[str, QTextCharFormat]:
    """How each kind of token looks."""
    return {
        "key": _format(theme.key),
        "string": _format(theme.string),
        "number": _format(theme.number),
    }


def _format(colour: QColor) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(colour)
    return made
