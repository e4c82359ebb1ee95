"""Proof that the window works on this machine: shown, painted, looked at, closed. For `playground selftest`."""

import sys
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, QMessageLogContext, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QImage

from playground.store.folders import Folders
from playground.window.application import Program
from playground.window.main_window import MainWindow
from playground.window.system import make_application
from playground.words.language import Language

_FIRST_PAINT = 30_000  # milliseconds
_SETTLING = 500  # milliseconds for what begins after the first paint
_STEP = 7  # pixels between two that are looked at
_HARMLESS = (
    "This plugin does not support propagateSizeHints",  # what the offscreen platform always says
    "Detected locale",  # the person's language is C, and Qt takes C.UTF-8
)


@dataclass(frozen=True, slots=True)
class Proof:
    """What the window looked like, in pixels, and what Qt complained about meanwhile."""

    platform: str
    width: int
    height: int
    colours: int
    complaints: tuple[str, ...]


def prove_window(home: Path, language: Language) -> Proof:
    """Show the window with its own folders under `home`, take its picture and close it; raises TimeoutError."""
    complaints: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            print(message, file=sys.stderr, flush=True)  # noqa: T201 - Qt ends the process after this word
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and not any(known in message for known in _HARMLESS):
            complaints.append(message)

    before = qInstallMessageHandler(hear)
    try:
        qt = make_application()
        folders = Folders(home / "config", home / "data")
        program = Program(qt, folders, language)
        try:
            window = program.open_first_window(None)
            if not _wait_for_paint(window):
                raise TimeoutError("the window was not painted")
            picture = window.grab().toImage()
            window.close()
        finally:
            program.close()
    finally:
        qInstallMessageHandler(before)
    # Where the window writes down exceptions that nobody caught.
    complaints += [line for file in folders.data.glob("*.log") for line in file.read_text("utf-8").splitlines()[-1:]]
    return Proof(qt.platformName(), picture.width(), picture.height(), _count_colours(picture), tuple(complaints))


def _wait_for_paint(window: MainWindow) -> bool:
    """Let Qt work until the window was painted and what begins then has begun; False if that took too long."""
    loop = QEventLoop()
    painted: list[bool] = []

    def settle() -> None:
        painted.append(True)
        QTimer.singleShot(_SETTLING, loop.quit)

    window.painted.connect(settle)
    QTimer.singleShot(_FIRST_PAINT, loop.quit)
    loop.exec()
    return bool(painted)


def _count_colours(picture: QImage) -> int:
    return len({picture.pixel(x, y) for x in range(0, picture.width(), _STEP) for y in range(0, picture.height(), _STEP)})
