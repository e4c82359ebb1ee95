"""The verdict beside the reply: in two words, entry by entry, to copy, and how the JSON was found."""

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from playground.verdict.schema_report import SchemaReport
from playground.verdict.violations import Status
from playground.window.appearance import Appearance
from playground.window.check.extraction_fold import ExtractionFold
from playground.window.check.live_sighting import Sighted
from playground.window.check.live_verdict import Judged
from playground.window.check.place_list import PlaceList
from playground.window.check.places import places_of_changes, places_of_hints
from playground.window.controls.button import Button, Kind
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.controls.pill import Pill, State
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.controls.switch import Switch
from playground.window.controls.tall import Tall
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.conversation.cards import Tone
from playground.window.conversation.derivation import pill_of
from playground.window.findings.entry_card import EntryCard
from playground.window.findings.entry_list import EntryList
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_STATES = {Tone.GOOD: State.GOOD, Tone.BAD: State.BAD, Tone.WARN: State.WARN}


class VerdictPane(QScrollArea):
    """`entry_activated` and `entry_pointed` with the number of an entry (0: none), `place_activated` and `place_pointed` with a Span
    of the reply (None: none), `hint_activated` with one of the schema, `fix_wanted` when small faults shall be fixed or not."""

    entry_activated = Signal(int)
    entry_pointed = Signal(int)
    place_activated = Signal(object)
    place_pointed = Signal(object)
    hint_activated = Signal(object)
    fix_wanted = Signal(bool)

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self._judged: Judged | None = None
        self._report = SchemaReport()
        self._scrolls_to_extraction = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        use_thin_bars(self, appearance)
        self._copy = Button(appearance, Kind.LINK, icon="copy")
        self._heading = Heading(appearance, self._copy)
        self.pill = Pill(appearance)
        self.fix = Switch(appearance)
        self.sentence = Label(appearance, wraps=True)
        self.changes = PlaceList(appearance, wording)
        self.entries = EntryList(appearance, wording)
        self.notes = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.hints = PlaceList(appearance, wording)
        self.extraction = ExtractionFold(appearance, wording)
        self._lay_out()
        self._connect()
        self._themed()
        self.retranslate()

    @property
    def cards(self) -> tuple[EntryCard, ...]:
        """The entries that are shown, in their order."""
        return self.entries.cards

    def show_judged(self, judged: Judged | None, *, empty: bool) -> None:
        """Show a verdict; None while it is being found, or (`empty`) where there is no reply yet."""
        if judged is None and not empty:
            self.pill.say(State.BUSY, self._wording.say("check.checking"))
            return  # the list of a moment ago stays: it would flicker at each key
        self._judged = judged
        self._fill()

    def show_sighting(self, sighted: Sighted | None) -> None:
        """Show how the JSON was found."""
        self.extraction.show_sighting(sighted)
        if sighted is not None and self._scrolls_to_extraction:
            self._scrolls_to_extraction = False
            self._show_part(self.extraction)

    def show_hints(self, report: SchemaReport) -> None:
        """List what looks odd in the schema, where that is more than the one hint that stands below it."""
        self._report = report
        hints = () if report.errors or len(report.hints) < 2 else report.hints
        self.hints.show_places(self._wording.say("check.hints"), places_of_hints(hints))

    def choose(self, number: int) -> None:
        """Ring an entry and scroll to it."""
        card = self.entries.choose(number) if self._judged is not None and number else None
        if card is not None:
            self._show_part(card)

    def open_extraction(self, *, awaited: bool) -> None:
        """Open how the JSON was found and scroll there; `awaited`: what is in it is still being found out."""
        self.extraction.open()
        self._scrolls_to_extraction = awaited
        self._show_part(self.extraction)

    def light(self, number: int) -> None:
        """Ring an entry for as long as something points at it."""
        self.entries.light(number)

    @Slot()
    def copy(self) -> None:
        """Put the verdict on the clipboard, in words."""
        QGuiApplication.clipboard().setText(self.in_words())

    def in_words(self) -> str:
        """The verdict as plain text."""
        if self._judged is None:
            return ""
        lines = [self.pill.text, self.sentence.text()]
        lines += [f"− {self._wording(change.message)}" for change in self._judged.verdict.changes]
        for entry in self._judged.entries:
            finding = entry.finding
            pointer = f"  [{finding.pointer}]" if finding.pointer else ""
            lines.append(f"{finding.number}. {self._wording(finding.message)}{pointer}")
            if finding.advice is not None:
                lines.append(f"   {self._wording(finding.advice)}")
        return "\n".join([*lines, *(self._wording(note.message) for note in self._judged.verdict.notes)])

    @Slot()
    def retranslate(self) -> None:
        """Word everything anew."""
        say = self._wording.say
        self._heading.say(say("check.verdict"))
        self._copy.setText(say("check.copy"))
        self._copy.setToolTip(say("check.copy_tip"))
        self.fix.say(say("window.fix_small_faults"))
        self.fix.setToolTip(say("window.fix_small_faults.what"))
        self.fix.setAccessibleDescription(say("window.fix_small_faults.what"))
        self.entries.retranslate()
        self.extraction.retranslate()
        self.show_hints(self._report)
        self._fill()

    def _show_part(self, part: QWidget) -> None:
        """Scroll there once what was only just added has its place."""
        QTimer.singleShot(0, part, lambda: self.ensureWidgetVisible(part, 0, Space.L))

    def _lay_out(self) -> None:
        self._column = Tall()
        layout = self._layout = QVBoxLayout(self._column)
        layout.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        layout.setSpacing(Space.S)
        for part in (
            self._heading,
            WrappingRow(self.pill),
            self.sentence,
            self.entries,
            self.fix,
            self.changes,
            self.notes,
            self.hints,
            self.extraction,
        ):
            layout.addWidget(part)
        layout.addStretch(1)
        self.setWidget(self._column)

    def _connect(self) -> None:
        self._copy.clicked.connect(self.copy)
        self.fix.toggled.connect(self.fix_wanted)
        self.entries.activated.connect(self.entry_activated)
        self.entries.pointed.connect(self.entry_pointed)
        for places in (self.changes, self.extraction):
            places.activated.connect(self.place_activated)
            places.pointed.connect(self.place_pointed)
        self.hints.activated.connect(self.hint_activated)
        self._appearance.changed.connect(self._themed)
        self._wording.language_changed.connect(self.retranslate)

    def _fill(self) -> None:
        judged, say = self._judged, self._wording.say
        self._copy.setEnabled(judged is not None)
        self.extraction.setVisible(judged is not None and judged.verdict.status is not Status.SCHEMA_ERROR)
        if judged is None:
            self.pill.say(State.PLAIN, say("check.no_reply"))
            self.sentence.setText(say("check.no_reply_hint"))
            self.notes.hide()
            self.changes.show_places("", ())
            self.entries.show_groups(())
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
        changes = verdict.changes
        self.changes.show_places(
            say("check.changes", count=len(changes)) if changes else "", places_of_changes(changes, judged.reply)
        )
        self.entries.show_groups(judged.groups)
        notes = [self._wording(note.message) for note in verdict.notes]
        if verdict.status is Status.SCHEMA_ERROR:
            notes = [self._wording(problem.message) for problem in verdict.schema.errors]
        self.notes.setVisible(bool(notes))
        self.notes.setText("\n".join(f"• {note}" for note in notes))

    @Slot()
    def _themed(self) -> None:
        palette = self._column.palette()
        palette.setColor(self._column.backgroundRole(), self._appearance.theme.surface)
        self._column.setPalette(palette)
        self._column.setAutoFillBackground(True)
