"""The middle of the window: the message view, the bar that finds, the way back to the newest message, and the empty state."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.repair.scenario import Scenario
from playground.window.appearance import Appearance
from playground.window.controls.button import Button
from playground.window.conversation.cards import Card
from playground.window.conversation.preview import preview_cards
from playground.window.conversation.view import ConversationView
from playground.window.theme import Space
from playground.window.words_in_window import Wording

if TYPE_CHECKING:  # built when first wanted, after the first paint
    from playground.runs.events import Event, ReplyGrew
    from playground.window.conversation.conversation import Conversation
    from playground.window.conversation.empty_state import EmptyState
    from playground.window.conversation.find_bar import FindBar


class ConversationPane(QWidget):
    """Shows one conversation. Signals: what the person chose in it."""

    violation_activated = Signal(int, int)  # attempt, index in the verdict's list
    attempt_selected = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self.view = ConversationView(appearance, wording, self)
        self._find_bar: FindBar | None = None
        self._empty: EmptyState | None = None
        self.newest = Button(appearance, icon="arrow-down", parent=self)
        self.newest.hide()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.view, 1)
        self.newest.raise_()  # a sibling of the view, above it: a screen reader finds only messages inside the list
        self.setFocusProxy(self.view)
        self.view.violation_activated.connect(self.violation_activated)
        self.view.attempt_selected.connect(self.attempt_selected)
        self.view.find_requested.connect(self.open_find)
        self.view.end_in_view.connect(self._end_in_view)
        self.view.resized.connect(self._place)
        self.newest.clicked.connect(self.view.scroll_to_end)
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.FindNext), self)
        shortcut.activated.connect(self._find_next)
        appearance.changed.connect(self._worded)
        wording.language_changed.connect(self._worded)
        self._worded()

    @property
    def find_bar(self) -> "FindBar":
        """The bar that finds; hidden until it is opened."""
        if self._find_bar is None:
            from playground.window.conversation.find_bar import FindBar  # noqa: PLC0415 - see above

            self._find_bar = FindBar(self.view, self._appearance, self._wording, self)
            self._find_bar.hide()
            self._column.insertWidget(0, self._find_bar)
        return self._find_bar

    @property
    def empty(self) -> "EmptyState | None":
        """What stands in the place of messages; None before it was first needed."""
        return self._empty

    def show_preview(self, scenario: Scenario) -> None:
        """Show what a run of this scenario would send."""
        self.show_cards(preview_cards(scenario))

    def show_conversation(self, conversation: "Conversation | None") -> None:
        """Show this run, or the empty state."""
        from playground.window.conversation.derivation import derive_cards  # noqa: PLC0415 - see above

        self.show_cards(derive_cards(conversation) if conversation is not None else ())

    def go_on(self, conversation: "Conversation", event: "Event") -> None:
        """Show what this event added; `conversation` is the run after it."""
        from playground.repair.exchange import Channel  # noqa: PLC0415 - see above
        from playground.runs.events import ReplyGrew  # noqa: PLC0415 - see above

        if isinstance(event, ReplyGrew) and self._only_grows(conversation, event):
            part = "reasoning" if event.channel is Channel.REASONING else "attempt"
            self.view.grow(f"{conversation.run_id}/{part}/{event.number}", event.added)
        else:
            self.show_conversation(conversation)

    def show_cards(self, cards: Sequence[Card]) -> None:
        """Show these cards."""
        self.view.set_cards(cards)
        if not cards and self._empty is None:
            from playground.window.conversation.empty_state import EmptyState  # noqa: PLC0415 - see above

            self._empty = EmptyState(self._appearance, self._wording, self)
            self.newest.raise_()
        if self._empty is not None:
            self._empty.setVisible(not cards)
        self._place()

    @Slot()
    def open_find(self) -> None:
        """Open the bar that finds."""
        self.find_bar.open()

    @Slot()
    def _find_next(self) -> None:
        self.find_bar.go_on()

    @staticmethod
    def _only_grows(conversation: "Conversation", event: "ReplyGrew") -> bool:
        """False for the first text of a reply, which makes its card, or decides how it is set."""
        from playground.repair.exchange import Channel  # noqa: PLC0415 - see above

        growing = conversation.growing
        if growing is None or growing.number != event.number:
            return False
        whole = growing.reasoning if event.channel is Channel.REASONING else growing.text
        return bool(whole[: len(whole) - len(event.added)].strip())

    @Slot()
    def _place(self) -> None:
        area = self.view.viewport().geometry().translated(self.view.pos())
        if self._empty is not None:
            self._empty.setGeometry(area)
        size = self.newest.sizeHint()
        self.newest.setGeometry(
            area.center().x() - size.width() // 2, area.bottom() - size.height() - Space.M, size.width(), size.height()
        )

    @Slot(bool)
    def _end_in_view(self, at_end: bool) -> None:  # noqa: FBT001 - a signal's argument
        if self.newest.isHidden() != at_end:
            if at_end and self.newest.hasFocus():
                self.view.setFocus()
            self.newest.setVisible(not at_end)
            self._place()

    @Slot()
    def _worded(self) -> None:
        self.newest.setText(self._wording.say("conversation.newest"))
        self._place()
