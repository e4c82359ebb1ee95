"""The verdict beside the reply: in two words, entry by entry, and to copy."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from playground.verdict.violations import Status
from playground.window.appearance import Appearance
from playground.window.check.entries import Entry, group_entries
from playground.window.check.entry_card import EntryCard
from playground.window.check.live_verdict import Judged
from playground.window.controls.button import Button, Kind
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.controls.pill import Pill, State
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.controls.tall import Tall
from playground.window.conversation.cards import Tone
from playground.window.conversation.derivation import pill_of
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_SHOWN_AT_ONCE = 30  # entries; each is a widget
_STATES = {Tone.GOOD: State.GOOD, Tone.BAD: State.BAD, Tone.WARN: State.WARN}


class VerdictPane(QScrollArea):
    """`entry_activated` and `entry_pointed` with the number of an entry (0: none)."""

    entry_activated = Signal(int)
    entry_pointed = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self._judged: Judged | None = None
        self._open: set[str] = set()  # groups whose every entry is shown
        self._shown = _SHOWN_AT_ONCE
        self._rows: list[QWidget] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        use_thin_bars(self, appearance)
        self._copy = Button(appearance, Kind.LINK, icon="copy")
        self._copy.clicked.connect(self.copy)
        self._heading = Heading(appearance, self._copy)
        self.pill = Pill(appearance)
        self.sentence = Label(appearance, wraps=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(Space.S)
        self._more = Button(appearance, Kind.LINK)
        self._more.clicked.connect(self._show_more)
        self.notes = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self._column = Tall()
        layout = QVBoxLayout(self._column)
        layout.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        layout.setSpacing(Space.S)
        layout.addWidget(self._heading)
        row = QHBoxLayout()
        row.addWidget(self.pill)
        row.addStretch(1)
        layout.addLayout(row)
        layout.addWidget(self.sentence)
        layout.addLayout(self._list)
        layout.addWidget(self._more)
        layout.addWidget(self.notes)
        layout.addStretch(1)
        self.setWidget(self._column)
        appearance.changed.connect(self._themed)
        wording.language_changed.connect(self.retranslate)
        self._themed()
        self.retranslate()

    @property
    def cards(self) -> tuple[EntryCard, ...]:
        """The entries that are shown, in their order."""
        return tuple(row for row in self._rows if isinstance(row, EntryCard))

    def show_judged(self, judged: Judged | None, *, empty: bool) -> None:
        """Show a verdict; None while it is being found, or (`empty`) where there is no reply yet."""
        if judged is None and not empty:
            self.pill.say(State.BUSY, self._wording.say("check.checking"))
            return  # the list of a moment ago stays: it would flicker at each key
        self._judged = judged
        self._shown = _SHOWN_AT_ONCE
        self._fill()

    def choose(self, number: int) -> None:
        """Ring an entry and scroll to it."""
        judged = self._judged
        if judged is None or not number:
            return
        for group in group_entries(judged.entries):
            if len(group) > 1 and any(entry.finding.number == number for entry in group[1:]):
                self._open.add(group[0].rule_id)
        self._shown = max(self._shown, number)
        self._fill()
        for card in self.cards:
            card.select(selected=card.finding.number == number)
            if card.finding.number == number:
                self.ensureWidgetVisible(card, 0, Space.L)

    def light(self, number: int) -> None:
        """Ring an entry for as long as something points at it."""
        for card in self.cards:
            card.set_ringed(card.finding.number == number or card.hasFocus())

    @Slot()
    def copy(self) -> None:
        """Put the verdict on the clipboard, in words."""
        QGuiApplication.clipboard().setText(self.in_words())

    def in_words(self) -> str:
        """The verdict as plain text."""
        if self._judged is None:
            return ""
        lines = [self.pill.text, self.sentence.text()]
        for entry in self._judged.entries:
            pointer = f"  [{entry.finding.pointer}]" if entry.finding.pointer else ""
            lines.append(f"{entry.finding.number}. {self._wording(entry.finding.message)}{pointer}")
            if entry.advice is not None:
                lines.append(f"   {self._wording(entry.advice)}")
        return "\n".join([*lines, *(self._wording(note.message) for note in self._judged.verdict.notes)])

    @Slot()
    def retranslate(self) -> None:
        """Word everything anew."""
        self._heading.say(self._wording.say("check.verdict"))
        self._copy.setText(self._wording.say("check.copy"))
        self._copy.setToolTip(self._wording.say("check.copy_tip"))
        self._rebuild(())
        self._fill()

    def _fill(self) -> None:
        judged, say = self._judged, self._wording.say
        self._copy.setEnabled(judged is not None)
        if judged is None:
            self.pill.say(State.PLAIN, say("check.no_reply"))
            self.sentence.setText(say("check.no_reply_hint"))
            self.notes.hide()
            self._more.hide()
            self._rebuild(())
            return
        verdict = judged.verdict
        pill = pill_of(verdict)
        self.pill.say(_STATES.get(pill.tone, State.PLAIN), self._wording(pill.text))
        count = len(verdict.violations)
        self.sentence.setText(
            say(f"check.sentence.{verdict.status}", count=count)
            if verdict.status is Status.INVALID
            else say(f"check.sentence.{verdict.status}")
        )
        self._rebuild(judged.entries)
        notes = [self._wording(note.message) for note in verdict.notes]
        if verdict.status is Status.SCHEMA_ERROR:
            notes = [self._wording(problem.message) for problem in verdict.schema.errors]
        self.notes.setVisible(bool(notes))
        self.notes.setText("\n".join(notes))

    def _rebuild(self, entries: tuple[Entry, ...]) -> None:
        wanted = self._wanted(entries)
        shown = wanted[: self._shown]
        rest = len(wanted) - len(shown)
        self._more.setVisible(rest > 0)
        self._more.setText(self._wording.say("check.show_more", count=rest))
        kept = {card.entry: card for card in self.cards}
        rows: list[QWidget] = []
        for each in shown:
            if isinstance(each, tuple):
                rows.append(self._fold_of(each))
            elif each in kept:
                rows.append(kept.pop(each))
            else:
                rows.append(self._card_of(each))
        for row in self._rows:
            if row not in rows:
                self._list.removeWidget(row)
                row.hide()
                row.deleteLater()
        for place, row in enumerate(rows):
            if self._list.indexOf(row) != place:
                self._list.insertWidget(place, row)
        self._rows = rows

    def _wanted(self, entries: tuple[Entry, ...]) -> list[Entry | tuple[Entry, ...]]:
        """The first of each group, then a fold for the others, and these where it is open."""
        wanted: list[Entry | tuple[Entry, ...]] = []
        for group in group_entries(entries):
            wanted.append(group[0])
            if len(group) > 1:
                wanted.append(group)
                if group[0].rule_id in self._open:
                    wanted.extend(group[1:])
        return wanted

    def _card_of(self, entry: Entry) -> EntryCard:
        card = EntryCard(self._appearance, self._wording, entry)
        card.activated.connect(self.entry_activated)
        card.pointed.connect(self.entry_pointed)
        return card

    def _fold_of(self, group: tuple[Entry, ...]) -> Button:
        opened = group[0].rule_id in self._open
        fold = Button(self._appearance, Kind.LINK, icon="chevron-up" if opened else "chevron-down")
        fold.setText(self._wording.say("check.fold_like" if opened else "check.show_like", count=len(group) - 1))

        def turn() -> None:
            self._open ^= {group[0].rule_id}
            self._shown += 0 if opened else len(group)
            self._fill()

        fold.clicked.connect(turn)
        return fold

    @Slot()
    def _show_more(self) -> None:
        self._shown += _SHOWN_AT_ONCE
        self._fill()

    @Slot()
    def _themed(self) -> None:
        palette = self._column.palette()
        palette.setColor(self._column.backgroundRole(), self._appearance.theme.surface)
        self._column.setPalette(palette)
        self._column.setAutoFillBackground(True)
