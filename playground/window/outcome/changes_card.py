"""What changed from one attempt to the next, field by field."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.repair.changes import Change
from playground.window.appearance import Appearance
from playground.window.controls.card import Card
from playground.window.controls.label import Label
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.quoting import shorten, write_readably
from playground.words.text import Field, text

_MOST = 8
_LONGEST = 60


class ChangesCard(Card):
    """Each change as: the field, what stood there (struck through), and what stands there now."""

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(appearance, parent=parent)
        self._appearance = appearance
        self._wording = wording
        self._changes: tuple[Change, ...] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        self._layout.setSpacing(Space.XS)

    def show_changes(self, changes: tuple[Change, ...]) -> None:
        """Show these."""
        if changes != self._changes:
            self._changes = changes
            self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Word them anew."""
        while (item := self._layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for change in self._changes[:_MOST]:
            self._add_change(change)
        more = len(self._changes) - _MOST
        if more > 0:
            label = Label(self._appearance, size=TypeSize.SMALL, role="muted", wraps=True)
            label.setText(self._wording.say("outcome.more", count=more))
            self._layout.addWidget(label)

    def _add_change(self, change: Change) -> None:
        name = Label(self._appearance, size=TypeSize.SMALL, weight=QFont.Weight.Medium, wraps=True)
        name.setText(self._wording(text("outcome.place", field=Field(change.pointer))))
        self._layout.addWidget(name)
        for value, role, sign in ((change.before, "bad", "−"), (change.after, "good", "+")):
            if value is not None:
                label = Label(self._appearance, size=TypeSize.SMALL, mono=True, wraps=True, role="bad" if role == "bad" else "good")
                label.setText(f"{sign} {shorten(write_readably(value, _LONGEST), _LONGEST)}")
                self._layout.addWidget(label)
