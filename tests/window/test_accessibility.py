"""Each control has a name that a screen reader reads, and the keyboard reaches it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QComboBox, QLineEdit, QPlainTextEdit, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from playground.window.application import Program
from playground.window.main_window import MainWindow
from playground.words.language import Language

CONTROLS = (QAbstractButton, QAbstractSlider, QComboBox, QLineEdit, QPlainTextEdit)


def _controls(window: MainWindow) -> list[QWidget]:
    return [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, CONTROLS) and not isinstance(widget, QScrollBar) and widget.isVisibleTo(window)
    ]


def _name(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).strip()


def _unfold_everything(window: MainWindow) -> None:
    window.endpoint.unfold()
    window.prompt._details.setChecked(True)
    window.feedback.wording_link.setChecked(True)
    window.feedback.preview_link.setChecked(True)
    window.limits.unfold.setChecked(True)


@pytest.mark.parametrize("language", Language)
def test_every_control_has_a_name(program: Program, window: MainWindow, qtbot: QtBot, language: Language) -> None:
    _unfold_everything(window)
    program.choose_language(language)
    controls = _controls(window)
    assert len(controls) > 30
    assert [widget for widget in controls if not _name(widget)] == []
    assert [
        (_name(widget), type(widget))
        for widget in controls
        if _name(widget).startswith(("window.", "outcome.", "ending.", "editor."))
    ] == []


def test_tab_reaches_every_control_and_comes_round(window: MainWindow, qtbot: QtBot) -> None:
    start = window.focusWidget()
    reached = [start]
    for _ in range(200):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        if window.focusWidget() is start:
            break
        reached.append(window.focusWidget())
    assert window.focusWidget() is start
    names = {_name(widget) for widget in reached}
    assert {
        _name(widget) for widget in _controls(window) if widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    } <= names
