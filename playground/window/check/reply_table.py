"""Many replies and their verdicts as a table: sorted, filtered, opened, exported."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFontMetrics, QPalette
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QVBoxLayout, QWidget

from playground.store.reply_files import NamedReply
from playground.verdict.violations import Status
from playground.window.appearance import Appearance
from playground.window.check.reply_rows import JudgedReply, ReplyRows
from playground.window.check.table_header import TableHeader
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card
from playground.window.controls.fields import Choice
from playground.window.controls.heading import Heading
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.conversation.cards import SIGNS, Tone
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_NAME, _STATUS, _COUNT, _FIRST = range(4)
_NAME_LETTERS = 9
_PAUSE = 100  # milliseconds at least between two looks at the whole list while verdicts come in
_ROWS_A_MILLISECOND = 20  # longer lists are looked at less often


class ReplyTable(QWidget):
    """`opened` with the text of a reply, `closed` when the list is put away, `export_wanted` with the path of a file."""

    opened = Signal(str)
    closed = Signal()
    export_wanted = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._source = ""
        self._filter = Choice(appearance)
        self._export = Button(appearance, Kind.LINK, icon="download")
        self._close = Button(appearance, Kind.LINK, icon="x")
        self._heading = Heading(appearance, self._export, self._close)
        self.rows = ReplyRows(appearance, wording)
        self.table = QTableView()
        self._lay_out()
        self._overview = QTimer(self)
        self._overview.setSingleShot(True)
        self._overview.timeout.connect(self._look_over)
        self._filter.activated.connect(self._use_filter)
        self._export.clicked.connect(self._choose_file)
        self._close.clicked.connect(self._put_away)
        self.table.selectionModel().currentRowChanged.connect(self._open)
        self.table.activated.connect(self._open)
        appearance.changed.connect(self._themed)
        wording.language_changed.connect(self.retranslate)
        self._themed()
        self.retranslate()

    def begin(self, source: str, replies: Sequence[NamedReply]) -> None:
        """List replies that were read from `source`; their verdicts follow."""
        self._source = source
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)  # as in the file
        self.rows.begin(replies)
        self.retranslate()

    def put(self, first: int, judged: Sequence[JudgedReply]) -> None:
        """Verdicts on the replies from the place `first` on."""
        self.rows.put(first, judged)
        if not self._overview.isActive():
            self._overview.start(max(_PAUSE, self.rows.rowCount() // _ROWS_A_MILLISECOND))

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        self._export.setText(say("check.export"))
        self._close.setText(say("check.table_close"))
        self._filter.setAccessibleName(say("check.filter"))
        self.table.setAccessibleName(say("check.table_name"))
        self.rows.word_anew()
        self._measure()
        self._look_over()

    def _measure(self) -> None:
        """As wide as the longest that can stand there: Qt would ask for the words of every row."""
        say, metrics = self._wording.say, QFontMetrics(self.table.font())
        around = 2 * Space.M
        statuses = [f"{SIGNS[Tone.BAD]} {say(f'check.status.{status}')}" for status in Status]
        for column, words in (
            (_STATUS, [say("check.column.status"), *statuses]),
            (_COUNT, [say("check.column.count"), "00000"]),
            (_NAME, [say("check.column.name"), "M" * _NAME_LETTERS]),
        ):
            self.table.setColumnWidth(column, max(map(metrics.horizontalAdvance, words)) + around)

    @Slot()
    def _look_over(self) -> None:
        """What is said of the list as a whole."""
        say, judged = self._wording.say, self.rows.judged
        counts = Counter(each.status for each in judged)
        self._heading.say(say("check.table", valid=counts[Status.VALID], count=len(judged), source=self._source))
        kinds = [("", say("check.filter_all", count=len(judged)))]
        kinds += [(status.value, f"{say(f'check.status.{status}')} ({count})") for status in Status if (count := counts[status])]
        chosen = self._filter.chosen()
        self._filter.show_items(kinds, chosen if chosen in dict(kinds) else "")
        if self.rows.ordered:
            self._arrange(self.rows.arrange)

    def _arrange(self, arrange: Callable[[], None]) -> None:
        """The chosen reply stays chosen, and the table where it was scrolled to."""
        chosen, bar = self.rows.place_of(self.table.currentIndex().row()), self.table.verticalScrollBar()
        scrolled = bar.value()
        arrange()
        row = self.rows.row_of(chosen) if chosen is not None else None
        if row is not None:
            blocked = self.table.selectionModel().blockSignals(True)
            self.table.selectRow(row)
            self.table.selectionModel().blockSignals(blocked)
        bar.setValue(scrolled)

    @Slot()
    def _use_filter(self) -> None:
        kind = self._filter.chosen()
        self._arrange(lambda: self.rows.choose_kind(Status(kind) if kind else None))

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        place = self.rows.place_of(index.row())
        if index.isValid() and place is not None:
            self.opened.emit(self.rows.reply_at(place).text)

    @Slot()
    def _put_away(self) -> None:
        self.rows.begin(())
        self.closed.emit()

    @Slot()
    def _choose_file(self) -> None:
        from PySide6.QtWidgets import QFileDialog  # noqa: PLC0415 - dialogs are loaded when one is wanted

        dialog = QFileDialog(self, self._wording.say("check.export"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(["CSV (*.csv)"])
        dialog.setDefaultSuffix("csv")
        dialog.fileSelected.connect(lambda chosen: self.export_wanted.emit(Path(chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _lay_out(self) -> None:
        table, head = self.table, TableHeader(self._appearance)
        table.setHorizontalHeader(head)
        table.setModel(self.rows)
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionResizeMode(_FIRST, QHeaderView.ResizeMode.Stretch)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setSortIndicatorClearable(True)
        table.setSortingEnabled(True)
        use_thin_bars(table, self._appearance)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        layout.addWidget(self._heading)
        layout.addWidget(self._filter)
        card = Card(self._appearance, input_like=True)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(Space.S, Space.XS, 2, Space.XS)
        inside.addWidget(table)
        layout.addWidget(card, 1)

    @Slot()
    def _themed(self) -> None:
        theme = self._appearance.theme
        self.table.setFont(self._appearance.font(TypeSize.SMALL + 1))
        self.table.verticalHeader().setDefaultSectionSize(self._appearance.scaled(28))
        palette = QPalette(self.table.palette())
        palette.setColor(QPalette.ColorRole.Base, theme.raised)
        palette.setColor(QPalette.ColorRole.Text, theme.text)
        palette.setColor(QPalette.ColorRole.Highlight, theme.accent_soft)
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.text)
        self.table.setPalette(palette)
        self.rows.word_anew()
        self._measure()
