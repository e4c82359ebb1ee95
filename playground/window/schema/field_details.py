"""What is unfolded below a field of the form: whether it must be there, what it means, its values and limits."""

from decimal import Decimal, InvalidOperation
from functools import partial

from PySide6.QtCore import QRegularExpression, Slot
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from playground.verdict.json_text import read
from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema.field_edits import (
    limits_of,
    move_field,
    remove_field,
    set_choices,
    set_keyword,
    set_nullable,
    set_required,
)
from playground.verdict.plain_schema.fields import FormField
from playground.verdict.plain_schema.text_edits import readable
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import LineField, TextField
from playground.window.controls.label import Label
from playground.window.controls.labelled import Labelled
from playground.window.controls.switch import Switch
from playground.window.controls.tall import Tall
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.schema.form_desk import FormDesk, Path
from playground.window.theme import Space, TypeSize
from playground.words.text import Listing, Value

_UNITS = {"string": "characters", "array": "items", "number": "number", "integer": "number"}
_COUNT = "[0-9]{0,9}"
_NUMBER = "-?[0-9]{0,15}([.][0-9]{0,15})?"


class FieldDetails(Tall):
    """Belongs to one FieldRow, which tells it what to show."""

    def __init__(self, desk: FormDesk, field: FormField, path: Path) -> None:
        super().__init__()
        self._desk = desk
        self._path = path
        self._field = field
        appearance = desk.appearance
        self.required = Switch(appearance)
        self.nullable = Switch(appearance)
        self.description = LineField(appearance)
        self.choices = TextField(appearance, low=2, high=8)
        self.low, self.high = LineField(appearance), LineField(appearance)
        form = _NUMBER if field.kind == "number" else "-?" + _COUNT if field.kind == "integer" else _COUNT
        for limit in (self.low, self.high):
            limit.setValidator(QRegularExpressionValidator(QRegularExpression(form), limit))
        self.kept = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.up = Button(appearance, Kind.LINK, icon="arrow-up")
        self.down = Button(appearance, Kind.LINK, icon="arrow-down")
        self.remove = Button(appearance, Kind.LINK, icon="trash-2")
        self._labelled = {
            "description": Labelled(appearance, self.description),
            "choices": Labelled(appearance, self.choices),
            "low": Labelled(appearance, self.low),
            "high": Labelled(appearance, self.high),
        }
        self._tools = WrappingRow(self.remove, self.up, self.down, spacing=2)
        self._lay_out()
        self.required.toggled.connect(self._require)
        self.nullable.toggled.connect(self._allow_null)
        self.description.textEdited.connect(self._describe)
        self.choices.edited.connect(self._choose)
        self.low.textEdited.connect(partial(self._limit, 0))
        self.high.textEdited.connect(partial(self._limit, 1))
        self.remove.clicked.connect(self._remove)
        self.up.clicked.connect(partial(self._move, -1))
        self.down.clicked.connect(partial(self._move, 1))
        self.show_field(field)

    def show_field(self, field: FormField) -> None:
        """Show the same field as it stands now."""
        self._field = field
        say, named = self._desk.wording.say, bool(field.name)
        self.required.say(say("schema.form.required"))
        self.required.show_state(field.required)
        self.required.setVisible(named)
        self.nullable.say(say("schema.form.nullable"))
        self.nullable.show_state(field.nullable)
        self.nullable.setVisible(field.kind not in {"any", "other"})
        self._labelled["description"].say(say("schema.form.description"))
        self.description.show_text(field.description)
        self._labelled["description"].setVisible(field.kind != "other")
        self._labelled["choices"].say(say("schema.form.choices"))
        self._labelled["choices"].setVisible(field.kind == "choice")
        if field.kind == "choice" and self._typed_choices() != list(field.choices):
            self.choices.show_text("\n".join(_line(value) for value in field.choices))
        unit = _UNITS.get(field.kind)
        for side, control, value in (("low", self.low, field.low), ("high", self.high, field.high)):
            self._labelled[side].setVisible(unit is not None)
            if unit is not None:
                self._labelled[side].say(say(f"schema.form.{side}.{unit}"))
            if _limit_of(control.text()) != value:
                control.show_text("" if value is None else readable(value))
        self.kept.setVisible(bool(field.kept))
        self.kept.setText(say("schema.form.kept", keywords=Listing(tuple(Value(readable(keyword)) for keyword in field.kept))))
        self.remove.setText(say("schema.form.remove"))
        self.up.name_it(say("schema.form.up", name=field.name))
        self.down.name_it(say("schema.form.down", name=field.name))
        self._tools.setVisible(named)

    def _lay_out(self) -> None:
        limits = QHBoxLayout()
        limits.setSpacing(Space.S)
        limits.addWidget(self._labelled["low"])
        limits.addWidget(self._labelled["high"])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, Space.XS, 0, Space.S)
        layout.setSpacing(Space.XS + 2)
        for widget in (self.required, self._labelled["choices"]):
            layout.addWidget(widget)
        layout.addLayout(limits)
        for last in (self._labelled["description"], self.nullable, self.kept, self._tools):
            layout.addWidget(last)

    @Slot(bool)
    def _require(self, on: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        pointer = self._field.pointer
        self._desk.edit(lambda text: set_required(text, pointer, on=on))

    @Slot(bool)
    def _allow_null(self, on: bool) -> None:  # noqa: FBT001 - as above
        pointer = self._field.pointer
        self._desk.edit(lambda text: set_nullable(text, pointer, on=on))

    @Slot(str)
    def _describe(self, words: str) -> None:
        pointer = self._field.pointer
        if self._field.description != words:
            self._desk.edit(lambda text: set_keyword(text, pointer, "description", words or None), self._typing("description"))

    @Slot(str)
    def _choose(self, _typed: str) -> None:
        pointer, wanted = self._field.pointer, self._typed_choices()
        self._desk.edit(lambda text: set_choices(text, pointer, wanted), self._typing("choices"))

    def _typing(self, what: str) -> str:
        return f"schema_form.{what}.{self._path}"

    def _typed_choices(self) -> list[JsonValue]:
        """The lines that hold something; a line means the same as before where a value was written like it."""
        known = {_line(value): value for value in self._field.choices}
        lines = [line.strip() for line in self.choices.text().split("\n")]
        numbers = any(not isinstance(value, str) for value in self._field.choices)
        return [known[line] if line in known else _meant(line, numbers=numbers) for line in dict.fromkeys(lines) if line]

    def _limit(self, side: int, typed: str) -> None:
        pointer, keywords = self._field.pointer, limits_of(self._field.kind)
        value = _limit_of(typed)
        if keywords is not None and (value is not None or not typed):
            keyword = keywords[side]
            self._desk.edit(lambda text: set_keyword(text, pointer, keyword, value), self._typing(keyword))

    @Slot()
    def _remove(self) -> None:
        pointer = self._field.pointer
        self._desk.forget(self._path)
        self._desk.edit(lambda text: remove_field(text, pointer))

    def _move(self, direction: int) -> None:
        pointer = self._field.pointer
        self._desk.swap(self._path, direction)
        self._desk.edit(lambda text: move_field(text, pointer, direction))


def _line(value: JsonValue) -> str:
    return value if isinstance(value, str) else readable(value)


def _meant(line: str, *, numbers: bool) -> JsonValue:
    """What a line stands for among values that are not all text."""
    answer = read(line).answer if numbers else None
    return line if answer is None or isinstance(answer.value, list | dict) else answer.value


def _limit_of(typed: str) -> int | Decimal | None:
    try:
        return int(typed) if "." not in typed else Decimal(typed)
    except (ValueError, InvalidOperation):
        return None
