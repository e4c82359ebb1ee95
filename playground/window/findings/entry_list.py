"""The entries of a verdict: like ones folded, many shown a part at a time, their cards kept from one verdict to the next."""

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.findings.entries import Entry
from playground.window.findings.entry_card import EntryCard
from playground.window.theme import Space
from playground.window.words_in_window import Wording

_SHOWN_AT_ONCE = 30  # entries; each is a widget
_MADE_AT_ONCE = 4  # of these widgets; the window goes on in between


class EntryList(QWidget):
    """`activated` and `pointed` with the number of an entry (0: none)."""

    activated = Signal(int)
    pointed = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._groups: tuple[tuple[Entry, ...], ...] = ()
        self._open: set[str] = set()  # groups whose every entry is shown
        self._shown = _SHOWN_AT_ONCE
        self._chosen = 0
        self._rows: list[EntryCard | Button] = []
        self._more = Button(appearance, Kind.LINK)
        self._more.clicked.connect(self._show_more)
        self._list = QVBoxLayout(self)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(Space.S)
        self._list.addWidget(self._more)
        self._going_on = QTimer(self)
        self._going_on.setSingleShot(True)
        self._going_on.setInterval(0)
        self._going_on.timeout.connect(self._go_on)

    @property
    def cards(self) -> tuple[EntryCard, ...]:
        """The entries that are shown, in their order."""
        return tuple(row for row in self._rows if isinstance(row, EntryCard))

    def show_groups(self, groups: tuple[tuple[Entry, ...], ...]) -> None:
        """List these; what was unfolded stays so."""
        if groups != self._groups:
            self._groups = groups
            self._shown = _SHOWN_AT_ONCE
            self._chosen = 0
            self._fill(_MADE_AT_ONCE)

    def choose(self, number: int) -> EntryCard | None:
        """Ring an entry, which is unfolded for that; its card."""
        place = 0
        for group in self._groups:
            at = next((at for at, entry in enumerate(group) if entry.finding.number == number), None)
            if at:
                self._open.add(group[0].rule_id)
            if at is not None:
                self._shown = max(self._shown, place + at + 2)
                break
            place += 1 + (len(group) if group[0].rule_id in self._open else len(group) > 1)
        self._chosen = number
        self._fill(None)
        return next((card for card in self.cards if card.entry.finding.number == number), None)

    def light(self, number: int) -> None:
        """Ring an entry for as long as something points at it."""
        for card in self.cards:
            card.set_ringed(card.entry.finding.number in (number, self._chosen) or card.hasFocus())

    @Slot()
    def retranslate(self) -> None:
        """Word everything anew: the cards word themselves."""
        self._fill(_MADE_AT_ONCE)

    def _fill(self, most_made: int | None) -> None:
        wanted = self._wanted()
        shown = wanted[: self._shown]
        kept = {card.entry.finding.number: card for card in self.cards}
        folds = [row for row in self._rows if isinstance(row, Button)]
        rows: list[EntryCard | Button] = []
        made = 0
        for each in shown:
            if isinstance(each, tuple):
                rows.append(self._fold_of(each))
                continue
            card = kept.pop(each.finding.number, None)
            if card is None:
                if made == most_made:
                    self._going_on.start()
                    break
                made += 1
                card = self._card_of(each)
            card.show_entry(each)
            card.select(selected=each.finding.number == self._chosen)
            rows.append(card)
        for row in (*kept.values(), *folds):
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        for place, row in enumerate(rows):
            if self._list.indexOf(row) != place:
                self._list.insertWidget(place, row)
        self._rows = rows
        rest = len(wanted) - len(shown)
        self._more.setVisible(rest > 0 and len(rows) == len(shown))
        self._more.setText(self._wording.say("check.show_more", count=rest))
        self.setVisible(bool(wanted))

    def _wanted(self) -> list[Entry | tuple[Entry, ...]]:
        """The first of each group, then a fold for the others, and these where it is open."""
        wanted: list[Entry | tuple[Entry, ...]] = []
        for group in self._groups:
            wanted.append(group[0])
            if len(group) > 1:
                wanted.append(group)
                if group[0].rule_id in self._open:
                    wanted.extend(group[1:])
        return wanted

    def _card_of(self, entry: Entry) -> EntryCard:
        card = EntryCard(self._appearance, self._wording, entry)
        self._wording.language_changed.connect(card.retranslate)
        card.activated.connect(self.activated)
        card.pointed.connect(self.pointed)
        return card

    def _fold_of(self, group: tuple[Entry, ...]) -> Button:
        opened = group[0].rule_id in self._open
        fold = Button(self._appearance, Kind.LINK, icon="chevron-up" if opened else "chevron-down")
        fold.setText(self._wording.say("check.fold_like" if opened else "check.show_like", count=len(group) - 1))

        def turn() -> None:
            self._open ^= {group[0].rule_id}
            self._fill(_MADE_AT_ONCE)

        fold.clicked.connect(turn)
        return fold

    @Slot()
    def _go_on(self) -> None:
        self._fill(_MADE_AT_ONCE)

    @Slot()
    def _show_more(self) -> None:
        self._shown += _SHOWN_AT_ONCE
        self._fill(_MADE_AT_ONCE)
