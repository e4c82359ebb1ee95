"""The inside of a scrolled column."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QWidget


class Tall(QWidget):
    """The inside of a scrolled column: as high as its wrapped words need at its width. A scroll area alone would squeeze them."""

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._grow()
        return done

    def minimumSizeHint(self) -> QSize:
        """Never wider than the column: what does not fit gives way."""
        return QSize(0, super().minimumSizeHint().height())

    def _grow(self) -> None:
        layout = self.layout()
        if layout is not None and layout.hasHeightForWidth():
            self.setMinimumHeight(layout.totalHeightForWidth(self.width()))
