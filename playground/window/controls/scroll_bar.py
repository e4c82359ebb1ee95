"""A thin scroll bar."""

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QScrollBar,
    QWidget,
)

from playground.window.appearance import Appearance
from playground.window.controls.painting import begin, blend, paint_box

_WIDTH = 10
_SHORTEST = 26  # pixels, as the style has it


class ScrollBar(QScrollBar):
    """A handle without arrows, painted in the theme's border colour."""

    def __init__(self, appearance: Appearance, orientation: Qt.Orientation) -> None:
        super().__init__(orientation)
        self._appearance = appearance
        appearance.changed.connect(self.themed)

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self.update()

    def sizeHint(self) -> QSize:
        """Thin."""
        return QSize(_WIDTH, 3 * _WIDTH) if self.orientation() is Qt.Orientation.Vertical else QSize(3 * _WIDTH, _WIDTH)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The handle alone."""
        theme = self._appearance.theme
        upright = self.orientation() is Qt.Orientation.Vertical
        length = self.height() if upright else self.width()
        whole = self.maximum() - self.minimum() + self.pageStep()
        if whole <= 0 or self.maximum() <= self.minimum():
            return
        size = max(_SHORTEST, length * self.pageStep() / whole)
        at = (length - size) * (self.sliderPosition() - self.minimum()) / (self.maximum() - self.minimum())
        area = QRectF(3, at + 2, self.width() - 5, size - 4) if upright else QRectF(at + 2, 3, size - 4, self.height() - 5)
        painter = begin(self)
        fill = theme.muted if self.isSliderDown() else blend(theme.border, theme.line, 0.5)
        paint_box(painter, area, min(area.width(), area.height()) / 2, fill=fill)
        painter.end()


def use_thin_bars(area: QAbstractScrollArea, appearance: Appearance) -> None:
    """Give a scroll area thin bars in both directions."""
    area.setVerticalScrollBar(ScrollBar(appearance, Qt.Orientation.Vertical))
    area.setHorizontalScrollBar(ScrollBar(appearance, Qt.Orientation.Horizontal))
    area.setCornerWidget(QWidget())  # else the style paints a square between them
