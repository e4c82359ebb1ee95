"""Prints the clock's time at the first paint of the program's window, or of an empty one with three docks."""

import os
import sys
import tempfile
import time
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _report() -> None:
    print(time.monotonic(), flush=True)
    os._exit(0)


def _show_ours() -> None:
    os.environ["PLAYGROUND_HOME"] = tempfile.mkdtemp()
    from playground.cli import main  # noqa: PLC0415 - what is measured
    from playground.window import main_window  # noqa: PLC0415 - as above

    class Reporting(main_window.MainWindow):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self.painted.connect(_report)  # before anybody else: what they do then comes after the paint

    main_window.MainWindow = Reporting  # type: ignore[misc,assignment]  # only the measure knows of it
    main([])


def _show_reference() -> None:
    from PySide6.QtCore import Qt  # noqa: PLC0415 - what is measured
    from PySide6.QtGui import QPaintEvent  # noqa: PLC0415 - as above
    from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow  # noqa: PLC0415 - as above

    class Window(QMainWindow):
        def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
            super().paintEvent(event)
            _report()

    application = QApplication([])
    window = Window()
    window.resize(1440, 900)
    for area in (
        Qt.DockWidgetArea.LeftDockWidgetArea,
        Qt.DockWidgetArea.RightDockWidgetArea,
        Qt.DockWidgetArea.BottomDockWidgetArea,
    ):
        window.addDockWidget(area, QDockWidget("dock"))
    window.show()
    application.exec()


if __name__ == "__main__":
    _show_ours() if sys.argv[1] == "ours" else _show_reference()
