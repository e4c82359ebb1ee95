"""A vertical slider whose stops are painted: one shape a kind, words beside it, a filled pill on the choice."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from playground.repair.stops import StopKind
from playground.window.appearance import Appearance
from playground.window.controls.painting import begin, paint_box
from playground.window.icons import paint_icon
from playground.window.theme import Radius, Space, TypeSize


class StopWords(NamedTuple):
    """What stands beside a stop. `warns` puts a sign before the aside."""

    kind: StopKind
    label: str
    aside: str = ""
    mono: bool = False
    warns: bool = False


class StopSlider(QAbstractSlider):
    """`value` is the row from the top. Arrows, Home and End move it, a click chooses; the wheel is left to the column."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._rows: tuple[StopWords, ...] = ()
        self.setOrientation(Qt.Orientation.Vertical)
        self.setPageStep(1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.valueChanged.connect(self._describe)
        appearance.changed.connect(self._themed)

    @property
    def rows(self) -> tuple[StopWords, ...]:
        """What is shown, from top to bottom."""
        return self._rows

    def show_rows(self, rows: Sequence[StopWords], chosen: int) -> None:
        """Show these stops with one of them chosen; no signal is sent."""
        self.blockSignals(True)
        self._rows = tuple(rows)
        self.setRange(0, max(0, len(rows) - 1))
        self.setValue(chosen)
        self.blockSignals(False)
        self._describe()
        self._themed()

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.scaled(240), self._row_height() * max(1, len(self._rows)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.scaled(120), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1}
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_PageUp: 0, Qt.Key.Key_End: self.maximum(), Qt.Key.Key_PageDown: self.maximum()}
        key = Qt.Key(event.key())
        if key in steps:
            self.setValue(self.value() + steps[key])
        elif key in ends:
            self.setValue(ends[key])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setValue(int(event.position().y() // self._row_height()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.setValue(int(event.position().y() // self._row_height()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._appearance.theme
        painter = begin(self)
        height = self._row_height()
        x = self._radius() + 2
        painter.setPen(QPen(theme.line, 3))
        painter.drawLine(QPointF(x, height / 2), QPointF(x, height * (len(self._rows) - 0.5)))
        for place, row in enumerate(self._rows):
            self._paint_row(painter, row, QRectF(0, place * height, self.width(), height), chosen=place == self.value())
        painter.end()

    def _paint_row(self, painter: QPainter, row: StopWords, area: QRectF, *, chosen: bool) -> None:
        theme = self._appearance.theme
        middle = area.center().y()
        self._paint_shape(painter, row.kind, QPointF(self._radius() + 2, middle), chosen=chosen)
        font = self._label_font(row, chosen=chosen)
        metrics = QFontMetrics(font)
        left = 2 * self._radius() + 4 + Space.S
        aside_width = self._aside_width(row)
        room = area.width() - left - 2 * Space.S
        if aside_width and metrics.horizontalAdvance(row.label) + aside_width + Space.M <= room:
            self._paint_aside(painter, row, area)
        label = metrics.elidedText(row.label, Qt.TextElideMode.ElideRight, int(room))
        pill = QRectF(
            left, middle - self._appearance.scaled(12), metrics.horizontalAdvance(label) + 2 * Space.S, self._appearance.scaled(24)
        )
        if chosen:
            paint_box(painter, pill, Radius.CONTROL, fill=theme.accent)
        if chosen and self.hasFocus():
            paint_box(painter, pill.adjusted(-2, -2, 2, 2), Radius.CONTROL + 2, border=theme.accent, width=1.5)
        painter.setFont(font)
        painter.setPen(theme.accent_ink if chosen else theme.text)
        painter.drawText(pill.adjusted(Space.S, 0, Space.S, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, label)

    def _paint_aside(self, painter: QPainter, row: StopWords, area: QRectF) -> None:
        theme = self._appearance.theme
        width = self._aside_width(row)
        left = area.right() - width
        if row.warns:
            size = self._appearance.scaled(13)
            paint_icon(painter, "triangle-alert", QRectF(left, area.center().y() - size / 2, size, size), theme.warn)
            left += size + Space.XS
        painter.setFont(self._appearance.font(TypeSize.SMALL))
        painter.setPen(theme.muted)
        painter.drawText(QRectF(left, area.top(), area.right() - left + 1, area.height()), Qt.AlignmentFlag.AlignVCenter, row.aside)

    def _paint_shape(self, painter: QPainter, kind: StopKind, centre: QPointF, *, chosen: bool) -> None:
        theme = self._appearance.theme
        inks: dict[StopKind, QColor] = {StopKind.ERROR: theme.bad, StopKind.UNKNOWN: theme.warn, StopKind.OWN: theme.good}
        ink = inks.get(kind, theme.accent)
        radius = self._radius() * (1.0 if chosen else 0.8)
        painter.setPen(QPen(ink, 2))
        painter.setBrush(ink if chosen else theme.surface)
        match kind:
            case StopKind.ERROR:
                cut = radius * 0.42
                corners = [
                    (-cut, -radius),
                    (cut, -radius),
                    (radius, -cut),
                    (radius, cut),
                    (cut, radius),
                    (-cut, radius),
                    (-radius, cut),
                    (-radius, -cut),
                ]
                painter.drawPolygon(QPolygonF([centre + QPointF(*corner) for corner in corners]))
            case StopKind.UNKNOWN:
                far = radius * 1.15
                painter.drawPolygon(QPolygonF([centre + QPointF(*corner) for corner in ((0, -far), (far, 0), (0, far), (-far, 0))]))
            case StopKind.OWN:
                painter.drawRoundedRect(
                    QRectF(centre.x() - radius * 0.9, centre.y() - radius * 0.9, radius * 1.8, radius * 1.8), 2, 2
                )
            case StopKind.BEST:
                far = radius * 1.1
                painter.drawPolygon(
                    QPolygonF([centre + QPointF(*corner) for corner in ((0, -far), (far, far * 0.8), (-far, far * 0.8))])
                )
            case _:
                painter.drawEllipse(centre, radius, radius)

    def _aside_width(self, row: StopWords) -> float:
        if not row.aside:
            return 0.0
        words = QFontMetrics(self._appearance.font(TypeSize.SMALL)).horizontalAdvance(row.aside)
        return words + (self._appearance.scaled(13) + Space.XS if row.warns else 0)

    def _label_font(self, row: StopWords, *, chosen: bool) -> QFont:
        if row.mono:
            return self._appearance.mono(TypeSize.SMALL + 1)
        return self._appearance.font(TypeSize.BODY, QFont.Weight.Medium if chosen else QFont.Weight.Normal)

    def _row_height(self) -> int:
        return self._appearance.scaled(30)

    def _radius(self) -> int:
        return self._appearance.scaled(9)

    @Slot()
    def _describe(self) -> None:
        if 0 <= self.value() < len(self._rows):
            row = self._rows[self.value()]
            self.setAccessibleDescription(f"{row.label} {row.aside}".strip())

    @Slot()
    def _themed(self) -> None:
        self.updateGeometry()
        self.update()
