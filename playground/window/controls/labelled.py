"""A control with a small label above it."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.label import Label
from playground.window.theme import TypeSize


class Labelled(QWidget):
    """The label names the control for screen readers too."""

    def __init__(self, appearance: Appearance, control: QWidget) -> None:
        super().__init__()
        self._control = control
        self._label = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self._label.setBuddy(control)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addStretch(1)  # beside one with a longer label, the controls stand on one line
        layout.addWidget(self._label)
        layout.addWidget(control)

    def say(self, words: str) -> None:
        """The label's words."""
        self._label.setText(words)
        self._control.setAccessibleName(words)
