"""The right column shows the attempts, their findings and what came of the run."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from playground.repair.exchange import Reply, Source, Usage
from playground.repair.loop import Ask, Ended, Judge, advance, begin
from playground.repair.message import Message, Role
from playground.repair.scenario import Ending, EndingKind, Scenario
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.window.appearance import Appearance
from playground.window.conversation.conversation import Conversation, recall
from playground.window.findings.entry_card import EntryCard
from playground.window.outcome.attempt_button import AttemptButton
from playground.window.outcome.pane import OutcomePane
from playground.window.outcome.result_card import ResultCard
from playground.window.theme import ThemeName
from playground.window.words_in_window import Wording
from playground.words.language import Language

SCHEMA = """{
  "type": "object",
  "required": ["answer", "why"],
  "properties": {
    "answer": {"enum": ["yes", "no"]},
    "why": {"type": "string"}
  }
}"""


def _run(replies: Sequence[str], schema: str = SCHEMA) -> Conversation:
    scenario = Scenario(
        id="7d1c3b3e-8f3a-4a53-9f7b-0f6a5e2f4c11",
        schema_text=schema,
        messages=(Message(Role.USER, "Does it?"),),
        ending=Ending(EndingKind.FALLBACK, '{"answer": "unknown"}'),
    )
    waiting = iter(replies)
    checked = check(schema, assert_formats=True)
    state = begin(scenario, run_id="run")
    while not isinstance(state.next, Ended):
        step = state.next
        if isinstance(step, Ask):
            state = advance(state, Reply(next(waiting), Source.LIVE, usage=Usage(10, 5, 15), seconds=0.5))
        elif isinstance(step, Judge):
            state = advance(state, judge(step.reply.text, checked))
        else:
            state = advance(state, step.proposal)
    return recall(state.run, scenario)


REPAIRED = ("Probably yes.", '{"answer": "maybe", "why": 3}', '{"answer": "yes", "why": "flour"}')


@pytest.fixture
def pane(qtbot: QtBot, qapp: QApplication) -> OutcomePane:
    made = OutcomePane(Appearance(qapp, theme=ThemeName.LIGHT), Wording(Language.ENGLISH))
    qtbot.addWidget(made)
    made.resize(320, 900)
    made.show()
    return made


def _words(pane: OutcomePane) -> list[str]:
    return [card.accessibleName() for card in pane.cards]


def test_findings_share_one_order_with_the_reply(pane: OutcomePane) -> None:
    pane.show_conversation(_run(REPAIRED))
    findings = [card.entry.finding for card in pane.cards]
    assert [(finding.number, finding.pointer, finding.keyword, finding.schema_line) for finding in findings] == [
        (1, "/answer", "enum", 5),
        (2, "/why", "type", 6),
    ]
    rule = findings[0].rule
    assert rule is not None
    assert SCHEMA.count("\n", 0, rule.start) == 4


def test_a_repaired_run_opens_on_the_last_attempt_with_something_wrong(pane: OutcomePane) -> None:
    pane.show_conversation(_run(REPAIRED))
    assert pane.selected_attempt == 2
    assert len(_words(pane)) == 2
    assert "answer" in _words(pane)[0]


def test_an_attempt_is_chosen_by_its_button(qtbot: QtBot, pane: OutcomePane) -> None:
    pane.show_conversation(_run(REPAIRED))
    first = pane.findChildren(AttemptButton)[0]
    with qtbot.waitSignal(pane.attempt_selected) as signal:
        qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    assert signal.args == [1]
    assert [card.entry.finding.keyword for card in pane.cards] == ["prose"]


def test_a_finding_is_chosen_by_mouse_and_by_keyboard(qtbot: QtBot, pane: OutcomePane) -> None:
    pane.show_conversation(_run(REPAIRED))
    cards = pane.cards
    with qtbot.waitSignal(pane.finding_selected) as signal:
        qtbot.mouseClick(cards[1], Qt.MouseButton.LeftButton)
    assert signal.args == [2, 1]
    with qtbot.waitSignal(pane.finding_selected) as signal:
        qtbot.keyClick(cards[0], Qt.Key.Key_Return)
    assert signal.args == [2, 0]


def test_the_result_says_what_it_is_and_can_be_copied(qtbot: QtBot, pane: OutcomePane) -> None:
    pane.show_conversation(_run(["no", "no", "no"]))
    card = pane.findChild(ResultCard)
    assert isinstance(card, ResultCard)
    assert card.isVisible()
    copy = next(button for button in card.findChildren(type(card._copy)) if button.isVisible())
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == '{"answer": "unknown"}'


def test_like_findings_are_folded_into_one_and_each_can_be_reached(qtbot: QtBot, pane: OutcomePane) -> None:
    schema = '{"type": "array", "items": {"type": "integer"}, "maxItems": 3}'
    replies = ["[" + ", ".join('"x"' for _ in range(75)) + "]"] * 3
    pane.show_conversation(_run(replies, schema))
    qtbot.waitUntil(lambda: [card.entry.finding.number for card in pane.cards] == [1, 2])
    pane.select_finding(3, 50)
    chosen = next(card for card in pane.cards if card.entry.finding.number == 51)
    qtbot.waitUntil(lambda: pane.viewport().rect().contains(chosen.rect().translated(chosen.mapTo(pane.viewport(), QPoint(0, 0)))))
    pane.select_attempt(2)
    qtbot.waitUntil(lambda: len(pane.cards) >= 2)
    assert pane.cards[0].entry.finding.number == 1


def test_findings_follow_the_language(qtbot: QtBot, qapp: QApplication) -> None:
    wording = Wording(Language.ENGLISH)
    pane = OutcomePane(Appearance(qapp, theme=ThemeName.LIGHT), wording)
    qtbot.addWidget(pane)
    pane.show_conversation(_run(REPAIRED))
    english = _words(pane)
    wording.speak(Language.JAPANESE)
    assert not set(english) & set(_words(pane))


def test_before_the_first_run_the_column_says_what_will_stand_there(pane: OutcomePane) -> None:
    pane.show_conversation(None)
    assert pane.selected_attempt is None
    assert pane.cards == ()


def test_tab_goes_from_the_attempts_to_their_findings_to_the_result(qtbot: QtBot, pane: OutcomePane) -> None:
    pane.show_conversation(_run(REPAIRED))
    card = pane.findChild(ResultCard)
    assert isinstance(card, ResultCard)
    pane.show_conversation(_run(REPAIRED))
    reached: list[QWidget] = []
    widget = pane.nextInFocusChain()
    while isinstance(widget, QWidget) and widget is not pane:
        if isinstance(widget, AttemptButton | EntryCard) or widget is card.copy_button:
            reached.append(widget)
        widget = widget.nextInFocusChain()
    assert reached == [*pane.findChildren(AttemptButton), *pane.cards, card.copy_button]
