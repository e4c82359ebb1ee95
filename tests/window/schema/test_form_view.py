"""The form of a schema in the window: it shows the text, edits the text, and undo spans both."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from playground.window.main_window import MainWindow
from playground.window.schema.field_details import FieldDetails
from playground.window.schema.field_row import FieldRow
from playground.window.schema.form_desk import Path
from playground.window.schema.form_view import FormView
from playground.window.schema.view_switch import View
from playground.words.language import Language

SCHEMA = """{
  "type": "object",
  "properties": {
    "name": {"type": "string", "pattern": "^A"},
    "tags": {"type": "array", "items": {"enum": ["x", 2]}},
    "to":   {"$ref": "#/$defs/a"},
    "box": {"type": "object", "properties": {"size": {"type": "integer", "minimum": 1}}, "additionalProperties": false}
  },
  "required": ["name"],
  "$defs": {"a": {}}
}
"""


def _form(window: MainWindow, schema_text: str = SCHEMA) -> FormView:
    window.editing.change("window.change.schema", schema_text=schema_text)
    QTest.mouseClick(window.schema.views.buttons[View.FORM], Qt.MouseButton.LeftButton)
    assert window.schema.form is not None
    return window.schema.form


def _row(form: FormView, *path: int) -> FieldRow:
    row = form.row_at(path)
    assert row is not None
    return row


def _details(form: FormView, *path: int) -> FieldDetails:
    row = _row(form, *path)
    if path not in form.desk.unfolded:
        row.fold.click()
    assert row.details is not None
    assert row.details.isVisibleTo(form)
    return row.details


def _text(window: MainWindow) -> str:
    return window.editing.scenario.schema_text


def _type(qtbot: QtBot, control: QWidget, words: str) -> None:
    control.setFocus()
    if hasattr(control, "selectAll"):
        control.selectAll()
    qtbot.keyClick(control, Qt.Key.Key_Delete)
    for letter in words:
        qtbot.keyClicks(control, letter)


def _choose(row: FieldRow, kind: str) -> None:
    row.kind.setCurrentIndex(row.kind.findData(kind))


def test_the_form_shows_the_text(window: MainWindow) -> None:
    form = _form(window)
    shown = [(row.name.text(), row.kind.chosen(), row.summary.text()) for row in _row(form).rows]
    assert shown == [
        ("name", "string", "text, matching the pattern “^A”, required"),
        ("tags", "array", "list (each item: “x” or 2), may be missing"),
        ("to", "other", "as described under “a”, may be missing"),
        ("box", "object", "group of fields, may be missing"),
    ]
    assert not _row(form, 2).kind.isEnabled()
    assert _row(form, 1, -1).kind.chosen() == "choice"
    assert _row(form, 3, 0).name.text() == "size"
    assert _details(form, 0).kept.text() == "Kept as written: “pattern”"
    assert (_row(form).open.isChecked(), _row(form, 3).open.isChecked()) == (True, False)
    assert (_details(form, 3, 0).low.text(), _details(form, 3, 0).high.text()) == ("1", "")


def test_a_recipe_is_made_by_form_alone(window: MainWindow, qtbot: QtBot) -> None:
    form = _form(window, "")
    for name, kind in (("name", ""), ("minutes", "integer"), ("vegetarian", "boolean"), ("ingredients", "array")):
        qtbot.mouseClick(_row(form).add, Qt.MouseButton.LeftButton)
        new = QApplication.focusWidget()
        row = _row(form, len(_row(form).rows) - 1)
        assert new is row.name
        assert row.name.selectedText() == "field"
        _type(qtbot, row.name, name)
        if kind:
            _choose(_row(form, *row.path), kind)
    _details(form, 0).required.click()
    _type(qtbot, _details(form, 1).low, "1")
    assert _text(window) == """{
  "type": "object",
  "properties": {
    "name": {"type": "string"},
    "minutes": {"type": "integer", "minimum": 1},
    "vegetarian": {"type": "boolean"},
    "ingredients": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["name"]
}
"""  # fmt: skip
    window.editing.document.undo()
    assert _row(form, 1).details is not None
    assert "minimum" not in _text(window)
    assert _details(form, 1).low.text() == ""


def test_each_control_changes_its_one_place(window: MainWindow, qtbot: QtBot) -> None:
    form = _form(window)
    name = _details(form, 0)
    name.required.click()
    name.nullable.click()
    _type(qtbot, name.high, "40")
    _type(qtbot, name.description, "born")
    _row(form, 3).open.click()
    wanted = SCHEMA.replace(',\n  "required": ["name"]', "").replace(', "additionalProperties": false', "")
    wanted = wanted.replace(
        '{"type": "string", "pattern": "^A"}',
        '{"type": ["string", "null"], "pattern": "^A", "maxLength": 40, "description": "born"}',
    )
    assert _text(window) == wanted
    _type(qtbot, name.description, "")
    _type(qtbot, name.high, "")
    assert _text(window) == wanted.replace(', "maxLength": 40, "description": "born"', "")


def test_allowed_values_are_lines(window: MainWindow, qtbot: QtBot) -> None:
    form = _form(window)
    details = _details(form, 1, -1)
    assert details.choices.text() == "x\n2"
    _type(qtbot, details.choices.editor, "")
    assert '"enum": ["x", 2]' in _text(window)  # a choice without values would allow nothing
    details.choices.editor.insertPlainText("y\n3\n\ntrue\n")
    assert '"enum": ["y", 3, true]' in _text(window)
    _choose(_row(form, 0), "choice")
    _details(form, 0).choices.editor.selectAll()
    _details(form, 0).choices.editor.insertPlainText("2\nb")
    assert json.loads(_text(window))["properties"]["name"] == {"type": "string", "enum": ["2", "b"]}


def test_fields_move_and_go_and_what_is_unfolded_goes_with_them(window: MainWindow) -> None:
    form = _form(window)
    _details(form, 0).down.click()
    assert list(json.loads(_text(window))["properties"]) == ["tags", "name", "to", "box"]
    assert form.desk.unfolded == {(1,)}
    _details(form, 3, 0)
    _details(form, 1).remove.click()
    assert list(json.loads(_text(window))["properties"]) == ["tags", "to", "box"]
    assert json.loads(_text(window)).get("required") is None
    assert form.desk.unfolded == {(2, 0)}
    _row(form, 2).add.click()
    assert list(json.loads(_text(window))["properties"]["box"]["properties"]) == ["size", "field"]


def test_a_name_that_is_taken_gives_way(window: MainWindow, qtbot: QtBot) -> None:
    form = _form(window)
    field = _row(form, 0).name
    _type(qtbot, field, "to")
    assert list(json.loads(_text(window))["properties"]) == ["t", "tags", "to", "box"]
    assert json.loads(_text(window))["required"] == ["t"]
    _row(form, 1).name.setFocus()
    assert field.text() == "t"


def test_broken_text_stays_and_the_form_waits(window: MainWindow) -> None:
    form = _form(window)
    window.editing.change("window.change.schema", schema_text=SCHEMA[:-3])
    assert form.message.isVisible()
    assert not _row(form).isEnabled()
    window.editing.change("window.change.schema", schema_text='{"type": "array", "items": {"type": "number"}}')
    assert not form.message.isVisible()
    assert _row(form).kind.chosen() == "array"
    assert _row(form).title.text() == "The answer"
    _choose(_row(form, -1), "boolean")
    assert _text(window) == '{"type": "array", "items": {"type": "boolean"}}'


def test_the_form_speaks_the_windows_language(window: MainWindow) -> None:
    form = _form(window)
    _details(form, 0)
    form.desk.wording.speak(Language.JAPANESE)
    assert _row(form, 0).summary.text() == "文字列、パターン「^A」に合う、必須"
    assert _details(form, 0).required.accessibleName() == "必須"


@pytest.mark.parametrize(("swap", "unfolded"), [(1, {(1, 0), (2,), (5,)}), (-1, {(0, 0), (2,), (5,)})])
def test_unfolded_rows_follow_their_neighbours(window: MainWindow, swap: int, unfolded: set[Path]) -> None:
    desk = _form(window).desk
    desk.unfolded = {(1, 0), (2,), (5,)}
    desk.swap((1,), swap)
    assert desk.unfolded == ({(2, 0), (1,), (5,)} if swap == 1 else unfolded)
