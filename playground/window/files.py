"""New, open, save: the document that lies open and the files around it, without ever losing what was typed."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QDialog, QWidget

from playground.repair.message import Message, Role
from playground.repair.scenario import Scenario
from playground.store.document import ScenarioDocument
from playground.store.file_problems import FileProblem
from playground.store.scenario_files import FileStamp, Lesson, list_lessons, open_scenario, save_scenario
from playground.window.editing import Editing
from playground.window.services import Services
from playground.words.language import Language

_ENDING = ".json"
_STARTER_SCHEMA = """{
  "type": "object",
  "required": ["answer"],
  "properties": {
    "answer": {"type": "string"}
  },
  "additionalProperties": false
}"""


def new_scenario(language: Language) -> Scenario:
    """An empty prompt, and a small schema to start from. `language` is that of what is sent."""
    from uuid import uuid4  # noqa: PLC0415 - only a new scenario needs it

    return Scenario(str(uuid4()), language=language, messages=(Message(Role.USER, ""),), schema_text=_STARTER_SCHEMA)


class Files(QObject):
    """Asks before unsaved work would be lost. `problem` brings a sentence for the person."""

    problem = Signal(object)
    opened = Signal()
    saved = Signal()

    def __init__(self, window: QWidget, editing: Editing, services: Services, lesson: str | None = None) -> None:
        """`lesson` is the name of the lesson that lies open from the start."""
        super().__init__(window)
        self._lesson = lesson
        self._window = window
        self._editing = editing
        self._services = services
        self._stamp: FileStamp | None = None
        self._question: QDialog | None = None
        self._dialog: QDialog | None = None

    @Slot()
    def new(self) -> None:
        """Begin a scenario, after asking about the present one."""
        self.when_safe(lambda: self._lay_open(new_scenario(self._services.wording.language), None))

    @Slot()
    def choose(self) -> None:
        """Ask for a file, and open it."""
        self._ask(self.open, saving=False)

    def open(self, path: Path) -> None:
        """Open a scenario file, after asking about the present one."""
        self.when_safe(lambda: self._open(path))

    @Slot(str)
    def open_recent(self, path: str) -> None:
        """Open one of the files used lately."""
        self.open(Path(path))

    @Slot(str)
    def open_lesson(self, name: str) -> None:
        """Open a lesson in the window's language; it is never written over."""
        lesson = next((known for known in list_lessons() if known.name == name), None)
        if lesson is None:
            return
        file = lesson.scenario_file(self._services.wording.language)

        def lay_open() -> None:
            try:
                self._lay_open(open_scenario(file).scenario, None, lesson=name)
            except FileProblem as problem:
                self.problem.emit(problem.text)

        self.when_safe(lay_open)

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that lies open, edited or not."""
        return next((known for known in list_lessons() if known.name == self._lesson), None)

    @Slot()
    def save(self) -> None:
        """Write the file, or ask for one."""
        self._save(lambda: None)

    @Slot()
    def save_as(self) -> None:
        """Ask for a file, and write it."""
        self._ask(lambda path: self._write(path, lambda: None, new=True), saving=True)

    def when_safe(self, go_on: Callable[[], None]) -> None:
        """Go on at once if everything is saved, else when the person has saved it or wants it thrown away."""
        if not self._editing.document.dirty:
            go_on()
            return
        if self._question is not None:
            self._question.raise_()
            return
        from PySide6.QtWidgets import QMessageBox  # noqa: PLC0415 - dialogs are loaded when one is wanted

        say = self._services.wording.say
        question = QMessageBox(self._window)
        question.setWindowTitle(say("window.unsaved_title"))
        question.setText(say("window.unsaved", title=title_of(self._editing.scenario, self._services)))
        question.setInformativeText(say("window.unsaved_hint"))
        save = question.addButton(say("window.save"), QMessageBox.ButtonRole.AcceptRole)
        discard = question.addButton(say("window.discard"), QMessageBox.ButtonRole.DestructiveRole)
        question.addButton(say("window.cancel"), QMessageBox.ButtonRole.RejectRole)
        question.setDefaultButton(save)
        self._question = question

        def answered() -> None:
            clicked = question.clickedButton()
            self._question = None
            question.deleteLater()
            if clicked is save:
                self._save(go_on)
            elif clicked is discard:
                go_on()

        question.finished.connect(answered)
        question.open()

    def _save(self, then: Callable[[], None]) -> None:
        path = self._editing.document.path
        if path is None:
            self._ask(lambda chosen: self._write(chosen, then, new=True), saving=True)
        else:
            self._write(path, then, new=False)

    def _write(self, path: Path, then: Callable[[], None], *, new: bool) -> None:
        document = self._editing.document
        scenario = document.scenario
        try:
            self._stamp = save_scenario(path, scenario, unless_changed_since=None if new else self._stamp)
        except FileProblem as problem:
            self.problem.emit(problem.text)
            return
        document.mark_saved(path, scenario)
        self._remember(path)
        self.saved.emit()
        then()

    def _open(self, path: Path) -> None:
        try:
            opened = open_scenario(path)
        except FileProblem as problem:
            self._services.preferences.use(self._services.preferences.settings.without_recent(str(path)))
            self.problem.emit(problem.text)
            return
        self._stamp = opened.stamp
        self._lay_open(opened.scenario, path)
        self._remember(path)

    def _lay_open(self, scenario: Scenario, path: Path | None, lesson: str | None = None) -> None:
        self._lesson = lesson
        self._editing.open(ScenarioDocument(scenario, path, keeper=self._services.keeper))
        self.opened.emit()

    def lay_open_recovered(self, scenario: Scenario, path: Path | None) -> ScenarioDocument:
        """Lay work open that an earlier process did not save."""
        document = ScenarioDocument(scenario, path, saved=False, keeper=self._services.keeper)
        self._stamp = None
        self._lesson = None
        self._editing.open(document)
        self.opened.emit()
        return document

    def _remember(self, path: Path) -> None:
        preferences = self._services.preferences
        preferences.use(preferences.settings.with_recent(str(path)))

    def _ask(self, take: Callable[[Path], None], *, saving: bool) -> None:
        if self._dialog is not None:
            self._dialog.raise_()
            return
        from PySide6.QtWidgets import QFileDialog  # noqa: PLC0415 - dialogs are loaded when one is wanted

        say = self._services.wording.say
        mode = QFileDialog.AcceptMode.AcceptSave if saving else QFileDialog.AcceptMode.AcceptOpen
        dialog = QFileDialog(self._window, say("window.save_as" if saving else "window.open_file"))
        dialog.setAcceptMode(mode)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile if saving else QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([say("window.file_kind"), say("window.all_files")])
        dialog.setDefaultSuffix(_ENDING.removeprefix("."))
        last = self._editing.document.path or self._services.preferences.settings.last_opened
        if last:
            dialog.setDirectory(str(Path(last).parent))
        if saving:
            dialog.selectFile(_file_name(title_of(self._editing.scenario, self._services)))
        self._dialog = dialog

        def done(accepted: int) -> None:
            self._dialog = None
            chosen = dialog.selectedFiles()
            dialog.deleteLater()
            if accepted and chosen:
                take(Path(chosen[0]))

        dialog.finished.connect(done)
        dialog.open()


def title_of(scenario: Scenario, services: Services) -> str:
    """The scenario's title, or the word for one without."""
    return scenario.title or services.wording.say("window.untitled")


def _file_name(title: str) -> str:
    kept = "".join(letter if letter.isalnum() or letter in " -_" else "" for letter in title)
    return ("-".join(kept.split()).lower()[:60] or "scenario") + _ENDING
