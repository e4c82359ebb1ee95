"""What scrolls by itself, where a pane has no more height than the window."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea

from playground.window.appearance import Appearance
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.controls.tall import Tall
from playground.window.controls.viewport import use_own_viewport


def scrolled(inside: Tall, appearance: Appearance) -> QScrollArea:
    """A frameless area around `inside`, which is at least as high as the area."""
    area = QScrollArea()
    use_own_viewport(area)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    use_thin_bars(area, appearance)
    area.setWidget(inside)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)
    return area
