"""The variables of the prompt are edited beside it."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from playground.repair.message import Message, Role
from playground.repair.requests import first_request
from playground.repair.scenario import Scenario
from playground.store.document import ScenarioDocument
from playground.window.appearance import Appearance
from playground.window.editing import Editing
from playground.window.variables import Variables, names_in
from playground.window.words_in_window import Wording


def _editing(*contents: str, **variables: str) -> Editing:
    messages = tuple(Message(Role.USER, content) for content in contents)
    return Editing(ScenarioDocument(Scenario("s", messages=messages, variables=tuple(variables.items()))))


def _variables(qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing) -> Variables:
    made = Variables(appearance, wording, editing)
    qtbot.addWidget(made)
    return made


def _shown(variables: Variables) -> list[tuple[str, str, bool]]:
    return [(row.label.text(), row.field.text(), row.remove.isHidden()) for row in variables.rows]


@pytest.mark.parametrize(
    ("contents", "names"),
    [
        (["no {name} at all"], ()),
        (["{{a}} and {{ b }} and {{a}}", "{{c}}"], ("a", "b", "c")),
        (["{{}} {{{x}}} {{日本}}"], ("x", "日本")),
    ],
)
def test_names_are_found_where_they_are_filled_in(contents: list[str], names: tuple[str, ...]) -> None:
    assert names_in([Message(Role.USER, content) for content in contents]) == names


def test_a_name_that_is_typed_gets_a_field_and_its_value_is_sent(qtbot: QtBot, appearance: Appearance, wording: Wording) -> None:
    editing = _editing("Hello")
    variables = _variables(qtbot, appearance, wording, editing)
    assert variables.isHidden()
    editing.change("window.change.prompt", messages=(Message(Role.USER, "Hello {{who}}"),))
    assert _shown(variables) == [("{{who}}", "", True)]
    assert first_request(editing.scenario).messages[0].content == "Hello {{who}}"
    qtbot.keyClicks(variables.rows[0].field, "Ada")
    assert first_request(editing.scenario).messages[0].content == "Hello Ada"
    editing.document.undo()
    assert _shown(variables) == [("{{who}}", "", True)]


def test_an_emptied_field_is_no_value(qtbot: QtBot, appearance: Appearance, wording: Wording) -> None:
    editing = _editing("{{a}} {{b}}", a="1", b="2")
    variables = _variables(qtbot, appearance, wording, editing)
    variables.rows[0].field.selectAll()
    qtbot.keyClick(variables.rows[0].field, Qt.Key.Key_Delete)
    assert editing.scenario.variables == (("b", "2"),)
    assert _shown(variables) == [("{{a}}", "", True), ("{{b}}", "2", True)]


def test_a_variable_that_no_message_holds_can_be_removed(qtbot: QtBot, appearance: Appearance, wording: Wording) -> None:
    editing = _editing("{{a}}", a="1", old="2")
    variables = _variables(qtbot, appearance, wording, editing)
    assert _shown(variables) == [("{{a}}", "1", True), ("{{old}}", "2", False)]
    variables.rows[1].remove.click()
    assert editing.scenario.variables == (("a", "1"),)
    assert len(variables.rows) == 1
