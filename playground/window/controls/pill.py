"""A state in a few words on a soft ground, with a sign besides its colour."""

from enum import Enum

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.painting import begin, paint_box
from playground.window.icons import paint_icon
from playground.window.theme import Radius, Space, TypeSize


class State(Enum):
    """What a pill says; the value is its sign, a Lucide icon."""

    GOOD = "check"
    BAD = "x"
    WARN = "triangle-alert"
    BUSY = "clock"
    PLAIN = "circle"


class Pill(QWidget):
    """A state as a painted pill; shortened with … where there is no room, in full in its tool tip."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._state = State.PLAIN
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.themed()
        appearance.changed.connect(self.themed)

    def say(self, state: State, text: str) -> None:
        """Show a state in words."""
        self._state = state
        self._text = text
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.updateGeometry()
        self.update()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    @property
    def state(self) -> State:
        """The state shown."""
        return self._state

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self.setFont(self._appearance.font(TypeSize.SMALL, QFont.Weight.Medium))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Sign and words."""
        scaled = self._appearance.scaled
        width = QFontMetrics(self.font()).horizontalAdvance(self._text)
        return QSize(2 * Space.S + scaled(14) + Space.XS + width + 2, scaled(24))

    def minimumSizeHint(self) -> QSize:
        """At least the sign and a few letters."""
        return QSize(
            min(self.sizeHint().width(), self._appearance.scaled(80)),
            self.sizeHint().height(),
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground, sign, words."""
        theme = self._appearance.theme
        ground, ink = {
            State.GOOD: (theme.good_soft, theme.good),
            State.BAD: (theme.bad_soft, theme.bad),
            State.WARN: (theme.warn_soft, theme.warn),
            State.BUSY: (theme.accent_soft, theme.accent),
            State.PLAIN: (
                theme.hover,
                theme.muted if theme.name != "contrast" else theme.text,
            ),
        }[self._state]
        painter = begin(self)
        hint = self.sizeHint()
        area = QRectF(0, 0, min(self.width(), hint.width()), self.height())
        paint_box(painter, area, Radius.CONTROL, fill=ground)
        size = self._appearance.scaled(14)
        paint_icon(
            painter,
            self._state.value,
            QRectF(Space.S, (area.height() - size) / 2, size, size),
            ink,
        )
        left = Space.S + size + Space.XS
        room = area.width() - left - Space.S + 2
        painter.setPen(ink)
        painter.setFont(self.font())
        words = QFontMetrics(self.font()).elidedText(self._text, Qt.TextElideMode.ElideRight, int(room))
        painter.drawText(
            QRectF(left, 0, room, area.height()),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            words,
        )
        painter.end()
