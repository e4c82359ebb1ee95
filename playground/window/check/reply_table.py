"""Many replies and their verdicts as a table: sorted, filtered, opened, exported."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from playground.store.atomic import write_atomically
from playground.store.file_problems import FileProblem
from playground.store.reply_files import NamedReply
from playground.verdict.violations import Status, Verdict
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import Choice
from playground.window.controls.heading import Heading
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.conversation.cards import SIGNS
from playground.window.conversation.derivation import pill_of
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.text import Text

_COLUMNS = ("name", "status", "count", "first")


@dataclass(frozen=True, slots=True)
class JudgedReply:
    """A reply of the list and what its verdict says."""

    reply: NamedReply
    status: Status
    pill: str
    sign: str
    count: int
    first: Text | None


def summarise(reply: NamedReply, verdict: Verdict) -> JudgedReply:
    """What the table shows of a verdict."""
    found = verdict.violations or verdict.faults
    tone = pill_of(verdict).tone
    return JudgedReply(
        reply, verdict.status, f"conversation.pill.{verdict.status}", SIGNS[tone], len(found), found[0].message if found else None
    )


class _Number(QTableWidgetItem):
    """Sorted as a number where it is one."""

    def __lt__(self, other: QTableWidgetItem) -> bool:
        mine, theirs = self.text(), other.text()
        return int(mine) < int(theirs) if mine.isdecimal() and theirs.isdecimal() else mine < theirs


class ReplyTable(QWidget):
    """`opened` with the text of a reply, `closed` when the list is put away, `problem` with a Text."""

    opened = Signal(str)
    closed = Signal()
    problem = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._judged: tuple[JudgedReply, ...] = ()
        self._source = ""
        self._filter = Choice(appearance)
        self._export = Button(appearance, Kind.LINK, icon="download")
        self._close = Button(appearance, Kind.LINK, icon="x")
        self._heading = Heading(appearance, self._export, self._close)
        self.table = QTableWidget(0, len(_COLUMNS))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.horizontalHeader().setSortIndicator(
            -1, Qt.SortOrder.AscendingOrder
        )  # as in the file, until a heading is clicked
        use_thin_bars(self.table, appearance)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        layout.addWidget(self._heading)
        layout.addWidget(self._filter)
        layout.addWidget(self.table, 1)
        self._filter.activated.connect(self._use_filter)
        self._export.clicked.connect(self._choose_file)
        self._close.clicked.connect(self._put_away)
        self.table.currentCellChanged.connect(self._open)
        self.table.cellActivated.connect(self._open)
        appearance.changed.connect(self._themed)
        wording.language_changed.connect(self.retranslate)
        self._themed()
        self.retranslate()

    @property
    def judged(self) -> tuple[JudgedReply, ...]:
        """What is listed, in the order of the file."""
        return self._judged

    def show_judged(self, source: str, judged: Sequence[JudgedReply]) -> None:
        """List replies that were read from `source`; the chosen one stays chosen."""
        self._source, self._judged = source, tuple(judged)
        self.retranslate()

    def export(self, path: Path) -> None:
        """Write the list as CSV, as spreadsheets read it; raises FileProblem."""
        lines = io.StringIO()
        writer = csv.writer(lines)
        writer.writerow([self._wording.say(f"check.column.{name}") for name in (*_COLUMNS, "reply")])
        for each in self._judged:
            first = self._wording(each.first) if each.first else ""
            writer.writerow([_safe(cell) for cell in (each.reply.name, each.status.value, str(each.count), first, each.reply.text)])
        write_atomically(path, "\ufeff" + lines.getvalue())

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        valid = sum(each.status is Status.VALID for each in self._judged)
        self._heading.say(say("check.table", valid=valid, count=len(self._judged), source=self._source))
        self._export.setText(say("check.export"))
        self._close.setText(say("check.table_close"))
        self._filter.setAccessibleName(say("check.filter"))
        self.table.setAccessibleName(say("check.table_name"))
        kinds = [("", say("check.filter_all", count=len(self._judged)))]
        for status in Status:
            count = sum(each.status is status for each in self._judged)
            if count:
                kinds.append((status.value, f"{say(f'check.status.{status}')} ({count})"))
        self._filter.show_items(kinds, self._filter.chosen() if self._filter.chosen() in dict(kinds) else "")
        self.table.setHorizontalHeaderLabels([say(f"check.column.{name}") for name in _COLUMNS])
        self._fill()

    def _fill(self) -> None:
        table, chosen = self.table, self._chosen()
        blocked = table.blockSignals(True)
        table.setSortingEnabled(False)
        wanted = self._filter.chosen()
        shown = [(place, each) for place, each in enumerate(self._judged) if wanted in ("", each.status.value)]
        table.setRowCount(len(shown))
        for row, (place, each) in enumerate(shown):
            first = self._wording(each.first) if each.first else ""
            cells = (each.reply.name, f"{each.sign} {self._wording.say(f'check.status.{each.status}')}", str(each.count), first)
            for column, words in enumerate(cells):
                item = _Number(words)
                item.setData(Qt.ItemDataRole.UserRole, place)
                if column == 1:
                    item.setForeground(self._ink(each.status))
                if column == 3:
                    item.setToolTip(words)
                table.setItem(row, column, item)
        table.setSortingEnabled(True)
        table.resizeColumnToContents(1)
        table.resizeColumnToContents(2)
        for row in range(table.rowCount()):
            first_cell = table.item(row, 0)
            if first_cell is not None and first_cell.data(Qt.ItemDataRole.UserRole) == chosen:
                table.setCurrentCell(row, 0)
        table.blockSignals(blocked)

    def _chosen(self) -> int | None:
        item = self.table.item(self.table.currentRow(), 0)
        return int(item.data(Qt.ItemDataRole.UserRole)) if item is not None else None

    def _ink(self, status: Status) -> QColor:
        theme = self._appearance.theme
        return theme.good if status is Status.VALID else theme.bad

    @Slot()
    def _use_filter(self) -> None:
        self._fill()

    @Slot()
    def _open(self) -> None:
        place = self._chosen()
        if place is not None and place < len(self._judged):
            self.opened.emit(self._judged[place].reply.text)

    @Slot()
    def _put_away(self) -> None:
        self._judged = ()
        self.closed.emit()

    @Slot()
    def _choose_file(self) -> None:
        from PySide6.QtWidgets import QFileDialog  # noqa: PLC0415 - dialogs are loaded when one is wanted

        dialog = QFileDialog(self, self._wording.say("check.export"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(["CSV (*.csv)"])
        dialog.setDefaultSuffix("csv")
        dialog.fileSelected.connect(self._write)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(str)
    def _write(self, path: str) -> None:
        try:
            self.export(Path(path))
        except FileProblem as problem:
            self.problem.emit(problem.text)

    @Slot()
    def _themed(self) -> None:
        theme = self._appearance.theme
        self.table.setFont(self._appearance.font(TypeSize.SMALL + 1))
        self.table.horizontalHeader().setFont(self._appearance.font(TypeSize.SMALL))
        self.table.verticalHeader().setDefaultSectionSize(self._appearance.scaled(28))
        palette = QPalette(self.table.palette())
        palette.setColor(QPalette.ColorRole.Base, theme.raised)
        palette.setColor(QPalette.ColorRole.Text, theme.text)
        palette.setColor(QPalette.ColorRole.Highlight, theme.accent_soft)
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.text)
        self.table.setPalette(palette)
        self._fill()


def _safe(cell: str) -> str:
    """A spreadsheet takes what begins like a formula for one; a reply must stay a text."""
    return "'" + cell if cell[:1] in {"=", "+", "-", "@", "\t", "\r"} else cell
