"""The heading of a section, with small buttons at its right."""

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.label import Label
from playground.window.theme import Space, TypeSize


class Heading(QWidget):
    """Small capitals in the muted colour. The words are kept as they are for screen readers."""

    def __init__(self, appearance: Appearance, *beside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = Label(appearance, size=TypeSize.SMALL, weight=QFont.Weight.DemiBold, role="muted", wraps=True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        layout.addWidget(self._label, 1)
        for widget in beside:
            layout.addWidget(widget)

    def say(self, words: str) -> None:
        """The heading's words."""
        self._label.setText(words.upper())
        self._label.setAccessibleName(words)
        self.setAccessibleName(words)
