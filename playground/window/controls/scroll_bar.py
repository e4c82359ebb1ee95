"""A thin scroll bar."""

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QScrollBar,
    QStyle,
    QStyleOptionSlider,
)

from playground.window.appearance import Appearance
from playground.window.controls.painting import begin, paint_box

_WIDTH = 10


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
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle = self.style().subControlRect(
            QStyle.ComplexControl.CC_ScrollBar,
            option,
            QStyle.SubControl.SC_ScrollBarSlider,
            self,
        )
        painter = begin(self)
        area = QRectF(handle).adjusted(2, 2, -2, -2)
        theme = self._appearance.theme
        paint_box(
            painter,
            area,
            min(area.width(), area.height()) / 2,
            fill=theme.muted if self.isSliderDown() else theme.border,
        )
        painter.end()


def use_thin_bars(area: QAbstractScrollArea, appearance: Appearance) -> None:
    """Give a scroll area thin bars in both directions."""
    area.setVerticalScrollBar(ScrollBar(appearance, Qt.Orientation.Vertical))
    area.setHorizontalScrollBar(ScrollBar(appearance, Qt.Orientation.Horizontal))
