"""Files and folders of replies: what they hold becomes a reply or a table, and what is wrong with them is said."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from pytestqt.qtbot import QtBot

from playground.verdict.violations import Status
from playground.window.check.reply_table import ReplyTable
from playground.window.main_window import MainWindow

LINES = '"No idea."\n{"id": "two", "reply": "{\\"answer\\": \\"yes\\"}"}\n{"text": "{\\"answer\\": 5}"}\n"=1+1"\n'


@pytest.fixture
def table(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> ReplyTable:
    """Four replies, judged."""
    file = tmp_path / "replies.jsonl"
    file.write_text(LINES, encoding="utf-8")
    window.check.open_replies(file)
    made = window.check.view.table
    qtbot.waitUntil(lambda: len(made.rows.judged) == 4)
    qtbot.waitUntil(lambda: made._filter.count() > 1)
    return made


def cells(table: ReplyTable, column: int) -> list[str]:
    return [str(table.rows.data(table.rows.index(row, column))) for row in range(table.rows.rowCount())]


def drop(window: MainWindow, data: QMimeData) -> None:
    moves, copy = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
    entered = QDragEnterEvent(QPoint(5, 5), copy, data, moves, Qt.KeyboardModifier.NoModifier)
    window.check.view.dragEnterEvent(entered)
    assert entered.isAccepted()
    window.check.view.dropEvent(QDropEvent(QPointF(5, 5), copy, data, moves, Qt.KeyboardModifier.NoModifier))


def files(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def test_a_table_lists_each_reply_with_its_verdict(table: ReplyTable) -> None:
    assert cells(table, 0) == ["1", "two", "3", "4"]
    assert [each.status for each in table.rows.judged] == [Status.NO_JSON, Status.VALID, Status.INVALID, Status.NO_JSON]
    assert cells(table, 1)[:2] == ["✕ no JSON", "✓ valid"]
    assert cells(table, 2) == ["1", "0", "1", "1"]
    assert "1" in table._heading.accessibleName()


def test_a_table_is_filtered_and_sorted_and_the_chosen_reply_stays_chosen(table: ReplyTable, window: MainWindow) -> None:
    table.table.selectRow(2)
    assert window.check.view.reply.text == '{"answer": 5}'
    table.table.sortByColumn(2, Qt.SortOrder.AscendingOrder)
    assert cells(table, 0) == ["two", "1", "3", "4"]
    table.table.sortByColumn(3, Qt.SortOrder.DescendingOrder)
    assert cells(table, 0)[-1] == "two"
    table.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    table._filter.setCurrentIndex(table._filter.findData("invalid"))
    table._filter.activated.emit(0)
    assert cells(table, 0) == ["3"]
    table._filter.setCurrentIndex(0)
    table._filter.activated.emit(0)
    assert cells(table, 0) == ["1", "two", "3", "4"]
    assert window.check.view.reply.text == '{"answer": 5}'


def test_the_whole_table_is_judged_again_when_the_schema_changes(table: ReplyTable, window: MainWindow, qtbot: QtBot) -> None:
    window.editing.change("window.change.schema", schema_text="true")
    qtbot.waitUntil(lambda: [each.status for each in table.rows.judged].count(Status.VALID) == 2)
    assert cells(table, 1)[2] == "✓ valid"


def test_a_spreadsheet_takes_no_reply_for_a_formula(table: ReplyTable, window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    table.export_wanted.emit(out)
    qtbot.waitUntil(out.exists)
    last = out.read_text(encoding="utf-8-sig").splitlines()[-1]
    assert last.endswith(",'=1+1")


def test_an_export_that_cannot_be_written_is_said(table: ReplyTable, window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    table.export_wanted.emit(tmp_path / "nowhere" / "deep" / "out.csv")
    qtbot.waitUntil(lambda: "out.csv" in window.check.view.problem.text())


def test_a_table_that_was_put_away_is_judged_no_more(table: ReplyTable, window: MainWindow, qtbot: QtBot) -> None:
    table._close.click()
    assert table.isHidden()
    window.editing.change("window.change.schema", schema_text="true")
    window.check_reply("1")
    live = window.check.view._live
    qtbot.waitUntil(lambda: live.latest is not None and live.latest.verdict.status is Status.VALID)
    assert table.rows.judged == ()


def test_a_long_list_has_all_its_rows_at_once_and_their_verdicts_bit_by_bit(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join('"{}"' for _ in range(300)), encoding="utf-8")
    window.check.open_replies(file)
    table = window.check.view.table
    seen: list[tuple[int, int]] = []
    window.check._list.judged.connect(lambda first, part: seen.append((first, len(part))))
    qtbot.waitUntil(lambda: bool(seen))
    assert table.rows.rowCount() == 300
    qtbot.waitUntil(lambda: len(table.rows.judged) == 300)
    assert sum(count for _, count in seen) == 300
    assert max(count for _, count in seen) <= 25


def _single(folder: Path) -> list[Path]:
    file = folder / "reply.txt"
    file.write_text("Only this.", encoding="utf-8")
    return [file]


def test_one_dropped_file_is_the_reply(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.check.open()
    drop(window, files(*_single(tmp_path)))
    qtbot.waitUntil(lambda: window.check.view.reply.text == "Only this.")
    assert window.check.view.table.isHidden()


def test_dropped_text_is_the_reply(window: MainWindow) -> None:
    window.check.open()
    data = QMimeData()
    data.setText("Dropped.")
    drop(window, data)
    assert window.check.view.reply.text == "Dropped."


def test_a_folder_and_several_files_become_a_table(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.check.open()
    for name in ("b.txt", "a.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    drop(window, files(tmp_path))
    rows = window.check.view.table.rows
    qtbot.waitUntil(lambda: [each.reply.name for each in rows.judged] == ["a.json", "b.txt"])
    drop(window, files(tmp_path / "b.txt", tmp_path / "a.json"))
    qtbot.waitUntil(lambda: [each.reply.name for each in rows.judged] == ["b.txt", "a.json"])


def _empty(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"


def _broken(folder: Path) -> Path:
    (folder / "broken.jsonl").write_text('"fine"\n{oops\n', encoding="utf-8")
    return folder / "broken.jsonl"


@pytest.mark.parametrize(
    ("make", "said"),
    [(_empty, "empty"), (_broken, "2"), (lambda folder: folder / "absent.txt", "absent.txt")],
    ids=["an empty folder", "a broken line", "no file"],
)
def test_what_is_wrong_with_a_file_is_said(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, make: Callable[[Path], Path], said: str
) -> None:
    window.check_reply("Stays.")
    window.check.open_replies(make(tmp_path))
    problem = window.check.view.problem
    qtbot.waitUntil(lambda: said in problem.text())
    assert problem.isVisible()
    assert window.check.view.reply.text == "Stays."
    window.check_reply("Something else.")
    assert not problem.isVisible()
