"""One entry of the verdict, which also tells when the pointer or the keyboard is on it."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent
from PySide6.QtWidgets import QWidget

from playground.window.appearance import Appearance
from playground.window.check.entries import Entry
from playground.window.outcome.finding_card import FindingCard
from playground.window.words_in_window import Wording


class EntryCard(FindingCard):
    """`pointed` with its number while the pointer or the keyboard is on it, with 0 afterwards."""

    pointed = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording, entry: Entry, parent: QWidget | None = None) -> None:
        super().__init__(appearance, wording, entry.finding, parent)
        self.entry = entry

    def show_entry(self, entry: Entry) -> None:
        """Show another entry that has the same number."""
        self.entry = entry
        if entry.finding != self.finding:
            self.finding = entry.finding
            self.retranslate()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.finding.number)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit(self.finding.number)
