"""The few shapes that all painted controls share."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget


def begin(widget: QWidget) -> QPainter:
    """A painter for rounded shapes; end it with `end()`."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def paint_box(
    painter: QPainter,
    area: QRectF,
    radius: float,
    *,
    fill: QColor | None = None,
    border: QColor | None = None,
    width: float = 1.0,
    dashed: bool = False,
) -> None:
    """A rounded box; its border lies inside `area`."""
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    if border is None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(area, radius, radius)
        return
    pen = QPen(border, width)
    if dashed:
        pen.setDashPattern([3.0, 2.5])
    painter.setPen(pen)
    half = width / 2
    painter.drawRoundedRect(area.adjusted(half, half, -half, -half), radius - half, radius - half)


def fill(painter: QPainter, area: QRectF | QRect, colour: QColor) -> None:
    """One colour all over `area`. Unlike `fillRect`, whose first call makes Qt load every ready-made gradient (15 ms)."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRect(area)


def paint_focus(painter: QPainter, area: QRectF, radius: float, accent: QColor) -> None:
    """The ring around what the keyboard speaks to; it lies inside `area`."""
    paint_box(painter, area, radius, border=accent, width=2.0)


def blend(over: QColor, under: QColor, share: float) -> QColor:
    """`share` of the first colour laid over the second."""
    rest = 1 - share
    return QColor.fromRgbF(
        over.redF() * share + under.redF() * rest,
        over.greenF() * share + under.greenF() * rest,
        over.blueF() * share + under.blueF() * rest,
    )
