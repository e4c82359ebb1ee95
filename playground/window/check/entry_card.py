"""One entry of the verdict: its number, the field, a sentence, and what to do about it."""

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QEnterEvent, QFocusEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.check.entries import Entry
from playground.window.controls.label import Label
from playground.window.outcome.finding_card import FindingCard
from playground.window.words_in_window import Wording


class EntryCard(FindingCard):
    """`pointed` with its number while the pointer or the keyboard is on it, with 0 afterwards."""

    pointed = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording, entry: Entry, parent: QWidget | None = None) -> None:
        self._advice: Label | None = None
        super().__init__(appearance, wording, entry.finding, parent)
        self.entry = entry
        self._words = wording
        self._advice = Label(appearance, role="muted", wraps=True)
        layout = self.layout()
        if isinstance(layout, QGridLayout):
            layout.addWidget(self._advice, layout.rowCount(), 0, 1, 2)
        self._say_advice()

    @Slot()
    def retranslate(self) -> None:
        """Word the entry anew."""
        super().retranslate()
        self._say_advice()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.finding.number)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit(self.finding.number)

    def _say_advice(self) -> None:
        if self._advice is None:
            return
        advice = self.entry.advice
        self._advice.setVisible(advice is not None)
        self._advice.setText(self._words(advice) if advice is not None else "")
