"""The problems of the schema below its editor, and what one press does about them."""

from pytestqt.qtbot import QtBot

from playground.window.main_window import MainWindow
from playground.words.language import Language

SCHEMA = '{"type": "object", "properties": {"a": {"type": "string", "minimum": 2}},\n "requred": ["a"]}'


def _show(window: MainWindow, qtbot: QtBot, schema_text: str) -> None:
    window.editing.change("window.change.schema", schema_text=schema_text)
    qtbot.waitUntil(
        lambda: window.checker.latest is not None and window.checker.latest.question.schema_text == schema_text, timeout=10_000
    )


def test_each_problem_stands_with_its_remedy_and_undo_takes_it_back(window: MainWindow, qtbot: QtBot) -> None:
    _show(window, qtbot, SCHEMA)
    problems = window.schema.problems
    assert problems.isVisible()
    assert [label.text().partition(":")[0] for label in problems.labels] == ["Line 1", "Line 1", "Line 2"]
    assert [button.text() for button in problems.buttons] == ["forbid other fields", "remove “minimum”", "write “required”"]
    problems.buttons[1].click()
    mended = SCHEMA.replace(', "minimum": 2', "")
    assert window.editing.scenario.schema_text == mended
    assert not window.schema.problems.isVisible()  # until the new text has been looked over
    qtbot.waitUntil(lambda: len(window.schema.problems.labels) == 2, timeout=10_000)
    window.editing.document.undo()
    assert window.editing.scenario.schema_text == SCHEMA


def test_formats_are_checked_at_one_press(window: MainWindow, qtbot: QtBot) -> None:
    window.editing.change("window.change.formats", assert_formats=False)
    _show(window, qtbot, '{"type": "string", "format": "email"}')
    (button,) = window.schema.problems.buttons
    button.click()
    assert window.editing.scenario.assert_formats
    qtbot.waitUntil(lambda: window.checker.latest is not None, timeout=10_000)
    assert window.schema.problems.labels == []


def test_errors_come_first_and_few_are_shown(window: MainWindow, qtbot: QtBot) -> None:
    _show(window, qtbot, '{"type": "strnig", "requred": 3}')
    problems = window.schema.problems
    assert [button.text() for button in problems.buttons] == ["write “string”"]
    _show(window, qtbot, '{"type": "string", "minimum": 1, "maximum": 1, "minItems": 1, "maxItems": 1}')
    assert len(problems.labels) == 3
    problems._wording.speak(Language.FRENCH)
    assert [button.text() for button in problems.buttons] == [
        "retirer «\u00a0minimum\u00a0»",
        "retirer «\u00a0maximum\u00a0»",
        "retirer «\u00a0minItems\u00a0»",
    ]
