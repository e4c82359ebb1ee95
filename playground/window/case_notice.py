"""What is said when a reply of a run was kept as a case; it goes when the case does."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from playground.window.editing import Editing
from playground.window.notices import Notices
from playground.words.text import text

NAME = "case"


class CaseNotice(QObject):
    """Belongs to one window; `show_cases` opens the list of cases."""

    def __init__(self, notices: Notices, editing: Editing, show_cases: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._notices = notices
        self._editing = editing
        self._show_cases = show_cases
        self._reply = ""
        editing.changed.connect(self._follow)

    def tell(self, reply: str, *, should_pass: bool) -> None:
        """This reply is a case now."""
        self._say(reply, "window.case_kept_pass" if should_pass else "window.case_kept_fail")

    def tell_known(self, reply: str) -> None:
        """This reply was a case already, and nothing was added."""
        self._say(reply, "window.case_known")

    def _say(self, reply: str, words: str) -> None:
        self._reply = reply
        self._notices.show_notice(NAME, text(words), way_out=text("window.case_show"), act=self._show_cases)

    @Slot()
    def _follow(self) -> None:
        if all(case.reply != self._reply for case in self._editing.scenario.cases):
            self._notices.hide_notice(NAME)
