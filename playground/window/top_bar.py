"""The bar above the columns: lessons and files, the title, running, and how the window speaks and looks."""

from PySide6.QtCore import QRect, QSize, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Joined, Kind
from playground.window.controls.label import Label
from playground.window.controls.painting import fill
from playground.window.menus import WindowMenus
from playground.window.theme import Space, TypeSize
from playground.window.title_field import TitleField
from playground.window.words_in_window import Wording


class TopBar(QWidget):
    """Buttons over the window's actions. Where there is no room for words the quiet ones keep their icons alone."""

    def __init__(self, appearance: Appearance, wording: Wording, menus: WindowMenus) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._menus = menus
        self._compact = False
        self.lessons = Button(appearance, Kind.QUIET, menu=menus.lessons)
        self.new = Button(appearance, Kind.QUIET)
        self.open = Button(appearance, Kind.QUIET, menu=menus.open)
        self.save = Button(appearance, Kind.QUIET)
        self.more = Button(appearance, Kind.QUIET, icon="ellipsis", menu=menus.more, arrow=False)
        self.title = TitleField(appearance)
        self.state = Label(appearance, size=TypeSize.SMALL, role="muted")
        self.run = Button(appearance, Kind.PRIMARY, icon="play", joined=Joined.RIGHT)
        self.run_more = Button(appearance, Kind.PRIMARY, menu=menus.run, joined=Joined.LEFT)
        self.stop = Button(appearance, Kind.OUTLINED, icon="square")
        self.earlier = Button(appearance, Kind.QUIET, icon="chevron-left")
        self.runs = Label(appearance, size=TypeSize.SMALL, role="muted")
        self.later = Button(appearance, Kind.QUIET, icon="chevron-right")
        self.check = Button(appearance, Kind.QUIET)
        self.check.setCheckable(True)
        self._cases: tuple[int | None, int] = (None, 0)  # how many are as they should be, of how many
        self.language = Button(appearance, Kind.QUIET, menu=menus.language)
        self.looks = Button(appearance, Kind.QUIET, icon="a-large-small", menu=menus.looks, arrow=False)
        self._lay_out()
        for button, action in (
            (self.new, menus.new),
            (self.save, menus.save),
            (self.run, menus.run_once),
            (self.stop, menus.stop),
            (self.earlier, menus.earlier),
            (self.later, menus.later),
            (self.check, menus.check),
        ):
            button.clicked.connect(action.trigger)
            action.changed.connect(self._follow_actions)
        self.retranslate()
        wording.language_changed.connect(self.retranslate)
        appearance.changed.connect(self.themed)

    def show_title(self, title: str, shown: str, state: str) -> None:
        """The scenario's title, what is shown for it, and whether it is saved."""
        self.title.say(title, shown)
        self.state.setText(state)
        self._fit()

    def show_runs(self, place: int, count: int) -> None:
        """Which run of how many is shown."""
        self.runs.setText(f"{place}/{count}" if count else "")
        for widget in (self.earlier, self.runs, self.later):
            widget.setVisible(count > 1)
        self._fit()

    def show_cases(self, right: int | None, count: int) -> None:
        """How many of the scenario's cases are as they should be; None while they are being checked."""
        self._cases = (right, count)
        self._fit()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        self.run.setText(say("window.run"))
        self.run_more.name_it(say("window.run_more"))
        self.stop.setText(say("window.stop"))
        self.earlier.name_it(say("window.earlier_run"))
        self.later.name_it(say("window.later_run"))
        self.more.name_it(say("window.more"))
        self.looks.name_it(say("window.looks"))
        self.title.setAccessibleName(say("window.title"))
        self._fit()

    @Slot()
    def themed(self) -> None:
        """Take the appearance anew."""
        self._fit()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, perhaps with words or without."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """As narrow as with icons alone."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground and the line below."""
        painter = QPainter(self)
        theme = self._appearance.theme
        fill(painter, self.rect(), theme.surface)
        fill(painter, QRect(0, self.height() - 1, self.width(), 1), theme.line)
        painter.end()

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.L, Space.S, Space.L, Space.S + 1)
        layout.setSpacing(Space.XS)
        for widget in (self.lessons, self.new, self.open, self.save, self.more):
            layout.addWidget(widget)
        layout.addSpacing(Space.XS)
        layout.addWidget(self.title, 1)
        layout.addWidget(self.state)
        layout.addSpacing(Space.S)
        layout.setSpacing(Space.XS)
        run = QHBoxLayout()
        run.setSpacing(1)
        run.addWidget(self.run)
        run.addWidget(self.run_more)
        layout.addLayout(run)
        layout.addSpacing(Space.XS)
        for beside in (self.stop, self.earlier, self.runs, self.later):
            layout.addWidget(beside)
        layout.addSpacing(Space.S)
        layout.addWidget(self.check)
        layout.addWidget(self.language)
        layout.addWidget(self.looks)

    def _fit(self) -> None:
        self._say_words(compact=False)
        wide = self._width_without_title() + min(self.title.wanted_width(), self._appearance.scaled(180))
        if wide > self.width():
            self._say_words(compact=True)

    def _width_without_title(self) -> int:
        layout = self.layout()
        return layout.sizeHint().width() if layout is not None else 0  # the title takes what is left, and asks for nothing

    def _say_words(self, *, compact: bool) -> None:
        say = self._wording.say
        for button, icon, words in (
            (self.lessons, "graduation-cap", say("window.lessons")),
            (self.new, "file-plus", say("window.new")),
            (self.open, "folder-open", say("window.open")),
            (self.save, "save", say("window.save")),
            (self.language, "languages", say(f"window.language.{self._wording.language}")),
        ):
            button.setText("" if compact else words)
            button.show_icon(icon if compact else None)
            button.name_it(words)
        self._say_check(compact=compact)
        self.state.setVisible(not compact)
        layout = self.layout()
        if layout is not None:
            layout.invalidate()

    def _say_check(self, *, compact: bool) -> None:
        """The count of the cases is in view also where there is no room for words."""
        say, (right, count) = self._wording.say, self._cases
        word = say("check.check")
        figures = f"{'…' if right is None else right}/{count}" if count else ""
        self.check.setText(figures if compact else f"{word} {figures}".strip())
        wrong = right is not None and right < count
        self.check.show_icon("triangle-alert" if wrong else "circle-check" if count or compact else None)
        told = say("check.checking") if right is None else say("check.count", right=right, count=count)
        self.check.name_it(f"{word}: {told}" if count else word)

    @Slot()
    def _follow_actions(self) -> None:
        menus = self._menus
        for button, action in (
            (self.stop, menus.stop),
            (self.earlier, menus.earlier),
            (self.later, menus.later),
            (self.run, menus.run_once),
        ):
            button.setEnabled(action.isEnabled())
        self.run_more.be(Kind.PRIMARY if menus.run_once.isEnabled() else Kind.OUTLINED)
