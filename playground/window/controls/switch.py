"""A switch that is on or off, its words beside it and perhaps what it does below them."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.painting import begin, paint_box
from playground.window.theme import Radius, Space, TypeSize

_TRACK = (30, 18)
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_ENDLESS = 10_000


class Switch(QCheckBox):
    """To Qt and to screen readers a check box."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._what = ""
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        policy.setHorizontalStretch(1)
        self.setSizePolicy(policy)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.themed()
        appearance.changed.connect(self.themed)

    def say(self, words: str, what: str = "") -> None:
        """Its words, and what it does."""
        self._what = what
        self.setText(words.replace("&", "&&"))
        self.setAccessibleName(words)
        self.setAccessibleDescription(what)
        self.updateGeometry()
        self.update()

    def show_state(self, on: bool) -> None:  # noqa: FBT001 - as setChecked has it
        """On or off; tells nobody."""
        blocked = self.blockSignals(True)
        self.setChecked(on)
        self.blockSignals(blocked)

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self.setFont(self._appearance.font(TypeSize.BODY))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Narrow columns break its words."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Of its lines."""
        words, what = self._places(width)
        return max(words.bottom(), what.bottom(), self._appearance.scaled(_TRACK[1])) + Space.XS

    def sizeHint(self) -> QSize:
        """On one line."""
        width = self._left + QFontMetrics(self.font()).horizontalAdvance(self.accessibleName()) + Space.XS
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """The height is that of its width."""
        return QSize(self._left, self._appearance.scaled(_TRACK[1]) + Space.XS)

    def hitButton(self, pos: QPoint) -> bool:
        """All of it can be pressed."""
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Track, knob, words, ring."""
        theme, scaled = self._appearance.theme, self._appearance.scaled
        words, what = self._places(self.width())
        painter = begin(self)
        wide, high = scaled(_TRACK[0]), scaled(_TRACK[1])
        first = QFontMetrics(self.font()).height()
        track = QRectF(0, words.top() + (first - high) / 2, wide, high).adjusted(1, 1, -1, -1)
        on = self.isChecked()
        edge = theme.accent if on else theme.border
        paint_box(painter, track, track.height() / 2, fill=theme.accent if on else theme.raised, border=edge, width=1.5)
        size = track.height() - 6
        left = track.right() - size - 3 if on else track.left() + 3
        knob = QRectF(left, track.top() + 3, size, size)
        paint_box(painter, knob, size / 2, fill=theme.accent_ink if on else theme.border)
        painter.setPen(theme.text if self.isEnabled() else theme.faint)
        painter.setFont(self.font())
        painter.drawText(words, int(_WRAPPED), self.accessibleName())
        if self._what:
            painter.setPen(theme.muted)
            painter.setFont(self._small)
            painter.drawText(what, int(_WRAPPED), self._what)
        if self.hasFocus():
            paint_box(painter, QRectF(self.rect()), Radius.CONTROL, border=theme.accent, width=2)
        painter.end()

    @property
    def _small(self) -> QFont:
        return self._appearance.font(TypeSize.SMALL)

    @property
    def _left(self) -> int:
        return self._appearance.scaled(_TRACK[0]) + Space.S

    def _places(self, width: int) -> tuple[QRect, QRect]:
        """Where its words and what it does stand in this width."""
        room = max(width - self._left - Space.XS, 1)
        words = QFontMetrics(self.font()).boundingRect(QRect(0, 0, room, _ENDLESS), int(_WRAPPED), self.accessibleName() or " ")
        words = QRect(self._left, Space.XS, room, words.height())
        if not self._what:
            return words, words
        what = QFontMetrics(self._small).boundingRect(QRect(0, 0, room, _ENDLESS), int(_WRAPPED), self._what)
        return words, QRect(self._left, words.bottom() + 2, room, what.height())
