"""What all panes of the side columns have in common: a heading and a body below it."""

from abc import abstractmethod

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.heading import Heading
from playground.window.theme import Space
from playground.window.words_in_window import Wording


class Pane(QWidget):
    """A section of a column. `body` takes what stands below the heading."""

    def __init__(self, appearance: Appearance, wording: Wording, heading: Heading, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.appearance = appearance
        self.wording = wording
        self.heading = heading
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(Space.XS + 2)
        self.body.addWidget(heading)
        wording.language_changed.connect(self.retranslate)

    @Slot()
    @abstractmethod
    def retranslate(self) -> None:
        """Say everything in the window's language."""
