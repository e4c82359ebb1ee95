"""The budgets of the message view. `packaging/dev.py bench` compares the figures; here they only must not be far off."""

from pytestqt.qtbot import QtBot

from playground.window.appearance import Appearance
from playground.window.conversation.pane import ConversationPane
from playground.window.words_in_window import Wording
from tests.window.conversation.load import measure_load


def test_two_hundred_messages_a_stream_and_a_megabyte(qtbot: QtBot, appearance: Appearance, wording: Wording) -> None:
    pane = ConversationPane(appearance, wording)
    qtbot.addWidget(pane)
    pane.resize(740, 820)
    pane.show()
    load = measure_load(pane, stream_seconds=1.0)
    assert load.longest < 200, load  # the budget is 50; a slow machine under tests is given more
    assert load.memory is None or load.memory < 60, load
