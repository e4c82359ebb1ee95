"""A painted horizontal slider over whole numbers."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.painting import begin, paint_box

_LEAST = 80  # pixels, however large the text


class Slider(QSlider):
    """A groove, filled up to a handle; arrows, Home and End move it, a click jumps. The wheel scrolls the column, not the value."""

    def __init__(self, appearance: Appearance, low: int, high: int, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._appearance = appearance
        self.setRange(low, high)
        self.setPageStep(1)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        appearance.changed.connect(self.themed)

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A line of text high."""
        return QSize(self._appearance.scaled(160), self._appearance.scaled(24))

    def minimumSizeHint(self) -> QSize:
        """Narrow columns are possible."""
        return QSize(_LEAST, self._appearance.scaled(24))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press puts the handle there."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._go_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """And drags it."""
        if self.isSliderDown():
            self._go_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Left to what scrolls around it."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Groove, filled part, handle, ring."""
        theme = self._appearance.theme
        painter = begin(self)
        middle = self.height() / 2
        radius = self._radius()
        x = self._x_of(self.sliderPosition())
        paint_box(painter, QRectF(0, middle - 1.5, self.width(), 3), 1.5, fill=theme.border)
        paint_box(painter, QRectF(0, middle - 1.5, x, 3), 1.5, fill=theme.accent)
        handle = QRectF(x - radius, middle - radius, 2 * radius, 2 * radius)
        paint_box(
            painter,
            handle,
            radius,
            fill=theme.raised,
            border=theme.accent,
            width=2 if self.hasFocus() else 1.25,
        )
        inner = radius - 3.5
        painter.setBrush(theme.accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(x, middle), inner, inner)
        painter.end()

    def _radius(self) -> float:
        return self._appearance.scaled(8)

    def _x_of(self, value: int) -> float:
        radius = self._radius()
        span = max(1, self.maximum() - self.minimum())
        return radius + (value - self.minimum()) * (self.width() - 2 * radius) / span

    def _go_to(self, x: float) -> None:
        radius = self._radius()
        share = (x - radius) / max(1.0, self.width() - 2 * radius)
        self.setSliderPosition(round(self.minimum() + min(max(share, 0.0), 1.0) * (self.maximum() - self.minimum())))
