"""One field of the form: its name, its kind, what is asked of it in words, and below it its details and what is inside it."""

from PySide6.QtCore import QRect, Slot
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout

from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema.field_edits import add_field, rename_field, set_kind, set_open
from playground.verdict.plain_schema.fields import KINDS, FormField
from playground.verdict.plain_schema.phrases import Dialect, join
from playground.verdict.plain_schema.statements import in_short
from playground.verdict.pointers import value_at
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import Choice, LineField
from playground.window.controls.label import Label
from playground.window.controls.painting import fill
from playground.window.controls.switch import Switch
from playground.window.controls.tall import Tall
from playground.window.schema.field_details import FieldDetails
from playground.window.schema.form_desk import FormDesk, Path
from playground.window.theme import Space, TypeSize
from playground.words.text import text

_NARROW = 230  # pixels at 100 %


class FieldRow(Tall):
    """The whole schema is a row without a head. Rows inside it are found in `rows`."""

    def __init__(self, desk: FormDesk, field: FormField, path: Path) -> None:
        super().__init__()
        self.desk = desk
        self.field = field
        self.path = path
        self.rows: list[FieldRow] = []
        self.details: FieldDetails | None = None
        appearance = desk.appearance
        self.name = LineField(appearance)
        self.title = Label(appearance, weight=QFont.Weight.DemiBold, wraps=True)
        self.kind = Choice(appearance)
        self.fold = Button(appearance, Kind.QUIET, icon="chevron-down")
        self.summary = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.add = Button(appearance, Kind.LINK, icon="plus", gives_way=True)
        self.open = Switch(appearance)
        self.more = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self._head = QGridLayout()
        self._narrow: bool | None = None
        self._whole_group = not path and field.kind == "object"
        self._lay_out()
        self.name.textEdited.connect(self._rename)
        self.name.editingFinished.connect(self._settle_name)
        self.kind.currentIndexChanged.connect(self._choose_kind)
        self.fold.clicked.connect(self._fold)
        self.add.clicked.connect(self._add)
        self.open.toggled.connect(self._open)

    def show_field(self, field: FormField, schema: JsonValue, dialect: Dialect) -> None:
        """Show the same field as it stands now. `schema` is the whole."""
        self.field = field
        say = self.desk.wording.say
        if self.name.text().strip() != field.name:
            self.name.show_text(field.name)
        self.name.setVisible(bool(field.name) or (len(self.path) > 0 and self.path[-1] != -1))
        self.name.setAccessibleName(say("schema.form.name"))
        self.title.setVisible(self.name.isHidden())
        self.title.setText(say("schema.each_item") if self.path else say("schema.answer"))
        kinds: list[tuple[str, str]] = [
            (kind, say(f"schema.form.kind.{kind}")) for kind in KINDS if kind != "other" or field.kind == "other"
        ]
        self.kind.show_items(kinds, field.kind)
        self.kind.setAccessibleName(say("schema.form.kind"))
        self.kind.setEnabled(field.kind != "other")
        unfolded = self.path in self.desk.unfolded
        self.fold.show_icon("chevron-up" if unfolded else "chevron-down")
        self.fold.name_it(say("schema.form.less" if unfolded else "schema.form.more", name=field.name or self.title.text()))
        said = self._say_summary(schema, dialect)
        self.summary.setText(said)
        self.summary.setVisible(bool(field.name) or said != self.kind.currentText())
        self.add.setText(say("schema.form.add") if not field.name else say("schema.form.add_inside", name=field.name))
        self.open.say(say("schema.form.open"))
        self.open.show_state(field.open is not False)
        self.open.setVisible(field.kind == "object" and field.open is not None)
        self.add.setVisible(field.kind == "object")
        self.more.setVisible(field.more > 0)
        self.more.setText(say("schema.form.more_fields", count=field.more))
        if self.details is not None:
            self.details.show_field(field)
            self.details.setVisible(unfolded or self._whole_group)
        for row, inner in zip(self.rows, _inside(field), strict=True):
            row.show_field(inner, schema, dialect)

    def unfold(self) -> None:
        """Build and show the details."""
        self.desk.unfolded.add(self.path)
        if self.details is None:
            self.details = FieldDetails(self.desk, self.field, self.path)
            self._below.insertWidget(0, self.details)
        self.details.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room beside the name, the kind stands below it."""
        super().resizeEvent(event)
        if not self._whole_group:
            self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A line at the left of what is inside another field."""
        if len(self.path) > 1:
            painter = QPainter(self)
            fill(painter, QRect(0, 0, 2, self.height()), self.desk.appearance.theme.line)
            painter.end()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.S + 2 if len(self.path) > 1 else 0, 0, 0, 0)
        layout.setSpacing(2)
        if not self._whole_group:
            self._head.setSpacing(Space.XS)
            self._head.addWidget(self.name, 0, 0)
            self._head.addWidget(self.title, 0, 0)
            self._head.addWidget(self.fold, 0, 2)
            self._head.setColumnStretch(0, 6)
            layout.addLayout(self._head)
            self._arrange()
            layout.addWidget(self.summary)
        self._below = QVBoxLayout()
        self._below.setSpacing(Space.S)
        self._below.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self._below)
        if self.path in self.desk.unfolded and not self._whole_group:
            self.unfold()
        for index, inner in enumerate(_inside(self.field)):
            path = (*self.path, -1 if self.field.kind == "array" else index)
            self.rows.append(FieldRow(self.desk, inner, path))
            self._below.addWidget(self.rows[-1])
        tools = QHBoxLayout()
        tools.setSpacing(Space.S)
        tools.addWidget(self.add)
        tools.addStretch(1)
        self._below.addLayout(tools)
        self._below.addWidget(self.open)
        self._below.addWidget(self.more)

    def _arrange(self) -> None:
        narrow = self.width() < self.desk.appearance.scaled(_NARROW)
        if narrow is self._narrow:
            return
        self._narrow = narrow
        self._head.addWidget(self.kind, 1 if narrow else 0, 0 if narrow else 1)
        self._head.setColumnStretch(1, 0 if narrow else 5)

    def _say_summary(self, schema: JsonValue, dialect: Dialect) -> str:
        try:
            held = value_at(schema, self.field.pointer)
        except LookupError:
            return ""
        parts = [*in_short(held, dialect)] or [text("schema.form.kind.other")]
        if self.field.name:
            parts.append(text("schema.required" if self.field.required else "schema.optional"))
        return self.desk.wording.say("schema.form.summary", what=join(parts))

    @Slot(str)
    def _rename(self, typed: str) -> None:
        pointer, name = self.field.pointer, typed.strip()
        self.desk.edit(lambda before: rename_field(before, pointer, name), f"schema_form.name.{self.path}")

    @Slot()
    def _settle_name(self) -> None:
        """A name that is empty or taken gives way to the one that holds."""
        if self.name.text().strip() != self.field.name:
            self.name.show_text(self.field.name)

    @Slot()
    def _choose_kind(self) -> None:
        pointer = self.field.pointer
        kind = next(kind for kind in KINDS if kind == self.kind.chosen())
        samples = [self.desk.wording.say(f"schema.form.sample.{which}") for which in ("first", "second")]
        if kind == "choice":
            self.desk.unfolded.add(self.path)
        self.desk.edit(lambda before: set_kind(before, pointer, kind, samples))

    @Slot()
    def _fold(self) -> None:
        if self.path in self.desk.unfolded:
            self.desk.unfolded.discard(self.path)
            if self.details is not None:
                self.details.hide()
        else:
            self.unfold()
        unfolded = self.path in self.desk.unfolded
        self.fold.show_icon("chevron-up" if unfolded else "chevron-down")
        named = self.field.name or self.title.text()
        self.fold.name_it(self.desk.wording.say("schema.form.less" if unfolded else "schema.form.more", name=named))

    @Slot()
    def _add(self) -> None:
        pointer, name = self.field.pointer, self.desk.wording.say("schema.form.new_name")
        desk, new = self.desk, (*self.path, len(self.field.fields))  # this row may be gone after the edit
        desk.unfolded.add(new)
        desk.edit(lambda before: add_field(before, pointer, name)[0])
        desk.focus_wanted.emit(new)

    @Slot(bool)
    def _open(self, on: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        pointer = self.field.pointer
        self.desk.edit(lambda before: set_open(before, pointer, on=on))


def _inside(field: FormField) -> tuple[FormField, ...]:
    return field.fields if field.kind == "object" else () if field.item is None else (field.item,)
