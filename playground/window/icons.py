"""The bundled Lucide icons, drawn in a colour of the theme."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from playground.resources import resource

_FILLED = ("play", "square")  # the signs of run and stop are solid, as everybody knows them


def paint_icon(painter: QPainter, name: str, target: QRectF, colour: QColor) -> None:
    """Draw the icon `name` (a file of resources/icons/lucide without ".svg") into `target`."""
    renderer = QSvgRenderer(QByteArray(_tinted(name, colour)))
    renderer.render(painter, target)


def icon_pixmap(name: str, size: int, colour: QColor, ratio: float = 1.0) -> QPixmap:
    """The icon as a picture of `size` device-independent pixels, sharp at this device-pixel ratio."""
    pixmap = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_icon(painter, name, QRectF(0, 0, size * ratio, size * ratio), colour)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def icon(name: str, colour: QColor, disabled: QColor | None = None, size: int = 20) -> QIcon:
    """The icon for a menu or a button, sharp up to twice its size."""
    made = QIcon()
    for ratio in (1.0, 2.0):
        made.addPixmap(icon_pixmap(name, size, colour, ratio))
        if disabled is not None:
            made.addPixmap(icon_pixmap(name, size, disabled, ratio), QIcon.Mode.Disabled)
    return made


def _tinted(name: str, colour: QColor) -> bytes:
    return _source(name).replace("currentColor", colour.name()).encode()


@cache
def _source(name: str) -> str:
    try:
        source = resource("icons", "lucide", f"{name}.svg").read_text(encoding="utf-8")
    except OSError:  # an icon is never the only sign of anything: the words beside it remain
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"/>'
    return source.replace('fill="none"', 'fill="currentColor"') if name in _FILLED else source
