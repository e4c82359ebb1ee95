"""What came of the run: answer or fallback, always said; the whole value, and a button that copies it."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from playground.repair.record import Outcome, ResultIs, Run
from playground.verdict.json_layout import lay_out
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card
from playground.window.controls.label import Label
from playground.window.controls.pill import Pill, State
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.quoting import unescape_json

_LONGEST_SHOWN = 4_000  # characters; the whole value stands in the conversation, and is what is copied

_PILLS = {
    ResultIs.ANSWER: (State.GOOD, "outcome.result.answer"),
    ResultIs.FALLBACK: (State.WARN, "outcome.result.fallback"),
    ResultIs.BEST_ATTEMPT: (State.WARN, "outcome.result.best_attempt"),
    ResultIs.NONE: (State.BAD, "outcome.result.none"),
}


class ResultCard(Card):
    """Shown once a run has ended."""

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(appearance, parent=parent)
        self._wording = wording
        self._run: Run | None = None
        self._pill = Pill(appearance)
        self._copy = Button(appearance, Kind.QUIET, icon="copy")
        self._copy.clicked.connect(self._copy_result)
        self._aside = Label(appearance, role="muted", wraps=True)
        self._value = Label(appearance, size=TypeSize.SMALL + 1, mono=True, wraps=True)
        self._value.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        head = QHBoxLayout()
        head.addWidget(self._pill)
        head.addStretch(1)
        head.addWidget(self._copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.S, Space.S, Space.M)
        layout.setSpacing(Space.XS)
        layout.addLayout(head)
        layout.addWidget(self._value)
        layout.addWidget(self._aside)

    @property
    def copy_button(self) -> Button:
        """Copies the whole value."""
        return self._copy

    def show_run(self, run: Run) -> None:
        """Show what came of this run."""
        self._run = run
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Word it anew."""
        run = self._run
        if run is None:
            return
        state, id = _PILLS[run.result_is]
        if run.outcome is Outcome.STOPPED:
            state, id = State.PLAIN, "outcome.result.stopped"
        self._pill.say(state, self._wording.say(id))
        self._copy.name_it(self._wording.say("outcome.result.copy"))
        self._copy.setVisible(run.result is not None)
        self._value.setVisible(run.result is not None)
        if run.result is not None:
            shown = unescape_json(lay_out(run.result) or run.result).rstrip("\n")
            self._value.setText(shown if len(shown) <= _LONGEST_SHOWN else shown[:_LONGEST_SHOWN] + "…")
        why = self._why(run)
        self._aside.setText(why)
        self._aside.setVisible(bool(why))

    def _why(self, run: Run) -> str:
        if run.error is not None:
            return f"{self._wording(run.error.message)}\n{self._wording(run.error.hint)}"
        if run.outcome is Outcome.ENDPOINT_FAILED and run.endpoint_failures:
            failure = run.endpoint_failures[-1]
            return f"{self._wording(failure.message)}\n{self._wording(failure.hint)}"
        if run.result_is is ResultIs.NONE:
            return ""
        if run.fixed:
            return self._wording.say("outcome.result.answer.fixed")
        return self._wording.say(f"outcome.result.{run.result_is}.why")

    @Slot()
    def _copy_result(self) -> None:
        if self._run is not None and self._run.result is not None:
            QGuiApplication.clipboard().setText(self._run.result)
