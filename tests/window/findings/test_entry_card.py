"""What stands in the list beside an attempt."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.window.appearance import Appearance
from playground.window.findings.entries import entries_of
from playground.window.findings.entry_card import EntryCard
from playground.window.words_in_window import Wording
from playground.words.language import Language
from tests.window.conversation.runs import INVALID

SCHEMA = check('{"properties": {"answer": {"enum": ["yes", "no"]}}}', assert_formats=False)


def _card(reply: str, appearance: Appearance, wording: Wording, qtbot: QtBot) -> EntryCard:
    (entry,) = entries_of(judge(reply, SCHEMA), SCHEMA.text, reply)
    card = EntryCard(appearance, wording, entry)
    qtbot.addWidget(card)
    return card


def _shown(card: EntryCard) -> list[str]:
    return [label.text() for label in card.findChildren(QLabel) if not label.isHidden()]


def test_a_violation_and_a_fault_say_what_to_do(appearance: Appearance, wording: Wording, qtbot: QtBot) -> None:
    for reply in ('{"answer": "maybe"}', "Probably yes."):
        card = _card(reply, appearance, wording, qtbot)
        name, message, advice, source = _shown(card)
        assert advice.startswith("What to do: ")
        assert card.accessibleDescription() == advice
        assert message in card.accessibleName()
        assert name
        assert source


def test_the_advice_follows_the_language(appearance: Appearance, wording: Wording, qtbot: QtBot) -> None:
    card = _card('{"answer": "maybe"}', appearance, wording, qtbot)
    wording.speak(Language.FRENCH)
    card.retranslate()
    assert card.accessibleDescription().startswith("Que faire\u00a0: ")


def test_without_advice_there_is_no_empty_line(appearance: Appearance, wording: Wording, qtbot: QtBot) -> None:
    (entry,) = entries_of(INVALID, "{}", "")
    card = EntryCard(appearance, wording, entry)
    qtbot.addWidget(card)
    assert len(_shown(card)) == 3
