"""A menu in the theme's colours."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QMenu, QWidget

from playground.window.appearance import Appearance


class Menu(QMenu):
    """A popup menu that follows the appearance."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._stale = True
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.dress)  # a style sheet costs time: only a menu that is opened gets one
        appearance.changed.connect(self.themed)

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew when next opened."""
        self._stale = True
        if self.isVisible():
            self.dress()

    @Slot()
    def dress(self) -> None:
        """Put the colours on."""
        if not self._stale:
            return
        self._stale = False
        theme = self._appearance.theme
        self.setFont(self._appearance.font())
        edge = self._appearance.scaled(7)
        self.setStyleSheet(
            f"QMenu {{ background: {theme.raised.name()}; color: {theme.text.name()};"
            f" border: 1px solid {theme.border.name()}; padding: 4px; }}"
            f"QMenu::item {{ padding: {edge}px {3 * edge}px {edge}px {2 * edge}px; border-radius: 6px; }}"
            f"QMenu::item:selected {{ background: {theme.accent_soft.name()}; color: {theme.text.name()}; }}"
            f"QMenu::item:disabled {{ color: {theme.faint.name()}; }}"
            f"QMenu::separator {{ height: 1px; background: {theme.line.name()}; margin: 4px 8px; }}"
            f"QMenu::icon {{ padding-left: {edge}px; }}"
        )
