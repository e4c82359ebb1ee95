"""The Check view as a person uses it: a reply is typed, its verdict appears, cases are kept."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from playground.verdict.violations import Status
from playground.window.main_window import MainWindow


def status_of(window: MainWindow) -> Status | None:
    latest = window.check.view._live.latest
    return latest.verdict.status if latest is not None else None


def test_the_verdict_follows_the_reply_and_the_text_survives_leaving(window: MainWindow, qtbot: QtBot) -> None:
    window.check_reply("No idea.")
    qtbot.waitUntil(lambda: status_of(window) is Status.NO_JSON)
    window.check.view.show_reply('{"unexpected": 1}')
    qtbot.waitUntil(lambda: status_of(window) is Status.INVALID)
    qtbot.waitUntil(lambda: bool(window.check.view.verdict.cards))
    assert any(mark.number for mark in window.check.view.reply.marks)
    window.check.view.reply.undo()
    qtbot.waitUntil(lambda: status_of(window) is Status.NO_JSON)
    window.check.leave()
    assert window._stack.currentWidget() is window.columns
    window.menus.check.trigger()
    assert window.check.shown
    assert window.check.view.reply.text == "No idea."


def test_cases_are_counted_in_the_bar_and_undone(window: MainWindow, qtbot: QtBot) -> None:
    window.editing.change("check.change.delete", cases=())
    window.add_case("No idea.", False)
    window.add_case("No idea.", True)
    qtbot.waitUntil(lambda: window.check.cases.count == 1)
    assert "1/2" in window.bar.check.text()
    window.editing.document.undo()
    qtbot.waitUntil(lambda: "1/1" in window.bar.check.text())


def test_a_file_of_replies_becomes_a_table(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "replies.jsonl"
    file.write_text('"No idea."\n{"id": "two", "reply": "{}"}\n', encoding="utf-8")
    window.check.open_replies(file)
    qtbot.waitUntil(lambda: len(window.check.view.table.judged) == 2)
    assert [each.reply.name for each in window.check.view.table.judged] == ["1", "two"]
    window.check.view.table.export(tmp_path / "out.csv")
    assert "no_json" in (tmp_path / "out.csv").read_text(encoding="utf-8-sig")
