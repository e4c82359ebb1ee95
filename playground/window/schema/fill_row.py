"""One field to fill in, made from the schema: what is typed becomes a value of the answer, also a wrong one."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QObject, QRect, Qt, Signal, Slot
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.verdict.json_text import read
from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema.fields import FormField, outline
from playground.verdict.plain_schema.phrases import Dialect, join, name_of
from playground.verdict.plain_schema.statements import in_short
from playground.verdict.plain_schema.text_edits import readable
from playground.verdict.pointers import value_at
from playground.verdict.schema_references import local_target
from playground.verdict.schema_walk import Subschema
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import Choice, LineField, TextField
from playground.window.controls.label import Label
from playground.window.controls.painting import fill
from playground.window.controls.tall import Tall
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.text import text

MOST_NESTED = 8  # levels of groups; what is deeper is typed as JSON
_LINES = frozenset({"string", "number", "integer", "boolean", "choice"})  # kinds of items that a line can hold
_NOTHING = ""  # of a choice: nothing is chosen


class Filled(NamedTuple):
    """What a field holds; `there` is False where nothing was filled in, so that the field is missing."""

    there: bool
    value: JsonValue = None


_MISSING = Filled(there=False)


class FillDesk(QObject):
    """What all rows share. `changed` when something was typed or chosen in one of them."""

    changed = Signal()

    def __init__(self, appearance: Appearance, wording: Wording, schema: JsonValue, dialect: Dialect) -> None:
        super().__init__()
        self.appearance = appearance
        self.wording = wording
        self.schema = schema
        self.dialect = dialect


class FillRow(Tall):
    """Names the field, says what is asked of it, and takes its value; groups and lists of groups have rows inside."""

    def __init__(self, desk: FillDesk, field: FormField, depth: int = 0, number: int | None = None) -> None:
        """`number` counts the items of a list from 1."""
        super().__init__()
        self._desk = desk
        self.field = _resolved(field, desk.schema) if depth < MOST_NESTED else field
        self._depth = depth
        self.rows: list[FillRow] = []
        self.control: QWidget | None = None
        self.add: Button | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(Space.S + 2 if depth > 1 else 0, 0, 0, 0)
        self._layout.setSpacing(2)
        if depth or self.field.kind != "object":
            self._add_head(number)
        self._inside = QVBoxLayout()
        self._inside.setSpacing(Space.S)
        self._layout.addLayout(self._inside)
        self._add_control()

    def filled(self) -> Filled:
        """What stands in it now."""
        field, control = self.field, self.control
        if field.kind == "object" and _has_rows(self._depth):
            held = {row.field.name: inner.value for row in self.rows if (inner := row.filled()).there}
            return Filled(there=True, value=held) if held or field.required or not self._depth or self.rows else _MISSING
        if self.add is not None:
            items = [row.filled().value for row in self.rows]
            return Filled(there=True, value=items) if items or field.required or not self._depth else _MISSING
        if isinstance(control, Choice):
            chosen = control.chosen()
            return _MISSING if chosen == _NOTHING else Filled(there=True, value=_json(chosen))
        if isinstance(control, TextField):
            kind = field.item.kind if field.item is not None else "any"
            lines = [line for line in control.text().split("\n") if line.strip()]
            return Filled(there=True, value=[_meant(line, kind) for line in lines]) if lines else _MISSING
        typed = control.text() if isinstance(control, LineField) else ""
        return Filled(there=True, value=_meant(typed, field.kind)) if typed else _MISSING

    def put(self, value: JsonValue) -> None:
        """Fill a value in, so far as it fits the field's kind."""
        control = self.control
        if self.field.kind == "object" and isinstance(value, dict):
            if not self.rows:
                self._open()
            for row in self.rows:
                if row.field.name in value:
                    row.put(value[row.field.name])
        elif self.add is not None and isinstance(value, list):
            for item in value:
                self._add_item()
                self.rows[-1].put(item)
        elif isinstance(control, Choice):
            control.setCurrentIndex(max(0, control.findData(readable(value))))
        elif isinstance(control, TextField) and isinstance(value, list):
            control.show_text("\n".join(item if isinstance(item, str) else readable(item) for item in value))
        elif isinstance(control, LineField):
            control.setText(value if isinstance(value, str) else readable(value))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A line at the left of what is inside another field."""
        if self._depth > 1:
            painter = QPainter(self)
            fill(painter, QRect(0, 0, 2, self.height()), self._desk.appearance.theme.line)
            painter.end()

    def _add_head(self, number: int | None) -> None:
        appearance, say = self._desk.appearance, self._desk.wording.say
        name = Label(appearance, weight=QFont.Weight.DemiBold, wraps=True)
        if self.field.name:
            name.setText(say("schema.form.summary", what=name_of(self.field.name)))
        else:
            name.setText(say("schema.answer") if number is None else say("schema.item", number=number))
        self._layout.addWidget(name)
        if number is not None and self.field.kind == "object":
            return
        held = value_at(self._desk.schema, self.field.pointer)
        parts = [*in_short(held, self._desk.dialect)] or [text("schema.form.kind.other")]
        if self.field.name:
            parts.append(text("schema.required" if self.field.required else "schema.optional"))
        asked = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        asked.setText(say("schema.form.summary", what=join(parts)))
        self._layout.addWidget(asked)

    def _add_control(self) -> None:
        field, say = self.field, self._desk.wording.say
        item = field.item.kind if field.item is not None else "any"
        if field.kind == "object" and _has_rows(self._depth):
            if field.required or not self._depth:
                self._open()
            else:
                self._offer(say("schema.try.fill_in"), self._open_pressed)
            return
        if field.kind == "array" and item not in _LINES and _has_rows(self._depth):
            self._offer(say("schema.try.add_item"), self._add_pressed)
            return
        appearance = self._desk.appearance
        if field.kind in {"boolean", "choice"}:
            values: list[JsonValue] = [True, False] if field.kind == "boolean" else [*field.choices]
            values += [None] if field.nullable else []
            choice = Choice(appearance)
            items = [(readable(value), value if isinstance(value, str) else readable(value)) for value in values]
            choice.show_items([(_NOTHING, say("schema.try.nothing")), *items], _NOTHING)
            choice.currentIndexChanged.connect(self._desk.changed)
            self.control = choice
        elif field.kind == "array":
            lines = TextField(appearance, low=2, high=6)
            lines.edited.connect(self._desk.changed)
            self.control = lines
        else:
            line = LineField(appearance)
            line.textChanged.connect(self._desk.changed)
            self.control = line
        (self.control.editor if isinstance(self.control, TextField) else self.control).setAccessibleName(
            field.name or say("schema.answer")
        )
        self._inside.addWidget(self.control)

    def _offer(self, words: str, press: Callable[[], None]) -> None:
        self.add = Button(self._desk.appearance, Kind.LINK, icon="plus", gives_way=True)
        self.add.setText(words)
        self.add.clicked.connect(press)
        self._layout.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)

    @Slot()
    def _open_pressed(self) -> None:
        self._open()
        self._desk.changed.emit()

    def _open(self) -> None:
        """The rows of a group."""
        if self.add is not None:
            self.add.hide()
            self.add = None
        for inner in self.field.fields:
            self._add_row(inner)

    @Slot()
    def _add_pressed(self) -> None:
        self._add_item()
        self._desk.changed.emit()

    def _add_item(self) -> None:
        item = replace(self.field.item or FormField(self.field.pointer, "", "any"), required=True)
        self._add_row(item, len(self.rows) + 1)

    def _add_row(self, field: FormField, number: int | None = None) -> None:
        row = FillRow(self._desk, field, self._depth + 1, number)
        self.rows.append(row)
        self._inside.addWidget(row)
        row.show()


def _has_rows(depth: int) -> bool:
    """Whether groups at this depth still have rows of their own."""
    return depth < MOST_NESTED


def _resolved(field: FormField, schema: JsonValue) -> FormField:
    """The field that a reference leads to."""
    for _ in range(MOST_NESTED):
        held = value_at(schema, field.pointer)
        target = local_target(Subschema(field.pointer, held)) if isinstance(held, dict) else None
        if field.kind != "other" or target is None:
            break
        try:
            field = outline(value_at(schema, target), target, field.name, required=field.required)
        except LookupError:
            break
    return field


def _json(written: str) -> JsonValue:
    answer = read(written).answer
    return answer.value if answer is not None else None


def _meant(typed: str, kind: str) -> JsonValue:
    """What was typed as a value of its kind; what is none stays the text that it is, and the verdict says so."""
    if kind in {"string", "choice"}:
        return typed.rstrip("\r")
    answer = read(typed.strip()).answer
    return typed if answer is None else answer.value
