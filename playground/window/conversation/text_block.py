"""A few words of ours, wrapped to a width: titles, notes and links of a card."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainter, QTextLayout, QTextOption

from playground.window.conversation.shown import Shown


class TextBlock:
    """Plain text set in one font; a server's words may stand in it, so what cannot be seen is written out here too."""

    __slots__ = ("_layout", "height", "text", "width")

    def __init__(self, text: str, font: QFont, width: float) -> None:
        """`width` is the most it may take; the attributes `width` and `height` are what it takes, in pixels."""
        self.text = text
        self._layout = QTextLayout(Shown(text, 0, len(text)).text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        self._layout.setCacheEnabled(True)
        self.width = 0.0
        y = 0.0
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(width, 1.0))
            line.setPosition(QPointF(0, y))
            y += line.height()
            self.width = max(self.width, line.naturalTextWidth())
        self._layout.endLayout()
        self.height = y

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Draw with the painter's pen, the top left corner at (x, y)."""
        self._layout.draw(painter, QPointF(x, y))
