"""A form to fill in, made from the schema: the answer that comes of it is checked while it is typed, and can become a case."""

from functools import lru_cache, partial
from typing import NamedTuple

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QVBoxLayout

from playground.repair.scenario import Case
from playground.verdict.drafts import DEFAULT_DRAFT, draft_of
from playground.verdict.json_layout import lay_out
from playground.verdict.json_text import read
from playground.verdict.plain_schema.fields import outline
from playground.verdict.plain_schema.phrases import Dialect
from playground.verdict.plain_schema.text_edits import readable
from playground.verdict.schema import check, violations
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import TextField
from playground.window.controls.label import Label
from playground.window.controls.pill import Pill, State
from playground.window.controls.tall import Tall
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.editing import Editing
from playground.window.schema.fill_row import FillDesk, FillRow
from playground.window.schema_checker import SchemaChecker
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.text import Text

_PAUSE = 120  # milliseconds after the last key
_MOST_SAID = 6
_check = lru_cache(maxsize=2)(check)


class Tried(NamedTuple):
    """An answer and what is wrong with it; `usable` is False where the schema cannot judge."""

    schema_text: str
    answer: str
    broken: tuple[Text, ...] = ()
    usable: bool = True


def try_answer(schema_text: str, answer: str, *, assert_formats: bool) -> Tried:
    """Hold an answer against a schema. On a worker's thread."""
    schema = _check(schema_text, assert_formats=assert_formats)
    if not schema.ok:
        return Tried(schema_text, answer, usable=False)
    return Tried(schema_text, answer, tuple(broken.message for broken in violations(schema, read(answer))))


class TryPanel(Tall):
    """Follows the schema while it is in view; what was filled in is kept where it still fits."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing, checker: SchemaChecker) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._editing = editing
        self._checker = checker
        self._made_for: tuple[object, ...] | None = None
        self._desk: FillDesk | None = None
        self.tried: Tried | None = None
        self.form: FillRow | None = None
        self.what = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.pill = Pill(appearance)
        self.clear = Button(appearance, Kind.LINK, icon="x", gives_way=True)
        self.broken = Label(appearance, size=TypeSize.SMALL, role="bad", wraps=True)
        self.answer = TextField(appearance, low=1, high=10, mono=True, read_only=True)
        self.keep_pass = Button(appearance, Kind.LINK, icon="bookmark-plus", gives_way=True)
        self.keep_fail = Button(appearance, Kind.LINK, icon="bookmark-plus", gives_way=True)
        self._below = (WrappingRow(self.pill, self.clear), self.broken, self.answer, WrappingRow(self.keep_pass, self.keep_fail))
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(Space.S)
        self._layout.addWidget(self.what)
        for widget in self._below:
            self._layout.addWidget(widget)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._try)
        self.clear.clicked.connect(self._clear)
        self.keep_pass.clicked.connect(partial(self._keep, should_pass=True))
        self.keep_fail.clicked.connect(partial(self._keep, should_pass=False))
        editing.changed.connect(self.follow)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        self.setAccessibleName(say("schema.try"))
        self.clear.setText(say("schema.try.clear"))
        self.keep_pass.setText(say("schema.try.keep_pass"))
        self.keep_fail.setText(say("schema.try.keep_fail"))
        self.answer.editor.setAccessibleName(say("schema.try.answer"))
        self.follow()
        self._show()

    @Slot()
    def follow(self) -> None:
        """Make the form anew where the schema or the language has changed, if anybody looks."""
        scenario = self._editing.scenario
        made_for = (scenario.schema_text, scenario.assert_formats, self._wording.language)
        if self.isHidden() or made_for == self._made_for:
            return
        self._made_for = made_for
        reading = read(scenario.schema_text)
        kept = self.form.filled().value if self.form is not None else None
        self._drop_form()
        if reading.answer is not None:
            schema = reading.answer.value
            dialect = Dialect((draft_of(schema) or DEFAULT_DRAFT).name, scenario.assert_formats)
            self._desk = FillDesk(self._appearance, self._wording, schema, dialect)
            self.form = FillRow(self._desk, outline(schema))
            if kept is not None:
                self.form.put(kept)
            self._desk.changed.connect(self._wait)
            self._layout.insertWidget(1, self.form)
            self.form.show()
        self._try()

    def _drop_form(self) -> None:
        if self.form is not None:
            self.form.hide()
            self.form.deleteLater()
            self.form = None

    @Slot()
    def _wait(self) -> None:
        self._pause.start(_PAUSE)

    @Slot()
    def _try(self) -> None:
        scenario = self._editing.scenario
        if self.form is None:
            self.tried = Tried(scenario.schema_text, "", usable=False)
            self._show()
            return
        written = readable(self.form.filled().value)
        answer = (lay_out(written) or written).rstrip("\n")
        work = partial(try_answer, scenario.schema_text, answer, assert_formats=scenario.assert_formats)
        self.answer.show_text(answer)
        self._checker.have_done(self, work, self._take)

    def _take(self, tried: Tried) -> None:
        if (tried.schema_text, tried.answer) == (self._editing.scenario.schema_text, self.answer.text()):
            self.tried = tried
            self._show()

    def _show(self) -> None:
        say, tried = self._wording.say, self.tried
        usable = tried is not None and tried.usable
        self.what.setText(say("schema.try.what" if usable or tried is None else "schema.coach.unusable"))
        for widget in self._below:
            widget.setVisible(usable)
        if tried is None or not usable:
            return
        if tried.broken:
            self.pill.say(State.BAD, say("schema.try.broken", count=len(tried.broken)))
        else:
            self.pill.say(State.GOOD, say("schema.try.fits"))
        self.broken.setVisible(bool(tried.broken))
        self.broken.setText("\n".join(self._wording(message) for message in tried.broken[:_MOST_SAID]))

    @Slot()
    def _clear(self) -> None:
        self._drop_form()
        self._made_for = None
        self.follow()

    def _keep(self, *, should_pass: bool) -> None:
        cases = self._editing.scenario.cases
        title = self._wording.say("schema.try.case", number=len(cases) + 1)
        self._editing.change("check.change.add", cases=(*cases, Case(title, self.answer.text(), should_pass)))
