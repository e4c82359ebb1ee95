"""One violation in the list: its number, the field, a sentence, what to do about it, and where its rule stands."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QFocusEvent, QFont, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.card import Card
from playground.window.controls.label import Label
from playground.window.controls.painting import begin
from playground.window.findings.entries import Entry
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.text import text


class EntryCard(Card):
    """`activated` with its number at a click, Return or Space; `pointed` with it while the pointer or the keyboard is on it, with 0
    afterwards. Up and Down go to its neighbours."""

    activated = Signal(int)
    pointed = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording, entry: Entry, parent: QWidget | None = None) -> None:
        super().__init__(appearance, parent=parent)
        self.entry = entry
        self._wording = wording
        self._selected = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name = Label(appearance, weight=QFont.Weight.DemiBold, wraps=True)
        self._message = Label(appearance, wraps=True)
        self._what_to_do = Label(appearance, size=TypeSize.SMALL, wraps=True)
        self._source = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        layout = QGridLayout(self)
        layout.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        layout.setHorizontalSpacing(Space.S)
        layout.setVerticalSpacing(Space.XS)
        layout.addWidget(_Disc(appearance, entry.finding.number), 0, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._name, 0, 1)
        layout.addWidget(self._message, 1, 0, 1, 2)
        layout.addWidget(self._what_to_do, 2, 0, 1, 2)
        layout.addWidget(self._source, 3, 0, 1, 2)
        layout.setColumnStretch(1, 1)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Word the finding anew."""
        finding = self.entry.finding
        name, message = self._wording(finding.name), self._wording(finding.message)
        self._name.setText(name)
        self._message.setText(message)
        advice = self._wording(text("outcome.advice", advice=finding.advice)) if finding.advice is not None else ""
        self._what_to_do.setText(advice)
        self._what_to_do.setVisible(bool(advice))
        parts = [finding.keyword]
        if finding.pointer:
            parts.append(finding.pointer)
        if finding.schema_line is not None:
            parts.append(self._wording(text("outcome.schema_line", line=finding.schema_line)))
        self._source.setText(" · ".join(parts))
        self.setAccessibleName(self._wording(text("outcome.finding", number=finding.number, name=name, message=message)))
        self.setAccessibleDescription(advice)

    def show_entry(self, entry: Entry) -> None:
        """Show another entry that has the same number."""
        changed = entry.finding != self.entry.finding
        self.entry = entry
        if changed:
            self.retranslate()

    def select(self, *, selected: bool) -> None:
        """Ring it, or not."""
        self._selected = selected
        self._ring()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.activated.emit(self.entry.finding.number)
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # or the release would go to what lies below

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.activated.emit(self.entry.finding.number)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.entry.finding.number)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._ring()
        self.pointed.emit(self.entry.finding.number)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._ring()
        self.pointed.emit(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._selected:
            painter = begin(self)
            painter.fillRect(QRectF(2, Space.S, 3, self.height() - 2 * Space.S), self._appearance.theme.bad)
            painter.end()

    def _ring(self) -> None:
        self.set_ringed(self._selected or self.hasFocus())
        self.update()


class _Disc(QWidget):
    """The number of a finding, as it stands in the reply and at the rule."""

    def __init__(self, appearance: Appearance, number: int) -> None:
        super().__init__()
        self._appearance = appearance
        self._number = number
        appearance.changed.connect(self._themed)
        self._themed()

    @Slot()
    def _themed(self) -> None:
        size = self._appearance.scaled(18)
        self.setFixedSize(QSize(max(size, size * len(str(self._number)) // 2 + Space.XS), size))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._appearance.theme
        painter = begin(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.bad)
        radius = self.height() / 2
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        painter.setPen(theme.raised)
        painter.setFont(self._appearance.font(TypeSize.SMALL, QFont.Weight.DemiBold))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, str(self._number))
        painter.end()
