"""What stands in the message view before anything was run: what Run will do, in two sentences."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.icons import icon_pixmap
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_WIDEST = 420


class EmptyState(QWidget):
    """A picture, a line and what happens at Run. The pointer goes through it."""

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self._picture = QLabel(self)
        self._title = QLabel(self)
        self._text = QLabel(self)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column = QVBoxLayout(self)
        column.setSpacing(Space.S)
        column.addStretch(2)
        for label in (self._picture, self._title, self._text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(label is not self._picture)
            column.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        column.setContentsMargins(0, 0, 0, 0)
        column.addStretch(3)
        appearance.changed.connect(self._themed)
        wording.language_changed.connect(self._themed)
        self._themed()

    @Slot()
    def _themed(self) -> None:
        theme, scaled = self._appearance.theme, self._appearance.scaled
        self._picture.setPixmap(icon_pixmap("message-square", scaled(40), theme.muted, self.devicePixelRatioF()))
        self._title.setText(self._wording.say("conversation.empty.title"))
        self._text.setText(self._wording.say("conversation.empty.text"))
        for label, size, weight, ink in (
            (self._title, TypeSize.LARGE, QFont.Weight.DemiBold, theme.text),
            (self._text, TypeSize.BODY, QFont.Weight.Normal, theme.muted),
        ):
            palette = QPalette(label.palette())
            palette.setColor(QPalette.ColorRole.WindowText, ink)
            label.setPalette(palette)
            label.setFont(self._appearance.font(size, weight))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        width = max(1, min(self._appearance.scaled(_WIDEST), self.width() - 2 * Space.L))
        for label in (self._title, self._text):
            label.setMinimumSize(0, 0)  # a label is never lower than that, also when asked for its height
            label.setFixedSize(width, label.heightForWidth(width))
