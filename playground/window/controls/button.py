"""Buttons: one that stands out, outlined ones, quiet ones; each may open a menu."""

from enum import Enum, auto

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QPainterPath,
    QPaintEvent,
)
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolTip, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.menu import Menu
from playground.window.controls.painting import begin, blend
from playground.window.icons import paint_icon
from playground.window.theme import Radius, Space, TypeSize

_HEIGHT = 32
_ICON = 16


class Kind(Enum):
    """How loud a button is."""

    PRIMARY = auto()  # the one thing to do
    OUTLINED = auto()
    QUIET = auto()  # words alone, a ground under the pointer
    LINK = auto()  # small words, beside a heading


class Joined(Enum):
    """Which side of a button touches another one and has no round corners."""

    NOT = auto()
    LEFT = auto()
    RIGHT = auto()


class Button(QPushButton):
    """A painted push button. Its text is also its accessible name; a button of an icon alone is named by `name_it`."""

    def __init__(
        self,
        appearance: Appearance,
        kind: Kind = Kind.OUTLINED,
        *,
        icon: str | None = None,
        menu: Menu | None = None,
        arrow: bool = True,
        joined: Joined = Joined.NOT,
        gives_way: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """`icon` is a Lucide name; with a `menu` the button opens it, and shows an arrow unless `arrow` is False.

        One that `gives_way` may be narrower than its words. Words that do not fit are shortened, and its tool tip has them all.
        """
        super().__init__(parent)
        self._appearance = appearance
        self._kind = kind
        self._icon = icon
        self._arrow = arrow and menu is not None
        self._joined = joined
        self._under_pointer = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._gives_way = gives_way
        self.setSizePolicy(QSizePolicy.Policy.Maximum if gives_way else QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        if menu is not None:
            self.setMenu(menu)
        self.themed()
        appearance.changed.connect(self.themed)

    def name_it(self, name: str) -> None:
        """The name of a button without words, for screen readers and as its tool tip."""
        self.setAccessibleName(name)
        self.setToolTip(name)

    def show_icon(self, icon: str | None) -> None:
        """Another icon, or none."""
        self._icon = icon
        self.updateGeometry()
        self.update()

    def be(self, kind: Kind) -> None:
        """Louder or quieter than before."""
        self._kind = kind
        self.update()

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        small = self._kind is Kind.LINK
        self.setFont(self._appearance.font(TypeSize.SMALL if small else TypeSize.BODY, QFont.Weight.Medium))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as its words."""
        scaled = self._appearance.scaled
        width = 2 * self._padding()
        if self.text():
            width += QFontMetrics(self.font()).horizontalAdvance(self.text())
        if self._icon:
            width += scaled(_ICON) + (Space.XS + 2 if self.text() else 0)
        if self._arrow:
            width += scaled(14) + (Space.XS if self.text() or self._icon else 0)
        return QSize(width, scaled(22 if self._kind is Kind.LINK else _HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Never narrower than its words, unless it gives way."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), self._appearance.scaled(64)), hint.height()) if self._gives_way else hint

    def event(self, event: QEvent) -> bool:
        """Shortened words are said in full where there is no other tool tip."""
        if isinstance(event, QHelpEvent) and not self.toolTip() and self.width() < self.sizeHint().width():
            QToolTip.showText(event.globalPos(), self.text(), self)
            return True
        return super().event(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer has come."""
        self._under_pointer = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has gone."""
        self._under_pointer = False
        self.update()
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return presses it too, and Down opens its menu."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Down and self.menu() is not None:
            self.showMenu()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground, icon, words, arrow, ring."""
        theme = self._appearance.theme
        painter = begin(self)
        area = QRectF(self.rect())
        ground, border, ink = self._colours()
        shape = self._shape(area.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setPen(border if border is not None else Qt.PenStyle.NoPen)
        painter.setBrush(ground if ground is not None else Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = painter.pen()
            ring.setStyle(Qt.PenStyle.SolidLine)
            ring.setWidthF(2)
            ring.setColor(theme.accent_ink if self._kind is Kind.PRIMARY else theme.accent)
            painter.setPen(ring)
            inset = 3.0 if self._kind is Kind.PRIMARY else 1.0
            painter.drawPath(self._shape(area.adjusted(inset, inset, -inset, -inset)))
        x = float(self._padding())
        scaled = self._appearance.scaled
        if self._icon:
            size = scaled(_ICON)
            paint_icon(
                painter,
                self._icon,
                QRectF(x, (area.height() - size) / 2, size, size),
                ink,
            )
            x += size + Space.XS + 2
        painter.setPen(ink)
        painter.setFont(self.font())
        if self.text():
            room = area.width() - x - self._padding() + 2
            painter.drawText(
                QRectF(x, 0, room, area.height()),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
                QFontMetrics(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, int(room)),
            )
        if self._arrow:
            size = scaled(14)
            left = area.width() - self._padding() - size + 2
            paint_icon(
                painter,
                "chevron-down",
                QRectF(left, (area.height() - size) / 2 + 1, size, size),
                ink,
            )
        painter.end()

    def _padding(self) -> int:
        if self._kind is Kind.LINK:
            return Space.XS + 2
        return Space.M if self.text() else Space.S

    def _colours(self) -> tuple[QColor | None, QColor | None, QColor]:
        theme = self._appearance.theme
        lit = self._under_pointer and self.isEnabled()
        pressed = self.isDown() or self.isChecked()
        if not self.isEnabled():
            return (
                None,
                None if self._kind in (Kind.QUIET, Kind.LINK) else theme.line,
                theme.faint,
            )
        if self._kind is Kind.PRIMARY:
            ground = theme.accent
            if pressed or lit:
                ground = blend(theme.accent_ink, theme.accent, 0.22 if pressed else 0.12)
            return ground, None, theme.accent_ink
        ground_or_none = theme.accent_soft if pressed else theme.hover if lit else None
        if self._kind is Kind.OUTLINED:
            return (
                ground_or_none or theme.raised,
                theme.border if theme.name == "contrast" else blend(theme.border, theme.line, 0.4),
                theme.text,
            )
        ink = theme.text if self._kind is Kind.QUIET or lit or pressed else theme.muted
        return ground_or_none, None, ink

    def _shape(self, area: QRectF) -> QPainterPath:
        path = QPainterPath()
        radius = float(min(Radius.CONTROL, area.height() / 2))
        path.addRoundedRect(area, radius, radius)
        if self._joined is Joined.NOT:
            return path
        square = QPainterPath()
        middle = QPointF(area.center().x(), area.top())
        if self._joined is Joined.RIGHT:
            square.addRect(QRectF(middle, area.bottomRight()))
        else:
            square.addRect(QRectF(area.topLeft(), QPointF(middle.x(), area.bottom())))
        return path.united(square)
