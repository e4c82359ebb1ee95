"""What stands above the conversation about runs: several runs' progress, an older run's mark, and problems."""

from PySide6.QtCore import QObject, Slot

from playground.repair.identity import scenario_hash
from playground.repair.record import Outcome
from playground.repair.scenario import Scenario
from playground.window.case_notice import NAME as CASE
from playground.window.controls.card import Ground
from playground.window.editing import Editing
from playground.window.greeting import NAME as GREETING
from playground.window.kept_runs import KeptRuns
from playground.window.notices import Notices
from playground.window.runner import Batch, Runner
from playground.words.text import Listing, Text, text

_PROBLEM = "problem: "


class RunNotices(QObject):
    """Follows the runner and the document."""

    def __init__(self, notices: Notices, runner: Runner, kept: KeptRuns, editing: Editing, parent: QObject) -> None:
        super().__init__(parent)
        self._notices = notices
        self._runner = runner
        self._kept = kept
        self._editing = editing
        runner.changed.connect(self._follow)
        kept.shown_changed.connect(self._mark_older)
        editing.changed.connect(self._mark_older)

    def clear(self) -> None:
        """A run begins: what was said before is over."""
        for name in (GREETING, CASE, "batch"):
            self._notices.hide_notice(name)
        self.forget_problems()

    @Slot()
    def forget_problems(self) -> None:
        """What went wrong has been put right."""
        for name in self._notices.shown():
            if name.startswith(_PROBLEM):
                self._notices.hide_notice(name)

    @Slot(object)
    def show_problem(self, problem: Text) -> None:
        """Something went wrong; it stays until it is put away, put right, or the next run begins. One of its kind stands at a time."""
        self._notices.show_notice(f"{_PROBLEM}{problem.id}", problem, ground=Ground.WARN)

    @Slot()
    def _follow(self) -> None:
        if self._runner.asking_key:
            self._notices.show_notice("key", text("window.keyring_waiting"), closable=False)
        else:
            self._notices.hide_notice("key")
        batch = self._runner.batch
        if batch is not None:
            self._show_batch(batch)

    def _show_batch(self, batch: Batch) -> None:
        outcomes = [(outcome, batch.outcomes[outcome]) for outcome in Outcome if batch.outcomes[outcome]]
        found = Listing(tuple(text(f"window.many.{outcome}", count=count) for outcome, count in outcomes))
        if batch.over:
            words = text("window.many_done", count=batch.done, found=found) if outcomes else text("window.many_none")
            self._notices.show_notice("batch", words)
            return
        words = text("window.many_progress", done=batch.done, total=batch.total)
        if outcomes:
            words = text("window.many_progress_found", done=batch.done, total=batch.total, found=found)
        self._notices.show_notice("batch", words, way_out=text("window.stop"), act=self._runner.stop, closable=False)

    @Slot()
    def _mark_older(self) -> None:
        shown = self._kept.shown
        if shown is not None and not _same_results(shown.scenario, self._editing.scenario):
            self._notices.show_notice("older", text("window.before_your_edit"), closable=False)
        else:
            self._notices.hide_notice("older")


def _same_results(one: Scenario, other: Scenario) -> bool:
    """True where only what changes nothing about a run differs: its title, its cases."""
    return one == other or (one.samples == other.samples and scenario_hash(one) == scenario_hash(other))
