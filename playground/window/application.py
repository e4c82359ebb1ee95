"""The composition root of the window: makes the parts of the program, ties them together, and ends them in order."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication

from playground.repair.scenario import Scenario
from playground.runs.engine import Engine
from playground.store.document import ScenarioDocument
from playground.store.file_problems import FileProblem
from playground.store.folders import Folders, find_folders
from playground.store.scenario_files import Lesson, list_lessons, open_scenario
from playground.store.settings import load_settings
from playground.store.writer import Writer
from playground.window.appearance import EASY_READING, Appearance
from playground.window.crash import Crashes
from playground.window.files import new_scenario
from playground.window.futures import Futures
from playground.window.garbage import GarbageCollection
from playground.window.history_access import HistoryAccess
from playground.window.late_store import LateKeys, LateRecovery
from playground.window.main_window import MainWindow
from playground.window.preferences import Preferences
from playground.window.qt_words import QtWords
from playground.window.services import Services
from playground.window.system import give_icon, make_application, system_language
from playground.window.theme import ThemeName
from playground.window.words_in_window import Wording
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import Text, text

if TYPE_CHECKING:  # loaded after the first paint
    from playground.store.recovery import Leftovers

_CLOSING = 5.0  # seconds that the disk may take at the end


class WindowOptions(Protocol):
    """What the command line says; None is "as the settings have it"."""

    @property
    def scenario(self) -> Path | None:
        """A scenario file to open."""

    @property
    def language(self) -> Language | None:
        """The window's language for this time."""


def run_window(options: WindowOptions) -> int:
    """Show the window until the last one is closed; returns the exit code."""
    qt = make_application()
    folders = find_folders()
    program = Program(qt, folders, options.language)
    crashes = Crashes(program.services.wording, folders.data / "problems.log", program)
    program.open_first_window(options.scenario)
    code = qt.exec()
    program.close()
    crashes.close()
    return code


class Program(QObject):
    """Everything that lives as long as the process. Windows come and go."""

    def __init__(self, qt: QApplication, folders: Folders, language: Language | None = None) -> None:
        super().__init__(qt)
        self._qt = qt
        self._garbage = GarbageCollection(self)
        self._folders = folders
        self._windows: list[MainWindow] = []
        self._warmed = False
        self._loading: threading.Thread | None = None
        loaded = load_settings(folders.settings)
        self._problems: list[Text] = list(loaded.problems)
        settings = loaded.settings
        spoken = language or settings.language or system_language()
        self._writer = Writer()
        self._history = HistoryAccess(folders.history, self._writer, self)
        self._recovery = LateRecovery(folders.unsaved, self._writer, self._history.tell)
        self.engine = Engine(self._history)
        theme = ThemeName(settings.theme) if settings.theme in {name.value for name in ThemeName} else None
        self._appearance = Appearance(
            qt, theme=theme, scale=settings.text_scale, easy_reading=settings.font == EASY_READING, language=spoken
        )
        self._wording = Wording(spoken, self)
        self._preferences = Preferences(settings, folders.settings, self._writer, self)
        self._qt_words = QtWords(qt, self._wording)
        self._history.problem.connect(self._show_problem)
        self.services = Services(
            self._appearance,
            self._wording,
            self._preferences,
            LateKeys(),
            self.engine,
            self._history,
            Futures(self),
            self._recovery,
            lesson_titles,
        )

    @property
    def windows(self) -> tuple[MainWindow, ...]:
        """The windows that are open."""
        return tuple(self._windows)

    def open_first_window(self, file: Path | None) -> MainWindow:
        """Show the window: the given file, or a lesson in the window's language."""
        document = self._document_of(file)
        if document is None:
            name, scenario = first_lesson(self._wording.language)
            window = self._open_window(ScenarioDocument(scenario, keeper=self._recovery), name)
        else:
            window = self._open_window(document)
        window.painted.connect(self._warm_up)
        return window

    def close(self) -> None:
        """End every thread in order; what must be written is written first."""
        if self._loading is not None:
            self._loading.join(_CLOSING)  # the interpreter must not end under an import
        self.engine.close()
        self._history.close()
        self._recovery.close()
        self._writer.close(_CLOSING)
        self._garbage.close()

    def _document_of(self, file: Path | None) -> ScenarioDocument | None:
        if file is None:
            return None
        try:
            opened = open_scenario(file)
        except FileProblem as problem:
            self._problems.append(problem.text)
            return None
        return ScenarioDocument(opened.scenario, opened.path, keeper=self._recovery)

    def _open_window(self, document: ScenarioDocument, lesson: str | None = None) -> MainWindow:
        window = MainWindow(self.services, document, lesson)
        self._windows.append(window)
        menus = window.menus
        menus.language_chosen.connect(self.choose_language)
        menus.theme_chosen.connect(self.choose_theme)
        menus.scale_chosen.connect(self.choose_scale)
        menus.easy_reading_chosen.connect(self.choose_easy_reading)
        window.window_wanted.connect(self._open_another)
        window.painted.connect(window.begin_work)
        window.closed.connect(self._forget)
        self._show_choices()
        window.show()
        return window

    @Slot()
    def _open_another(self) -> None:
        scenario = new_scenario(self._wording.language)
        self._open_window(ScenarioDocument(scenario, keeper=self._recovery))

    @Slot(object)
    def _forget(self, window: MainWindow) -> None:
        self._windows.remove(window)

    # After the first paint

    @Slot()
    def _warm_up(self) -> None:
        """Load in the background what the first run will need."""
        if self._warmed:
            return
        self._warmed = True
        give_icon(self._qt)
        self._qt_words.begin()
        for problem in self._problems:
            self._show_problem(problem)
        self.services.futures.then(self, self._recovery.leftovers(), self._offer_leftovers, lambda _: None)
        self.engine.warm_up()
        self._loading = threading.Thread(target=_load_the_rest, args=(self._wording.language,), name="warm-up", daemon=True)
        self._loading.start()

    def _offer_leftovers(self, leftovers: "Leftovers") -> None:
        for problem in leftovers.problems:
            self._show_problem(problem)
        if not self._windows or not leftovers.found:
            return
        window = self._windows[0]
        leftover = leftovers.found[-1]

        def open_it() -> None:
            window.notices.hide_notice("recovered")
            document = window.files.lay_open_recovered(leftover.scenario, leftover.path)
            self._recovery.adopt(leftover, document.id)

        title = leftover.scenario.title or self._wording.say("window.untitled")
        window.notices.show_notice(
            "recovered",
            text("window.recovered", title=title),
            way_out=text("window.recovered_open"),
            act=lambda: window.files.when_safe(open_it),
        )

    @Slot(object)
    def _show_problem(self, problem: Text) -> None:
        if self._windows:
            self._windows[-1].show_problem(problem)

    # What the person chooses about the program

    def _show_choices(self) -> None:
        settings = self._preferences.settings
        for window in self._windows:
            window.menus.show_choices(settings.language, self._appearance.chosen_theme, settings.pace)

    @Slot(object)
    def choose_language(self, language: Language | None) -> None:
        """Speak this language, or None for the system's; what is sent stays as it is."""
        self._preferences.change(language=language)
        spoken = language or system_language()
        self._appearance.set_language(spoken)
        self._wording.speak(spoken)
        self._show_choices()

    @Slot(object)
    def choose_theme(self, theme: ThemeName | None) -> None:
        """Use these colours, or None for the system's."""
        self._preferences.change(theme=theme.value if theme else None)
        self._appearance.choose_theme(theme)
        self._show_choices()

    @Slot(int)
    def choose_scale(self, scale: int) -> None:
        """The size of text in per cent."""
        self._preferences.change(text_scale=scale)
        self._appearance.set_scale(scale)

    @Slot(bool)
    def choose_easy_reading(self, on: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        """Set the interface in letters that are easier to tell apart."""
        if on != self._appearance.easy_reading:
            self._preferences.change(font=EASY_READING if on else None)
            self._appearance.set_easy_reading(on)
            self._show_choices()


def lesson_titles(language: Language) -> list[tuple[str, str]]:
    """The lessons on offer: the name of each one's folder, and its title in this language."""
    return [(lesson.name, _title_of(lesson, language)) for lesson in list_lessons()]


def first_lesson(language: Language) -> tuple[str | None, Scenario]:
    """What lies open at the first start: a lesson's name and its scenario; an empty scenario if the lessons are missing."""
    for lesson in list_lessons():
        try:
            return lesson.name, open_scenario(lesson.scenario_file(language)).scenario
        except FileProblem:
            continue
    return None, new_scenario(language)


def _title_of(lesson: Lesson, language: Language) -> str:
    """The heading of the lesson's text: its first line, without the mark of a heading."""
    try:
        with lesson.text_file(language).open(encoding="utf-8") as file:
            return file.readline().lstrip("# ").strip() or lesson.name
    except OSError:
        return lesson.name


def _load_the_rest(language: Language) -> None:
    """On a thread of its own: the first press on Run, and the first large number, find everything loaded."""
    import playground.commands.recording  # noqa: PLC0415 - after the first paint
    import playground.store.history  # noqa: PLC0415 - as above
    import playground.store.keys  # noqa: PLC0415 - as above
    import playground.window.conversation.derivation  # noqa: F401, PLC0415 - as above; each is loaded for its own sake

    render(text("window.seconds", number=10_000), language)  # numbers of four digits and more are written by Babel
