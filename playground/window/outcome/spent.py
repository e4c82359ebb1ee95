"""Tokens and time of each attempt and of the whole run; what was not reported is called so, never 0."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QWidget

from playground.repair.exchange import Usage
from playground.window.appearance import Appearance
from playground.window.controls.label import Label
from playground.window.conversation.conversation import Conversation
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording


class SpentTable(QWidget):
    """A row an attempt, and the sum below."""

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self._conversation: Conversation | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(Space.M)
        self._grid.setVerticalSpacing(Space.XS)
        self._grid.setColumnStretch(0, 1)

    def show_conversation(self, conversation: Conversation) -> None:
        """Show what this run has cost so far."""
        self._conversation = conversation
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Word it anew."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        conversation = self._conversation
        if conversation is None:
            return
        say = self._wording.say
        for attempt in conversation.attempts:
            reply = attempt.reply
            self._add_row(say("outcome.attempt", number=attempt.number), self._tokens(reply.usage), self._seconds(reply.seconds))
        run = conversation.run
        if run is not None and run.attempts:
            self._add_row(say("outcome.total"), self._tokens(run.usage), self._seconds(run.seconds), QFont.Weight.DemiBold)

    def _add_row(self, name: str, tokens: str, time: str, weight: QFont.Weight = QFont.Weight.Normal) -> None:
        row = self._grid.rowCount()
        for column, words in enumerate((name, tokens, time)):
            label = Label(self._appearance, size=TypeSize.SMALL, weight=weight, role="text" if column == 0 else "muted")
            label.setText(words)
            side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
            self._grid.addWidget(label, row, column, side)

    def _tokens(self, usage: Usage | None) -> str:
        if usage is None or (usage.input_tokens is None and usage.output_tokens is None):
            if usage is not None and usage.total_tokens is not None:
                return self._wording.say("outcome.tokens", count=usage.total_tokens)
            return self._wording.say("outcome.not_reported")
        unknown = "?"
        into = usage.input_tokens if usage.input_tokens is not None else unknown
        out = usage.output_tokens if usage.output_tokens is not None else unknown
        return self._wording.say("outcome.tokens_in_out", sent=into, received=out)

    def _seconds(self, seconds: float) -> str:
        return self._wording.say("outcome.seconds", seconds=round(seconds, 1 if seconds >= 1 else 2))
