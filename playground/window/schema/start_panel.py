"""Makes a schema from what is pasted: examples of an answer, or a table. What was guessed can be taken back before it is used."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from playground.verdict.plain_schema.from_example import Guess, Guessed, guess, read_examples
from playground.verdict.plain_schema.from_table import read_table
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card, Ground
from playground.window.controls.fields import TextField
from playground.window.controls.label import Label
from playground.window.controls.switch import Switch
from playground.window.controls.tall import Tall
from playground.window.schema.start_source import Source
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_LONGEST = 300_000  # characters


class StartPanel(Tall):
    """`made` with the text of a schema that shall be used, `closed` when nothing shall be."""

    made = Signal(str)
    closed = Signal()

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._source = Source.EXAMPLE
        self._guessed: Guessed | None = None
        self.title = Label(appearance, weight=QFont.Weight.DemiBold, wraps=True)
        self.what = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.field = TextField(appearance, low=4, high=10, mono=True)
        self.state = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.guesses: dict[str, Switch] = {}
        self.use = Button(appearance, Kind.PRIMARY, gives_way=True)
        self.cancel = Button(appearance, Kind.QUIET, gives_way=True)
        self._told: list[Label] = []
        self._lay_out()
        self.field.edited.connect(self._look)
        self.use.clicked.connect(self._use)
        self.cancel.clicked.connect(self.closed)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    def begin(self, source: Source) -> None:
        """Ask for examples, or for a table."""
        self._source = source
        self.field.show_text("")
        self._look("")
        self.retranslate()
        self.field.editor.setFocus()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        self.title.setText(say(f"schema.start.{self._source}").removesuffix("…"))
        self.what.setText(say(f"schema.start.{self._source}_what"))
        self.field.editor.setAccessibleName(say(f"schema.start.{self._source}"))
        self.use.setText(say("schema.start.use"))
        self.cancel.setText(say("schema.start.cancel"))
        taken = {id: switch.isChecked() for id, switch in self.guesses.items()}
        self._look(self.field.text())
        for id, on in taken.items():
            if id in self.guesses:
                self.guesses[id].setChecked(on)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        card = Card(self._appearance, Ground.ACCENT)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        inside.setSpacing(Space.S)
        for widget in (self.title, self.what, self.field, self.state):
            inside.addWidget(widget)
        self._guess_rows = QVBoxLayout()
        self._guess_rows.setSpacing(Space.XS)
        inside.addLayout(self._guess_rows)
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(self.use)
        row.addWidget(self.cancel)
        row.addStretch(1)
        inside.addLayout(row)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.addWidget(card)

    @Slot(str)
    def _look(self, pasted: str) -> None:
        say = self._wording.say
        too_long = len(pasted) > _LONGEST
        examples = () if too_long else read_table(pasted) if self._source is Source.TABLE else read_examples(pasted)
        self._guessed = guess(examples)
        self.use.setEnabled(self._guessed is not None)
        self._show_guesses(self._guessed.guesses if self._guessed is not None else ())
        if too_long:
            self.state.setText(say("schema.start.too_long"))
        elif self._guessed is not None:
            self.state.setText(say(f"schema.start.{self._source}_read", count=len(examples)))
        else:
            self.state.setText(say(f"schema.start.{self._source}_wrong") if pasted.strip() else "")
        self.state.setVisible(bool(self.state.text()))

    def _show_guesses(self, guesses: Sequence[Guess]) -> None:
        for old in (*self.guesses.values(), *self._told):
            old.hide()
            old.deleteLater()
        self.guesses, self._told = {}, []
        for guessed in sorted(guesses, key=lambda each: each.fixed):  # first what can be taken back
            words = self._wording(guessed.sentence)
            if guessed.fixed:
                label = Label(self._appearance, size=TypeSize.SMALL, role="muted", wraps=True)
                label.setText(words)
                self._told.append(label)
                self._guess_rows.addWidget(label)
            else:
                switch = Switch(self._appearance)
                switch.say(words)
                switch.setChecked(True)
                self.guesses[guessed.id] = switch
                self._guess_rows.addWidget(switch)

    @Slot()
    def _use(self) -> None:
        if self._guessed is not None:
            self.made.emit(self._guessed.schema_text({id for id, switch in self.guesses.items() if switch.isChecked()}))
