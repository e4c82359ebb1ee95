"""Tokens and time of each attempt and of the whole run; what was not reported is called so, never 0."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from playground.repair.exchange import Usage
from playground.window.appearance import Appearance
from playground.window.controls.label import Label
from playground.window.conversation.conversation import Conversation
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording


class SpentTable(QWidget):
    """A row an attempt, and the sum below. In a narrow column the tokens stand on a line of their own."""

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._wording = wording
        self._conversation: Conversation | None = None
        appearance.changed.connect(self._arrange)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(Space.M)
        self._grid.setVerticalSpacing(Space.XS)
        self._grid.setColumnStretch(1, 1)
        self._rows: list[tuple[Label, Label, Label]] = []  # name, tokens, time

    def show_conversation(self, conversation: Conversation) -> None:
        """Show what this run has cost so far."""
        self._conversation = conversation
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Word it anew."""
        for label in (label for row in self._rows for label in row):
            self._grid.removeWidget(label)
            label.hide()
            label.deleteLater()
        self._rows = []
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
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is more room, or less."""
        super().resizeEvent(event)
        self._arrange()

    def _add_row(self, name: str, tokens: str, time: str, weight: QFont.Weight = QFont.Weight.Normal) -> None:
        size = TypeSize.SMALL
        labels = (
            Label(self._appearance, size=size, weight=weight, wraps=True),
            Label(self._appearance, size=size, weight=weight, role="muted", wraps=True),
            Label(self._appearance, size=size, weight=weight, role="muted"),
        )
        for label, words in zip(labels, (name, tokens, time), strict=True):
            label.setText(words)
        self._rows.append(labels)

    @Slot()
    def _arrange(self) -> None:
        widest = [max((_natural_width(row[column]) for row in self._rows), default=0) for column in range(3)]
        side_by_side = sum(widest) + 2 * self._grid.horizontalSpacing() <= self.width()
        right = Qt.AlignmentFlag.AlignRight
        self._grid.setColumnMinimumWidth(0, widest[0] if side_by_side else 0)
        self._grid.setColumnStretch(0, 0 if side_by_side else 1)
        for place, (name, tokens, time) in enumerate(self._rows):
            self._grid.addWidget(name, 2 * place, 0)
            self._grid.addWidget(time, 2 * place, 2, right)
            tokens.setAlignment(right if side_by_side else Qt.AlignmentFlag.AlignLeft)
            if side_by_side:
                self._grid.addWidget(tokens, 2 * place, 1)
            else:
                self._grid.addWidget(tokens, 2 * place + 1, 0, 1, 3)

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


def _natural_width(label: Label) -> int:
    return label.fontMetrics().horizontalAdvance(label.text()) + 2
