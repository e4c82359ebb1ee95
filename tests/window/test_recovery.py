"""What a crash leaves behind is offered at the next start; faults of our own are written down and said."""

import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from playground.store.folders import find_folders
from playground.window.application import Program
from playground.window.crash import Crashes
from playground.window.words_in_window import Wording
from playground.words.language import Language

CRASH = """
import os
from PySide6.QtCore import QTimer
from playground.store.folders import find_folders
from playground.window.application import Program
from playground.window.system import make_application

application = make_application()
folders = find_folders()
program = Program(application, folders)
window = program.open_first_window(None)
window.editing.change("window.change.title", title="Half done")

def look():
    if list(folders.unsaved.glob("*/*.json")):
        os._exit(3)

timer = QTimer()
timer.timeout.connect(look)
timer.start(50)
application.exec()
"""


def test_work_that_a_crash_left_is_offered_and_opened(qapp: QApplication, qtbot: QtBot) -> None:
    crashed = subprocess.run([sys.executable, "-c", textwrap.dedent(CRASH)], env=dict(os.environ), timeout=60, check=False)
    assert crashed.returncode == 3
    program = Program(qapp, find_folders(), Language.ENGLISH)
    window = program.open_first_window(None)
    qtbot.waitUntil(lambda: "recovered" in window.notices.shown(), timeout=20_000)
    window.notices.find_notice("recovered").button.click()
    assert window.editing.scenario.title == "Half done"
    assert window.editing.document.dirty
    window.editing.document.mark_saved(find_folders().data / "x.json", window.editing.scenario)
    window.close()
    program.close()


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)
def test_a_fault_of_ours_is_written_down_and_said(qapp: QApplication, qtbot: QtBot, tmp_path: Path, wording: Wording) -> None:
    log = tmp_path / "deep" / "problems.log"
    crashes = Crashes(wording, log)
    try:
        thread = threading.Thread(target=lambda: 1 // 0)
        thread.start()
        thread.join()
    finally:
        crashes.close()

    def box() -> QMessageBox | None:
        boxes = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMessageBox) and widget.isVisible()]
        return boxes[0] if boxes else None

    qtbot.waitUntil(lambda: box() is not None)
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")
    shown = box()
    assert shown is not None
    assert str(log) in shown.informativeText()
    shown.close()
