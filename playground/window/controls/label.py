"""Words on the window: plain text always, in a size, a weight and a role of the theme."""

from typing import Literal

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from playground.window.appearance import Appearance
from playground.window.theme import TypeSize

Role = Literal["text", "muted", "accent", "accent_ink", "bad", "good", "warn", "faint"]


class Label(QLabel):
    """A label that follows the appearance. What it shows is never read as markup."""

    def __init__(
        self,
        appearance: Appearance,
        *,
        size: int = TypeSize.BODY,
        weight: QFont.Weight = QFont.Weight.Normal,
        role: Role = "text",
        mono: bool = False,
        wraps: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._size = size
        self._weight = weight
        self._role: Role = role
        self._mono = mono
        self.setTextFormat(Qt.TextFormat.PlainText)
        if wraps:
            self.setWordWrap(True)
            policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            policy.setHorizontalStretch(1)
            self.setSizePolicy(policy)
        self.themed()
        appearance.changed.connect(self.themed)

    def set_role(self, role: Role) -> None:
        """Another colour of the theme."""
        self._role = role
        self.themed()

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        make = self._appearance.mono if self._mono else self._appearance.font
        self.setFont(make(self._size, self._weight))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.WindowText, getattr(self._appearance.theme, self._role))
        self.setPalette(palette)
