"""The schema as a form. It shows the text and edits the text: there is nothing that only the form knows."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from playground.verdict.drafts import DEFAULT_DRAFT, draft_of
from playground.verdict.json_text import read
from playground.verdict.plain_schema.field_edits import EMPTY
from playground.verdict.plain_schema.fields import FormField, outline
from playground.verdict.plain_schema.phrases import Dialect
from playground.window.appearance import Appearance
from playground.window.controls.label import Label
from playground.window.controls.tall import Tall
from playground.window.schema.field_row import FieldRow
from playground.window.schema.form_desk import Edit, FormDesk, Path
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording


class FormView(Tall):
    """`edited` with the whole text after each change by the person, and with what is being typed (None: nothing, it was one press)."""

    edited = Signal(str, object)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._wording = wording
        self._text = ""
        self._formats_checked = True
        self._shape: object = None
        self.whole: FieldRow | None = None
        self.desk = FormDesk(appearance, wording, self)
        self.message = Label(appearance, size=TypeSize.BODY, role="muted", wraps=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.S)
        layout.addWidget(self.message)
        self.desk.edit_wanted.connect(self._edit)
        self.desk.focus_wanted.connect(self._focus)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    def show_schema(self, schema_text: str, *, formats_checked: bool) -> None:
        """Show this text; one that is no JSON stays as it is, and the form waits."""
        self._text = schema_text
        self._formats_checked = formats_checked
        reading = read(schema_text if schema_text.strip() else EMPTY)
        self.message.setVisible(reading.answer is None)
        if self.whole is not None:
            self.whole.setEnabled(reading.answer is not None)
        if reading.answer is None:
            return
        schema = reading.answer.value
        field = outline(schema)
        shape = _shape(field)
        if shape != self._shape or self.whole is None:
            self._shape = shape
            self._build(field)
        dialect = Dialect((draft_of(schema) or DEFAULT_DRAFT).name, formats_checked)
        if self.whole is not None:
            self.whole.show_field(field, schema, dialect)

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.setAccessibleName(self._wording.say("schema.form"))
        self.message.setText(self._wording.say("schema.form.no_json"))
        self.show_schema(self._text, formats_checked=self._formats_checked)

    def row_at(self, path: Path) -> FieldRow | None:
        """The row at a path, if there is one."""
        row = self.whole
        for index in path:
            inner = row.rows if row is not None else []
            at = 0 if index == -1 else index
            row = inner[at] if at < len(inner) else None
        return row

    def _build(self, field: FormField) -> None:
        before, kept = self.whole, self._focused()
        self.whole = FieldRow(self.desk, field, ())
        layout = self.layout()
        if layout is not None:
            layout.addWidget(self.whole)
        self.whole.show()  # now, so that it can take the keyboard
        if before is not None:
            before.hide()
            before.deleteLater()
        if kept is not None:
            row = self.row_at(kept[0])
            if row is not None:
                (row.kind if kept[1] == "kind" else row.name).setFocus()

    def _focused(self) -> tuple[Path, str] | None:
        """Which row has the keyboard, and in which of its controls."""
        widget = QApplication.focusWidget()
        if widget is None or self.whole is None or not self.whole.isAncestorOf(widget):
            return None
        row: QWidget | None = widget
        while row is not None and not isinstance(row, FieldRow):
            row = row.parentWidget()
        return (row.path, "kind" if widget is row.kind else "name") if isinstance(row, FieldRow) else None

    @Slot(object, object)
    def _edit(self, change: Edit, typing: str | None) -> None:
        present = self._text if self._text.strip() else EMPTY
        changed = change(present)
        if changed != self._text:
            self.edited.emit(changed, typing)

    @Slot(object)
    def _focus(self, path: Path) -> None:
        row = self.row_at(path)
        if row is not None:
            row.name.setFocus()
            row.name.selectAll()


def _shape(field: FormField) -> object:
    """What asks for other rows when it changes."""
    inner = field.fields if field.kind == "object" else () if field.item is None else (field.item,)
    return field.kind, bool(field.name), tuple(_shape(each) for each in inner)
