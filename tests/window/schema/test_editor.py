"""The schema editor shows, edits and marks a schema's text."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from playground.verdict.violations import SchemaProblem, SchemaReport, Span
from playground.window.appearance import Appearance
from playground.window.schema.editor import RuleMark, SchemaEditor
from playground.window.theme import ThemeName
from playground.window.words_in_window import Wording
from playground.words.language import Language
from playground.words.text import Text

TEXT = '{\n  "type": "object",\n  "été😀": {"enum": ["oui", "non"]},\n  "x": 1\n}\n'


@pytest.fixture
def editor(qtbot: QtBot, qapp: QApplication) -> SchemaEditor:
    made = SchemaEditor(Appearance(qapp, theme=ThemeName.LIGHT), Wording(Language.FRENCH))
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show_text(TEXT)
    made.show()
    return made


def _span(word: str) -> Span:
    start = TEXT.index(word)
    return Span(start, start + len(word))


def test_what_is_shown_is_not_an_edit(qtbot: QtBot, editor: SchemaEditor) -> None:
    with qtbot.assertNotEmitted(editor.edited):
        editor.show_text("{}")
    assert editor.text == "{}"


def test_typing_sends_the_whole_text_with_every_character(qtbot: QtBot, editor: SchemaEditor) -> None:
    editor.show_text("[1,\u00a02]")
    editor.moveCursor(QTextCursor.MoveOperation.End)
    with qtbot.waitSignal(editor.edited) as signal:
        qtbot.keyClick(editor, Qt.Key.Key_Space)
    assert signal.args == ["[1,\u00a02] "]


def test_enter_between_brackets_opens_them(qtbot: QtBot, editor: SchemaEditor) -> None:
    editor.show_text("{}")
    cursor = editor.textCursor()
    cursor.setPosition(1)
    editor.setTextCursor(cursor)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert editor.text == "{\n  \n}"
    qtbot.keyClicks(editor, '"a": 1')
    assert editor.text == '{\n  "a": 1\n}'


def test_a_text_from_elsewhere_keeps_the_cursor_where_it_stands(editor: SchemaEditor) -> None:
    cursor = editor.textCursor()
    cursor.setPosition(5)
    editor.setTextCursor(cursor)
    editor.show_text(TEXT.replace('"x": 1', '"y": 2'))
    assert editor.textCursor().position() == 5
    assert editor.text == TEXT.replace('"x": 1', '"y": 2')


def test_the_format_command_lays_out_and_is_an_edit(qtbot: QtBot, editor: SchemaEditor) -> None:
    editor.show_text('{"type":"object","properties":{"a":{"type":"string"}}}')
    with qtbot.waitSignal(editor.edited):
        editor.lay_text_out()
    assert editor.text == '{\n  "type": "object",\n  "properties": {\n    "a": {"type": "string"}\n  }\n}\n'


def test_the_format_command_leaves_broken_json_and_goes_to_its_fault(qtbot: QtBot, editor: SchemaEditor) -> None:
    editor.show_text('{"a": }')
    editor.show_report(SchemaReport(errors=(SchemaProblem("x", Text("editor.name"), "", 1, Span(6, 6)),)))
    with qtbot.assertNotEmitted(editor.edited):
        editor.lay_text_out()
    assert editor.textCursor().position() == 6


def test_f8_goes_through_the_problems_behind_wide_characters_too(qtbot: QtBot, editor: SchemaEditor) -> None:
    spans = [_span('"type"'), _span('"x"')]
    editor.show_report(SchemaReport(hints=tuple(SchemaProblem("x", Text("editor.name"), "", 1, span) for span in spans)))
    qtbot.keyClick(editor, Qt.Key.Key_F8)
    qtbot.keyClick(editor, Qt.Key.Key_F8)
    assert editor.textCursor().block().text()[editor.textCursor().positionInBlock() :] == '"x": 1'
    qtbot.keyClick(editor, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert editor.textCursor().block().text().strip() == '"type": "object",'


def test_a_click_on_a_disc_tells_which_rule(qtbot: QtBot, editor: SchemaEditor) -> None:
    editor.show_marks([RuleMark(1, _span('"enum"')), RuleMark(2, _span('"enum"'), selected=True)])
    line = editor.document().findBlockByNumber(2)
    assert [mark.number for mark in editor.marks_of_line(line)] == [1, 2]
    area = {block.blockNumber(): rectangle for block, rectangle in editor.visible_lines()}[2]
    end = editor.fontMetrics().horizontalAdvance(line.text())
    with qtbot.waitSignal(editor.rule_activated) as signal:
        qtbot.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(end + 20, area.center().y()))
    assert signal.args == [1]


def test_typing_takes_marks_of_the_text_before_away(qtbot: QtBot, editor: SchemaEditor) -> None:
    editor.show_marks([RuleMark(1, _span('"enum"'))])
    editor.show_report(SchemaReport(errors=(SchemaProblem("x", Text("editor.name"), "", 2, _span('"type"')),)))
    assert editor.worst_of_line(editor.document().findBlockByNumber(1)) == "error"
    qtbot.keyClicks(editor, " ")
    assert editor.marks == ()
    assert editor.report == SchemaReport()


def test_indenting_by_keyboard(qtbot: QtBot, editor: SchemaEditor) -> None:
    editor.show_text("a\nb")
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_BracketRight, Qt.KeyboardModifier.ControlModifier)
    assert editor.text == "  a\n  b"
    qtbot.keyClick(editor, Qt.Key.Key_BracketLeft, Qt.KeyboardModifier.ControlModifier)
    assert editor.text == "a\nb"


@pytest.mark.parametrize(("width", "before_text"), [(500, False), (270, True)])
def test_the_disc_of_a_broken_rule_hides_no_character(qtbot: QtBot, editor: SchemaEditor, width: int, *, before_text: bool) -> None:
    line = '    "a": {"enum": ["oui", "non"]}'
    editor.show_text("{\n" + line + "\n}")
    editor.resize(width, 300)
    editor.setWordWrapMode(QTextOption.WrapMode.NoWrap)
    editor.show_marks((RuleMark(1, Span(line.index("enum") + 2, line.index("enum") + 6)),))
    ((_, disc),) = editor._discs()
    block = editor.document().findBlockByNumber(1)
    text = editor.blockBoundingGeometry(block).translated(editor.contentOffset())
    drawn = block.layout().lineAt(0).naturalTextRect()
    indent = 4 * drawn.width() / len(line)
    assert disc.right() <= text.left() + drawn.left() + indent if before_text else disc.left() >= text.left() + drawn.right()


def test_a_text_pasted_over_a_longer_one_is_marked_at_its_own_places(qtbot: QtBot, editor: SchemaEditor) -> None:
    editor.show_report(SchemaReport(errors=(SchemaProblem("syntax", Text("a"), "", span=Span(len(TEXT) - 2, len(TEXT) - 1)),)))
    editor.setFocus()
    editor.selectAll()
    QApplication.clipboard().setText("[]")
    with qtbot.waitSignal(editor.edited) as signal:  # and Qt says nothing of positions out of range
        editor.paste()
    assert signal.args == ["[]"]
    assert all(selection.cursor.selectionEnd() <= 2 for selection in editor.extraSelections())
