"""Everything about checking in one window: the view, the live verdict, and the count of the cases that is always in view.

Built after the first paint, the view when it is first opened.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from playground.repair.scenario import Scenario
from playground.store.file_problems import FileProblem
from playground.store.reply_files import NamedReply, holds_many, read_replies
from playground.window.check.bench import Bench, Latest
from playground.window.check.case_checker import CaseChecker
from playground.window.check.case_list import append_case
from playground.window.check.live_sighting import LiveSighting
from playground.window.check.live_verdict import LiveVerdict, what_counts
from playground.window.check.reply_table import JudgedReply, summarise
from playground.window.check.view import CheckView
from playground.window.editing import Editing
from playground.window.menus import WindowMenus
from playground.window.schema_checker import SchemaChecker
from playground.window.services import Services
from playground.window.top_bar import TopBar
from playground.words.text import Text

_PAUSE = 400  # milliseconds after the last key in the schema, before a whole list is judged again
_PART = 25  # replies judged before others may have their turn


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
        self._replies: tuple[NamedReply, ...] = ()
        self._source = ""
        self._judged: list[JudgedReply] = []
        self._listed_for: tuple[object, ...] = ()
        self._list = Latest(self._bench, services.futures, self)
        self._list.found.connect(self._take_part)
        self.cases.changed.connect(self._show_count)
        services.wording.language_changed.connect(self._show_count)
        editing.changed.connect(self._follow)
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
            view.files_dropped.connect(self._take_files)
            view.open_wanted.connect(self._choose_file)
            view.table.problem.connect(self.problem)
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
        self.view.verdict.extraction.open()
        self.check_reply(text)

    def add_case(self, reply: str, *, should_pass: bool) -> None:
        """Keep a reply as a case of the scenario."""
        number = len(self._editing.scenario.cases) + 1
        title = self._services.wording.say("check.case_untitled", number=number)
        append_case(self._editing, title, reply, should_pass=should_pass)

    def open_replies(self, path: Path) -> None:
        """Read a reply, or a list of them; what is wrong with the file is told."""
        self._take_files([path])

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
        from PySide6.QtWidgets import QFileDialog  # noqa: PLC0415 - dialogs are loaded when one is wanted

        say = self._services.wording.say
        dialog = QFileDialog(self.view, say("check.open"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([say("window.all_files"), "JSON Lines (*.jsonl *.ndjson)"])
        dialog.fileSelected.connect(lambda chosen: self.open_replies(Path(chosen)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(object)
    def _take_files(self, paths: Sequence[Path]) -> None:
        several = len(paths) > 1 or any(holds_many(path) for path in paths)

        def read() -> tuple[NamedReply, ...]:
            return tuple(reply for path in paths for reply in read_replies(path))

        def take(replies: tuple[NamedReply, ...]) -> None:
            if several:
                self._begin_list(replies, paths[0].name)
            else:
                self.view.show_reply(replies[0].text)
                self.open()

        def refuse(error: BaseException) -> None:
            if not isinstance(error, FileProblem):
                raise error
            self._tell(error.text)

        self._services.futures.then(self, self._bench.submit(read), take, refuse)

    def _tell(self, problem: Text) -> None:
        if self.shown:
            self.view.say_problem(problem)
        else:
            self.problem.emit(problem)

    def _begin_list(self, replies: tuple[NamedReply, ...], source: str) -> None:
        self._replies, self._source = replies, source
        self._listed_for = ()
        self.view.table.show()
        self.open()
        self._follow()

    @Slot()
    def _follow(self) -> None:
        """The whole list is judged again when what it depends on has changed."""
        if not self._replies or self._view is None or self._view.table.isHidden():
            return
        wanted = what_counts(self._editing.scenario)
        if wanted == self._listed_for:
            return
        pause = _PAUSE if self._listed_for else 0
        self._listed_for = wanted
        self._judged = []
        self._ask_part(pause)

    def _ask_part(self, pause: int = 0) -> None:
        bench, scenario = self._bench, self._editing.scenario
        part = self._replies[len(self._judged) : len(self._judged) + _PART]
        self._list.ask(lambda: _judge_part(bench, part, scenario), pause)

    @Slot(object)
    def _take_part(self, part: tuple[JudgedReply, ...]) -> None:
        self._judged.extend(part)
        done = len(self._judged) >= len(self._replies)
        if self._view is not None and (done or len(self._judged) % (_PART * 20) == 0 or len(self._judged) == _PART):
            self._view.table.show_judged(self._source, self._judged)
        if not done:
            self._ask_part()


def _judge_part(bench: Bench, part: Sequence[NamedReply], scenario: Scenario) -> tuple[JudgedReply, ...]:
    """On the worker's thread."""
    return tuple(summarise(reply, bench.judge(reply.text, scenario)) for reply in part)
