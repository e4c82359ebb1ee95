"""One attempt as a button: its number, and its verdict in a sign and two words."""

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.painting import begin, paint_box
from playground.window.conversation.cards import Tone
from playground.window.icons import paint_icon
from playground.window.theme import Radius, Space, TypeSize

_ICONS = {Tone.GOOD: "check", Tone.BAD: "x", Tone.WARN: "triangle-alert", Tone.BUSY: "clock", Tone.PLAIN: "circle"}


class AttemptButton(QAbstractButton):
    """Checked while its attempt is the selected one."""

    def __init__(self, appearance: Appearance, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number = number
        self._appearance = appearance
        self._tone = Tone.BUSY
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self.themed)

    def say(self, tone: Tone, words: str, name: str) -> None:
        """The verdict in two words, and the whole of it as the accessible name."""
        self._tone = tone
        self.setText(words)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.update()

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words = QFontMetrics(self._appearance.font(TypeSize.SMALL)).horizontalAdvance(self.text())
        number = QFontMetrics(self._number_font()).horizontalAdvance(str(self.number))
        return QSize(2 * Space.S + number + self._icon_size() + 2 * Space.XS + words + 2, self._appearance.scaled(32))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._appearance.scaled(56), self._appearance.scaled(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._appearance.theme
        painter = begin(self)
        area = QRectF(self.rect())
        ground = theme.hover if self.underMouse() and not self.isChecked() else theme.raised
        paint_box(painter, area, Radius.CONTROL, fill=ground, border=theme.line)
        if self.isChecked() or self.hasFocus():
            paint_box(painter, area, Radius.CONTROL, border=theme.accent, width=2 if self.isChecked() else 1.25)
        left = float(Space.S)
        painter.setPen(theme.text)
        painter.setFont(self._number_font())
        width = QFontMetrics(self._number_font()).horizontalAdvance(str(self.number))
        painter.drawText(QRectF(left, 0, width + 1, area.height()), Qt.AlignmentFlag.AlignVCenter, str(self.number))
        left += width + Space.XS
        ink = {Tone.GOOD: theme.good, Tone.BAD: theme.bad, Tone.WARN: theme.warn}.get(self._tone, theme.muted)
        size = self._icon_size()
        paint_icon(painter, _ICONS[self._tone], QRectF(left, (area.height() - size) / 2, size, size), ink)
        left += size + Space.XS
        painter.setPen(ink)
        font = self._appearance.font(TypeSize.SMALL)
        painter.setFont(font)
        room = area.width() - left - Space.XS
        if QFontMetrics(font).horizontalAdvance(self.text()) <= room:  # half a word says less than the sign alone
            painter.drawText(QRectF(left, 0, room, area.height()), Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.end()

    def _number_font(self) -> QFont:
        return self._appearance.font(TypeSize.SMALL, QFont.Weight.Bold)

    def _icon_size(self) -> int:
        return self._appearance.scaled(13)
