"""The feedback pane edits strategy, language, wording and the fixing of small faults; undo takes each back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from playground.repair.message import Message, Role
from playground.repair.scenario import OwnTemplate, Scenario, Strategy
from playground.store.document import ScenarioDocument
from playground.window.appearance import Appearance
from playground.window.editing import Editing
from playground.window.feedback.pane import FeedbackPane
from playground.window.feedback.template_editor import TemplateEditor
from playground.window.futures import Futures
from playground.window.words_in_window import Wording
from playground.words.language import Language

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)


@pytest.fixture
def editing() -> Editing:
    return Editing(ScenarioDocument(Scenario("s", messages=(Message(Role.USER, "Hello"),))))


@pytest.fixture
def pane(qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing) -> FeedbackPane:
    made = FeedbackPane(appearance, wording, editing, Futures())
    qtbot.addWidget(made)
    made.resize(360, 600)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


@pytest.fixture
def templates(pane: FeedbackPane) -> TemplateEditor:
    pane.wording_link.click()
    assert pane.templates is not None
    pane.templates.field.editor.setFocus()
    return pane.templates


def _type(qtbot: QtBot, templates: TemplateEditor, text: str) -> None:
    templates.field.editor.selectAll()
    qtbot.keyClicks(templates.field.editor, text)


def test_the_language_of_the_feedback_is_not_that_of_the_window(pane: FeedbackPane, wording: Wording, editing: Editing) -> None:
    before = editing.scenario
    wording.speak(Language.FRENCH)
    assert editing.scenario == before
    pane.language.setCurrentIndex(pane.language.findData("ja"))
    pane.strategy.setCurrentIndex(pane.strategy.findData("blind"))
    assert editing.scenario.feedback.language is Language.JAPANESE
    assert editing.scenario.feedback.strategy is Strategy.BLIND
    assert wording.language is Language.FRENCH


def test_small_faults_are_fixed_where_the_switch_says_so(pane: FeedbackPane, editing: Editing, qtbot: QtBot) -> None:
    assert not pane.fix.isChecked()
    pane.fix.setFocus()
    qtbot.keyClick(pane.fix, Qt.Key.Key_Space)
    fixed = [editing.scenario.fix_small_faults]
    editing.document.undo()
    assert [*fixed, editing.scenario.fix_small_faults, pane.fix.isChecked()] == [True, False, False]


def test_the_wording_is_edited_per_language_and_taken_back(
    pane: FeedbackPane, templates: TemplateEditor, editing: Editing, qtbot: QtBot
) -> None:
    usual = templates.field.text()
    assert "{faults}" in usual
    assert not templates.reset.isEnabled()
    _type(qtbot, templates, "Again: {faults}")
    assert list(editing.scenario.feedback.templates) == [OwnTemplate(Strategy.FAULTS, Language.ENGLISH, "Again: {faults}")]
    pane.language.setCurrentIndex(pane.language.findData("fr"))
    assert templates.field.text() not in ("Again: {faults}", usual)
    pane.language.setCurrentIndex(pane.language.findData("en"))
    assert templates.field.text() == "Again: {faults}"
    templates.reset.click()
    assert not editing.scenario.feedback.templates
    assert templates.field.text() == usual


def test_undo_takes_the_typing_in_one_template_back_and_not_that_in_another(
    pane: FeedbackPane, templates: TemplateEditor, editing: Editing, qtbot: QtBot
) -> None:
    _type(qtbot, templates, "One {faults}")
    pane.strategy.setCurrentIndex(pane.strategy.findData("blind"))
    _type(qtbot, templates, "Two")
    editing.document.undo()
    assert editing.scenario.feedback.strategy is Strategy.BLIND
    editing.document.undo()
    assert templates.field.text() == "One {faults}"
    editing.document.undo()
    assert editing.scenario.feedback.templates == ()


@pytest.mark.parametrize(
    ("strategy", "template", "hint"),
    [
        ("faults", " ", "The feedback is empty"),
        ("faults", "Again {faults} {fault}", "Nothing is filled in for {fault}"),
        ("fresh", "Again: {faults}", "The question is missing"),
        ("fields", "Again", "The fields to send are not named"),
        ("blind", "Again", ""),
    ],
)
def test_what_is_odd_about_a_template_is_said(
    pane: FeedbackPane, templates: TemplateEditor, qtbot: QtBot, strategy: str, template: str, hint: str
) -> None:
    pane.strategy.setCurrentIndex(pane.strategy.findData(strategy))
    _type(qtbot, templates, template)
    assert templates.hints.text().startswith(hint)
    assert templates.hints.isVisible() == bool(hint)
    assert templates.field.editor.accessibleDescription() == templates.hints.text()


@pytest.mark.parametrize(
    ("typed", "keys", "becomes"),
    [
        ("Look: {", [Qt.Key.Key_Return], "Look: {faults}"),
        ("Look: {a", [Qt.Key.Key_Tab], "Look: {annotated}"),
        ("Look: {f", [Qt.Key.Key_Down, Qt.Key.Key_Return], "Look: {fields}"),
        ("Look: {f", [Qt.Key.Key_Escape], "Look: {f"),
        ("Look: {x", [Qt.Key.Key_Return], "Look: {x\n"),
        ("Look: {faults} ", [Qt.Key.Key_Return], "Look: {faults} \n"),
    ],
)
def test_placeholders_are_completed_while_typing(
    templates: TemplateEditor, editing: Editing, qtbot: QtBot, typed: str, keys: list[Qt.Key], becomes: str
) -> None:
    _type(qtbot, templates, typed)
    for key in keys:
        popup = QApplication.activePopupWidget()
        qtbot.keyClick(popup if popup is not None else templates.field.editor, key)
    assert templates.field.text() == becomes
    assert editing.scenario.feedback.templates[0].template == becomes
    assert templates.field.editor.hasFocus()


def test_a_placeholder_that_is_begun_before_its_closing_brace_is_not_closed_twice(templates: TemplateEditor, qtbot: QtBot) -> None:
    _type(qtbot, templates, "Look: }")
    qtbot.keyClick(templates.field.editor, Qt.Key.Key_Left)
    qtbot.keyClicks(templates.field.editor, "{co")
    qtbot.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_Return)
    assert templates.field.text() == "Look: {count}"


def test_the_menu_inserts_where_the_cursor_stands(templates: TemplateEditor, qtbot: QtBot) -> None:
    _type(qtbot, templates, "Look: !")
    qtbot.keyClick(templates.field.editor, Qt.Key.Key_Left)
    action = next(action for action in templates.menu.actions() if action.text().startswith("{schema}"))
    assert action.text().endswith("The JSON Schema, as written")
    action.trigger()
    assert templates.field.text() == "Look: {schema}!"
