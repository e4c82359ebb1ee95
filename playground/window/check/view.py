"""The Check view: the schema with its cases, a reply, and the verdict on it."""

from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.repair.scenario import Case
from playground.verdict.schema_report import SchemaReport
from playground.verdict.spans import Span
from playground.window.check.case_checker import CaseChecker
from playground.window.check.case_list import CaseList, append_case
from playground.window.check.live_sighting import LiveSighting
from playground.window.check.live_verdict import Judged, LiveVerdict
from playground.window.check.reply_editor import ReplyEditor
from playground.window.check.reply_table import ReplyTable
from playground.window.check.verdict_pane import VerdictPane
from playground.window.columns import Columns, Middle, Surface
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.controls.menu import Menu
from playground.window.controls.painting import fill
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.editing import Editing
from playground.window.schema.editor import RuleMark
from playground.window.schema_checker import SchemaChecker
from playground.window.schema_pane import SchemaPane
from playground.window.services import Services
from playground.window.theme import Space
from playground.words.text import Text

_MOST_RULES = 60
_SIDES = (460, 384)  # pixels


class CheckView(QWidget):
    """`files_dropped` with paths, `file_wanted` and `folder_wanted` when one shall be chosen, `left` when the person goes back."""

    files_dropped = Signal(object)
    file_wanted = Signal()
    folder_wanted = Signal()
    left = Signal()

    def __init__(
        self,
        services: Services,
        editing: Editing,
        schema_checker: SchemaChecker,
        live: LiveVerdict,
        sighting: LiveSighting,
        cases: CaseChecker,
    ) -> None:
        super().__init__()
        appearance, wording = services.appearance, services.wording
        self._services = services
        self._appearance = appearance
        self._wording = wording
        self._editing = editing
        self._live = live
        self._sighting = sighting
        self._checker = schema_checker
        self._edited_case: Case | None = None
        self.schema = SchemaPane(appearance, wording, editing, schema_checker, fills=True)
        self.cases = CaseList(appearance, wording, editing, cases)
        self.cases.case_wanted.connect(self._show_case)
        self.reply = ReplyEditor(appearance, wording)
        use_thin_bars(self.reply, appearance)
        self.verdict = VerdictPane(appearance, wording)
        self.table = ReplyTable(appearance, wording)
        self.table.hide()
        menu = Menu(appearance, self)
        self.open_file = menu.addAction("")
        self.open_folder = menu.addAction("")
        self.open = Button(appearance, Kind.LINK, icon="folder-open", menu=menu)
        self.back = Button(appearance, Kind.LINK, icon="chevron-left")
        self._heading = Heading(appearance, self.open, self.back)
        self.problem = Label(appearance, role="bad", wraps=True)
        self.problem.hide()
        self.pass_case = Button(appearance, Kind.OUTLINED, icon="plus")
        self.fail_case = Button(appearance, Kind.OUTLINED, icon="plus")
        self.save_case = Button(appearance, Kind.OUTLINED, icon="save")
        self._card = Card(appearance, input_like=True)
        self._lay_out()
        self._connect(live)
        self.setAcceptDrops(True)
        wording.language_changed.connect(self.retranslate)
        appearance.changed.connect(self.update)
        self.retranslate()
        self._restore()
        self._show_verdict()
        self._follow_scenario()

    def show_reply(self, text: str) -> None:
        """Put a reply in the stead of the one that stands there; undo brings that back."""
        self._edited_case = None
        self.say_problem(None)
        self.reply.show_text(text)
        self._follow_reply()

    def explain(self) -> None:
        """Show how the JSON of the reply was found."""
        self.verdict.open_extraction(awaited=self._sighting.latest is None)

    def say_problem(self, problem: Text | None) -> None:
        """Tell of a file that could not be read or written, above the reply, until something else is opened; None ends it."""
        self.problem.setText(self._wording(problem) if problem is not None else "")
        self.problem.setVisible(problem is not None)

    def add_present_case(self, *, should_pass: bool) -> None:
        """Keep the present reply as a case."""
        cases = self._editing.scenario.cases
        title = self._wording.say("check.case_untitled", number=len(cases) + 1)
        append_case(self._editing, title, self.reply.text, should_pass=should_pass)

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        self._heading.say(say("check.reply"))
        self.open.setText(say("check.open"))
        self.open_file.setText(say("check.open_file"))
        self.open_folder.setText(say("check.open_folder"))
        self.back.setText(say("check.back"))
        self.pass_case.setText(say("check.add_pass"))
        self.fail_case.setText(say("check.add_fail"))
        self.save_case.setText(say("check.save_case"))

    # Qt's own

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The card wears the ring of the editor inside it."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._card.set_ringed(event.type() == QEvent.Type.FocusIn)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F8 and Shift+F8 go from violation to violation, Escape back."""
        if event.key() == Qt.Key.Key_F8:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._choose(self.reply.go_to_mark(-1 if back else 1))
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A reply, or many, may be dropped anywhere."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Files are read, text is the reply."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if paths:
            self.files_dropped.emit(paths)
        elif event.mimeData().hasText():
            self.show_reply(event.mimeData().text())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The ground."""
        painter = QPainter(self)
        fill(painter, self.rect(), self._appearance.theme.ground)
        painter.end()

    # Inner workings

    def _lay_out(self) -> None:
        inside = QVBoxLayout(self._card)
        inside.setContentsMargins(Space.XS, Space.XS, 2, Space.XS)
        inside.addWidget(self.reply)
        self.reply.installEventFilter(self)
        left = Surface(self._appearance)
        self._fill_column(left, self.schema, self.cases)
        buttons = WrappingRow(self.pass_case, self.fail_case, self.save_case)
        middle = Middle(self._appearance)
        self._fill_column(middle, self._heading, self.problem, self._card, buttons, self.table)
        self.columns = Columns(self._appearance, left, middle, self.verdict, sides=_SIDES)
        for place in range(3):
            self.columns.setCollapsible(place, False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.columns)

    def _fill_column(self, column: QWidget, *parts: QWidget) -> None:
        layout = QVBoxLayout(column)
        layout.setContentsMargins(Space.L, Space.L, Space.M, Space.M)
        layout.setSpacing(Space.S)
        for part in parts:
            layout.addWidget(part, 3 if part in (self.schema, self._card) else 2 if part in (self.cases, self.table) else 0)

    def _connect(self, live: LiveVerdict) -> None:
        self.reply.edited.connect(live.judge)
        self.reply.edited.connect(self._follow_reply)
        self.reply.mark_activated.connect(self._choose)
        self.reply.mark_pointed.connect(self._light)
        self.verdict.entry_activated.connect(self._choose)
        self.verdict.entry_pointed.connect(self._light)
        self.verdict.place_activated.connect(lambda span: self.reply.light_up(span, reveal=True))
        self.verdict.place_pointed.connect(self.reply.light_up)
        self.verdict.hint_activated.connect(self.schema.editor.reveal)
        self.verdict.fix_wanted.connect(self._choose_fixing)
        self.verdict.extraction.turned.connect(self._turn_extraction)
        self._sighting.changed.connect(self._show_sighting)
        self._checker.checked.connect(self._show_hints)
        self.schema.rule_activated.connect(self._choose)
        self.table.opened.connect(self.show_reply)
        self.table.closed.connect(self.table.hide)
        self.pass_case.clicked.connect(lambda: self.add_present_case(should_pass=True))
        self.fail_case.clicked.connect(lambda: self.add_present_case(should_pass=False))
        self.save_case.clicked.connect(self._save_case)
        self.open_file.triggered.connect(self.file_wanted)
        self.open_folder.triggered.connect(self.folder_wanted)
        self.back.clicked.connect(self.left)
        self._editing.changed.connect(self._follow_scenario)
        live.waiting.connect(self._show_verdict)
        live.judged.connect(self._show_verdict)

    def _restore(self) -> None:
        settings = self._services.preferences.settings
        if settings.check_state:
            self.columns.keep_sizes()
            with suppress(BadBase64, ValueError):  # a damaged setting costs nothing but the widths
                self.columns.restoreState(QByteArray(b64decode(settings.check_state)))
            self.columns.setHandleWidth(5)
        if settings.check_explains:
            self.verdict.extraction.open()

    def remember(self) -> None:
        """Keep how wide the columns are."""
        if self.columns.moved:
            self._services.preferences.change(check_state=b64encode(self.columns.saveState().data()).decode())

    @Slot(bool)
    def _turn_extraction(self, opened: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        self._sighting.watch(opened)
        self._services.preferences.change(check_explains=opened)
        self._show_sighting()

    @Slot()
    def _show_sighting(self) -> None:
        self.verdict.show_sighting(self._sighting.latest)

    @Slot()
    def _show_hints(self) -> None:
        look = self._checker.latest
        self.verdict.show_hints(look.report if look is not None else SchemaReport())

    @Slot(bool)
    def _choose_fixing(self, on: bool) -> None:  # noqa: FBT001 - as above
        self._editing.change("window.change.fix_small_faults", fix_small_faults=on)

    @Slot()
    def _follow_scenario(self) -> None:
        self.verdict.fix.show_state(self._editing.scenario.fix_small_faults)
        self._follow_reply()

    @Slot()
    def _show_verdict(self) -> None:
        judged = self._live.latest
        empty = not self.reply.text
        if judged is not None and empty:
            judged = None
        self.verdict.show_judged(judged, empty=empty)
        if judged is None:
            if empty:
                self.reply.show_marks((), ())
            return
        if judged.reply != self.reply.text:
            return
        verdict = judged.verdict
        coloured = [verdict.span] if verdict.span else [candidate.span for candidate in verdict.candidates]
        if not coloured and self.reply.text.lstrip()[:1] in {"{", "["}:
            coloured = [Span(0, len(self.reply.text))]
        self.reply.show_marks(judged.marks, coloured)
        self._show_rules(judged, 0)

    def _show_rules(self, judged: Judged, chosen: int) -> None:
        marks = tuple(
            RuleMark(entry.finding.number, entry.finding.rule, entry.finding.number == chosen)
            for entry in (*judged.entries[:_MOST_RULES], *(judged.entries[chosen - 1 : chosen] if chosen > _MOST_RULES else ()))
            if entry.finding.rule is not None
        )
        if judged.schema_text == self.schema.editor.text:
            self.schema.show_marks(marks)

    @Slot(int)
    def _choose(self, number: int) -> None:
        judged = self._live.latest
        if judged is None or not number:
            return
        self.reply.choose(number)
        self.verdict.choose(number)
        self._show_rules(judged, number)

    @Slot(int)
    def _light(self, number: int) -> None:
        judged = self._live.latest
        self.reply.light(number)
        self.verdict.light(number)
        if judged is not None and number:
            self._show_rules(judged, number)

    @Slot(int)
    def _show_case(self, place: int) -> None:
        case = self._editing.scenario.cases[place]
        self.show_reply(case.reply)
        self._edited_case = case
        self._follow_reply()
        self.reply.setFocus()

    @Slot()
    def _save_case(self) -> None:
        cases, edited = self._editing.scenario.cases, self._edited_case
        if edited is None or edited not in cases:
            return
        place = cases.index(edited)
        self._edited_case = Case(edited.title, self.reply.text, edited.should_pass)
        self._editing.change("check.change.edit", cases=(*cases[:place], self._edited_case, *cases[place + 1 :]))

    @Slot()
    def _follow_reply(self) -> None:
        edited = self._edited_case
        known = edited is not None and edited in self._editing.scenario.cases
        self.save_case.setVisible(known)
        self.save_case.setEnabled(known and edited is not None and edited.reply != self.reply.text)
