"""The Check view as a person uses it: a reply is typed, its verdict appears, its JSON is explained, faults are fixed."""

import json

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QTableView, QWidget
from pytestqt.qtbot import QtBot

from playground.verdict.spans import Span
from playground.verdict.violations import Status
from playground.window.application import Program
from playground.window.check.place_card import PlaceCard
from playground.window.check.view import CheckView
from playground.window.judging.bench import Bench
from playground.window.main_window import MainWindow
from playground.words.language import Language

INTEGERS = '{"type": "array", "items": {"type": "integer"}}'
WRONG = '{"answer": "maybe", "extra": 1}'


def status_of(window: MainWindow) -> Status | None:
    latest = window.check.view._live.latest
    return latest.verdict.status if latest is not None else None


def judged(window: MainWindow, qtbot: QtBot, reply: str, schema: str | None = None) -> CheckView:
    """The view once it has judged this reply."""
    if schema is not None:
        window.editing.change("window.change.schema", schema_text=schema)
    window.check_reply(reply)
    view = window.check.view
    qtbot.waitUntil(lambda: view._live.latest is not None and view._live.latest.reply == reply)
    return view


def test_the_verdict_follows_the_reply_and_the_text_survives_leaving(window: MainWindow, qtbot: QtBot) -> None:
    view = judged(window, qtbot, "No idea.")
    assert status_of(window) is Status.NO_JSON
    view.show_reply('{"unexpected": 1}')
    qtbot.waitUntil(lambda: status_of(window) is Status.INVALID)
    qtbot.waitUntil(lambda: bool(view.verdict.cards))
    assert any(mark.number for mark in view.reply.marks)
    view.reply.undo()
    qtbot.waitUntil(lambda: status_of(window) is Status.NO_JSON)
    window.check.leave()
    assert window._stack.currentWidget() is window.columns
    window.menus.check.trigger()
    assert window.check.shown
    assert view.reply.text == "No idea."
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not window.check.shown


def test_an_empty_reply_has_no_verdict(window: MainWindow, qtbot: QtBot) -> None:
    view = judged(window, qtbot, WRONG)
    view.show_reply("")
    assert view.verdict.cards == ()
    assert view.reply.marks == ()
    assert view.verdict.in_words() == ""


def test_f8_goes_from_violation_to_violation_and_round(window: MainWindow, qtbot: QtBot) -> None:
    view = judged(window, qtbot, '[1, "a", 2, "b"]', INTEGERS)
    back = Qt.KeyboardModifier.ShiftModifier
    places = []
    for modifiers in (Qt.KeyboardModifier.NoModifier,) * 3 + (back, back):
        qtbot.keyClick(view.reply, Qt.Key.Key_F8, modifiers)
        places.append(view.reply.textCursor().position())
    assert places == [4, 12, 4, 12, 4]
    assert [card._selected for card in view.verdict.cards] == [True, False]
    view.show_reply("[1]")
    qtbot.waitUntil(lambda: status_of(window) is Status.VALID)
    qtbot.keyClick(view.reply, Qt.Key.Key_F8)
    assert view.reply.textCursor().position() == 0


def test_an_entry_lights_its_place_and_its_rule(window: MainWindow, qtbot: QtBot) -> None:
    view = judged(window, qtbot, WRONG)
    qtbot.waitUntil(lambda: len(view.verdict.cards) == 2)
    second = view.verdict.cards[1]
    qtbot.keyClick(second, Qt.Key.Key_Return)
    assert view.reply.textCursor().position() == WRONG.index('"extra"')
    assert [mark.number for mark in view.schema.editor.marks if mark.selected] == [2]
    view.reply.mark_activated.emit(1)
    assert [card._selected for card in view.verdict.cards] == [True, False]


def test_sixty_like_violations_are_one_entry_and_a_fold(window: MainWindow, qtbot: QtBot) -> None:
    view = judged(window, qtbot, json.dumps(["x"] * 60), INTEGERS)
    qtbot.waitUntil(lambda: len(view.verdict.cards) == 1)
    assert len(view.reply.marks) == 60
    view.reply.mark_activated.emit(40)
    assert view.verdict.cards[39].entry.finding.number == 40
    assert view.verdict.cards[39]._selected
    qtbot.waitUntil(lambda: is_seen(view, view.verdict.cards[39]))


def test_the_verdict_is_copied_in_words(window: MainWindow, qtbot: QtBot) -> None:
    view = judged(window, qtbot, WRONG)
    view.verdict._copy.click()
    copied = QGuiApplication.clipboard().text()
    assert "[/answer]" in copied
    assert [line[:2] for line in copied.splitlines() if line[:1].isdigit() and line[1] == "."] == ["1.", "2."]


def test_the_verdict_of_a_moment_ago_stays_while_a_new_one_is_found_and_marks_move_along(window: MainWindow, qtbot: QtBot) -> None:
    view = judged(window, qtbot, WRONG)
    qtbot.waitUntil(lambda: len(view.verdict.cards) == 2)
    cards = view.verdict.cards
    before = [mark.span for mark in view.reply.marks]
    qtbot.keyClick(view.reply, Qt.Key.Key_Space)  # the cursor is at the start
    assert [mark.span for mark in view.reply.marks] == [Span(span.start + 1, span.end + 1) for span in before if span]
    qtbot.waitUntil(lambda: view._live.latest is not None and view._live.latest.reply == f" {WRONG}")
    assert view.verdict.cards == cards


def is_seen(view: CheckView, part: QWidget) -> bool:
    """Whether the top of a part stands inside what is shown of the verdict."""
    return 0 <= part.mapTo(view.verdict.viewport(), QPoint()).y() < view.verdict.viewport().height() - 20


# The extraction view


def chosen(view: CheckView) -> PlaceCard:
    cards = [card for card in view.verdict.extraction.pieces.cards if card._place is not None and card._place.chosen]
    assert len(cards) == 1
    return cards[0]


def test_the_extraction_view_shows_every_piece_and_lights_it(window: MainWindow, qtbot: QtBot) -> None:
    reply = 'First {"answer": "no"}, then {"answer": "yes"}'
    view = judged(window, qtbot, reply)
    extraction = view.verdict.extraction
    assert not extraction.pieces.cards
    extraction.button.click()
    qtbot.waitUntil(lambda: len(extraction.pieces.cards) == 2)
    assert len(extraction.takings.cards) == 3
    card = chosen(view)
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    assert view.reply.lit == Span(reply.index('{"answer": "yes"}'), len(reply))
    assert view.reply.textCursor().position() == reply.index('{"answer": "yes"}')
    qtbot.keyClick(extraction.pieces.cards[0], Qt.Key.Key_Return)
    assert view.reply.lit == Span(6, 22)
    extraction.button.click()
    assert not extraction.pieces.cards


def test_the_extraction_view_follows_the_reply_and_asks_for_nothing_while_closed(window: MainWindow, qtbot: QtBot) -> None:
    asked: list[object] = []
    window.check._sighting.changed.connect(lambda: asked.append(window.check._sighting.latest))
    view = judged(window, qtbot, "[1]")
    view.show_reply("[2]")
    qtbot.waitUntil(lambda: view._live.latest is not None and view._live.latest.reply == "[2]")
    assert asked == []
    window.explain_reply("No idea.")
    assert view.verdict.extraction.opened
    qtbot.waitUntil(view.verdict.extraction._nothing.isVisible)
    assert len(asked) == 1
    view.show_reply('{"answer": "yes"}')
    qtbot.waitUntil(lambda: len(view.verdict.extraction.pieces.cards) == 1)


def test_asked_how_the_json_was_found_the_view_scrolls_there(window: MainWindow, qtbot: QtBot) -> None:
    window.editing.change("window.change.schema", schema_text=INTEGERS)
    window.explain_reply(json.dumps([[], {}, "a", None, 0.5, True, "b"]))
    view = window.check.view
    qtbot.waitUntil(lambda: bool(view.verdict.extraction.pieces.cards))
    qtbot.waitUntil(lambda: is_seen(view, view.verdict.extraction.pieces.cards[0]))


def test_a_bench_that_is_closed_refuses_work_without_a_word() -> None:
    bench = Bench()
    bench.close()
    assert bench.submit(lambda: 1).cancelled()


def test_whether_the_extraction_view_is_open_is_remembered(window: MainWindow, program: Program, qtbot: QtBot) -> None:
    window.check.open()
    window.check.view.verdict.extraction.button.click()
    window.check.view.columns.keep_sizes()
    window.check.view.columns.setSizes([300, 500, 400])
    window.check.view.remember()
    window.menus.new_window.trigger()
    qtbot.waitUntil(lambda: len(program.windows) == 2 and program.windows[-1].ready)
    other = program.windows[-1]
    assert other.check.view.verdict.extraction.opened
    assert other.check.view.columns.moved


# Fixing of small faults


def test_small_faults_are_fixed_on_demand_every_change_is_shown_and_it_is_undone(window: MainWindow, qtbot: QtBot) -> None:
    reply = "So:\n{'answer': 'yes',}"
    view = judged(window, qtbot, reply)
    assert status_of(window) is Status.NO_JSON
    view.verdict.fix.click()
    qtbot.waitUntil(lambda: status_of(window) is Status.VALID)
    cards = view.verdict.changes.cards
    assert [card.span for card in cards] == [Span(5, 13), Span(15, 20), Span(20, 21)]
    qtbot.mouseClick(cards[1], Qt.MouseButton.LeftButton)
    assert view.reply.lit == Span(15, 20)
    assert "− " in view.verdict.in_words()
    window.editing.document.undo()
    qtbot.waitUntil(lambda: status_of(window) is Status.NO_JSON)
    assert not view.verdict.fix.isChecked()
    assert view.verdict.changes.cards == ()


def test_several_hints_about_the_schema_are_listed_and_lead_there(window: MainWindow, qtbot: QtBot) -> None:
    schema = '{\n"type": "object",\n"requierd": ["a"],\n"properties": {"a": {"enum": ["x", "x "]}}\n}'
    view = judged(window, qtbot, "{}", schema)
    qtbot.waitUntil(lambda: len(view.verdict.hints.cards) > 1)
    qtbot.mouseClick(view.verdict.hints.cards[0], Qt.MouseButton.LeftButton)
    assert view.schema.editor.textCursor().blockNumber() == 2


# Large replies


def test_a_megabyte_on_one_line_is_shown_in_pieces_and_copied_whole(window: MainWindow, qtbot: QtBot) -> None:
    reply = json.dumps([{"n": number} for number in range(90_000)])
    window.check_reply(reply)
    editor = window.check.view.reply
    assert editor.text == reply
    blocks = editor.document()
    assert max(blocks.findBlockByNumber(number).length() for number in range(blocks.blockCount())) < 4_000
    editor.selectAll()
    editor.copy()
    assert QGuiApplication.clipboard().text() == reply
    cursor = editor.textCursor()
    cursor.setPosition(blocks.findBlockByNumber(1).position())
    editor.setTextCursor(cursor)
    qtbot.keyClick(editor, Qt.Key.Key_Backspace)  # at the start of a piece: the character before it goes, and nothing else
    assert len(editor.text) == len(reply) - 1
    editor.undo()
    assert editor.text == reply


def test_what_is_pasted_stands_as_it_was(window: MainWindow, qtbot: QtBot) -> None:
    window.check.open()
    editor = window.check.view.reply
    data = QMimeData()
    text = 'a\tb\u00a0c\n\u202e "x" \ufff0' + "long line, " * 1_000 + "\U0001f600\n\n"
    data.setText(text)
    editor.insertFromMimeData(data)
    assert editor.text == text
    editor.insertFromMimeData(data)
    assert editor.text.count(text) >= 1
    assert len(editor.text) == 2 * len(text)


def test_only_lines_in_view_are_coloured(window: MainWindow, qtbot: QtBot) -> None:
    view = judged(window, qtbot, json.dumps([{"n": number} for number in range(2_000)], indent=1), '{"type": "array"}')
    blocks = view.reply.document()
    formatted = [bool(blocks.findBlockByNumber(number).layout().formats()) for number in range(blocks.blockCount())]
    assert formatted[2]
    assert sum(formatted) < 200
    view.reply.verticalScrollBar().setValue(3_000)
    qtbot.waitUntil(lambda: bool(blocks.findBlockByNumber(3_002).layout().formats()))


# Names for screen readers

CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QTableView, PlaceCard)


def name_of(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name).strip()


@pytest.mark.parametrize("language", Language)
def test_every_control_has_a_name(window: MainWindow, program: Program, qtbot: QtBot, language: Language) -> None:
    view = judged(window, qtbot, "{'answer': 'maybe', 'x': 1} or [1]")
    view.table.show()
    view.verdict.fix.click()
    view.verdict.extraction.open()
    program.choose_language(language)
    qtbot.waitUntil(lambda: bool(view.verdict.extraction.takings.cards) and bool(view.verdict.changes.cards))
    controls = [
        widget
        for widget in view.findChildren(QWidget)
        if isinstance(widget, CONTROLS) and widget.isVisibleTo(view) and widget.parentWidget() is not view.table.table
    ]
    assert len(controls) > 20
    assert [widget for widget in controls if not name_of(widget) or name_of(widget).startswith(("check.", "verdict."))] == []
