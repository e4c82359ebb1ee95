"""The program's icon: one drawing, and the files that each system wants made from it."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QImage, QImageReader
from PySide6.QtWidgets import QApplication

from playground.window.system import give_icon
from tests.packaging.scripts import FOLDER, load

ICONS = FOLDER / "icons"
draw_icons = load("draw_icons")


def test_the_windows_have_the_icon(qapp: QApplication) -> None:
    before = qapp.windowIcon()
    try:
        qapp.setWindowIcon(QIcon())
        give_icon(qapp)
        picture = qapp.windowIcon().pixmap(QSize(64, 64)).toImage()
        colours = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
        assert {"#2f5bd0", "#ffffff", "#9fe3b4"} <= colours
    finally:
        qapp.setWindowIcon(before)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("playground.ico", draw_icons.ICO_SIZES), ("playground.icns", draw_icons.ICNS_SIZES.values()), ("playground.png", [256])],
)
def test_the_files_hold_every_size(name: str, sizes: list[int]) -> None:
    reader = QImageReader(str(ICONS / name))
    widths = []
    for number in range(reader.imageCount() or 1):
        reader.jumpToImage(number)
        widths.append(reader.read().width())
    assert sorted(widths) == sorted(sizes)


def test_the_files_are_made_from_the_drawing(qapp: QApplication) -> None:
    kept = QImage(str(ICONS / "playground.png"))
    drawn = QImage.fromData(draw_icons.draw(256))
    different = sum(kept.pixelColor(x, y) != drawn.pixelColor(x, y) for x in range(256) for y in range(256))
    assert different < 256 * 256 / 100, "run packaging/draw_icons.py"  # edges may be smoothed a little differently elsewhere
