"""Draws the program's icon files from resources/icons/app.svg: `python packaging/draw_icons.py`, in the virtual environment."""

import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parent.parent


def draw(size: int) -> QImage:
    """The icon, `size` pixels wide."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(ROOT / "resources" / "icons" / "app.svg")).render(painter)
    painter.end()
    return image


def main() -> None:
    """Write the files that systems want."""
    application = QGuiApplication([])
    for name, size in (("playground.png", 256), ("playground.ico", 256), ("playground.icns", 512)):
        if not draw(size).save(str(ROOT / "packaging" / "icons" / name)):
            raise SystemExit(f"{name} could not be written.")
    application.quit()


if __name__ == "__main__":
    main()
