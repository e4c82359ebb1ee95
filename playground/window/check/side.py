"""Everything about checking in one window: the view, the live verdict, and the count of the cases that is always in view.

Built after the first paint, the view when it is first opened.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from playground.store.reply_files import NamedReply
from playground.window.check.case_checker import CaseChecker
from playground.window.check.case_list import append_case
from playground.window.check.live_list import LiveList
from playground.window.check.live_sighting import LiveSighting
from playground.window.check.live_verdict import LiveVerdict
from playground.window.check.view import CheckView
from playground.window.editing import Editing
from playground.window.judging.bench import Bench
from playground.window.menus import WindowMenus
from playground.window.schema_checker import SchemaChecker
from playground.window.services import Services
from playground.window.top_bar import TopBar
from playground.words.text import Text


class CheckSide(QObject):
    """`problem` brings a sentence for the person."""

    problem = Signal(object)

    def __init__(
        self,
        services: Services,
        editing: Editing,
        checker: SchemaChecker,
        bar: TopBar,
        menus: WindowMenus,
        stack: QStackedWidget,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._editing = editing
        self._checker = checker
        self._bar = bar
        self._menus = menus
        self._stack = stack
        self._bench = Bench()
        self._view: CheckView | None = None
        self._live = LiveVerdict(editing, self._bench, services.futures, self)
        self._sighting = LiveSighting(editing, self._live, self._bench, services.futures, self)
        self.cases = CaseChecker(editing, self._bench, services.futures, self)
        self._list = LiveList(editing, self._bench, services.futures, self)
        self._list.begun.connect(self._begin_list)
        self._list.read.connect(self.check_reply)
        self._list.problem.connect(self._tell)
        self.cases.changed.connect(self._show_count)
        services.wording.language_changed.connect(self._show_count)
        menus.check.triggered.connect(self.turn)
        menus.run_once.triggered.connect(self.leave)
        menus.run_ten.triggered.connect(self.leave)
        self._show_count()

    @property
    def view(self) -> CheckView:
        """The view; built when it is first asked for."""
        if self._view is None:
            view = self._view = CheckView(self._services, self._editing, self._checker, self._live, self._sighting, self.cases)
            view.left.connect(self.leave)
            view.files_dropped.connect(self._list.open)
            view.file_wanted.connect(self._choose_file)
            view.folder_wanted.connect(self._choose_folder)
            view.table.closed.connect(self._list.close)
            self._list.judged.connect(view.table.put)
            view.table.export_wanted.connect(self.export)
            self._stack.addWidget(view)
        return self._view

    @property
    def shown(self) -> bool:
        """True while the window is the Check view."""
        return self._view is not None and self._stack.currentWidget() is self._view

    @Slot()
    def turn(self) -> None:
        """To the Check view, or back to the playground, which is as it was left."""
        if self.shown:
            self.leave()
        else:
            self.open()

    @Slot()
    def open(self) -> None:
        """Turn the window into schema, reply and verdict."""
        self._stack.setCurrentWidget(self.view)
        self._live.set_active(True)
        self._show_state()
        self.view.reply.setFocus()

    @Slot()
    def leave(self) -> None:
        """Back to the playground."""
        if self.shown:
            self._stack.setCurrentIndex(0)
            self._live.set_active(False)
            self._bar.check.setFocus()
        self._show_state()

    def check_reply(self, text: str) -> None:
        """Open the view with this reply."""
        self.view.show_reply(text)
        self.open()

    def explain_reply(self, text: str) -> None:
        """Open the view with this reply, and show how its JSON was found."""
        self.check_reply(text)
        self.view.explain()

    def add_case(self, reply: str, *, should_pass: bool) -> None:
        """Keep a reply as a case of the scenario."""
        number = len(self._editing.scenario.cases) + 1
        title = self._services.wording.say("check.case_untitled", number=number)
        append_case(self._editing, title, reply, should_pass=should_pass)

    def open_replies(self, path: Path) -> None:
        """Read a reply, or a list of them; what is wrong with the file is told."""
        self._list.open([path])

    @Slot(object)
    def export(self, path: Path) -> None:
        """Write the table of verdicts as CSV."""
        self._list.export(path, self.view.table.rows.judged, self._services.wording.language)

    def close(self) -> None:
        """The window goes; wait for nothing."""
        if self._view is not None:
            self._view.remember()
        self._bench.close()

    def _show_state(self) -> None:
        self._menus.check.setChecked(self.shown)
        self._bar.check.setChecked(self.shown)

    @Slot()
    def _show_count(self) -> None:
        self._bar.show_cases(self.cases.count, len(self._editing.scenario.cases))

    @Slot()
    def _choose_file(self) -> None:
        self._choose(folder=False)

    @Slot()
    def _choose_folder(self) -> None:
        self._choose(folder=True)

    def _choose(self, *, folder: bool) -> None:
        from PySide6.QtWidgets import QFileDialog  # noqa: PLC0415 - dialogs are loaded when one is wanted

        say = self._services.wording.say
        dialog = QFileDialog(self.view, say("check.open_folder" if folder else "check.open_file"))
        if folder:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
            dialog.setNameFilters([say("window.all_files"), "JSON Lines (*.jsonl *.ndjson)"])
        dialog.filesSelected.connect(lambda chosen: self._list.open([Path(path) for path in chosen]))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(object)
    def _tell(self, problem: Text) -> None:
        if self.shown:
            self.view.say_problem(problem)
        else:
            self.problem.emit(problem)

    @Slot(str, object)
    def _begin_list(self, source: str, replies: Sequence[NamedReply]) -> None:
        self.view.say_problem(None)
        self.view.table.begin(source, replies)
        self.view.table.show()
        self.open()
