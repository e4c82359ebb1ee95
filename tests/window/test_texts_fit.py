"""No words are cut off: narrow window, large text, every language, everything unfolded."""

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from playground.window.appearance import Appearance
from playground.window.application import Program
from playground.window.controls.button import Button
from playground.window.controls.switch import Switch
from playground.window.feedback.weights import WeightRow
from playground.window.main_window import MainWindow
from playground.words.language import Language


def _cut_off(widget: QWidget, scale: int) -> bool:
    match widget:
        case QLabel() if widget.wordWrap():
            return bool(widget.text()) and widget.height() < widget.heightForWidth(widget.width())
        case QLabel():
            return widget.width() < widget.fontMetrics().horizontalAdvance(widget.text())
        case Switch() | WeightRow():
            return widget.height() < widget.heightForWidth(widget.width())
        case Button():  # which shortens its words, and says them in its tool tip, where large text leaves no choice
            return widget.width() < widget.sizeHint().width() and scale == 100
    return False


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("scale", [100, 200])
def test_every_word_of_the_columns_is_shown(
    program: Program, window: MainWindow, qtbot: QtBot, language: Language, scale: int
) -> None:
    window.editing.change("window.change.variable", variables=(("unused", "value"),))
    with qtbot.waitSignal(window.runs.kept.run_ended, timeout=20_000):
        window.bar.run.click()
    window.resize(1024, 700)
    program.choose_language(language)
    program.choose_scale(scale)
    for link in (window.feedback.wording_link, window.feedback.preview_link, window.limits.unfold, window.prompt._details):
        link.setChecked(True)
    qtbot.waitUntil(lambda: window.feedback.preview is not None and window.feedback.preview.weights.isVisible())

    def nothing_is_cut_off() -> None:
        shown = [widget for widget in window.columns.findChildren(QWidget) if widget.isVisibleTo(window)]
        assert len(shown) > 60
        assert [
            (type(widget).__name__, widget.accessibleName() or getattr(widget, "text", str)())
            for widget in shown
            if _cut_off(widget, scale)
        ] == []

    qtbot.waitUntil(nothing_is_cut_off)


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_a_button_without_room_says_its_words_in_its_tool_tip(qtbot: QtBot, appearance: Appearance) -> None:
    button = Button(appearance, gives_way=True)
    qtbot.addWidget(button)
    button.setText("A long name of something to do")
    button.show()
    for width, told in ((button.sizeHint().width(), ""), (80, button.text())):
        QToolTip.hideText()
        button.resize(width, button.height())
        QApplication.sendEvent(button, QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), button.mapToGlobal(QPoint(5, 5))))
        assert QToolTip.text() == told
