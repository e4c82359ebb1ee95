"""Colours by role, and the grid of sizes: what the window looks like, as values. The one theme file is resources/themes/themes.json."""

import json
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QColor, QPalette

from playground.resources import resource


class ThemeName(StrEnum):
    """The themes; the values are the names in the theme file and in the settings."""

    LIGHT = "light"
    DARK = "dark"
    CREAM = "cream"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by role. Text roles reach 4.5:1 on the three grounds, `border` (inputs) reaches 3:1, `line` only divides.

    `faint` is for what cannot be used just now, `hover` the ground of a quiet control under the pointer.
    """

    name: ThemeName
    dark: bool
    ground: QColor  # behind everything
    surface: QColor  # side columns and bars
    raised: QColor  # cards and inputs
    line: QColor
    border: QColor
    hover: QColor
    text: QColor
    muted: QColor
    faint: QColor
    accent: QColor
    accent_ink: QColor
    accent_soft: QColor
    bad: QColor
    bad_soft: QColor
    good: QColor
    good_soft: QColor
    warn: QColor
    warn_soft: QColor
    key: QColor  # of JSON
    string: QColor
    number: QColor

    def palette(self) -> QPalette:
        """What Qt's own controls draw with."""
        palette = QPalette()
        for role, colour in (
            (QPalette.ColorRole.Window, self.surface),
            (QPalette.ColorRole.WindowText, self.text),
            (QPalette.ColorRole.Base, self.raised),
            (QPalette.ColorRole.AlternateBase, self.ground),
            (QPalette.ColorRole.Text, self.text),
            (QPalette.ColorRole.PlaceholderText, self.muted),
            (QPalette.ColorRole.Button, self.raised),
            (QPalette.ColorRole.ButtonText, self.text),
            (QPalette.ColorRole.BrightText, self.bad),
            (QPalette.ColorRole.Light, self.line),
            (QPalette.ColorRole.Midlight, self.line),
            (QPalette.ColorRole.Mid, self.border),
            (QPalette.ColorRole.Dark, self.border),
            (QPalette.ColorRole.Shadow, self.border),
            (QPalette.ColorRole.Highlight, self.accent),
            (QPalette.ColorRole.HighlightedText, self.accent_ink),
            (QPalette.ColorRole.Accent, self.accent),
            (QPalette.ColorRole.Link, self.accent),
            (QPalette.ColorRole.LinkVisited, self.accent),
            (QPalette.ColorRole.ToolTipBase, self.raised),
            (QPalette.ColorRole.ToolTipText, self.text),
        ):
            palette.setColor(role, colour)
        for role in (
            QPalette.ColorRole.WindowText,
            QPalette.ColorRole.Text,
            QPalette.ColorRole.ButtonText,
        ):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.faint)
        return palette


class Space:
    """Steps of the grid, in device-independent pixels."""

    XS = 4
    S = 8
    M = 12
    L = 16
    XL = 20
    XXL = 24


class Radius:
    """Corners: controls and cards."""

    CONTROL = 8
    CARD = 12


class TypeSize:
    """The type scale at 100 %, in pixels; `Appearance.font` scales it."""

    SMALL = 12
    BODY = 14
    LARGE = 15
    TITLE = 20


def read_theme(name: ThemeName) -> Theme:
    """One theme of the theme file."""
    values = json.loads(resource("themes", "themes.json").read_text(encoding="utf-8"))["themes"][name.value]
    dark = values.pop("dark")
    return Theme(name=name, dark=dark, **{role: QColor(value) for role, value in values.items()})
