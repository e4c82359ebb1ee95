"""The whole window with the real engine, history and keyring thread: what a person does, and what they see."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.record import Outcome, Run
from playground.repair.scenario import SampleRule, Samples
from playground.window.application import Program
from playground.window.conversation.stops import Stop
from playground.window.lesson_text import LessonText
from playground.window.main_window import MainWindow
from playground.window.theme import ThemeName
from playground.words.language import Language
from playground.words.text import text

POPUPS = pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)


def _run(window: MainWindow, qtbot: QtBot) -> Run:
    with qtbot.waitSignal(window.runs.kept.run_ended, timeout=20_000) as ended:
        window.bar.run.click()
    run = ended.args[0].run
    assert isinstance(run, Run)
    qtbot.waitUntil(lambda: not window.runs.runner.busy)
    return run


def _chosen(window: MainWindow) -> tuple[int | None, int | None]:
    return window.runs.selecting.chosen


def _answer(qtbot: QtBot, label: str) -> Callable[[], None]:
    def press() -> None:
        box = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMessageBox) and widget.isVisible())
        next(button for button in box.buttons() if button.text() == label).click()

    return press


def test_the_first_start_shows_a_lesson_that_one_press_repairs(window: MainWindow, qtbot: QtBot) -> None:
    assert window.editing.scenario.title == "Does a baguette contain gluten?"
    assert window.bar.run.isEnabled()
    assert not window.bar.stop.isEnabled()
    assert "greeting" in window.notices.shown()
    run = _run(window, qtbot)
    assert run.outcome is Outcome.REPAIRED
    assert [len(attempt.request.messages) for attempt in run.attempts] == [1, 3, 5]
    assert not run.live
    assert "greeting" not in window.notices.shown()


def test_return_on_the_first_button_is_all_it_takes(window: MainWindow, qtbot: QtBot) -> None:
    assert window.focusWidget() is window.bar.run
    with qtbot.waitSignal(window.runs.kept.run_ended, timeout=20_000):
        qtbot.keyClick(window.bar.run, Qt.Key.Key_Return)


@pytest.mark.parametrize("key", [Qt.Key.Key_R, Qt.Key.Key_Return])
def test_the_keyboard_runs(window: MainWindow, qtbot: QtBot, key: Qt.Key) -> None:
    with qtbot.waitSignal(window.runs.kept.run_ended, timeout=20_000):
        qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)


def test_a_violation_is_selected_in_reply_list_and_schema(window: MainWindow, qtbot: QtBot) -> None:
    _run(window, qtbot)
    assert _chosen(window) == (2, None)
    assert [(mark.number, mark.selected) for mark in window.schema.editor.marks] == [(1, False)]
    window.conversation.violation_activated.emit(2, 0)
    assert _chosen(window) == (2, 0)
    assert window.runs.outcome.selected_attempt == 2
    assert [(mark.number, mark.selected) for mark in window.schema.editor.marks] == [(1, True)]
    window.runs.outcome.attempt_selected.emit(1)
    assert window.conversation.view.selected_attempt == 1
    assert window.schema.editor.marks == ()
    window.runs.outcome.attempt_selected.emit(2)
    window.schema.rule_activated.emit(1)
    assert window.conversation.view.chosen_violation == (2, 0)


def test_marks_leave_a_schema_that_was_edited(window: MainWindow, qtbot: QtBot) -> None:
    _run(window, qtbot)
    qtbot.keyClicks(window.schema.editor, " ")
    assert window.schema.editor.marks == ()
    window.menus.undo.trigger()
    assert len(window.schema.editor.marks) == 1


def test_runs_of_the_sitting_are_one_click_away_and_marked_when_older_than_the_edit(window: MainWindow, qtbot: QtBot) -> None:
    _run(window, qtbot)
    window.limits.slider.setValue(2)
    assert "older" in window.notices.shown()
    run = _run(window, qtbot)
    assert run.outcome is Outcome.FELL_BACK
    assert run.result is not None
    assert json.loads(run.result) == {"answer": "unknown"}
    assert "older" not in window.notices.shown()
    assert window.bar.runs.text() == "2/2"
    window.bar.earlier.click()
    shown = window.runs.kept.shown
    assert shown is not None
    assert len(shown.conversation.attempts) == 3
    assert "older" in window.notices.shown()
    assert not window.bar.earlier.isEnabled()
    window.bar.later.click()
    assert "older" not in window.notices.shown()


def test_ten_runs_are_counted(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.run_ten.trigger()
    qtbot.waitUntil(lambda: window.runs.runner.batch is not None and window.runs.runner.batch.over, timeout=30_000)
    assert window.runs.runner.batch is not None
    assert window.runs.runner.batch.outcomes == {Outcome.REPAIRED: 10}
    assert window.runs.kept.count == 10
    assert "batch" in window.notices.shown()
    qtbot.waitUntil(lambda: not window.runs.runner.busy)


def test_ten_runs_are_stopped(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.run_ten.trigger()
    window.menus.stop.trigger()
    qtbot.waitUntil(lambda: not window.runs.runner.busy, timeout=20_000)
    assert window.runs.runner.batch is not None
    assert window.runs.runner.batch.started == 2
    assert window.runs.runner.batch.over


def test_a_recorded_run_plays_slowly_and_space_goes_on(window: MainWindow, qtbot: QtBot) -> None:
    window.runs.playback.pace = 0.1
    window.menus.run_once.trigger()
    qtbot.waitUntil(lambda: window.runs.playback.playing, timeout=20_000)
    assert window.runs.kept.shown is None or not window.runs.kept.shown.ended

    def go_on() -> bool:
        qtbot.keyClick(window.conversation.view, Qt.Key.Key_Space)
        return window.runs.kept.shown is not None and window.runs.kept.shown.ended

    qtbot.waitUntil(go_on, timeout=20_000)
    assert window.runs.kept.shown is not None
    assert len(window.runs.kept.shown.conversation.attempts) == 3


def test_escape_shows_the_rest(window: MainWindow, qtbot: QtBot) -> None:
    window.runs.playback.pace = 0.1
    window.menus.run_once.trigger()
    qtbot.waitUntil(lambda: window.runs.playback.playing, timeout=20_000)
    window.conversation.setFocus()
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.runs.runner.busy, timeout=20_000)


def test_an_endpoint_that_is_not_there_is_said_and_stops(window: MainWindow, qtbot: QtBot) -> None:
    endpoint = EndpointSettings(base_url="http://127.0.0.1:9/v1", model="m", time_limit=5)
    window.editing.change("window.change.endpoint", endpoint=endpoint, samples=Samples(SampleRule.NEVER))
    run = _run(window, qtbot)
    assert run.outcome is Outcome.ENDPOINT_FAILED
    assert run.attempts == ()


def test_a_broken_schema_is_refused_before_anything_is_sent(window: MainWindow, qtbot: QtBot) -> None:
    window.editing.change("window.change.schema", schema_text='{"type": ')
    qtbot.waitUntil(lambda: window.schema.pill.text == "1 error", timeout=10_000)
    run = _run(window, qtbot)
    assert run.outcome is Outcome.ERROR
    assert run.attempts == ()


@pytest.mark.parametrize("language", [Language.FRENCH, Language.JAPANESE, Language.POLISH])
def test_the_language_changes_at_once_and_touches_nothing_that_is_sent(
    program: Program, window: MainWindow, qtbot: QtBot, language: Language
) -> None:
    before = window.editing.scenario
    words = window.bar.run.text()
    program.choose_language(language)
    assert window.bar.run.text() != words
    assert window.editing.scenario == before
    assert not window.editing.document.dirty
    run = _run(window, qtbot)
    assert run.attempts[0].feedback is not None
    assert "Fix" in run.attempts[0].feedback.content


@pytest.mark.parametrize("theme", ThemeName)
@pytest.mark.parametrize("scale", [80, 200])
def test_every_theme_and_size_paints_and_fits(
    program: Program, window: MainWindow, qtbot: QtBot, theme: ThemeName, scale: int
) -> None:
    program.choose_theme(theme)
    program.choose_scale(scale)
    window.resize(1024, 640)
    qtbot.waitUntil(lambda: window.width() == 1024)
    buttons = (window.bar.run, window.bar.stop, window.bar.looks)
    qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in buttons))
    assert window.bar.looks.geometry().right() <= window.bar.width()
    image = window.grab().toImage()
    assert image.pixelColor(image.width() // 2, image.height() - 4) == program.services.appearance.theme.ground
    assert window.conversation.width() >= 200


# Files


def test_the_title_is_changed_in_the_bar(window: MainWindow, qtbot: QtBot) -> None:
    title = window.bar.title
    title.setFocus()
    title.selectAll()
    qtbot.keyClicks(title, "Bread")
    qtbot.keyClick(title, Qt.Key.Key_Return)
    assert window.editing.scenario.title == "Bread"
    assert window.windowTitle().startswith("Bread")
    qtbot.keyClicks(title, "!")
    qtbot.keyClick(title, Qt.Key.Key_Escape)
    assert window.editing.scenario.title == "Bread"
    window.menus.undo.trigger()
    assert title.text() == "Does a baguette contain gluten?"


def test_an_edit_is_shown_in_the_title_and_undone(window: MainWindow, qtbot: QtBot) -> None:
    assert not window.isWindowModified()
    window.limits.slider.setValue(5)
    assert window.isWindowModified()
    window.menus.undo.trigger()
    assert not window.isWindowModified()
    assert window.limits.slider.value() == 3
    window.menus.redo.trigger()
    assert window.limits.slider.value() == 5


@POPUPS
def test_unsaved_work_is_asked_about_and_cancel_keeps_it(window: MainWindow, qtbot: QtBot) -> None:
    window.limits.slider.setValue(5)
    edited = window.editing.scenario
    window.menus.new.trigger()
    _answer(qtbot, "Cancel")()
    assert window.editing.scenario == edited
    window.menus.new.trigger()
    _answer(qtbot, "Don’t save")()
    assert window.editing.scenario.id != edited.id
    assert not window.editing.document.dirty


@POPUPS
def test_closing_asks_and_saves_under_a_name(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.limits.slider.setValue(5)
    window.close()
    assert window.isVisible()
    _answer(qtbot, "Save")()
    dialog = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QFileDialog) and widget.isVisible())
    file = tmp_path / "mine.json"
    dialog.selectFile(str(file))
    with qtbot.waitSignal(window.closed):
        dialog.accept()
    assert json.loads(file.read_text(encoding="utf-8"))["max_attempts"] == 5


def test_a_dropped_file_is_opened_and_remembered(program: Program, window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "dropped.json"
    window.files._write(file, lambda: None, new=True)
    window.menus.new.trigger()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    actions, button, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dragEnterEvent(QDragEnterEvent(QPoint(5, 5), actions, data, button, none))
    window.dropEvent(QDropEvent(QPoint(5, 5), actions, data, button, none))
    assert window.editing.document.path == file
    assert program.services.preferences.settings.recent[0] == str(file)
    assert window.bar.state.text() == "dropped.json"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b"hello", b"@", b"\xff\xfe\x00", b'{"format": "repair-loop-scenario", "version": 99}']
)
def test_a_file_that_is_no_scenario_is_said_and_changes_nothing(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "odd.json"
    file.write_bytes(content)
    before = window.editing.scenario
    window.files.open(file)
    assert window.editing.scenario == before
    (problem,) = (name for name in window.notices.shown() if name.startswith("problem"))
    assert "{" not in window.notices.find_notice(problem).words.text()


def test_a_lesson_opens_in_the_window_s_language(program: Program, window: MainWindow, qtbot: QtBot) -> None:
    program.choose_language(Language.FRENCH)
    window.menus.lesson_chosen.emit("02-malformed-output")
    assert window.editing.scenario.language is Language.FRENCH
    assert window.editing.document.path is None
    assert window.runs.kept.count == 0
    assert window.feedback.language.chosen() == "prompt"


def test_the_lesson_is_read_beside_the_window_in_its_language(program: Program, window: MainWindow, qtbot: QtBot) -> None:
    window.notices.find_notice("greeting").button.click()
    text = window.findChildren(LessonText)[0]
    assert text.windowTitle() == "Send the fault back"
    program.choose_language(Language.FRENCH)
    assert "Essai" in text.text
    text.close()
    window.menus.new.trigger()
    assert not window.menus.read_lesson.isEnabled()


def test_several_windows_live_in_one_process(program: Program, window: MainWindow, qtbot: QtBot) -> None:
    window.menus.new_window.trigger()
    other = next(each for each in program.windows if each is not window)
    assert other.editing.scenario.id != window.editing.scenario.id
    program.choose_theme(ThemeName.DARK)
    _run(window, qtbot)
    assert other.runs.kept.count == 0
    other.close()
    assert list(program.windows) == [window]


def test_a_window_closed_in_the_middle_of_a_run_ends_it(program: Program, window: MainWindow, qtbot: QtBot) -> None:
    window.runs.playback.pace = 0.1
    window.menus.run_once.trigger()
    with qtbot.waitSignal(window.closed):
        window.close()
    assert program.windows == ()


def test_the_conversation_is_searched_from_anywhere(window: MainWindow, qtbot: QtBot) -> None:
    window.schema.editor.setFocus()
    qtbot.keyClick(window.schema.editor, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.conversation.find_bar.field.hasFocus()


def test_before_the_first_run_only_one_line_says_what_to_press(window: MainWindow) -> None:
    greeting = window.notices.find_notice("greeting")
    hint = window.conversation.view.cards[-1]
    wording = window._services.wording
    beside = [wording(note) for note in hint.notes] + [wording.say("outcome.empty")]
    assert greeting.title.text().startswith("Press Run.")
    assert not any("Press Run" in words for words in beside)


def test_while_the_schema_is_checked_nothing_is_offered_to_go_to(window: MainWindow, qtbot: QtBot) -> None:
    pane = window.schema
    window.editing.change("window.change.schema", schema_text="{")
    qtbot.waitUntil(lambda: window.checker.latest is not None)
    assert pane._go.isVisible()
    assert pane.problems.isVisible()
    window.editing.change("window.change.schema", schema_text="{}")
    assert window.checker.latest is None
    assert not pane._go.isVisible()
    assert not pane.problems.isVisible()


def test_a_schema_that_fits_has_no_scroll_bar(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.schema.editor.verticalScrollBar().maximum() == 0)


def test_what_went_wrong_stands_until_it_is_put_right_and_two_things_stand_beside_each_other(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.show_problem(text("store.settings_damaged", aside="x"))
    window.files.open(tmp_path / "gone.json")
    assert len([name for name in window.notices.shown() if name.startswith("problem")]) == 2
    window.files._write(tmp_path / "x.json", lambda: None, new=True)
    assert not [name for name in window.notices.shown() if name.startswith("problem")]


def test_a_new_scenario_is_typed_into_at_once_and_a_lesson_is_run_at_once(window: MainWindow, qtbot: QtBot) -> None:
    window.menus.new.trigger()
    field = window.focusWidget()
    assert field is not None
    qtbot.keyClicks(field, "Is tea a soup?")
    assert window.editing.scenario.messages[0].content == "Is tea a soup?"
    window.menus.undo.trigger()
    window.menus.lesson_chosen.emit("01-send-the-fault-back")
    assert window.focusWidget() is window.bar.run


def test_a_reply_of_a_run_becomes_a_case_with_one_action(window: MainWindow, qtbot: QtBot) -> None:
    run = _run(window, qtbot)
    before = window.editing.scenario.cases
    view = window.conversation.view
    for number in (2, 3):
        card = next(place for place, card in enumerate(view.cards) if card.facts and card.attempt == number)
        view.set_stop(Stop(card))
        qtbot.keyClick(view, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
        assert "case" in window.notices.shown()
    added = window.editing.scenario.cases[len(before) :]
    assert [(case.reply, case.should_pass) for case in added] == [
        (run.attempts[1].reply.text, False),
        (run.attempts[2].reply.text, True),
    ]
    qtbot.waitUntil(lambda: window.check.cases.count == len(before) + 2)
    qtbot.keyClick(view, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert window.editing.scenario.cases[len(before) :] == added, "the same reply is no second case"
    window.menus.undo.trigger()
    assert "case" not in window.notices.shown()


def test_a_reply_of_a_run_is_looked_at_in_the_check_view(window: MainWindow, qtbot: QtBot) -> None:
    _run(window, qtbot)
    view = window.conversation.view
    view.set_stop(Stop(next(place for place, card in enumerate(view.cards) if card.facts)))
    for key, modifiers in (
        (Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier),
    ):
        view.setFocus()
        qtbot.keyClick(view, key, modifiers)
        assert window.check.shown
        assert window.check.view.reply.text == view.cards[1].body
        window.check.leave()


def test_what_changes_nothing_about_a_run_does_not_make_it_old(window: MainWindow, qtbot: QtBot) -> None:
    _run(window, qtbot)
    window.editing.change("window.change.title", title="Another title")
    window.add_case("No idea.", False)
    assert "older" not in window.notices.shown()
    window.editing.change("window.change.samples", samples=Samples(SampleRule.ALWAYS, ("No idea.",)))
    assert "older" in window.notices.shown()


def test_the_preview_answers_the_run_that_is_shown(window: MainWindow, qtbot: QtBot) -> None:
    _run(window, qtbot)
    window.feedback.preview_link.click()
    preview = window.feedback.preview
    assert preview is not None
    qtbot.waitUntil(lambda: preview.basis.text() == "Next message, as the answer to attempt 2 of this run")
    assert preview.message.text() == window.conversation.view.cards[4].body
