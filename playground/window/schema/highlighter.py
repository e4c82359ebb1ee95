"""JSON colours while typing; beyond a size that would make typing slow, none."""

import re

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from playground.window.theme import Theme

LARGEST = 200_000  # characters; measured: above it a whole pass stops the window for too long
_TOKEN = re.compile(r'(?P<string>"(?:[^"\\]|\\.)*"?)(?P<colon>\s*:)?|(?P<number>-?\d[\d.eE+-]*)|(?P<word>\b(?:true|false|null)\b)')


class JsonHighlighter(QSyntaxHighlighter):
    """Colours keys, strings, numbers and words of JSON, line by line: no JSON token spans lines."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._formats = _formats(theme)

    def use(self, theme: Theme) -> None:
        """Take the colours of another theme."""
        self._formats = _formats(theme)
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        """Colour one line."""
        if self.document().characterCount() > LARGEST:
            return
        for match in _TOKEN.finditer(text):
            if match["string"] is not None:
                kind = "key" if match["colon"] else "string"
                self._colour(match, "string", kind)
            elif match["number"] is not None:
                self._colour(match, "number", "number")
            else:
                self._colour(match, "word", "number")

    def _colour(self, match: re.Match[str], group: str, kind: str) -> None:
        # A line is short: counting its characters beyond U+FFFF costs less than keeping positions.
        before = match.string[: match.start(group)]
        start = len(before) + sum(character > "\uffff" for character in before)
        token = match[group]
        self.setFormat(
            start,
            len(token) + sum(character > "\uffff" for character in token),
            self._formats[kind],
        )


def _formats(theme: Theme) -> dict[str, QTextCharFormat]:
    return {
        "key": _format(theme.key),
        "string": _format(theme.string),
        "number": _format(theme.number),
    }


def _format(colour: QColor) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(colour)
    return made
