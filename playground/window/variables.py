"""The variables of the prompt: each name in double braces, and what is put in its place when the prompt is sent."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QWidget

from playground.repair.message import Message
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import LineField
from playground.window.controls.label import Label
from playground.window.editing import Editing
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording


def names_in(messages: Sequence[Message]) -> tuple[str, ...]:
    """The names in double braces that these messages hold, each once, in their order."""
    if not any("{{" in message.content for message in messages):
        return ()
    from playground.repair.requests import names_of_variables  # noqa: PLC0415 - not at the start: few prompts have variables

    return names_of_variables(messages)


class VariableRow(QWidget):
    """One name, what it stands for, and a way to let go of it where no message holds it."""

    value_edited = Signal(str, str)
    removed = Signal(str)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._wording = wording
        self._name = ""
        self.label = Label(appearance, size=TypeSize.SMALL + 1, mono=True)
        self.unused = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.field = LineField(appearance)
        self.remove = Button(appearance, Kind.QUIET, icon="trash-2")
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(Space.XS)
        layout.setVerticalSpacing(2)
        layout.addWidget(self.label, 0, 0)
        layout.addWidget(self.unused, 0, 1)
        layout.addWidget(self.field, 1, 0, 1, 2)
        layout.addWidget(self.remove, 1, 2)
        layout.setColumnStretch(1, 1)
        self.field.textEdited.connect(self._pass_value)
        self.remove.clicked.connect(self._pass_remove)

    def show_variable(self, name: str, value: str | None, *, used: bool) -> None:
        """None is a variable without a value: its name is sent as it is written."""
        say = self._wording.say
        self._name = name
        written = f"{{{{{name}}}}}"
        self.label.setText(written)
        self.unused.setText("" if used else say("window.variable_unused"))
        self.unused.setVisible(not used)
        self.field.show_text(value or "")
        self.field.setPlaceholderText(say("window.variable_empty"))
        self.field.setAccessibleName(say("window.variable", name=written))
        self.remove.setVisible(not used)
        self.remove.name_it(say("window.variable_remove", name=written))

    @Slot(str)
    def _pass_value(self, value: str) -> None:
        self.value_edited.emit(self._name, value)

    @Slot()
    def _pass_remove(self) -> None:
        self.removed.emit(self._name)


class Variables(QWidget):
    """Edits the scenario's variables; hidden while there are none."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._editing = editing
        self.rows: list[VariableRow] = []
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setVerticalSpacing(Space.S)
        editing.changed.connect(self._show)
        wording.language_changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        scenario = self._editing.scenario
        values = dict(scenario.variables)
        used = names_in(scenario.messages)
        names = tuple(dict.fromkeys((*used, *values)))
        while len(self.rows) > len(names):
            row = self.rows.pop()
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(names):
            self.rows.append(self._make_row())
        for row, name in zip(self.rows, names, strict=True):
            row.show_variable(name, values.get(name), used=name in used)
        self.setVisible(bool(names))

    def _make_row(self) -> VariableRow:
        row = VariableRow(self._appearance, self._wording)
        row.value_edited.connect(self._edit)
        row.removed.connect(self._remove)
        self._layout.addWidget(row, len(self.rows), 0)
        return row

    @Slot(str, str)
    def _edit(self, name: str, value: str) -> None:
        """An emptied field is no value: the name is sent as it is written."""
        values = dict(self._editing.scenario.variables)
        values[name] = value
        kept = tuple((known, text) for known, text in values.items() if text or known != name)
        self._editing.change("window.change.variable", f"variable {name}", variables=kept)

    @Slot(str)
    def _remove(self, name: str) -> None:
        kept = tuple(pair for pair in self._editing.scenario.variables if pair[0] != name)
        self._editing.change("window.change.variable_removed", variables=kept)
