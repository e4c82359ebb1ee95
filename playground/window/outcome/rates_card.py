"""How often live runs of this scenario needed repair or fell back, beside the line of 5 %."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from playground.repair.rates import LINE, Rate, Rates, Reading
from playground.window.appearance import Appearance
from playground.window.controls.label import Label
from playground.window.controls.painting import begin, paint_box
from playground.window.controls.pill import Pill, State
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.text import Percent

_PILLS = {
    Reading.TOO_FEW: (State.PLAIN, "outcome.rates.too_few"),
    Reading.ABOVE: (State.WARN, "outcome.rates.above"),
    Reading.BELOW: (State.GOOD, "outcome.rates.below"),
}


class RatesCard(QWidget):
    """Shown from the history; before the first live run it says what counts."""

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wording = wording
        self._rates: Rates | None = None
        self._none = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self._rows = QWidget()
        self._lines = [_Line(appearance), _Line(appearance)]
        self._fixed = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self._reading = Pill(appearance)
        self._advice = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        grid = QGridLayout(self._rows)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(Space.M)
        grid.setVerticalSpacing(Space.XS)
        grid.setColumnStretch(0, 1)
        for place, line in enumerate(self._lines):
            grid.addWidget(line.name, 2 * place, 0)
            grid.addWidget(line.share, 2 * place, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
            grid.addWidget(line.bar, 2 * place + 1, 0, 1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.S)
        for part in (self._none, self._rows, self._fixed, self._reading, self._advice):
            layout.addWidget(part)
        self.retranslate()

    def show_rates(self, rates: Rates | None) -> None:
        """Show these; None while the history has not answered."""
        self._rates = rates
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Word everything anew."""
        say = self._wording.say
        rates = self._rates
        known = rates is not None and rates.repair.runs > 0
        self._none.setText(say("outcome.rates.none"))
        self._none.setVisible(not known)
        for part in (self._rows, self._reading, self._advice):
            part.setVisible(known)
        self._fixed.setVisible(rates is not None and rates.fixed.hits > 0)
        if rates is None or not known:
            return
        for line, rate, name in zip(self._lines, (rates.repair, rates.fallback), ("repair", "fallback"), strict=True):
            words = say("outcome.rates.share", hits=rate.hits, runs=rate.runs, percent=Percent(rate.share))
            low, high = rate.interval
            sure = say("outcome.rates.interval", low=Percent(low), high=Percent(high))
            line.show_rate(rate, say(f"outcome.rates.{name}"), words, sure)
        self._fixed.setText(say("outcome.rates.fixed", count=rates.fixed.hits))
        state, id = _PILLS[rates.repair.reading]
        self._reading.say(state, say(id))
        self._advice.setText(say(f"{id}.advice"))


class _Line:
    """The widgets of one rate."""

    def __init__(self, appearance: Appearance) -> None:
        self.name = Label(appearance, size=TypeSize.SMALL + 1, wraps=True)
        self.share = Label(appearance, size=TypeSize.SMALL + 1)
        self.bar = _Bar(appearance)

    def show_rate(self, rate: Rate, name: str, words: str, sure: str) -> None:
        self.name.setText(name)
        self.share.setText(words)
        self.bar.show_rate(rate)
        self.bar.setToolTip(sure)
        self.bar.setAccessibleName(f"{name}: {words}; {sure}")


class _Bar(QWidget):
    """The share as a bar, its 95 % interval as a whisker, and the line of 5 %."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._rate = Rate(0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        appearance.changed.connect(self._themed)

    def show_rate(self, rate: Rate) -> None:
        self._rate = rate
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._appearance.scaled(120), self._appearance.scaled(16))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._appearance.theme
        painter = begin(self)
        middle, width = self.height() / 2, float(self.width())
        low, high = self._rate.interval
        groove = QRectF(0, middle - 3, width, 6)
        paint_box(painter, groove, 3, fill=theme.hover, border=theme.line if theme.name == "contrast" else None)
        paint_box(painter, QRectF(0, middle - 3, max(6.0, width * self._rate.share), 6), 3, fill=theme.accent)
        painter.setPen(QPen(theme.text, 1.25))
        painter.drawLine(QPointF(width * low, middle), QPointF(width * high, middle))
        for end in (low, high):
            painter.drawLine(QPointF(width * end, middle - 4), QPointF(width * end, middle + 4))
        painter.setPen(QPen(theme.warn, 1.5, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(width * LINE, 0), QPointF(width * LINE, self.height()))
        painter.end()

    @Slot()
    def _themed(self) -> None:
        self.updateGeometry()
        self.update()
