"""What a screen reader gets: the list, each message, each violation; and what is said aloud."""

import gc

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from pytestqt.qtbot import QtBot

from playground.window.appearance import Appearance
from playground.window.conversation.accessibility import news
from playground.window.conversation.cards import Card, CardRole
from playground.window.conversation.conversation import Conversation, fold, recall
from playground.window.conversation.derivation import derive_cards
from playground.window.conversation.view import ConversationView
from playground.window.words_in_window import Wording
from playground.words.text import text
from tests.window.conversation.runs import MAYBE, REPAIRED, events

CARDS = derive_cards(recall(REPAIRED))
NAME, VALUE = QAccessible.Text.Name, QAccessible.Text.Value


@pytest.fixture
def view(qtbot: QtBot, appearance: Appearance, wording: Wording) -> ConversationView:
    made = ConversationView(appearance, wording)
    qtbot.addWidget(made)
    made.resize(700, 800)
    made.show()
    made.set_cards(CARDS)
    return made


def _list(view: ConversationView) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(view)


def test_the_list_holds_the_messages_and_a_message_its_violations(view: ConversationView) -> None:
    listed = _list(view)
    assert (listed.role(), listed.text(NAME), listed.childCount()) == (QAccessible.Role.List, "Conversation", len(CARDS))
    second = listed.child(3)
    assert second.role() is QAccessible.Role.ListItem
    assert second.text(NAME) == f"Model · attempt 2. recorded sample. ✕ 1 violation. {MAYBE}"
    assert second.text(VALUE) == MAYBE
    violation = second.child(0)
    assert violation.role() is QAccessible.Role.Link
    assert violation.text(NAME) == "Violation 1: the answer"
    assert violation.text(VALUE) == '"maybe"'


def test_parents_children_and_places_agree(view: ConversationView) -> None:
    listed = _list(view)
    for index in range(listed.childCount()):
        item = listed.child(index)
        assert listed.indexOfChild(item) == index
        assert item.parent().object() is view
        centre = item.rect().center()
        assert listed.childAt(centre.x(), centre.y()).text(NAME) == item.text(NAME)
        for place in range(item.childCount()):
            assert item.indexOfChild(item.child(place)) == place
            assert item.rect().contains(item.child(place).rect().center())
    assert listed.child(99) is None


def test_a_reader_can_press_a_violation(qtbot: QtBot, view: ConversationView) -> None:
    action = _list(view).child(3).child(0).actionInterface()
    with qtbot.waitSignal(view.violation_activated) as told:
        action.doAction(action.actionNames()[0])
    assert told.args == [2, 0]


def test_cards_that_went_are_no_longer_valid_and_nothing_crashes(view: ConversationView, qtbot: QtBot) -> None:
    for turn in range(20):
        view.set_cards([Card(f"{turn}/{number}", CardRole.MODEL, text("conversation.you"), "x") for number in range(30)])
        listed = _list(view)
        assert all(listed.child(index).text(NAME) == "You. x" for index in range(listed.childCount()))
        qtbot.wait(1)
        gc.collect()
    view.set_cards(())
    assert _list(view).childCount() == 0


def test_a_long_message_is_shortened_in_its_name_and_whole_in_its_value(view: ConversationView) -> None:
    view.set_cards([Card("m", CardRole.MODEL, text("conversation.you"), "x" * 5000)])
    item = _list(view).child(0)
    assert len(item.text(NAME)) < 2100
    assert len(item.text(VALUE)) == 5000


def test_finished_replies_and_what_came_of_it_are_said(view: ConversationView) -> None:
    said: list[str] = []
    conversation: Conversation | None = None
    before: tuple[Card, ...] = ()
    for event in events():
        conversation = fold(conversation, event)
        assert conversation is not None
        after = derive_cards(conversation)
        said += news(view, before, after)
        before = after
    assert said == [
        "Model · attempt 1: ✕ no JSON",
        "Model · attempt 2: ✕ 1 violation",
        "Model · attempt 3: ✓ valid",
        '✓ Repaired on attempt 3. from recorded samples. {"answer": "yes"}',
    ]


def test_small_faults_that_were_fixed_are_said_aloud(view: ConversationView) -> None:
    fixed = Card("x", CardRole.JUDGED, text("conversation.fixed", number=1), aside=text("conversation.faults_fixed", count=2))
    assert news(view, [], [fixed]) == ["Fixed before judging · attempt 1: 2 small faults fixed"]
    assert news(view, [fixed], [fixed]) == []
