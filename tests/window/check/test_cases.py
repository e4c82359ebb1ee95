"""Cases: kept, counted in the bar, renamed, turned round, edited, deleted, each to be undone."""

import pytest
from pytestqt.qtbot import QtBot

from playground.repair.cases import CaseResult
from playground.repair.scenario import Case, Scenario
from playground.window.check.case_list import CaseRow
from playground.window.controls.pill import State
from playground.window.main_window import MainWindow

YES, PROSE = Case("Yes", '{"answer": "yes"}', should_pass=True), Case("Prose", "No idea.", should_pass=False)


@pytest.fixture
def cases(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """Two cases, both as they should be, in the opened view."""
    window.editing.change("check.change.add", cases=(YES, PROSE))
    window.check.open()
    qtbot.waitUntil(lambda: window.check.cases.count == 2)
    return window


def row(window: MainWindow, place: int) -> CaseRow:
    return window.check.view.cases.rows[place]


def test_cases_are_counted_in_the_bar_and_undone(window: MainWindow, qtbot: QtBot) -> None:
    window.editing.change("check.change.delete", cases=())
    window.add_case("No idea.", False)
    window.add_case("No idea.", True)
    qtbot.waitUntil(lambda: window.check.cases.count == 1)
    assert "1/2" in window.bar.check.text()
    window.editing.document.undo()
    qtbot.waitUntil(lambda: "1/1" in window.bar.check.text())


def test_a_case_that_is_turned_round_is_checked_again(cases: MainWindow, qtbot: QtBot) -> None:
    row(cases, 0).flip.click()
    assert not cases.editing.scenario.cases[0].should_pass
    qtbot.waitUntil(lambda: cases.check.cases.count == 1)
    assert row(cases, 0).state.state is State.BAD
    cases.editing.document.undo()
    qtbot.waitUntil(lambda: cases.check.cases.count == 2)
    assert row(cases, 0).state.state is State.GOOD


def test_a_case_is_renamed(cases: MainWindow) -> None:
    row(cases, 1).title.renamed.emit("Just prose")
    assert [case.title for case in cases.editing.scenario.cases] == ["Yes", "Just prose"]
    assert "Just prose" in row(cases, 1).delete.accessibleName()
    cases.editing.document.undo()
    assert cases.editing.scenario.cases == (YES, PROSE)


def test_a_deleted_case_comes_back(cases: MainWindow) -> None:
    row(cases, 0).delete.click()
    assert [case.title for case in cases.editing.scenario.cases] == ["Prose"]
    assert len(cases.check.view.cases.rows) == 1
    cases.editing.document.undo()
    assert [case.title for case in cases.editing.scenario.cases] == ["Yes", "Prose"]
    assert len(cases.check.view.cases.rows) == 2


def test_the_reply_of_a_case_is_edited_and_saved_there(cases: MainWindow, qtbot: QtBot) -> None:
    view = cases.check.view
    assert not view.save_case.isVisible()
    row(cases, 0).edit.click()
    assert view.reply.text == YES.reply
    assert view.save_case.isVisible()
    assert not view.save_case.isEnabled()
    view.reply.moveCursor(view.reply.textCursor().MoveOperation.End)
    qtbot.keyClicks(view.reply, "!")
    assert view.save_case.isEnabled()
    view.save_case.click()
    assert cases.editing.scenario.cases[0] == Case("Yes", YES.reply + "!", should_pass=True)
    assert not view.save_case.isEnabled()
    cases.editing.document.undo()
    assert cases.editing.scenario.cases == (YES, PROSE)


def test_another_reply_is_no_edit_of_the_case(cases: MainWindow) -> None:
    row(cases, 0).edit.click()
    cases.check_reply("Another.")
    assert not cases.check.view.save_case.isVisible()


def test_the_present_reply_becomes_a_case(cases: MainWindow, qtbot: QtBot) -> None:
    cases.check_reply('{"answer": 5}')
    cases.check.view.fail_case.click()
    cases.check.view.pass_case.click()
    assert [(case.reply, case.should_pass) for case in cases.editing.scenario.cases[2:]] == [
        ('{"answer": 5}', False),
        ('{"answer": 5}', True),
    ]
    qtbot.waitUntil(lambda: cases.check.cases.count == 3)


def test_every_case_is_checked_again_when_the_schema_changes(cases: MainWindow, qtbot: QtBot) -> None:
    cases.editing.change("window.change.schema", schema_text="false")
    qtbot.waitUntil(lambda: cases.check.cases.count == 1)
    assert [row(cases, place).state.state for place in (0, 1)] == [State.BAD, State.GOOD]
    cases.editing.change("window.change.schema", schema_text="{")
    qtbot.waitUntil(lambda: cases.check.cases.count == 0)


def test_a_case_that_is_as_it_was_is_not_judged_again(cases: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    bench = cases.check._bench
    really = bench.try_case

    def counted(case: Case, scenario: Scenario) -> CaseResult:
        tried.append(case.title)
        return really(case, scenario)

    monkeypatch.setattr(bench, "try_case", counted)
    row(cases, 1).flip.click()
    qtbot.waitUntil(lambda: cases.check.cases.count == 1)
    assert tried == ["Prose"]
