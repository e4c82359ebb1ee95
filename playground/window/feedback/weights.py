"""What the next request would weigh under each strategy: a line and a bar for each, to choose from."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QVBoxLayout, QWidget

from playground.repair.next_message import NextMessage
from playground.repair.scenario import Strategy
from playground.window.appearance import Appearance
from playground.window.controls.painting import begin, paint_box
from playground.window.icons import paint_icon
from playground.window.theme import Radius, Space, TypeSize
from playground.window.words_in_window import Wording

_BAR = 4
_SIGN = 14
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_ENDLESS = 10_000


class WeightRow(QRadioButton):
    """One strategy: its name, the tokens, and a bar as long as its share of the heaviest."""

    def __init__(self, appearance: Appearance, strategy: Strategy) -> None:
        super().__init__()
        self._appearance = appearance
        self.strategy = strategy
        self._weight = ""
        self._number = ""
        self._share = 0.0
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def say(self, name: str, weight: str, number: str, share: float) -> None:
        """Its words, the number that is shown, and how long its bar is: from 0 to 1."""
        self._weight, self._number, self._share = weight, number, share
        self.setText(name)
        self.setAccessibleName(f"{name}: {weight}")
        self.setToolTip(f"{name}: {weight}")
        self.updateGeometry()
        self.update()

    @property
    def weight(self) -> str:
        """Its tokens, in words."""
        return self._weight

    def hasHeightForWidth(self) -> bool:
        """Narrow columns break its name."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Of its name and its bar."""
        return self._name_place(width).height() + _BAR + 3 * Space.XS

    def sizeHint(self) -> QSize:
        """On one line."""
        wide = self._appearance.scaled(200)
        return QSize(wide, self.heightForWidth(10 * wide))

    def minimumSizeHint(self) -> QSize:
        """The height is that of its width."""
        return QSize(self._appearance.scaled(80), self.sizeHint().height())

    def hitButton(self, pos: QPoint) -> bool:
        """All of it can be pressed."""
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Sign, name, tokens, bar, ring."""
        theme, chosen = self._appearance.theme, self.isChecked()
        painter = begin(self)
        if chosen or self.underMouse():
            paint_box(painter, QRectF(self.rect()), Radius.CONTROL, fill=theme.accent_soft if chosen else theme.hover)
        font, place = self._font(chosen=chosen), self._name_place(self.width())
        sign, left, right = self._appearance.scaled(_SIGN), place.left(), self.width() - Space.S
        first = QFontMetrics(font).height()
        if chosen:
            paint_icon(painter, "check", QRectF(Space.S, place.top() + (first - sign) / 2, sign, sign), theme.text)
        painter.setFont(font)
        painter.setPen(theme.text)
        painter.drawText(place, int(_WRAPPED), self.text())
        painter.drawText(QRectF(left, place.top(), right - left, first), Qt.AlignmentFlag.AlignRight, self._number)
        bar = QRectF(left, place.bottom() + Space.XS / 2, right - left, _BAR)
        paint_box(painter, bar, _BAR / 2, fill=theme.hover)
        bar.setWidth(max(_BAR, bar.width() * self._share))
        paint_box(painter, bar, _BAR / 2, fill=theme.accent if chosen else theme.border)
        if self.hasFocus():
            paint_box(painter, QRectF(self.rect()), Radius.CONTROL, border=theme.accent, width=2)
        painter.end()

    def _name_place(self, width: int) -> QRect:
        font = self._font(chosen=True)  # so that nothing moves when another one is chosen
        left = Space.S + self._appearance.scaled(_SIGN) + Space.XS
        room = width - left - 2 * Space.S - QFontMetrics(font).horizontalAdvance(self._number)
        lines = QFontMetrics(font).boundingRect(QRect(0, 0, max(room, 1), _ENDLESS), int(_WRAPPED), self.text() or " ")
        return QRect(left, Space.XS, max(room, 1), lines.height())

    def _font(self, *, chosen: bool) -> QFont:
        return self._appearance.font(TypeSize.SMALL, QFont.Weight.DemiBold if chosen else QFont.Weight.Normal)


class Weights(QWidget):
    """`strategy_chosen` with the strategy whose line was pressed."""

    strategy_chosen = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._wording = wording
        self.rows = tuple(WeightRow(appearance, strategy) for strategy in Strategy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for row in self.rows:
            layout.addWidget(row)
            row.clicked.connect(self._choose)
            appearance.changed.connect(row.updateGeometry)

    def show_weights(self, choices: Sequence[NextMessage], chosen: Strategy) -> None:
        """These are their weights, and one of them is the scenario's."""
        say = self._wording.say
        heaviest = max((choice.whole.tokens for choice in choices), default=0) or 1
        by_strategy = {choice.strategy: choice for choice in choices}
        for row in self.rows:
            tokens = by_strategy[row.strategy].whole.tokens
            words = say(f"window.strategy.{row.strategy}"), say("window.preview.tokens", count=tokens)
            row.say(*words, say("window.preview.number", number=tokens), tokens / heaviest)
            row.setChecked(row.strategy is chosen)

    @Slot()
    def _choose(self) -> None:
        chosen = next((row.strategy for row in self.rows if row.isChecked()), None)
        if chosen is not None:
            self.strategy_chosen.emit(chosen)
