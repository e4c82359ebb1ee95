"""A whole program, with its threads, for one test; and the parts that a single widget needs."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from playground.store.folders import find_folders
from playground.window.appearance import Appearance
from playground.window.application import Program
from playground.window.main_window import MainWindow
from playground.window.theme import ThemeName
from playground.window.words_in_window import Wording
from playground.words.language import Language


@pytest.fixture
def program(qapp: QApplication) -> Iterator[Program]:
    """The program as the first start finds it, in English and in light colours."""
    qapp.setStyle("Fusion")
    made = Program(qapp, find_folders(), Language.ENGLISH)
    made.choose_theme(ThemeName.LIGHT)
    yield made
    for window in made.windows:
        window.editing.document.mark_saved(find_folders().data / "not-asked.json", window.editing.scenario)
        window.close()
    made.close()


@pytest.fixture
def window(program: Program, qtbot: QtBot) -> MainWindow:
    """Its first window, shown; the lesson plays at once."""
    shown = program.open_first_window(None)
    with qtbot.waitActive(shown):
        shown.activateWindow()
        if QApplication.platformName() != "offscreen":  # which has no stacking, and warns
            shown.raise_()
    qtbot.waitUntil(lambda: shown.ready)
    shown.runs.playback.pace = 0
    return shown


@pytest.fixture
def appearance(qapp: QApplication) -> Appearance:
    """Light colours at 100 %."""
    return Appearance(qapp, theme=ThemeName.LIGHT)


@pytest.fixture
def wording() -> Wording:
    """English."""
    return Wording(Language.ENGLISH)
