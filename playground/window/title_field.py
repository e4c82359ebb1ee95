"""The scenario's title in the bar: words until it is clicked, then a field to type in."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPaintEvent, QPalette
from PySide6.QtWidgets import QLineEdit, QSizePolicy

from playground.window.appearance import Appearance
from playground.window.controls.painting import begin, paint_box
from playground.window.theme import Radius, Space, TypeSize


class TitleField(QLineEdit):
    """Shortened with … where there is no room. `renamed` brings a new title, once, when it is left or Return is pressed."""

    renamed = Signal(str)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._shown = ""
        self._title = ""
        self.setFrame(False)
        self.setMaxLength(200)
        self.setTextMargins(Space.S, 0, Space.S, 0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.editingFinished.connect(self._finish)
        self.themed()
        appearance.changed.connect(self.themed)

    def say(self, title: str, shown: str) -> None:
        """The title, and what stands there while nobody types: the same, or the word for "no title yet"."""
        self._title = title
        self._shown = shown
        self.setToolTip(shown)
        if self.text() != title:
            self.setText(title)
        self.update()

    def wanted_width(self) -> int:
        """What it takes to show it whole."""
        return QFontMetrics(self.font()).horizontalAdvance(self._shown) + 2 * Space.S + Space.XS

    def sizeHint(self) -> QSize:
        """As high as a button."""
        return QSize(self.wanted_width(), self._appearance.scaled(32))

    def minimumSizeHint(self) -> QSize:
        """It gives way to everything else."""
        return QSize(0, self._appearance.scaled(32))

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self.setFont(self._appearance.font(TypeSize.LARGE, QFont.Weight.DemiBold))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.transparent)
        palette.setColor(QPalette.ColorRole.Text, self._appearance.theme.text)
        self.setPalette(palette)
        self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape takes back what was typed."""
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._title)
            self.clearFocus()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """From words to a field."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Back to words, from their beginning."""
        super().focusOutEvent(event)
        self.setCursorPosition(0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Words, or a field."""
        theme = self._appearance.theme
        area = QRectF(self.rect())
        painter = begin(self)
        if self.hasFocus():
            paint_box(painter, area, Radius.CONTROL, fill=theme.raised, border=theme.accent, width=2)
            painter.end()
            super().paintEvent(event)
            return
        if self.underMouse():
            paint_box(painter, area, Radius.CONTROL, fill=theme.hover)
        painter.setPen(theme.text if self._title else theme.muted)
        painter.setFont(self.font())
        inside = area.adjusted(Space.S, 0, -Space.S, 0)
        words = QFontMetrics(self.font()).elidedText(self._shown, Qt.TextElideMode.ElideRight, int(inside.width()))
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        painter.end()

    @Slot()
    def _finish(self) -> None:
        typed = self.text().strip()
        if typed != self._title:
            self._title = typed
            self.renamed.emit(typed)
