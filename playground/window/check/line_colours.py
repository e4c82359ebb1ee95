"""JSON colours in the lines of a reply that are in view, and room behind each mark for its numbered disc.

Qt's own highlighter colours every line of a document whenever it can be seen or not; a large reply stopped the window for it.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from PySide6.QtGui import QFont, QTextBlock, QTextCharFormat, QTextLayout

from playground.verdict.spans import Span
from playground.window.schema.highlighter import find_tokens, token_formats
from playground.window.theme import Theme

_Look: TypeAlias = tuple[str, tuple[tuple[int, int], ...], tuple[tuple[int, float], ...]]


class LineColours:
    """Formats one line at a time, and only where that changes something."""

    def __init__(self, theme: Theme) -> None:
        self._formats = token_formats(theme)
        self._shown: dict[int, _Look] = {}  # by the line's number

    def use(self, theme: Theme) -> None:
        """Take the colours of another theme."""
        self._formats = token_formats(theme)
        self._shown.clear()

    def forget(self) -> None:
        """The lines have other numbers now."""
        self._shown.clear()

    def colour(self, block: QTextBlock, spans: Sequence[Span], rooms: Mapping[int, float]) -> bool:
        """Colour what of the line lies in these spans, and make characters wider by so many pixels. Places count in Qt's units from the
        line's start. False where nothing changed."""
        text = block.text()
        look = (text, tuple((span.start, span.end) for span in spans), tuple(rooms.items()))
        if self._shown.get(block.blockNumber()) == look:
            return False
        self._shown[block.blockNumber()] = look
        made: list[QTextLayout.FormatRange] = []
        if spans:
            made += [
                _range(start, length, self._formats[kind])
                for start, length, kind in find_tokens(text)
                if any(span.start <= start < span.end for span in spans)
            ]
        for place, width in rooms.items():
            wider = QTextCharFormat()
            wider.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
            wider.setFontLetterSpacing(width)
            made.append(_range(place, 1, wider))
        if not made and not block.layout().formats():
            return False
        block.layout().setFormats(made)
        block.document().markContentsDirty(block.position(), block.length())
        return True


def _range(start: int, length: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, look
    return made
