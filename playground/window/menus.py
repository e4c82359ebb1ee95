"""The window's actions, with their shortcuts, and the menus they stand in."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QWidget

from playground.window.appearance import Appearance
from playground.window.controls.menu import Menu
from playground.window.icons import icon
from playground.window.theme import ThemeName
from playground.window.words_in_window import Wording
from playground.words.language import Language

PACES = (0.5, 1.0, 2.0, 4.0)
SCALES = (80, 90, 100, 110, 125, 150, 175, 200)


class WindowMenus(QObject):
    """Every action once: buttons trigger it, menus show it, the keyboard reaches it."""

    lesson_chosen = Signal(str)  # the name of its folder
    recent_chosen = Signal(str)  # a path
    language_chosen = Signal(object)  # Language, or None for the system's
    theme_chosen = Signal(object)  # ThemeName, or None for the system's
    scale_chosen = Signal(int)
    easy_reading_chosen = Signal(bool)
    pace_chosen = Signal(float)
    about_to_run = Signal()

    def __init__(self, window: QWidget, appearance: Appearance, wording: Wording) -> None:
        super().__init__(window)
        self._window = window
        self._appearance = appearance
        self._wording = wording
        self._words: list[tuple[QAction, str]] = []
        self._icons: list[tuple[QAction, str]] = []
        self._groups: list[QActionGroup] = []
        standard = QKeySequence.StandardKey
        self.new = self._action("window.new_scenario", "file-plus", standard.New)
        self.open_file = self._action("window.open_file", "folder-open", standard.Open)
        self.save = self._action("window.save", "save", standard.Save)
        self.save_as = self._action("window.save_as", "download", "Ctrl+Shift+S")
        self.read_lesson = self._action("window.read_lesson", "book-open", "F1")
        self.new_window = self._action("window.new_window", "plus", "Ctrl+Shift+N")
        self.close_window = self._action("window.close", "x", standard.Close)
        self.quit = self._action("window.quit", None, "Ctrl+Q")
        self.undo = self._action("window.undo", "undo-2", standard.Undo)
        self.redo = self._action("window.redo", "redo-2", "Ctrl+Y", "Ctrl+Shift+Z")
        self.find = self._action("conversation.find.what", None, standard.Find)
        self.run_once = self._action("window.run", "play", "Ctrl+R", "F5", "Ctrl+Return")
        self.run_once.triggered.connect(self.about_to_run)  # first of all: see there
        self.run_ten = self._action("window.run_ten", "repeat", "Ctrl+Shift+R")
        self.run_ten.triggered.connect(self.about_to_run)
        self.stop = self._action("window.stop", "square", "Shift+F5")
        self.check = self._action("check.check", "circle-check", "Ctrl+K")
        self.check.setCheckable(True)
        self.next = self._action("window.play_next", "step-forward")
        self.earlier = self._action("window.earlier_run", "chevron-left", "Alt+Left")
        self.later = self._action("window.later_run", "chevron-right", "Alt+Right")
        self.larger = self._action("window.larger", "plus", "Ctrl++", "Ctrl+=")
        self.smaller = self._action("window.smaller", "minus", "Ctrl+-")
        self.usual_size = self._action("window.usual_size", None, "Ctrl+0")
        self.easy_reading = self._action("window.easy_reading", None)
        self.easy_reading.setCheckable(True)
        self.easy_reading.toggled.connect(self.easy_reading_chosen)
        self.lessons = Menu(appearance, window)
        self.open = Menu(appearance, window)
        self.more = Menu(appearance, window)
        self.run = Menu(appearance, window)
        self.language = Menu(appearance, window)
        self.looks = Menu(appearance, window)
        self._languages: dict[Language | None, QAction] = {}
        self._themes: dict[ThemeName | None, QAction] = {}
        self._paces: dict[float, QAction] = {}
        self._fill()
        self.larger.triggered.connect(self._go_larger)
        self.smaller.triggered.connect(self._go_smaller)
        self.usual_size.triggered.connect(self._go_usual)
        for menu in (self.lessons, self.open, self.more, self.run, self.language, self.looks):
            menu.aboutToShow.connect(self._dress)
        self.retranslate()
        wording.language_changed.connect(self.retranslate)

    def show_lessons(self, lessons: Iterable[tuple[str, str]]) -> None:
        """The lessons on offer: the name of each one's folder, and its title."""
        self.lessons.clear()
        for name, title in lessons:
            action = self.lessons.addAction(title.replace("&", "&&"))
            action.setData(name)
            action.triggered.connect(self._choose_lesson)
        self.lessons.addSeparator()
        self.lessons.addAction(self.read_lesson)

    def show_recent(self, files: Iterable[tuple[str, str]]) -> None:
        """Files opened lately: the path of each, and how it is called."""
        self.open.clear()
        self.open.addAction(self.open_file)
        entries = list(files)
        if entries:
            self.open.addSeparator()
        for path, name in entries:
            action = self.open.addAction(name.replace("&", "&&"))
            action.setData(path)
            action.setToolTip(path)
            action.triggered.connect(self._choose_recent)

    def show_choices(self, language: Language | None, theme: ThemeName | None, pace: float) -> None:
        """Check what is chosen; None is the system's."""
        self._languages[language].setChecked(True)
        self._themes[theme].setChecked(True)
        nearest = min(PACES, key=lambda offered: abs(offered - pace))
        self._paces[nearest].setChecked(True)
        self.easy_reading.setChecked(self._appearance.easy_reading)

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        for action, words in self._words:
            action.setText(self._wording.say(words))

    def _fill(self) -> None:
        for action in (self.undo, self.redo, self.find, self.check):
            self.more.addAction(action)
        self.more.addSeparator()
        for action in (self.save_as, self.new_window, self.close_window, self.quit):
            self.more.addAction(action)
        for action in (self.run_once, self.run_ten, self.stop):
            self.run.addAction(action)
        self.run.addSeparator()
        self.run.addAction(self.next)
        self.run.addSection(" ")
        for pace in PACES:
            words = f"window.pace.{pace:g}".replace("0.5", "half")
            self._paces[pace] = self._choice(self.run, "pace", words, pace)
        for language in (None, *Language):
            words = f"window.language.{language}" if language else "window.as_system"
            self._languages[language] = self._choice(self.language, "language", words, language)
        for name in (None, *ThemeName):
            self._themes[name] = self._choice(self.looks, "theme", f"window.theme.{name}" if name else "window.as_system", name)
        self.looks.addSeparator()
        for action in (self.larger, self.smaller, self.usual_size, self.easy_reading):
            self.looks.addAction(action)

    def _action(self, words: str, icon_name: str | None, *keys: QKeySequence.StandardKey | str) -> QAction:
        action = QAction(self._window)
        action.setShortcuts([QKeySequence(key) for key in keys])
        self._window.addAction(action)
        self._words.append((action, words))
        if icon_name is not None:
            self._icons.append((action, icon_name))
        return action

    def _choice(self, menu: Menu, group_name: str, words: str, value: object) -> QAction:
        group = next((known for known in self._groups if known.objectName() == group_name), None)
        if group is None:
            group = QActionGroup(self)
            group.setObjectName(group_name)
            group.triggered.connect(self._choose)
            self._groups.append(group)
        action = menu.addAction("")
        action.setCheckable(True)
        action.setData((group_name, value))
        group.addAction(action)
        self._words.append((action, words))
        return action

    @Slot()
    def _dress(self) -> None:
        """Icons are drawn when a menu opens, not at the start."""
        theme = self._appearance.theme
        for action, name in self._icons:
            action.setIcon(icon(name, theme.muted, theme.faint, self._appearance.scaled(16)))
        choices = [action for group in self._groups for action in group.actions()]
        for action in [*choices, self.easy_reading]:
            action.setIcon(icon("check" if action.isChecked() else "", theme.accent))

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        group, value = action.data()
        {"language": self.language_chosen, "theme": self.theme_chosen, "pace": self.pace_chosen}[group].emit(value)

    @Slot()
    def _choose_lesson(self) -> None:
        self._emit_data(self.lesson_chosen)

    @Slot()
    def _choose_recent(self) -> None:
        self._emit_data(self.recent_chosen)

    def _emit_data(self, signal: SignalInstance) -> None:
        sender = self.sender()
        if isinstance(sender, QAction):
            signal.emit(sender.data())

    @Slot()
    def _go_larger(self) -> None:
        self.scale_chosen.emit(next((scale for scale in SCALES if scale > self._appearance.scale), SCALES[-1]))

    @Slot()
    def _go_smaller(self) -> None:
        self.scale_chosen.emit(next((scale for scale in reversed(SCALES) if scale < self._appearance.scale), SCALES[0]))

    @Slot()
    def _go_usual(self) -> None:
        self.scale_chosen.emit(100)
