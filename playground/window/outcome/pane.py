"""The pane of the right column."""

from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from playground.repair.changes import find_changes
from playground.repair.record import Attempt
from playground.window.appearance import Appearance
from playground.window.controls.label import Label
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.controls.tall import Tall
from playground.window.conversation.cards import Tone
from playground.window.conversation.conversation import Conversation
from playground.window.conversation.derivation import pill_of
from playground.window.findings.entries import entries_of, group_entries
from playground.window.findings.entry_card import EntryCard
from playground.window.findings.entry_list import EntryList
from playground.window.outcome.attempt_button import AttemptButton
from playground.window.outcome.changes_card import ChangesCard
from playground.window.outcome.rates_card import RatesCard
from playground.window.outcome.result_card import ResultCard
from playground.window.outcome.section import Section
from playground.window.outcome.spent import SpentTable
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_COLUMNS = 3


class OutcomePane(QScrollArea):
    """Signals: `attempt_selected` with its number, `finding_selected` with the attempt's number and the finding's index (from 0)."""

    attempt_selected = Signal(int)
    finding_selected = Signal(int, int)

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self._conversation: Conversation | None = None
        self._selected: int | None = None
        self._selected_finding: int | None = None
        self._buttons: list[AttemptButton] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._column = Tall()
        self._layout = QVBoxLayout(self._column)
        self._layout.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        self._layout.setSpacing(Space.XL)
        self._empty = Label(appearance, role="muted", wraps=True)
        self._layout.addWidget(self._empty)
        self._attempts = self._add_section()
        self._strip = QGridLayout()
        self._strip.setSpacing(Space.S)
        self._attempts.body.addLayout(self._strip)
        self._findings = self._add_section()
        self._nothing_found = Label(appearance, role="muted", wraps=True)
        self._listed: Attempt | None = None
        self._revealed: EntryCard | None = None
        self._reveal_later = QTimer(self)
        self._reveal_later.setSingleShot(True)
        self._reveal_later.setInterval(0)
        self._reveal_later.timeout.connect(self._reveal)
        self.entries = EntryList(appearance, wording)
        self.entries.activated.connect(self._choose_finding)
        self.entries.installEventFilter(self)
        self._findings.body.addWidget(self._nothing_found)
        self._findings.body.addWidget(self.entries)
        self._result = self._add_section()
        self._result_card = ResultCard(appearance, wording)
        self._result.body.addWidget(self._result_card)
        self._changes = self._add_section()
        self._changes_card = ChangesCard(appearance, wording)
        self._changes.body.addWidget(self._changes_card)
        self._spent = self._add_section()
        self._spent_table = SpentTable(appearance, wording)
        self._spent.body.addWidget(self._spent_table)
        self._rates = self._add_section()
        self.rates = RatesCard(appearance, wording)
        self._rates.body.addWidget(self.rates)
        self._layout.addStretch(1)
        self.setWidget(self._column)
        self._column.installEventFilter(self)
        use_thin_bars(self, appearance)
        appearance.changed.connect(self._themed)
        wording.language_changed.connect(self.retranslate)
        self._themed()
        self.retranslate()

    @property
    def selected_attempt(self) -> int | None:
        """The number of the attempt that is looked at."""
        return self._selected

    @property
    def cards(self) -> tuple[EntryCard, ...]:
        """The cards of the findings that are shown, in their order."""
        return self.entries.cards

    def show_conversation(self, conversation: Conversation | None) -> None:
        """Show this run as it stands; None: nothing has run yet. The selection stays while it makes sense."""
        known = {attempt.number for attempt in conversation.attempts} if conversation else set()
        if self._conversation is None or conversation is None or conversation.run_id != self._conversation.run_id:
            self._choose_entry(None)
        if self._selected not in known or self._selected_finding is None:
            self._selected = _worth_a_look(conversation)
        self._conversation = conversation
        self._fill()

    def select_attempt(self, number: int) -> None:
        """Look at this attempt; no signal is sent."""
        if number != self._selected:
            self._selected = number
            self._choose_entry(None)
            self._fill()

    def select_finding(self, number: int, index: int) -> None:
        """Select a finding of this attempt and scroll to it; no signal is sent."""
        self._selected = number
        self._fill()
        self._revealed = self._choose_entry(index)
        self._reveal_later.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cards that are made later have their place in the order of Tab too, and push down what was scrolled to."""
        if watched is self.entries and event.type() == QEvent.Type.LayoutRequest:
            self._order_keyboard()
        elif self._revealed is not None:
            self._reveal_later.start()
        return super().eventFilter(watched, event)

    @Slot()
    def retranslate(self) -> None:
        """Word everything anew."""
        say = self._wording.say
        self.setAccessibleName(say("outcome.pane"))
        self._empty.setText(say("outcome.empty"))
        self._attempts.heading.say(say("outcome.attempts"))
        self._result.heading.say(say("outcome.result"))
        self._spent.heading.say(say("outcome.spent"))
        self._rates.heading.say(say("outcome.rates"))
        for part in (self._result_card, self._changes_card, self._spent_table, self.rates):
            part.retranslate()
        self.entries.retranslate()
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange_strip()

    def _add_section(self) -> Section:
        section = Section(self._appearance)
        self._layout.addWidget(section)
        return section

    def _attempt(self) -> Attempt | None:
        attempts = self._conversation.attempts if self._conversation else ()
        return next((attempt for attempt in attempts if attempt.number == self._selected), None)

    def _fill(self) -> None:
        conversation = self._conversation
        self._empty.setVisible(conversation is None)
        has_attempts = conversation is not None and bool(conversation.attempts)
        self._attempts.setVisible(has_attempts)
        self._findings.setVisible(has_attempts)
        self._spent.setVisible(has_attempts)
        self._result.setVisible(conversation is not None and conversation.run is not None)
        self._fill_strip()
        self._fill_findings()
        self._fill_changes()
        if conversation is not None:
            self._spent_table.show_conversation(conversation)
            if conversation.run is not None:
                self._result_card.show_run(conversation.run)
        self._order_keyboard()

    def _fill_strip(self) -> None:
        attempts = self._conversation.attempts if self._conversation else ()
        while len(self._buttons) > len(attempts):
            self._buttons.pop().deleteLater()
        while len(self._buttons) < len(attempts):
            place = len(self._buttons)
            button = AttemptButton(self._appearance, place + 1, self._attempts)
            button.clicked.connect(self._choose_attempt)
            self._buttons.append(button)
        for button, attempt in zip(self._buttons, attempts, strict=True):
            pill = pill_of(attempt.verdict)
            words = self._wording(pill.text)
            short = str(len(attempt.verdict.violations)) if attempt.verdict.violations else words
            name = self._wording.say("outcome.attempt_named", number=attempt.number, verdict=words)
            button.say(Tone(pill.tone), short, name)
            button.setChecked(attempt.number == self._selected)
        self._arrange_strip()

    def _arrange_strip(self) -> None:
        """As many buttons side by side as show their words, at most three."""
        room = self.viewport().width() - 2 * Space.L
        widest = max((button.sizeHint().width() for button in self._buttons), default=1)
        columns = max(1, min(_COLUMNS, (room + Space.S) // (widest + Space.S)))
        for place, button in enumerate(self._buttons):
            self._strip.addWidget(button, place // columns, place % columns)
        for column in range(_COLUMNS):
            self._strip.setColumnStretch(column, 1 if column < columns else 0)

    def _fill_findings(self) -> None:
        attempt = self._attempt()
        if attempt is not None:
            found = bool(attempt.verdict.violations or attempt.verdict.faults)
            head = "outcome.violations" if attempt.verdict.violations or not found else "outcome.faults"
            self._findings.heading.say(self._wording.say(head, number=attempt.number))
            self._nothing_found.setText(self._wording.say("outcome.nothing_found"))
            self._nothing_found.setVisible(not found)
        if attempt is not self._listed:
            self._listed = attempt
            entries = entries_of(attempt.verdict, attempt.request.schema_text, attempt.reply.text) if attempt else ()
            self.entries.show_groups(group_entries(attempt.verdict, entries) if attempt else ())

    @Slot()
    def _reveal(self) -> None:
        """Scroll to the finding that was selected, as soon as it and all above it have found their places."""
        card = self._revealed
        if card is None or not isValid(card):
            return
        if card.isVisible() and self._column.height() >= self._layout.totalHeightForWidth(self._column.width()):
            self._revealed = None
            self._layout.activate()
            self.ensureWidgetVisible(card, 0, Space.L)

    def _choose_entry(self, index: int | None) -> EntryCard | None:
        before, self._selected_finding = self._selected_finding, index
        if index is None:
            return self.entries.choose(0) if before is not None else None
        return self.entries.choose(index + 1)

    def _fill_changes(self) -> None:
        """What changed up to the selected attempt, or into the next one where the selected one was sent back."""
        attempts = self._conversation.attempts if self._conversation else ()
        pairs = [pair for pair in pairwise(attempts) if self._selected in {each.number for each in pair}]
        comparable = [
            (one.number, other.number, find_changes(one.verdict.answer.value, other.verdict.answer.value))
            for one, other in pairs
            if one.verdict.answer is not None and other.verdict.answer is not None
        ]
        self._changes.setVisible(bool(comparable and comparable[-1][2]))
        if comparable:
            first, second, changes = comparable[-1]
            self._changes.heading.say(self._wording.say("outcome.changes", first=first, second=second))
            self._changes_card.show_changes(changes)

    def _order_keyboard(self) -> None:
        """Tab goes as the eye does: attempts, what was found in the chosen one, the result."""
        order = [self, *self._buttons, *self.entries.cards, self._result_card.copy_button]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    @Slot()
    def _choose_attempt(self) -> None:
        button = self.sender()
        if isinstance(button, AttemptButton):
            self.select_attempt(button.number)
            self.attempt_selected.emit(button.number)

    @Slot(int)
    def _choose_finding(self, number: int) -> None:
        if self._selected is not None:
            self.select_finding(self._selected, number - 1)
            self.finding_selected.emit(self._selected, number - 1)

    @Slot()
    def _themed(self) -> None:
        palette = self._column.palette()
        palette.setColor(self._column.backgroundRole(), self._appearance.theme.surface)
        self._column.setPalette(palette)
        self._column.setAutoFillBackground(True)
        self._empty.setMinimumHeight(self._appearance.line_height(TypeSize.BODY))


def _worth_a_look(conversation: Conversation | None) -> int | None:
    """The attempt that a person wants to see first: the last one with something wrong, else the last."""
    attempts = conversation.attempts if conversation else ()
    wrong = [attempt.number for attempt in attempts if attempt.verdict.violations or attempt.verdict.faults]
    if wrong:
        return wrong[-1]
    return attempts[-1].number if attempts else None
