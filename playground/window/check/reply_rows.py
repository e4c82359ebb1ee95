"""The rows of a list of replies, whose verdicts come a part at a time; only what is in view is put into words."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from playground.store.reply_files import NamedReply
from playground.verdict.violations import Status, Verdict
from playground.window.appearance import Appearance
from playground.window.conversation.cards import SIGNS, Tone
from playground.window.conversation.derivation import pill_of
from playground.window.words_in_window import Wording
from playground.words.text import Text

COLUMNS = ("name", "status", "count", "first")
_NAME, _STATUS, _COUNT, _FIRST = range(len(COLUMNS))
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class JudgedReply:
    """A reply of the list and what its verdict says."""

    reply: NamedReply
    status: Status
    tone: Tone
    count: int
    first: Text | None


def summarise(reply: NamedReply, verdict: Verdict) -> JudgedReply:
    """What the table shows of a verdict."""
    found = verdict.violations or verdict.faults
    return JudgedReply(reply, verdict.status, pill_of(verdict).tone, len(found), found[0].message if found else None)


class ReplyRows(QAbstractTableModel):
    """Rows as they are sorted and filtered. A reply without a verdict yet has a row all the same."""

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._replies: tuple[NamedReply, ...] = ()
        self._judged: list[JudgedReply | None] = []
        self._sentences: dict[int, str] = {}  # by place; put together as verdicts come, so that sorting is quick
        self._order: list[int] = []  # places of the replies in the list, in the order of the rows
        self._kind: Status | None = None
        self._column = -1  # as in the file
        self._descending = False

    @property
    def judged(self) -> tuple[JudgedReply, ...]:
        """What is known, in the order of the file."""
        return tuple(each for each in self._judged if each is not None)

    @property
    def ordered(self) -> bool:
        """False while the rows stand as in the file, all of them."""
        return self._kind is not None or self._column >= 0

    def begin(self, replies: Sequence[NamedReply]) -> None:
        """Other replies, none of them judged yet."""
        self.beginResetModel()
        self._replies = tuple(replies)
        self._judged = [None] * len(replies)
        self._sentences.clear()
        self._order = list(range(len(replies)))
        self._kind = None
        self.endResetModel()

    def put(self, first: int, judged: Sequence[JudgedReply]) -> None:
        """Verdicts on the replies from the place `first` on. Where the rows are ordered, `arrange` puts them in their places."""
        self._judged[first : first + len(judged)] = judged
        self._sentences.update((place, self._sentence_of(each)) for place, each in enumerate(judged, first))
        if not self.ordered:
            self.dataChanged.emit(self.index(first, _STATUS), self.index(first + len(judged) - 1, _FIRST))

    def choose_kind(self, kind: Status | None) -> None:
        """List only replies with this verdict; None for all."""
        self._kind = kind
        self.arrange()

    def arrange(self) -> None:
        """Sort and filter anew by what is known now."""
        self.beginResetModel()
        known = range(len(self._judged))
        self._order = [place for place in known if self._kind is None or self._status_at(place) is self._kind]
        if self._column >= 0:
            self._order.sort(key=self._key, reverse=self._descending)
        self.endResetModel()

    def place_of(self, row: int) -> int | None:
        """Which reply of the list stands in this row; None beyond the last."""
        return self._order[row] if 0 <= row < len(self._order) else None

    def row_of(self, place: int) -> int | None:
        """In which row this reply of the list stands; None where it is not shown."""
        if not self.ordered:
            return place if place < len(self._order) else None
        return next((row for row, there in enumerate(self._order) if there == place), None)

    def reply_at(self, place: int) -> NamedReply:
        """The reply at a place of the list."""
        return self._replies[place]

    def word_anew(self) -> None:
        """Another language, or another theme."""
        self._sentences.clear()
        if self._order:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._order) - 1, _FIRST))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, _FIRST)

    # Qt's own

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        """As many as are shown."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        """Name, verdict, how many faults, and the first of them."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | QColor | int | None:
        """The words of a cell, and their colour."""
        place = self.place_of(index.row())
        if place is None:
            return None
        judged, column = self._judged[place], index.column()
        if role == Qt.ItemDataRole.DisplayRole or (role == Qt.ItemDataRole.ToolTipRole and column == _FIRST):
            return self._words(place, judged, column)
        if role == Qt.ItemDataRole.ForegroundRole and column == _STATUS and judged is not None:
            theme = self._appearance.theme
            return theme.good if judged.status is Status.VALID else theme.bad
        if role == Qt.ItemDataRole.TextAlignmentRole and column == _COUNT:
            return int(Qt.AlignmentFlag.AlignCenter)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> str | int | None:
        """What the columns hold."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._wording.say(f"check.column.{COLUMNS[section]}")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            return int(Qt.AlignmentFlag.AlignCenter if section == _COUNT else middle)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By a column; -1 is the order of the file."""
        self._column, self._descending = column, order is Qt.SortOrder.DescendingOrder
        self.arrange()

    # Inner workings

    def _words(self, place: int, judged: JudgedReply | None, column: int) -> str:
        if column == _NAME:
            return self._replies[place].name
        if judged is None:
            return "…" if column == _STATUS else ""
        if column == _STATUS:
            return f"{SIGNS[judged.tone]} {self._wording.say(f'check.status.{judged.status}')}"
        if column == _COUNT:
            return str(judged.count)
        if place not in self._sentences:
            self._sentences[place] = self._sentence_of(judged)
        return self._sentences[place]

    def _sentence_of(self, judged: JudgedReply) -> str:
        return self._wording(judged.first) if judged.first else ""

    def _status_at(self, place: int) -> Status | None:
        judged = self._judged[place]
        return judged.status if judged is not None else None

    def _key(self, place: int) -> tuple[int, int, str]:
        judged = self._judged[place]
        if self._column == _NAME:
            name = self._replies[place].name
            return (0, int(name), "") if name.isascii() and name.isdecimal() and len(name) < 19 else (1, 0, name.casefold())
        if judged is None:
            return 2, 0, ""
        if self._column == _COUNT:
            return 0, judged.count, ""
        return 0, 0, self._words(place, judged, self._column)
