"""A look at the next message before anything is sent: its exact text, its size, and what each strategy would weigh."""

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from playground.repair.next_message import Answered, NextMessage
from playground.repair.scenario import Strategy
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import TextField
from playground.window.controls.label import Label
from playground.window.conversation.shown import Shown
from playground.window.editing import Editing
from playground.window.feedback.weighing import Weighed, Weighing
from playground.window.feedback.weights import Weights
from playground.window.futures import Futures
from playground.window.kept_runs import KeptRuns
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_LONGEST_SHOWN = 20_000  # characters; all of them are copied


class Preview(QWidget):
    """Follows the scenario and the run that is shown, while it is unfolded."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing, futures: Futures) -> None:
        super().__init__()
        self._wording = wording
        self._editing = editing
        self._found: Weighed | None = None
        self.weighing = Weighing(editing, futures, self)
        self.basis = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.copy = Button(appearance, Kind.QUIET, icon="copy")
        self.message = TextField(appearance, low=2, high=12, mono=True, read_only=True)
        self.size_label = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.notes = Label(appearance, size=TypeSize.SMALL, role="warn", wraps=True)
        self._whole = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.weights = Weights(appearance, wording)
        self._parts = (self.message, self.copy, self.size_label, self._whole, self.weights)
        self._lay_out()
        self.copy.clicked.connect(self._copy)
        self.weights.strategy_chosen.connect(self._choose)
        self.weighing.weighed.connect(self._take)
        editing.changed.connect(self._show)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    def follow_runs(self, runs: KeptRuns) -> None:
        """The message answers the run that is shown."""
        self.weighing.follow_runs(runs)

    def close_worker(self) -> None:
        """The window goes; wait for nothing."""
        self.weighing.close()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        self.message.editor.setAccessibleName(say("window.preview.message"))
        self.copy.name_it(say("window.preview.copy"))
        self._whole.setText(say("window.preview.whole"))
        self._show()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(Space.XS)
        head.addWidget(self.basis, 1)
        head.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        layout.addLayout(head)
        for widget in (self.message, self.size_label, self.notes):
            layout.addWidget(widget)
        layout.addSpacing(Space.XS)
        layout.addWidget(self._whole)
        layout.addWidget(self.weights)

    @Slot(object)
    def _take(self, found: Weighed) -> None:
        self._found = found
        self._show()

    @Slot()
    def _show(self) -> None:
        found, present = self._found, self._present()
        for part in self._parts:
            part.setVisible(present is not None)
        self.notes.setVisible(present is not None and bool(present.notes))
        if found is None:
            self.basis.setText(self._wording.say("window.preview.waiting"))
        elif found.answered is None:
            self.basis.setText(self._wording.say("window.preview.no_schema"))
        elif present is not None:
            self.basis.setText(self._say_basis(found.answered))
            self._show_message(present)
            self.weights.show_weights(found.choices, self._editing.scenario.feedback.strategy)

    def _show_message(self, present: NextMessage) -> None:
        content, say = present.message.content, self._wording.say
        shown = Shown(content, 0, min(len(content), _LONGEST_SHOWN)).text.replace("\u2028", "\n")
        self.message.show_text(shown if len(content) <= _LONGEST_SHOWN else f"{shown}…")
        weight = present.weight
        sizes = (say("window.preview.characters", count=weight.characters), say("window.preview.tokens", count=weight.tokens))
        self.size_label.setText(" · ".join(sizes))
        self.notes.setText("\n".join(self._wording(note) for note in present.notes))

    def _say_basis(self, answered: Answered) -> str:
        return self._wording.say(f"window.preview.of.{answered.origin}", number=answered.number)

    def _present(self) -> NextMessage | None:
        """What the scenario's strategy would send."""
        strategy = self._editing.scenario.feedback.strategy
        choices = self._found.choices if self._found is not None else ()
        return next((choice for choice in choices if choice.strategy is strategy), None)

    @Slot()
    def _copy(self) -> None:
        present = self._present()
        if present is not None:
            QGuiApplication.clipboard().setText(present.message.content)

    @Slot(object)
    def _choose(self, strategy: Strategy) -> None:
        feedback = replace(self._editing.scenario.feedback, strategy=strategy)
        self._editing.change("window.change.strategy", feedback=feedback)
