"""The grounds and waves in the schema's text: broken rules, problems, and the pair of brackets at the cursor."""

from collections.abc import Sequence

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QTextEdit

from playground.verdict.schema_report import SchemaReport
from playground.verdict.spans import Span
from playground.window.schema.brackets import matching_brackets
from playground.window.text_positions import TextPositions
from playground.window.theme import Theme

_MOST = 200  # more waves than that say nothing more, and cost time at each key
_LARGEST_FOR_BRACKETS = 200_000  # characters; they are looked for at each move of the cursor


class Selections:
    """Makes them for one state of the text."""

    def __init__(self, document: QTextDocument, text: str, positions: TextPositions, theme: Theme) -> None:
        self._document = document
        self._text = text
        self._positions = positions
        self._theme = theme

    def make(self, report: SchemaReport, rules: Sequence[Span], cursor: int) -> list[QTextEdit.ExtraSelection]:
        """What belongs to these problems, these broken rules and a cursor before this code point."""
        theme = self._theme
        made = [self._line_of(rule) for rule in rules[:_MOST]]
        waves = [(problem.span, theme.bad, QTextCharFormat.UnderlineStyle.WaveUnderline) for problem in report.errors]
        waves += [(problem.span, theme.warn, QTextCharFormat.UnderlineStyle.DashUnderline) for problem in report.hints]
        made += [self._select(self._widen(span), _underline(colour, style)) for span, colour, style in waves[:_MOST] if span]
        return made + self._brackets(cursor)

    def _line_of(self, rule: Span) -> QTextEdit.ExtraSelection:
        look = QTextCharFormat()
        look.setBackground(self._theme.bad_soft)
        look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        start = self._text.rfind("\n", 0, rule.start) + 1
        end = self._text.find("\n", rule.start)
        return self._select(Span(start, end if end >= 0 else len(self._text)), look)

    def _brackets(self, cursor: int) -> list[QTextEdit.ExtraSelection]:
        pair = matching_brackets(self._text, cursor) if len(self._text) <= _LARGEST_FOR_BRACKETS else None
        if pair is None:
            return []
        here, partner = pair
        look = QTextCharFormat()
        look.setBackground(self._theme.accent_soft if partner is not None else self._theme.bad_soft)
        look.setFontUnderline(True)
        return [self._select(Span(place, place + 1), look) for place in (here, partner) if place is not None]

    def _widen(self, span: Span) -> Span:
        """A place of no width still gets one character to underline."""
        if span.end > span.start:
            return span
        return Span(span.start, span.start + 1) if span.start < len(self._text) else Span(max(0, span.start - 1), span.start)

    def _select(self, span: Span, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self._document)
        last = self._positions.to_units(len(self._text))
        cursor.setPosition(min(self._positions.to_units(span.start), last))
        cursor.setPosition(min(self._positions.to_units(span.end), last), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = look
        return selection


def _underline(colour: QColor, style: QTextCharFormat.UnderlineStyle) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setUnderlineColor(colour)
    look.setUnderlineStyle(style)
    return look
