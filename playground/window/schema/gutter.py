"""The strip left of the schema's text: line numbers and the sign of each problem."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from playground.window.appearance import Appearance
from playground.window.controls.painting import fill
from playground.window.icons import paint_icon
from playground.window.theme import Space, TypeSize

if TYPE_CHECKING:
    from playground.window.schema.editor import SchemaEditor

_SIGNS = {"error": "circle-x", "hint": "triangle-alert"}


class Gutter(QWidget):
    """Painted beside the lines in view."""

    def __init__(self, editor: "SchemaEditor", appearance: Appearance) -> None:
        super().__init__(editor)
        self._editor = editor
        self._appearance = appearance

    def needed_width(self) -> int:
        """Room for the longest line number and a sign, in pixels."""
        metrics = QFontMetrics(self._appearance.mono(TypeSize.SMALL))
        digits = max(2, len(str(self._editor.blockCount())))
        return Space.XS + self._sign_size() + Space.XS + digits * metrics.horizontalAdvance("0") + Space.S

    def sizeHint(self) -> QSize:
        return QSize(self.needed_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._appearance.theme
        painter = QPainter(self)
        fill(painter, self.rect(), theme.raised)
        painter.setFont(self._appearance.mono(TypeSize.SMALL))
        size = self._sign_size()
        current = self._editor.textCursor().blockNumber()
        top = self._editor.viewportMargins().top()
        for block, line in self._editor.visible_lines():
            area = QRect(0, line.top() + top, self.width(), line.height())
            if self._editor.marks_of_line(block):
                fill(painter, area, theme.bad_soft)
                fill(painter, QRect(self.width() - 3, area.top(), 3, area.height()), theme.bad)
            painter.setPen(theme.text if block.blockNumber() == current else theme.muted)
            first = area.adjusted(0, 0, 0, min(0, self._editor.fontMetrics().lineSpacing() - area.height()))
            numbers = first.adjusted(0, 0, -Space.S, 0)
            painter.drawText(numbers, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(block.blockNumber() + 1))
            worst = self._editor.worst_of_line(block)
            if worst is not None:
                sign = QRectF(Space.XS, first.center().y() - size / 2, size, size)
                paint_icon(painter, _SIGNS[worst], sign, theme.bad if worst == "error" else theme.warn)
        painter.end()

    def _sign_size(self) -> int:
        return self._appearance.scaled(13)
