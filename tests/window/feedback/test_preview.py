"""The preview of the next message: exact, weighed under every strategy, and silent while it is folded away."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from playground.repair.message import Message, Role
from playground.repair.next_message import find_answered, next_message
from playground.repair.scenario import FeedbackSettings, OwnTemplate, SampleRule, Samples, Scenario, Strategy
from playground.store.document import ScenarioDocument
from playground.verdict.schema import check
from playground.window.appearance import Appearance
from playground.window.editing import Editing
from playground.window.feedback.pane import FeedbackPane
from playground.window.feedback.preview import Preview
from playground.window.futures import Futures
from playground.window.kept_runs import KeptRuns
from playground.window.words_in_window import Wording
from playground.words.language import Language
from tests.window.conversation.runs import SCENARIO, events

SCHEMA = '{"type": "object", "required": ["answer"], "properties": {"answer": {"enum": ["yes", "no"]}}}'
QUESTION = Message(Role.USER, "Does it contain gluten?")


@pytest.fixture
def editing() -> Editing:
    samples = Samples(SampleRule.ALWAYS, ('{"answer": "yes"}', '{"answer": "maybe"}'))
    return Editing(ScenarioDocument(Scenario("s", messages=(QUESTION,), schema_text=SCHEMA, samples=samples)))


@pytest.fixture
def pane(qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing) -> Iterator[FeedbackPane]:
    made = FeedbackPane(appearance, wording, editing, Futures())
    qtbot.addWidget(made)
    made.resize(360, 700)
    made.show()
    yield made
    made.close_preview()


def _unfold(pane: FeedbackPane, qtbot: QtBot) -> Preview:
    pane.preview_link.setChecked(True)
    preview = pane.preview
    assert preview is not None
    qtbot.waitUntil(lambda: preview._found is not None)
    return preview


def _strategy(editing: Editing) -> Strategy:
    return editing.scenario.feedback.strategy


def _expected(scenario: Scenario) -> str:
    answered = find_answered(scenario, check(scenario.schema_text, assert_formats=scenario.assert_formats))
    assert answered is not None
    return next_message(scenario, answered).message.content


def test_it_shows_the_exact_message_and_its_size(pane: FeedbackPane, editing: Editing, qtbot: QtBot) -> None:
    preview = _unfold(pane, qtbot)
    expected = _expected(editing.scenario)
    assert preview.message.text() == expected
    assert preview.basis.text() == "Next message, as the answer to recorded sample 2"
    assert preview.size_label.text() == f"{len(expected)} characters · about {-(-len(expected) // 4)} tokens"
    preview.copy.click()
    assert QGuiApplication.clipboard().text() == expected


def test_every_strategy_is_weighed_and_can_be_chosen(pane: FeedbackPane, editing: Editing, qtbot: QtBot) -> None:
    preview = _unfold(pane, qtbot)
    rows = {row.strategy: row for row in preview.weights.rows}
    assert set(rows) == set(Strategy)
    assert all(row.weight.startswith("about ") for row in rows.values())
    assert [strategy for strategy, row in rows.items() if row.isChecked()] == [Strategy.FAULTS]
    rows[Strategy.BLIND].click()
    assert _strategy(editing) is Strategy.BLIND
    assert preview.message.text() == _expected(editing.scenario)
    rows[Strategy.BLIND].setFocus()
    qtbot.keyClick(rows[Strategy.BLIND], Qt.Key.Key_Up)
    assert _strategy(editing) is Strategy.FIELDS


def test_it_follows_wording_schema_and_language_of_the_window(
    pane: FeedbackPane, editing: Editing, wording: Wording, qtbot: QtBot
) -> None:
    preview = _unfold(pane, qtbot)
    for changed in (
        {"feedback": FeedbackSettings(Strategy.FAULTS, Language.POLISH)},
        {"schema_text": SCHEMA.replace("yes", "tak")},
    ):
        editing.change("window.change.schema", **changed)
        qtbot.waitUntil(lambda: preview.message.text() == _expected(editing.scenario))
    wording.speak(Language.FRENCH)
    assert preview.basis.text().startswith("Prochain message")
    assert preview.message.text() == _expected(editing.scenario)


def test_a_schema_that_cannot_be_used_is_said(pane: FeedbackPane, editing: Editing, qtbot: QtBot) -> None:
    preview = _unfold(pane, qtbot)
    editing.change("window.change.schema", schema_text='{"type": 5}')
    qtbot.waitUntil(lambda: preview.basis.text() == "The schema has an error, so nothing would be sent.")
    assert preview.message.isHidden()
    assert preview.weights.isHidden()


def test_nothing_is_worked_out_while_it_is_folded(pane: FeedbackPane, editing: Editing, qtbot: QtBot) -> None:
    preview = _unfold(pane, qtbot)
    before = preview.weighing.asked
    pane.preview_link.setChecked(False)
    for number in range(5):
        editing.change("window.change.schema", schema_text=SCHEMA.replace("no", f"no{number}"))
    assert preview.weighing.asked == before
    pane.preview_link.setChecked(True)
    assert preview.weighing.asked == before + 1
    qtbot.waitUntil(lambda: preview.message.text() == _expected(editing.scenario))


def test_closing_while_something_waits_begins_nothing(pane: FeedbackPane, editing: Editing, qtbot: QtBot) -> None:
    preview = _unfold(pane, qtbot)
    before = preview.weighing.asked
    editing.change("window.change.schema", schema_text="{}")
    assert preview.weighing.asked == before + 1
    pane.close_preview()
    editing.change("window.change.schema", schema_text=SCHEMA)
    assert preview.weighing.asked == before + 1


def test_it_answers_the_run_that_is_shown(pane: FeedbackPane, editing: Editing, qtbot: QtBot) -> None:
    kept = KeptRuns()
    pane.follow_runs(kept)
    preview = _unfold(pane, qtbot)
    editing.change("window.change.prompt", messages=SCENARIO.messages)
    for event in events():
        kept.take(event)
    qtbot.waitUntil(lambda: preview.basis.text() == "Next message, as the answer to attempt 2 of this run")


def test_characters_that_cannot_be_seen_are_written_out(pane: FeedbackPane, editing: Editing, qtbot: QtBot) -> None:
    editing.change("window.change.samples", samples=Samples(SampleRule.ALWAYS, ("a\u202eb",)))
    own = OwnTemplate(Strategy.FAULTS, Language.ENGLISH, "{faults} {reply}")
    editing.change("window.change.wording", feedback=FeedbackSettings(templates=(own,)))
    preview = _unfold(pane, qtbot)
    assert "\u202e" in _expected(editing.scenario)
    assert "\u202e" not in preview.message.text()
