"""JSON colours where the JSON of a reply stands, and room behind each mark for its numbered disc."""

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QFont, QTextCharFormat, QTextDocument

from playground.verdict.spans import Span
from playground.window.schema.highlighter import LARGEST, JsonHighlighter
from playground.window.theme import Theme


class ReplyHighlighter(JsonHighlighter):
    """`show` takes places in Qt's own units."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document, theme)
        self._coloured: tuple[Span, ...] = ()
        self._rooms: Mapping[int, float] = {}

    def show(self, coloured: Sequence[Span], rooms: Mapping[int, float]) -> None:
        """Colour these stretches, and make the characters at these places wider by so many pixels."""
        before, self._coloured = self._coloured, tuple(coloured)
        rooms_before, self._rooms = self._rooms, dict(rooms)
        if self.document().characterCount() > LARGEST:
            return
        places = {place for place in (*rooms_before, *rooms) if rooms_before.get(place) != rooms.get(place)}
        if before != self._coloured:
            self.rehighlight()
            return
        for number in sorted({self.document().findBlock(place).blockNumber() for place in places}):
            self.rehighlightBlock(self.document().findBlockByNumber(number))

    def highlightBlock(self, text: str) -> None:
        """Colour one line, and make room in it."""
        start = self.currentBlock().position()
        end = start + self.currentBlock().length()
        if any(span.start < end and span.end > start for span in self._coloured):
            super().highlightBlock(text)
        for place, width in self._rooms.items():
            if start <= place < end:
                look: QTextCharFormat = self.format(place - start)
                look.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
                look.setFontLetterSpacing(width)
                self.setFormat(place - start, 1, look)
