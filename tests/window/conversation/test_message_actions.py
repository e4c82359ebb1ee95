"""What can be done with a message: by menu, by button, by key."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from pytestqt.qtbot import QtBot

from playground.repair.exchange import Reply, Source
from playground.repair.record import Attempt, Outcome, Run
from playground.verdict.violations import Note, Span, Status, Verdict
from playground.window.appearance import Appearance
from playground.window.conversation.cards import Facts
from playground.window.conversation.conversation import recall
from playground.window.conversation.derivation import derive_cards
from playground.window.conversation.emphasis import buttons_of
from playground.window.conversation.message_actions import Act
from playground.window.conversation.stops import Stop
from playground.window.conversation.view import ConversationView
from playground.window.words_in_window import Wording
from playground.words.text import text
from tests.window.conversation.runs import FEEDBACK, INVALID, MAYBE, PROSE, REPAIRED, SCENARIO, YES, request

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
QUESTION, FIRST, FED_BACK, SECOND, THIRD, CLOSING = 0, 1, 2, 3, 5, 6
OF_A_REPLY = ["Copy the reply", "How the JSON was found", "Check this reply", "Keep as a case that should fail"]


@pytest.fixture
def view(qtbot: QtBot, appearance: Appearance, wording: Wording) -> ConversationView:
    made = ConversationView(appearance, wording)
    qtbot.addWidget(made)
    made.resize(900, 900)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.setFocus()
    made.set_cards(derive_cards(recall(REPAIRED)))
    return made


def _words(view: ConversationView, card: int) -> list[str]:
    return [action.text() for action in view.pointer.make_menu(card).actions() if action.text()][:-2]


def _action(view: ConversationView, card: int, words: str) -> QAction:
    return next(action for action in view.pointer.make_menu(card).actions() if action.text() == words)


def _point(view: ConversationView, card: int, rect: QRectF) -> QPoint:
    return view.viewport().mapFromGlobal(view.rect_on_screen(card, rect).center().toPoint())


def _hover(view: ConversationView, qtbot: QtBot, card: int) -> None:
    box = view.stack.boxes[card]
    qtbot.mouseMove(view.viewport(), QPoint(1, 1))  # so that the next one is a move, wherever the pointer was left
    qtbot.mouseMove(view.viewport(), _point(view, card, box.rect_of(0, 1)))


@pytest.mark.parametrize(
    ("card", "offered"),
    [
        (QUESTION, ["Copy the message"]),
        (FIRST, OF_A_REPLY),
        (FED_BACK, ["Copy the message"]),
        (SECOND, ["Copy the reply", "Copy the JSON", *OF_A_REPLY[1:]]),
        (THIRD, ["Copy the reply", "Copy the JSON", *OF_A_REPLY[1:3], "Keep as a case that should pass"]),
        (CLOSING, ["Copy the message"]),
    ],
)
def test_the_menu_offers_what_makes_sense(view: ConversationView, card: int, offered: list[str]) -> None:
    assert _words(view, card) == offered


def test_the_menu_names_the_keys(view: ConversationView) -> None:
    keys = {action.text(): action.shortcut().toString() for action in view.pointer.make_menu(SECOND).actions()}
    assert keys["Copy the reply"] == QKeySequence(QKeySequence.StandardKey.Copy).toString()
    assert (keys["Copy the JSON"], keys["How the JSON was found"]) == ("Ctrl+Shift+C", "Ctrl+J")
    assert (keys["Check this reply"], keys["Keep as a case that should fail"]) == ("Ctrl+Shift+K", "Ctrl+D")


def test_the_json_is_copied_without_what_is_around_it(view: ConversationView) -> None:
    whole = f"Here it is: {MAYBE} Bye."
    verdict = replace(INVALID, span=Span(12, 12 + len(MAYBE)), violations=())
    attempt = Attempt(1, request(), Reply(whole, Source.RECORDED), verdict, FEEDBACK[0])
    view.set_cards(derive_cards(recall(Run("x", SCENARIO.id, (attempt,), Outcome.ERROR))))
    _action(view, 1, "Copy the JSON").trigger()
    assert QGuiApplication.clipboard().text() == MAYBE
    _action(view, 1, "Copy the reply").trigger()
    assert QGuiApplication.clipboard().text() == whole


@pytest.mark.parametrize(
    ("key", "modifiers", "signal", "told"),
    [
        (Qt.Key.Key_J, CONTROL, "explanation_wanted", [MAYBE]),
        (Qt.Key.Key_K, CONTROL | SHIFT, "check_wanted", [MAYBE]),
        (Qt.Key.Key_D, CONTROL, "case_wanted", [MAYBE, False]),
    ],
)
def test_keys_act_on_the_reply_where_the_keyboard_is(
    view: ConversationView, qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier, signal: str, told: list[object]
) -> None:
    view.set_stop(Stop(SECOND))
    with qtbot.waitSignal(getattr(view, signal)) as sent:
        qtbot.keyClick(view, key, modifiers)
    assert sent.args == told


def test_a_key_that_means_nothing_for_a_message_is_left_to_the_window(view: ConversationView, qtbot: QtBot) -> None:
    view.set_stop(Stop(QUESTION))
    QGuiApplication.clipboard().setText("before")
    with qtbot.assertNotEmitted(view.case_wanted):
        qtbot.keyClick(view, Qt.Key.Key_D, CONTROL)
        qtbot.keyClick(view, Qt.Key.Key_C, CONTROL | SHIFT)
    assert QGuiApplication.clipboard().text() == "before"


def test_the_buttons_of_a_reply_do_what_they_say(view: ConversationView, qtbot: QtBot) -> None:
    _hover(view, qtbot, THIRD)
    buttons = buttons_of(view, THIRD)
    assert [offer.act for offer, _ in buttons] == [Act.COPY, Act.EXPLAIN, Act.CHECK, Act.KEEP, Act.MORE]
    keep = next(rect for offer, rect in buttons if offer.act is Act.KEEP)
    with qtbot.waitSignal(view.case_wanted) as sent:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=_point(view, THIRD, keep))
    assert sent.args == [YES, True]


@pytest.mark.parametrize("width", [260, 430, 900])
def test_buttons_keep_clear_of_the_header_in_any_width(view: ConversationView, qtbot: QtBot, width: int) -> None:
    view.resize(width, 900)
    _hover(view, qtbot, SECOND)
    box = view.stack.boxes[SECOND]
    buttons = [rect for _, rect in buttons_of(view, SECOND)]
    assert len(buttons) == 5
    assert max(rect.bottom() for rect in buttons) < view.look.padding_top
    assert box.left <= min(rect.left() for rect in buttons)
    assert max(rect.right() for rect in buttons) < box.left + box.width


def test_buttons_above_the_edge_of_their_card_can_be_reached(view: ConversationView, qtbot: QtBot) -> None:
    _hover(view, qtbot, SECOND)
    offer, rect = buttons_of(view, SECOND)[0]
    above = view.rect_in_viewport(SECOND, rect).adjusted(0, 0, 0, -rect.height() * 0.5).center().toPoint()
    assert view.where(above.toPointF())[0] == FED_BACK  # type: ignore[index] # the place itself is that of the card before
    qtbot.mouseMove(view.viewport(), above)
    assert view.pointer.hovered == SECOND
    assert view.pointer.pressable == offer
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=above)
    assert QGuiApplication.clipboard().text() == MAYBE


def test_the_buttons_of_a_long_message_stay_in_view(view: ConversationView, qtbot: QtBot) -> None:
    long = replace(view.cards[SECOND], body="[" + "1, " * 4000 + "1]", marks=(), folded=False)
    view.set_cards([long])
    view.verticalScrollBar().setValue(300)
    qtbot.mouseMove(view.viewport(), QPoint(1, 1))
    qtbot.mouseMove(view.viewport(), QPoint(450, 450))
    assert [offer.act for offer, _ in buttons_of(view, 0)] == [Act.COPY, Act.EXPLAIN, Act.CHECK, Act.KEEP, Act.FOLD, Act.MORE]
    for _, rect in buttons_of(view, 0):
        assert view.viewport().rect().contains(view.rect_in_viewport(0, rect).toRect())


def test_a_copied_reply_says_so_on_its_button_until_the_pointer_goes(view: ConversationView, qtbot: QtBot) -> None:
    _hover(view, qtbot, SECOND)
    view.message_actions.carry_out(Act.COPY, SECOND)
    assert view.message_actions.done == (view.cards[SECOND].id, Act.COPY)
    qtbot.mouseMove(view.viewport(), _point(view, FIRST, view.stack.boxes[FIRST].rect_of(0, 1)))
    assert view.message_actions.done is None


@pytest.mark.parametrize(
    ("reply", "verdict", "facts"),
    [
        (PROSE, Verdict(Status.NO_JSON), Facts(PROSE, None, valid=False)),
        (MAYBE, INVALID, Facts(MAYBE, MAYBE, valid=False)),
        ("{'a': 1}", replace(INVALID, judged_text='{"a": 1}'), Facts("{'a': 1}", '{"a": 1}', valid=False)),
        (
            '{"/a": 1}',
            replace(INVALID, judged_text='{"a": 1, "b": 2}', notes=(Note("merged", text("words.place.answer")),)),
            Facts('{"a": 1, "b": 2}', '{"a": 1, "b": 2}', valid=False),
        ),
        ("", Verdict(Status.NO_JSON), None),
        ("No.", Verdict(Status.BLOCKED), None),
    ],
)
def test_what_is_judged_again_is_what_was_judged(reply: str, verdict: Verdict, facts: Facts | None) -> None:
    attempt = Attempt(1, request(), Reply(reply, Source.RECORDED), verdict)
    cards = derive_cards(recall(Run("x", SCENARIO.id, (attempt,), Outcome.ERROR)))
    assert cards[1].facts == facts
