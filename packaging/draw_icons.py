"""Draws the program's icon files from resources/icons/app.svg: `python packaging/draw_icons.py`, in the virtual environment.

Both files of Windows and of macOS are folders of PNG pictures, one for each size, so that a small icon is drawn small.
"""

import os
import struct
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parent.parent
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_SIZES = {
    b"icp4": 16,
    b"icp5": 32,
    b"ic07": 128,
    b"ic08": 256,
    b"ic09": 512,
    b"ic10": 1024,
    b"ic11": 32,
    b"ic12": 64,
    b"ic13": 256,
    b"ic14": 512,
}


def draw(size: int) -> bytes:
    """The icon as PNG, `size` pixels wide."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(ROOT / "resources" / "icons" / "app.svg")).render(painter)
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"PNG")).write(image):
        raise SystemExit("The icon could not be drawn.")
    return bytes(content.data())


def make_ico() -> bytes:
    """The icon of Windows: a head, a line of 16 bytes for each picture, the pictures."""
    pictures = [draw(size) for size in ICO_SIZES]
    place = 6 + 16 * len(pictures)
    lines = b""
    for size, picture in zip(ICO_SIZES, pictures, strict=True):
        lines += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    return struct.pack("<HHH", 0, 1, len(pictures)) + lines + b"".join(pictures)


def make_icns() -> bytes:
    """The icon of macOS: a head, then each picture after its name and length."""
    pictures = b""
    for name, size in ICNS_SIZES.items():
        picture = draw(size)
        pictures += name + struct.pack(">I", len(picture) + 8) + picture
    return b"icns" + struct.pack(">I", len(pictures) + 8) + pictures


def main() -> None:
    """Write the files that systems want."""
    application = QGuiApplication([])
    folder = ROOT / "packaging" / "icons"
    for name, content in (("playground.png", draw(256)), ("playground.ico", make_ico()), ("playground.icns", make_icns())):
        (folder / name).write_bytes(content)
    application.quit()


if __name__ == "__main__":
    main()
