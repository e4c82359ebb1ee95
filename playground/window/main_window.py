"""The main window: the bar, the three columns, and how they are tied together."""

from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from playground.store.document import ScenarioDocument
from playground.window.case_notice import CaseNotice
from playground.window.columns import Column, Columns, Middle, Waiting
from playground.window.conversation.pane import ConversationPane
from playground.window.editing import Editing
from playground.window.ending.pane import EndingPane
from playground.window.endpoint_pane import EndpointPane
from playground.window.feedback.pane import FeedbackPane
from playground.window.files import Files, title_of
from playground.window.greeting import Greeting
from playground.window.limits_pane import LimitsPane
from playground.window.menus import WindowMenus
from playground.window.notices import Notices
from playground.window.prompt_pane import PromptPane
from playground.window.schema_checker import SchemaChecker, SchemaLook
from playground.window.schema_pane import SchemaPane
from playground.window.server_lists import ServerLists
from playground.window.services import Services
from playground.window.theme import Space
from playground.window.top_bar import TopBar
from playground.words.text import Text

if TYPE_CHECKING:  # built after the first paint
    from playground.window.check.side import CheckSide
    from playground.window.run_side import RunSide

_SMALLEST = (760, 480)
_USUAL = (1440, 900)


class MainWindow(QMainWindow):
    """One document and its runs. `painted` comes once, after everything was drawn for the first time."""

    painted = Signal()
    window_wanted = Signal()
    closed = Signal(object)

    def __init__(self, services: Services, document: ScenarioDocument, lesson: str | None = None) -> None:
        """`lesson` is the name of the lesson that the document is."""
        super().__init__()
        self._services = services
        self._painted = False
        self._closing = False
        self._runs: RunSide | None = None
        self._check: CheckSide | None = None
        self._stack = QStackedWidget()
        appearance, wording = services.appearance, services.wording
        self.editing = Editing(document, self)
        self.checker = SchemaChecker(self.editing, services.futures, self)
        self.files = Files(self, self.editing, services, lesson)
        self.menus = WindowMenus(self, appearance, wording)
        self.bar = TopBar(appearance, wording, self.menus)
        self.prompt = PromptPane(appearance, wording, self.editing)
        self.schema = SchemaPane(appearance, wording, self.editing, self.checker)
        servers = ServerLists(services)
        self.endpoint = EndpointPane(
            appearance, wording, self.editing, services.keys, servers, services.futures, services.preferences
        )
        self.feedback = FeedbackPane(appearance, wording, self.editing, services.futures)
        self.limits = LimitsPane(appearance, wording, self.editing)
        self.ending = EndingPane(appearance, wording, self.editing)
        self.notices = Notices(appearance, wording)
        self.greeting = Greeting(self.notices, self.editing, self._read_lesson, self)
        self.conversation = ConversationPane(appearance, wording)
        self._case_notice = CaseNotice(self.notices, self.editing, self._show_cases, self)
        left = Column(appearance, [self.prompt, self.schema, self.endpoint, self.feedback, self.limits, self.ending])
        self._waiting = Waiting(appearance, wording)
        self.columns = Columns(appearance, left, self._middle(), self._waiting)
        self._lay_out()
        self._connect()
        self._restore()
        self.retranslate()
        self._begin_document()
        self._place_keyboard()

    @property
    def ready(self) -> bool:
        """True once everything about runs is there, a moment after the first paint."""
        return self._runs is not None

    @property
    def runs(self) -> "RunSide":
        """Everything about runs."""
        if self._runs is None:
            self._runs = self._build_runs()
        return self._runs

    @property
    def check(self) -> "CheckSide":
        """Everything about checking without a model."""
        if self._check is None:
            from playground.window.check.side import CheckSide  # noqa: PLC0415 - after the first paint

            self._check = CheckSide(self._services, self.editing, self.checker, self.bar, self.menus, self._stack, self)
            self._check.problem.connect(self.show_problem)
        return self._check

    @Slot(str)
    def check_reply(self, text: str) -> None:
        """Turn the window into the Check view, with this reply."""
        self.check.check_reply(text)

    @Slot(str)
    def explain_reply(self, text: str) -> None:
        """Turn the window into the Check view, where it shows how the JSON of this reply was found."""
        self.check.explain_reply(text)

    @Slot(str, bool)
    def keep_case(self, reply: str, should_pass: bool) -> None:  # noqa: FBT001 - as below
        """Keep a reply of a run as a case, unless it is one, and say so."""
        if any(case.reply == reply for case in self.editing.scenario.cases):
            self._case_notice.tell_known(reply)
        else:
            self.add_case(reply, should_pass)
            self._case_notice.tell(reply, should_pass=should_pass)

    def add_case(self, reply: str, should_pass: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        """Keep a reply as a case of the scenario that should pass, or fail."""
        self.check.add_case(reply, should_pass=should_pass)

    @Slot()
    def begin_work(self) -> None:
        """What can wait until the window is seen: runs can begin, the schema is checked, the history is asked."""
        _ = self.runs
        _ = self.check
        self.checker.begin()
        self.prompt.begin_hints()

    @Slot(object)
    def show_problem(self, problem: Text) -> None:
        """Tell the person of something that went wrong."""
        self.runs.notices.show_problem(problem)

    @Slot()
    def _forget_problems(self) -> None:
        if self._runs is not None:
            self._runs.notices.forget_problems()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self._show_title()
        self.menus.show_lessons(self._services.lessons(self._services.wording.language))

    # What is shown

    def _build_runs(self) -> "RunSide":
        from playground.window.run_side import RunSide  # noqa: PLC0415 - after the first paint

        services = self._services
        runs = RunSide(services, self.editing, self.bar, self.menus, self.notices, self.conversation, self.schema, self)
        sizes = self.columns.sizes()
        self.columns.replaceWidget(2, runs.outcome)
        self.columns.themed()
        self.columns.setSizes(sizes)
        runs.outcome.show()
        self._waiting.deleteLater()
        runs.nothing_shown.connect(self._show_preview)
        runs.server_asked.connect(self.endpoint.learn)
        self.feedback.follow_runs(runs.kept)
        self.editing.document_changed.connect(runs.begin_document)
        return runs

    @Slot()
    def _show_preview(self) -> None:
        """Before the first run the conversation shows what would be sent."""
        self.conversation.show_preview(self.editing.scenario)

    @Slot()
    def _follow_document(self) -> None:
        self._show_title()
        document = self.editing.document
        self.menus.undo.setEnabled(document.undo_label is not None)
        self.menus.redo.setEnabled(document.redo_label is not None)
        if self._runs is None or self._runs.kept.shown is None:
            self._show_preview()

    @Slot()
    def _begin_document(self) -> None:
        self._follow_document()
        self.menus.stop.setEnabled(False)
        lesson = self.files.lesson is not None
        self.menus.read_lesson.setEnabled(lesson)
        self.greeting.greet(lesson=lesson)
        self.bar.show_runs(0, 0)

    def _show_title(self) -> None:
        document = self.editing.document
        say = self._services.wording.say
        title = title_of(self.editing.scenario, self._services)
        state = say("window.edited") if document.dirty else document.path.name if document.path else ""
        self.bar.show_title(self.editing.scenario.title, title, state)
        self.setWindowTitle(f"{title}[*] — {say('window.program')}")
        self.setWindowModified(document.dirty)

    @Slot(object)
    def _take_look(self, look: SchemaLook) -> None:
        if look.stops:
            self.ending.take_stops(look.stops, look.question.ending, look.explanation)

    # Qt's own

    def paintEvent(self, event: QPaintEvent) -> None:
        """The first one is the start of everything that could wait."""
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self.painted.emit)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved work; then remember how the window stood."""
        if not self._closing and self.editing.document.dirty:
            event.ignore()
            self.files.when_safe(self._close_for_good)
            return
        self._remember()
        if self._runs is not None:
            self._runs.close()
        if self._check is not None:
            self._check.close()
        self.checker.close()
        self.feedback.close_preview()
        self.editing.close()
        event.accept()
        self.closed.emit(self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A scenario file may be dropped anywhere."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        path = next((url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()), None)
        if path is not None:
            event.acceptProposedAction()
            self.files.open(Path(path))

    # Inner workings

    def _middle(self) -> QWidget:
        middle = Middle(self._services.appearance)
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        above = QVBoxLayout()
        above.setContentsMargins(Space.XXL, Space.M, Space.XXL, 0)
        above.addWidget(self.notices)
        layout.addLayout(above)
        layout.addWidget(self.conversation, 1)
        return middle

    def _lay_out(self) -> None:
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        self._stack.addWidget(self.columns)
        layout.addWidget(self._stack, 1)
        self.setCentralWidget(whole)
        self.setMinimumSize(*_SMALLEST)
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def _connect(self) -> None:
        menus, files, services = self.menus, self.files, self._services
        menus.new.triggered.connect(files.new)
        menus.open_file.triggered.connect(files.choose)
        menus.save.triggered.connect(files.save)
        menus.save_as.triggered.connect(files.save_as)
        menus.recent_chosen.connect(files.open_recent)
        menus.lesson_chosen.connect(files.open_lesson)
        menus.read_lesson.triggered.connect(self._read_lesson)
        menus.new_window.triggered.connect(self.window_wanted)
        menus.close_window.triggered.connect(self.close)
        menus.quit.triggered.connect(QApplication.closeAllWindows)
        menus.undo.triggered.connect(self._undo)
        menus.redo.triggered.connect(self._redo)
        menus.find.triggered.connect(self.conversation.open_find)
        menus.about_to_run.connect(self._leave_field)
        menus.open.aboutToShow.connect(self._show_recent)
        files.problem.connect(self.show_problem)
        files.saved.connect(self._forget_problems)
        files.opened.connect(self._forget_problems)
        services.preferences.not_saved.connect(self.show_problem)
        services.wording.language_changed.connect(self.retranslate)
        self.bar.title.renamed.connect(self._rename)
        self.prompt.model_wanted.connect(self.endpoint.unfold)
        self.checker.checked.connect(self._take_look)
        self.editing.changed.connect(self._follow_document)
        self.editing.document_changed.connect(self._begin_document)
        files.opened.connect(self._place_keyboard)
        view = self.conversation.view
        view.check_wanted.connect(self.check_reply)
        view.explanation_wanted.connect(self.explain_reply)
        view.case_wanted.connect(self.keep_case)

    @Slot()
    def _place_keyboard(self) -> None:
        """Where a person goes on: at an empty prompt, else at Run."""
        if any(message.content for message in self.editing.scenario.messages):
            self.bar.run.setFocus()
        else:
            self.prompt.take_keyboard()

    def _show_cases(self) -> None:
        self.check.open()

    @Slot()
    def _leave_field(self) -> None:
        """What was typed into a line counts, although Return was not pressed."""
        field = self.focusWidget()
        if isinstance(field, QLineEdit) and field.hasAcceptableInput():
            field.editingFinished.emit()

    @Slot()
    def _undo(self) -> None:
        self._leave_field()
        self.editing.document.undo()

    @Slot()
    def _redo(self) -> None:
        self.editing.document.redo()

    @Slot()
    def _read_lesson(self) -> None:
        lesson = self.files.lesson
        if lesson is not None:
            from playground.window.lesson_text import LessonText  # noqa: PLC0415 - opened when it is wanted

            LessonText(self._services.appearance, self._services.wording, lesson, self).show()

    @Slot(str)
    def _rename(self, title: str) -> None:
        self.editing.change("window.change.title", title=title)

    @Slot()
    def _show_recent(self) -> None:
        recent = self._services.preferences.settings.recent
        self.menus.show_recent([(path, Path(path).name) for path in recent])

    @Slot()
    def _close_for_good(self) -> None:
        self._closing = True
        self.close()

    def _restore(self) -> None:
        settings = self._services.preferences.settings
        self.resize(*_USUAL)
        if settings.window_state:
            self.columns.keep_sizes()
        for kept, restore in ((settings.window_geometry, self.restoreGeometry), (settings.window_state, self.columns.restoreState)):
            if kept:
                try:
                    restore(QByteArray(b64decode(kept)))
                except (BadBase64, ValueError):
                    continue  # a damaged setting costs nothing but the size
        self.columns.setHandleWidth(5)

    def _remember(self) -> None:
        self._services.preferences.change(
            window_geometry=b64encode(self.saveGeometry().data()).decode(),
            window_state=b64encode(self.columns.saveState().data()).decode() if self.columns.moved else None,
        )
