"""The bar that finds text in the conversation."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from playground.window.appearance import Appearance
from playground.window.conversation.cards import Card, CardRole
from playground.window.conversation.pane import ConversationPane
from playground.window.words_in_window import Wording
from playground.words.text import text

BODIES = ["Apple pie", "an apple, an Apple", "filler\n" * 300 + "apple", "no fruit"]


@pytest.fixture
def pane(qtbot: QtBot, appearance: Appearance, wording: Wording) -> ConversationPane:
    made = ConversationPane(appearance, wording)
    qtbot.addWidget(made)
    made.resize(600, 500)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.show_cards([Card(str(number), CardRole.MODEL, text("conversation.you"), body) for number, body in enumerate(BODIES)])
    made.view.verticalScrollBar().setValue(0)
    made.view.setFocus()
    return made


def _type(qtbot: QtBot, pane: ConversationPane, wanted: str) -> None:
    qtbot.keyClick(pane.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(pane.find_bar.field, wanted)
    pane.find_bar.look()


def test_it_counts_and_goes_round(qtbot: QtBot, pane: ConversationPane) -> None:
    _type(qtbot, pane, "apple")
    seen = [pane.find_bar.count.text()]
    for _ in range(4):
        qtbot.keyClick(pane.find_bar.field, Qt.Key.Key_Return)
        seen.append(pane.find_bar.count.text())
    assert seen == ["1 of 4", "2 of 4", "3 of 4", "4 of 4", "1 of 4"]
    qtbot.keyClick(pane.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert pane.find_bar.count.text() == "4 of 4"


def test_it_brings_what_it_found_into_view(qtbot: QtBot, pane: ConversationPane) -> None:
    _type(qtbot, pane, "apple")
    qtbot.mouseClick(pane.find_bar.previous, Qt.MouseButton.LeftButton)
    view = pane.view
    rect = view.stack.boxes[2].rect_of(2100, 2105)
    top = view.stack.top_of(2) + rect.top() - view.offset
    assert 0 <= top <= view.viewport().height()


def test_capitals_count_when_asked(qtbot: QtBot, pane: ConversationPane) -> None:
    _type(qtbot, pane, "Apple")
    pane.find_bar.case.click()
    pane.find_bar.look()
    assert pane.find_bar.count.text() == "1 of 2"


def test_what_is_not_there_is_said(qtbot: QtBot, pane: ConversationPane) -> None:
    _type(qtbot, pane, "banana")
    assert pane.find_bar.count.text() == "Not found"
    assert not pane.find_bar.next.isEnabled()


def test_escape_closes_it_and_gives_the_keyboard_back(qtbot: QtBot, pane: ConversationPane) -> None:
    _type(qtbot, pane, "apple")
    with qtbot.waitSignal(pane.find_bar.closed):
        qtbot.keyClick(pane.find_bar.field, Qt.Key.Key_Escape)
    assert pane.find_bar.isHidden()
    assert pane.view.hasFocus()


def test_text_that_comes_in_is_found_too_without_moving_the_view(qtbot: QtBot, pane: ConversationPane) -> None:
    _type(qtbot, pane, "apple")
    offset = pane.view.offset
    with qtbot.waitSignal(pane.view.cards_changed):
        pane.view.grow("3", " but an apple")
        pane.view.flush()
    qtbot.waitUntil(lambda: pane.find_bar.count.text() == "1 of 5")
    assert pane.view.offset == offset
