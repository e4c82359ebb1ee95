"""The main window: the bar, the three columns, and how they are tied together."""

from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMainWindow, QPlainTextEdit, QVBoxLayout, QWidget

from playground.runs.events import Event
from playground.store.document import ScenarioDocument
from playground.window.columns import Column, Columns, Middle
from playground.window.conversation.conversation import Conversation
from playground.window.conversation.pane import ConversationPane
from playground.window.editing import Editing
from playground.window.ending.pane import EndingPane
from playground.window.endpoint_pane import EndpointPane
from playground.window.feedback_pane import FeedbackPane
from playground.window.files import Files, title_of
from playground.window.kept_runs import KeptRuns
from playground.window.limits_pane import LimitsPane
from playground.window.menus import WindowMenus
from playground.window.notices import Notices
from playground.window.outcome.pane import OutcomePane
from playground.window.playback import Playback
from playground.window.prompt_pane import PromptPane
from playground.window.run_notices import RunNotices
from playground.window.runner import Runner
from playground.window.schema_checker import SchemaChecker, SchemaLook
from playground.window.schema_pane import SchemaPane
from playground.window.selecting import Selecting
from playground.window.server_lists import ServerLists
from playground.window.services import Services
from playground.window.theme import Space
from playground.window.top_bar import TopBar
from playground.words.text import Text

_SMALLEST = (760, 480)
_USUAL = (1440, 900)
_MANY = 10


class MainWindow(QMainWindow):
    """One document and its runs. `painted` comes once, after everything was drawn for the first time."""

    painted = Signal()
    window_wanted = Signal()
    closed = Signal(object)

    def __init__(self, services: Services, document: ScenarioDocument) -> None:
        super().__init__()
        self._services = services
        self._painted = False
        self._closing = False
        appearance, wording = services.appearance, services.wording
        self.editing = Editing(document, self)
        self.kept = KeptRuns(self)
        self.playback = Playback(services.preferences.settings.pace, self)
        self.runner = Runner(services, self.kept, self.playback, self)
        self.checker = SchemaChecker(self.editing, services.futures, self)
        self.files = Files(self, self.editing, services)
        self.menus = WindowMenus(self, appearance, wording)
        self.bar = TopBar(appearance, wording, self.menus)
        self.prompt = PromptPane(appearance, wording, self.editing)
        self.schema = SchemaPane(appearance, wording, self.editing, self.checker)
        servers = ServerLists(services)
        self.endpoint = EndpointPane(
            appearance, wording, self.editing, services.keys, servers, services.futures, services.preferences
        )
        self.feedback = FeedbackPane(appearance, wording, self.editing)
        self.limits = LimitsPane(appearance, wording, self.editing)
        self.ending = EndingPane(appearance, wording, self.editing)
        self.notices = Notices(appearance, wording)
        self.conversation = ConversationPane(appearance, wording)
        self.outcome = OutcomePane(appearance, wording)
        self.selecting = Selecting(self.kept, self.editing, self.conversation, self.outcome, self.schema, self)
        self.run_notices = RunNotices(self.notices, self.runner, self.kept, self.editing, self)
        left = Column(appearance, [self.prompt, self.schema, self.endpoint, self.feedback, self.limits, self.ending])
        self.columns = Columns(appearance, left, self._middle(), self.outcome)
        self._lay_out()
        self._connect()
        self._restore()
        self.retranslate()
        self._begin_document()
        self.bar.run.setFocus()

    def begin_work(self) -> None:
        """What can wait until the window is seen: the schema is checked, the history is asked."""
        self.checker.begin()
        self._ask_for_rates()

    @Slot(object)
    def show_problem(self, problem: Text) -> None:
        """Tell the person of something that went wrong."""
        self.run_notices.show_problem(problem)

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self._show_title()
        self.menus.show_lessons(self._services.lessons(self._services.wording.language))

    # Running

    @Slot()
    def run_once(self) -> None:
        """Run what lies open."""
        self._leave_field()
        self.run_notices.clear()
        self.runner.run(self.editing.scenario)
        self.conversation.setFocus()

    @Slot()
    def run_many(self) -> None:
        """Run it ten times."""
        self._leave_field()
        self.run_notices.clear()
        self.runner.run_many(self.editing.scenario, _MANY)

    @Slot()
    def _run_ended(self) -> None:
        self._ask_for_rates()

    def _leave_field(self) -> None:
        """What was typed into a line counts, although Return was not pressed."""
        field = self.focusWidget()
        if isinstance(field, QLineEdit):
            field.editingFinished.emit()

    def _ask_for_rates(self) -> None:
        from playground.repair.rates import rates_of  # noqa: PLC0415 - after the first paint

        scenario_id = self.editing.scenario.id
        self._services.futures.then(
            self,
            self._services.rates.counts(scenario_id),
            lambda counts: self.outcome.rates.show_rates(rates_of(counts)) if scenario_id == self.editing.scenario.id else None,
            lambda _: None,  # an unreadable history has been told of already
        )

    # What is shown

    def _shown_conversation(self) -> Conversation | None:
        shown = self.kept.shown
        return shown.conversation if shown is not None else None

    @Slot()
    def _show_run(self) -> None:
        conversation = self._shown_conversation()
        self.outcome.show_conversation(conversation)
        if conversation is None:
            self._show_preview()
        else:
            self.conversation.show_conversation(conversation)
        self.selecting.follow()
        self._show_runs()

    @Slot(object)
    def _go_on(self, event: Event) -> None:
        conversation = self._shown_conversation()
        if conversation is None:
            return
        self.conversation.go_on(conversation, event)
        self.outcome.show_conversation(conversation)
        self.selecting.follow()

    def _show_preview(self) -> None:
        """Before the first run the conversation shows what would be sent."""
        scenario = self.editing.scenario
        nothing = not any(message.content for message in scenario.messages)
        self.conversation.show_conversation(None if nothing else Conversation("preview", scenario))

    @Slot()
    def _show_runs(self) -> None:
        self.bar.show_runs(self.kept.place, self.kept.count)
        self.menus.earlier.setEnabled(self.kept.place > 1)
        self.menus.later.setEnabled(0 < self.kept.place < self.kept.count)

    @Slot()
    def _follow_runner(self) -> None:
        busy = self.runner.busy
        self.menus.run_once.setEnabled(not busy)
        self.menus.run_ten.setEnabled(not busy)
        self.menus.stop.setEnabled(busy)
        self.menus.next.setEnabled(self.playback.playing)

    @Slot()
    def _follow_document(self) -> None:
        self._show_title()
        document = self.editing.document
        self.menus.undo.setEnabled(document.undo_label is not None)
        self.menus.redo.setEnabled(document.redo_label is not None)
        if self.kept.shown is None:
            self._show_preview()

    @Slot()
    def _begin_document(self) -> None:
        self.playback.finish()
        self.kept.forget_all()
        self._show_run()
        self._follow_document()
        self._follow_runner()
        self.run_notices.greet()
        if self._painted:
            self._ask_for_rates()

    def _show_title(self) -> None:
        document = self.editing.document
        say = self._services.wording.say
        title = title_of(self.editing.scenario, self._services)
        state = say("window.edited") if document.dirty else document.path.name if document.path else ""
        self.bar.show_title(title, state)
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
        self.runner.close()
        self.checker.close()
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

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Space goes on with what is played, and Escape stops, wherever the keyboard is except in a text."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self.isActiveWindow():
            typing = isinstance(watched, (QLineEdit, QPlainTextEdit)) and not watched.isReadOnly()
            if event.key() == Qt.Key.Key_Space and self.playback.playing and not typing:
                if not isinstance(watched, QAbstractButton) or watched.window() is self:
                    self.playback.skip()
                    return True
            elif event.key() == Qt.Key.Key_Escape and self.runner.busy and watched is self.focusWidget():
                self.runner.stop()
                return True
        return super().eventFilter(watched, event)

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
        layout.addWidget(self.columns, 1)
        self.setCentralWidget(whole)
        self.setMinimumSize(*_SMALLEST)
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def _connect(self) -> None:
        menus, files, services = self.menus, self.files, self._services
        menus.new.triggered.connect(files.new)
        menus.open_file.triggered.connect(files.choose)
        menus.save.triggered.connect(files.save)
        menus.save_as.triggered.connect(files.save_as)
        menus.recent_chosen.connect(files.open_recent)
        menus.lesson_chosen.connect(files.open_lesson)
        menus.new_window.triggered.connect(self.window_wanted)
        menus.close_window.triggered.connect(self.close)
        menus.quit.triggered.connect(QApplication.closeAllWindows)
        menus.undo.triggered.connect(self._undo)
        menus.redo.triggered.connect(self._redo)
        menus.run_once.triggered.connect(self.run_once)
        menus.run_ten.triggered.connect(self.run_many)
        menus.stop.triggered.connect(self.runner.stop)
        menus.next.triggered.connect(self.playback.skip)
        menus.earlier.triggered.connect(self._go_earlier)
        menus.later.triggered.connect(self._go_later)
        menus.pace_chosen.connect(self._choose_pace)
        menus.open.aboutToShow.connect(self._show_recent)
        files.problem.connect(self.show_problem)
        services.preferences.not_saved.connect(self.show_problem)
        services.wording.language_changed.connect(self.retranslate)
        self.prompt.model_wanted.connect(self.endpoint.unfold)
        self.kept.shown_changed.connect(self._show_run)
        self.kept.shown_grew.connect(self._go_on)
        self.kept.list_changed.connect(self._show_runs)
        self.runner.changed.connect(self._follow_runner)
        self.runner.ended.connect(self._run_ended)
        self.checker.checked.connect(self._take_look)
        self.editing.changed.connect(self._follow_document)
        self.editing.document_changed.connect(self._begin_document)

    @Slot()
    def _undo(self) -> None:
        self._leave_field()
        self.editing.document.undo()

    @Slot()
    def _redo(self) -> None:
        self.editing.document.redo()

    @Slot()
    def _go_earlier(self) -> None:
        self.kept.go(-1)

    @Slot()
    def _go_later(self) -> None:
        self.kept.go(1)

    @Slot(float)
    def _choose_pace(self, pace: float) -> None:
        self.playback.pace = pace
        self._services.preferences.change(pace=pace)

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
            window_state=b64encode(self.columns.saveState().data()).decode(),
        )
