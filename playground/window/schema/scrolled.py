"""A view of the schema that scrolls by itself, where the pane has no more height than the window."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.controls.tall import Tall
from playground.window.controls.viewport import use_own_viewport
from playground.window.theme import Space


def scrolled(inside: QWidget, appearance: Appearance) -> QScrollArea:
    """A frameless area around `inside`, as high as there is room."""
    area = QScrollArea()
    use_own_viewport(area)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    use_thin_bars(area, appearance)
    ground = Tall()
    layout = QVBoxLayout(ground)
    layout.setContentsMargins(0, 0, Space.S, 0)
    layout.addWidget(inside)
    layout.addStretch(1)
    area.setWidget(ground)
    area.viewport().setAutoFillBackground(False)
    ground.setAutoFillBackground(False)
    return area
