"""Controls side by side where their words fit, else one below the other."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QWidget

from playground.window.theme import Space


class WrappingRow(QWidget):
    """A label that comes first takes the room that is left. Large text and long words turn the row into a column."""

    def __init__(self, *parts: QWidget, spacing: int = Space.S, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts = parts
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(spacing)
        for part in parts:
            if isinstance(part, QLabel):
                self._row.addWidget(part, 1)
            else:
                self._row.addWidget(part, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        if not isinstance(parts[0], QLabel):
            self._row.addStretch(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is more room, or less."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """A part has other words, or another font."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        shown = [part for part in self._parts if not part.isHidden()]
        wanted = sum(_natural_width(part) for part in shown) + self._row.spacing() * (len(shown) - 1)
        fits = wanted <= self.width()
        direction = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        if direction is not self._row.direction():
            self._row.setDirection(direction)


def _natural_width(part: QWidget) -> int:
    """On one line, whatever a label would make of less room."""
    return part.fontMetrics().horizontalAdvance(part.text()) + 2 if isinstance(part, QLabel) else part.sizeHint().width()
