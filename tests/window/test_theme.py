"""Each theme can be read: contrast by WCAG 2, all roles there, every icon drawn."""

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from playground.resources import resource
from playground.window.appearance import SCALE_LIMITS, Appearance
from playground.window.icons import icon_pixmap
from playground.window.theme import ThemeName, read_theme

GROUNDS = ("ground", "surface", "raised")
INKS = ("text", "muted", "accent", "bad", "good", "warn", "key", "string", "number")
PAIRS = [
    ("bad", "bad_soft"),
    ("good", "good_soft"),
    ("warn", "warn_soft"),
    ("text", "accent_soft"),
    ("accent_ink", "accent"),
    ("text", "hover"),
    ("muted", "hover"),
]


def _luminance(colour: QColor) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", ThemeName)
def test_words_can_be_read_and_inputs_be_seen(name: ThemeName) -> None:
    theme = read_theme(name)
    poor = [
        (ink, ground, round(contrast, 2))
        for ink, ground in [*((ink, ground) for ink in INKS for ground in GROUNDS), *PAIRS]
        if (contrast := _contrast(getattr(theme, ink), getattr(theme, ground)))
        < (7 if name is ThemeName.CONTRAST and ink == "text" else 4.5)
    ]
    assert poor == []
    assert [ground for ground in GROUNDS if _contrast(theme.border, getattr(theme, ground)) < 3] == []
    assert theme.dark == (_luminance(theme.text) > _luminance(theme.ground))


def test_text_scales_within_its_limits(qtbot: QtBot, appearance: Appearance) -> None:
    heard: list[int] = []
    appearance.changed.connect(lambda: heard.append(appearance.font().pixelSize()))
    for scale in (200, 80, 1000, 1):
        appearance.set_scale(scale)
    assert heard == [28, 11, 28, 11]
    assert SCALE_LIMITS == (80, 200)


def test_the_bundled_fonts_are_used(qtbot: QtBot, appearance: Appearance) -> None:
    assert appearance.font().family() == "Inter"
    assert appearance.mono().family() == "JetBrains Mono"
    appearance.set_easy_reading(on=True)
    assert appearance.font().family() == "OpenDyslexic"
    appearance.set_easy_reading(on=False)
    assert appearance.font().family() == "Inter"


@pytest.mark.parametrize("name", sorted(path.stem for path in resource("icons", "lucide").glob("*.svg")))
def test_every_icon_takes_the_colour(qtbot: QtBot, name: str) -> None:
    image = icon_pixmap(name, 24, QColor("#FF0000")).toImage()
    inks = {image.pixelColor(x, y).name() for x in range(24) for y in range(24) if image.pixelColor(x, y).alpha() == 255}
    assert inks == {"#ff0000"}
