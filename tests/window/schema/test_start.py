"""Where a schema starts from: examples, tables, the gallery; and that undo brings the former one back."""

import json

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from playground.verdict.schema import check
from playground.window.main_window import MainWindow
from playground.window.schema.gallery import read_gallery
from playground.window.schema.start_panel import StartPanel
from playground.words.language import Language


def _open(window: MainWindow, index: int) -> StartPanel:
    menu = window.schema.start_menu
    menu.fill()
    menu.actions()[index].trigger()
    assert window.schema.start_panel is not None
    assert window.schema.start_panel.isVisible()
    return window.schema.start_panel


def test_an_example_becomes_the_schema_with_the_guesses_that_were_left(window: MainWindow) -> None:
    before = window.editing.scenario.schema_text
    panel = _open(window, 0)
    assert not panel.use.isEnabled()
    panel.field.editor.insertPlainText('{"when": "2026-01-01"')
    assert panel.state.text() == "This is not JSON yet."
    panel.field.editor.insertPlainText(', "none": null}')
    assert [switch.accessibleName() for switch in panel.guesses.values()] == [
        "when must be a date such as 2026-12-31",
        "Fields that every example has are required",
        "Fields that no example has are not allowed",
    ]
    panel.guesses["closed"].click()
    panel._wording.speak(Language.POLISH)
    assert panel.state.text() == "1 przykład. Co sugeruje:"
    assert not panel.guesses["closed"].isChecked()
    panel.use.click()
    assert json.loads(window.editing.scenario.schema_text) == {
        "type": "object",
        "properties": {"when": {"type": "string", "format": "date"}, "none": {}},
        "required": ["when", "none"],
    }
    assert not panel.isVisible()
    window.editing.document.undo()
    assert window.editing.scenario.schema_text == before


def test_a_table_becomes_the_schema(window: MainWindow) -> None:
    panel = _open(window, 1)
    panel.field.editor.insertPlainText("\n")
    assert panel.state.text() == ""
    panel.field.editor.insertPlainText("\nx")
    assert panel.state.text() == "This is no table yet: the first row must name the columns."
    panel.begin(panel._source)
    panel.field.editor.insertPlainText("id;name\n1;Ann\n2;Bob\n")
    assert panel.state.text() == "2 rows. What they suggest:"
    panel.use.click()
    assert list(json.loads(window.editing.scenario.schema_text)["properties"]) == ["id", "name"]


def test_nothing_changes_when_it_is_left(window: MainWindow, qtbot: QtBot) -> None:
    before = window.editing.scenario
    panel = _open(window, 0)
    panel.field.edited.emit("x" * 300_001)
    assert panel.state.text() == "That is too long: a few examples are enough."
    qtbot.keyClick(panel.field.editor, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    assert window.editing.scenario is before


def test_a_schema_of_the_gallery_is_used_at_one_press(window: MainWindow) -> None:
    window.schema.start_menu.fill()
    titles = [action.text() for action in window.schema.start_menu.actions() if action.text()]
    assert titles[2:4] == ["Yes or no", "Sentiment of a text"]
    assert len(titles) == 12
    next(action for action in window.schema.start_menu.actions() if action.text() == "Yes or no").trigger()
    assert '"enum": ["yes", "no"]' in window.editing.scenario.schema_text


@pytest.mark.parametrize("language", Language)
def test_every_schema_of_the_gallery_is_sound_and_without_hints(language: Language) -> None:
    gallery = read_gallery(language)
    assert [entry.name for entry in gallery] == [entry.name for entry in read_gallery(Language.ENGLISH)]
    for entry in gallery:
        report = check(entry.schema_text, assert_formats=True).report
        assert (entry.name, report.errors, report.hints) == (entry.name, (), ())
