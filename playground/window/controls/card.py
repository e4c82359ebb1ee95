"""A rounded ground that other controls lie on."""

from enum import Enum, auto

from PySide6.QtCore import QRectF, Slot
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.painting import begin, paint_box
from playground.window.theme import Radius


class Ground(Enum):
    """What a card says by its colour."""

    PLAIN = auto()
    GOOD = auto()
    BAD = auto()
    WARN = auto()
    ACCENT = auto()


class Card(QFrame):
    """A rounded card. `input_like` gives it the stronger border of things to type in."""

    def __init__(
        self,
        appearance: Appearance,
        ground: Ground = Ground.PLAIN,
        *,
        input_like: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._ground = ground
        self._input_like = input_like
        self._ringed = False
        appearance.changed.connect(self.themed)

    def set_ground(self, ground: Ground) -> None:
        """Another colour."""
        self._ground = ground
        self.update()

    def set_ringed(self, ringed: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        """Draw the ring of what has the keyboard, or is selected."""
        if ringed != self._ringed:
            self._ringed = ringed
            self.update()

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground and border."""
        theme = self._appearance.theme
        fill, border = {
            Ground.PLAIN: (
                theme.raised,
                theme.border if self._input_like else theme.line,
            ),
            Ground.GOOD: (theme.good_soft, None),
            Ground.BAD: (theme.bad_soft, None),
            Ground.WARN: (theme.warn_soft, None),
            Ground.ACCENT: (theme.accent_soft, None),
        }[self._ground]
        if border is None and theme.name == "contrast":
            border = theme.line
        painter = begin(self)
        area = QRectF(self.rect())
        paint_box(painter, area, Radius.CONTROL, fill=fill, border=border)
        if self._ringed:
            paint_box(painter, area, Radius.CONTROL, border=theme.accent, width=2)
        painter.end()
