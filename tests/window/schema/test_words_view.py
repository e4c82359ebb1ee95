"""The schema in words in the window: follows the text and the language, and each sentence leads to its rule."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from playground.window.main_window import MainWindow
from playground.window.schema.view_switch import View
from playground.window.schema.words_view import WordsView
from playground.words.language import Language

SCHEMA = '{"type": "object",\n "properties": {"name": {"type": "string"},\n  "age": {"type": "integer", "description": "in  years"}},\n "required": ["name"]}'


def _look(window: MainWindow, schema_text: str = SCHEMA) -> WordsView:
    window.editing.change("window.change.schema", schema_text=schema_text)
    QTest.mouseClick(window.schema.views.buttons[View.WORDS], Qt.MouseButton.LeftButton)
    assert window.schema.words is not None
    return window.schema.words


def test_the_schema_is_said_and_follows_the_text_and_the_language(window: MainWindow) -> None:
    words = _look(window)
    assert words.isVisible()
    assert not window.schema.editor.isVisible()
    assert words.sentences == ["name: text, required.", "age: whole number, may be missing.", "Other fields are allowed."]
    assert words.toPlainText().splitlines()[2] == "in years"
    window.editing.change("window.change.schema", schema_text='{"type": "string"}')
    assert words.sentences == ["The answer: text."]
    words._wording.speak(Language.FRENCH)
    assert words.toPlainText() == "La réponse : texte."


def test_a_sentence_leads_to_its_rule_by_mouse_and_by_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    words = _look(window)
    block = words.document().findBlockByNumber(1)
    place = words.cursorRect(QTextCursor(block)).center()
    qtbot.mouseClick(words.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.schema.views.view is View.TEXT
    assert window.schema.editor.isVisible()
    assert window.schema.editor.textCursor().blockNumber() == 2
    words = _look(window)
    words.setFocus()
    words.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(words, Qt.Key.Key_Return)
    assert window.schema.editor.textCursor().blockNumber() == 1


def test_a_text_that_is_no_json_is_said_to_be_none(window: MainWindow, qtbot: QtBot) -> None:
    words = _look(window, '{"type": ')
    assert words.sentences[0].startswith("The text is not sound JSON yet")
    qtbot.keyClick(words, Qt.Key.Key_Return)
    assert window.schema.views.view is View.WORDS
    window.editing.change("window.change.schema", schema_text=" ")
    assert words.sentences == ["There is no schema yet."]


def test_a_place_that_is_to_be_seen_brings_the_text_back(window: MainWindow, qtbot: QtBot) -> None:
    _look(window, '{"requred": ["a"]}')
    qtbot.waitUntil(lambda: bool(window.schema.editor.report.hints), timeout=10_000)
    window.schema.editor.go_to_problem(1)
    assert window.schema.views.view is View.TEXT
