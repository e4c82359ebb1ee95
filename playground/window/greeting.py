"""The line that greets a person before the first run of a lesson."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from playground.repair.scenario import SampleRule
from playground.window.controls.card import Ground
from playground.window.editing import Editing
from playground.window.notices import Notices
from playground.words.text import text

NAME = "greeting"


class Greeting(QObject):
    """Says what to press, as long as recorded samples answer; gone with the first run."""

    def __init__(self, notices: Notices, editing: Editing, read_lesson: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._read_lesson = read_lesson
        self._notices = notices
        self._editing = editing
        editing.changed.connect(self._follow)

    def greet(self, *, lesson: bool) -> None:
        """A document lies open and nothing has run; a lesson can be read, too."""
        if self._recorded():
            self._notices.show_notice(
                NAME,
                text("window.greeting"),
                title=text("window.greeting_title"),
                ground=Ground.ACCENT,
                way_out=text("window.read_lesson") if lesson else None,
                act=self._read_lesson,
            )
        else:
            self._notices.hide_notice(NAME)

    @Slot()
    def _follow(self) -> None:
        if not self._recorded():
            self._notices.hide_notice(NAME)

    def _recorded(self) -> bool:
        samples = self._editing.scenario.samples
        return samples.rule is SampleRule.ALWAYS and bool(samples.replies)
