"""Filling in an answer by a form made from the schema: what is typed is what is judged."""

import json

import pytest
from pytestqt.qtbot import QtBot

from playground.verdict.json_value import JsonValue
from playground.window.appearance import Appearance
from playground.window.controls.fields import Choice, LineField, TextField
from playground.window.main_window import MainWindow
from playground.window.schema.fill_row import FillDesk, FillRow
from playground.window.schema.try_panel import TryPanel, try_answer
from playground.window.words_in_window import Wording
from playground.words.language import Language

SCHEMA = json.dumps({
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2},
        "age": {"type": "integer"},
        "ok": {"type": "boolean"},
        "state": {"enum": ["on", "off", 3]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "home": {"$ref": "#/$defs/place"},
        "rows": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "number"}}}},
        "any": {},
    },
    "required": ["name", "age"],
    "$defs": {"place": {"type": "object", "properties": {"city": {"type": "string"}, "in": {"$ref": "#/$defs/place"}}}},
})  # fmt: skip


def _open(window: MainWindow, qtbot: QtBot, schema_text: str = SCHEMA) -> TryPanel:
    window.editing.change("window.change.schema", schema_text=schema_text)
    window.schema.try_link.setChecked(True)
    panel = window.schema.try_it
    assert panel is not None
    qtbot.waitUntil(lambda: panel.tried is not None and panel.tried.schema_text == schema_text, timeout=20_000)
    return panel


def _row(panel: TryPanel, *names: str) -> FillRow:
    row = panel.form
    for name in names:
        assert row is not None
        row = next(each for each in row.rows if each.field.name == name)
    assert row is not None
    return row


def _type(panel: TryPanel, words: str, *names: str) -> None:
    control = _row(panel, *names).control
    if isinstance(control, TextField):
        control.editor.setPlainText(words)
    else:
        assert isinstance(control, LineField)
        control.setText(words)


def _press(row: FillRow) -> None:
    assert row.add is not None
    row.add.click()


def _answer(panel: TryPanel) -> JsonValue:
    assert panel.form is not None
    value: JsonValue = panel.form.filled().value
    return value


def _has_form(panel: TryPanel) -> bool:
    return panel.form is not None


def test_what_is_filled_in_is_the_answer(window: MainWindow, qtbot: QtBot) -> None:
    panel = _open(window, qtbot)
    assert _answer(panel) == {}
    assert panel.broken.text().splitlines() == ["the field name is missing", "the field age is missing"]
    _type(panel, "Ann", "name")
    _type(panel, "3", "age")
    for name, chosen in (("ok", "false"), ("state", "3")):
        choice = _row(panel, name).control
        assert isinstance(choice, Choice)
        choice.setCurrentIndex(choice.findData(chosen))
    _type(panel, "a\n\n1", "tags")
    _press(_row(panel, "home"))
    _type(panel, "Rome", "home", "city")
    _press(_row(panel, "rows"))
    _type(panel, '{"x": [1]}', "any")
    assert _answer(panel) == {
        "name": "Ann", "age": 3, "ok": False, "state": 3, "tags": ["a", "1"], "home": {"city": "Rome"}, "rows": [{}], "any": {"x": [1]},
    }  # fmt: skip
    qtbot.waitUntil(lambda: panel.tried is not None and not panel.tried.broken, timeout=20_000)
    assert panel.pill.text == "fits the schema"
    assert not panel.broken.isVisible()


def test_a_wrong_entry_is_judged_as_it_was_typed(window: MainWindow, qtbot: QtBot) -> None:
    panel = _open(window, qtbot)
    _type(panel, "A", "name")
    _type(panel, "three", "age")
    qtbot.waitUntil(lambda: panel.tried is not None and '"three"' in panel.tried.answer, timeout=20_000)
    assert panel.pill.text == "2 violations"
    assert "“three”" in panel.broken.text()


def test_an_answer_becomes_a_case_and_the_form_can_be_cleared(window: MainWindow, qtbot: QtBot) -> None:
    panel = _open(window, qtbot)
    before = window.editing.scenario.cases
    panel.keep_fail.click()
    panel.keep_pass.click()
    assert [(case.reply, case.should_pass) for case in window.editing.scenario.cases[len(before) :]] == [
        ("{}", False),
        ("{}", True),
    ]
    _type(panel, "Ann", "name")
    panel.clear.click()
    assert _answer(panel) == {}


def test_what_was_filled_in_stays_when_the_schema_or_the_language_changes(window: MainWindow, qtbot: QtBot) -> None:
    panel = _open(window, qtbot)
    filled = {"name": "Ann", "ok": True, "tags": ["a"], "home": {"in": {"city": "Rome"}}, "rows": [{"n": 2}, {}], "any": 5}
    assert panel.form is not None
    panel.form.put(filled)  # type: ignore[arg-type] # JSON
    assert _answer(panel) == filled
    window.editing.change("window.change.schema", schema_text=SCHEMA.replace('"minLength": 2', '"minLength": 9'))
    assert _answer(panel) == filled
    panel._wording.speak(Language.JAPANESE)
    assert _answer(panel) == filled
    window.editing.change("window.change.schema", schema_text="{")
    assert not _has_form(panel)
    assert not panel.pill.isVisible()
    window.schema.try_link.setChecked(False)
    window.editing.change("window.change.schema", schema_text='{"type": "string"}')
    assert not _has_form(panel)
    window.schema.try_link.setChecked(True)
    _type(panel, "x")
    assert _answer(panel) == "x"


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": ["boolean", "null"]}, None),
        ({"enum": ["a", None]}, "a"),
        ({"type": "array"}, [1, "x"]),
        ({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}, [[1], [2]]),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "number"}}}, 1),
        ({"$ref": "#/$defs/none"}, {"a": 1}),
        ({"$ref": "#"}, "x"),
        (True, "x"),
    ],
)
def test_every_kind_of_answer_can_be_filled_in(
    appearance: Appearance, wording: Wording, schema: JsonValue, value: JsonValue
) -> None:
    from playground.verdict.plain_schema.fields import outline
    from playground.verdict.plain_schema.phrases import Dialect

    row = FillRow(FillDesk(appearance, wording, schema, Dialect("2020-12", formats_checked=True)), outline(schema))
    row.put(value)
    assert row.filled().value == value


def test_a_broken_schema_judges_nothing() -> None:
    assert not try_answer('{"type": 3}', "1", assert_formats=True).usable
