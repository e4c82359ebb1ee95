"""The runs of this sitting: each folded from its events, one of them shown, the others one click away."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from playground.repair.scenario import Scenario
from playground.runs.events import Event, RunEnded, RunStarted
from playground.window.conversation.conversation import Conversation, fold

KEPT = 100  # runs of one sitting; older ones are in the history


@dataclass(slots=True)
class KeptRun:
    """One run of this sitting and the scenario it was started with. Only KeptRuns changes it."""

    conversation: Conversation
    scenario: Scenario

    @property
    def id(self) -> str:
        """The run's id."""
        return self.conversation.run_id

    @property
    def ended(self) -> bool:
        """True once it has its outcome."""
        return self.conversation.run is not None


class KeptRuns(QObject):
    """Folds events into runs. A new run is shown when it starts, unless it is told to stay behind."""

    shown_changed = Signal()  # another run is shown, or none
    shown_grew = Signal(object)  # the event by which the shown run went on
    list_changed = Signal()  # a run came, ended, or went
    run_ended = Signal(object)  # RunEnded

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs: list[KeptRun] = []
        self._shown: KeptRun | None = None

    @property
    def count(self) -> int:
        """How many runs are kept."""
        return len(self._runs)

    @property
    def shown(self) -> KeptRun | None:
        """The run that is shown."""
        return self._shown

    @property
    def place(self) -> int:
        """Which one is shown, from 1; 0 for none."""
        return self._runs.index(self._shown) + 1 if self._shown in self._runs else 0

    def find(self, run_id: str) -> KeptRun | None:
        """The run of that id, if it is kept."""
        return next((run for run in reversed(self._runs) if run.id == run_id), None)

    def take(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, RunStarted):
            self._begin(event)
            return
        run = self.find(event.run_id)
        if run is None or run.ended:
            return
        folded = fold(run.conversation, event)
        if folded is None:
            return
        run.conversation = folded
        if run is self._shown:
            self.shown_grew.emit(event)
        if isinstance(event, RunEnded):
            self.list_changed.emit()
            self.run_ended.emit(event)

    def go(self, by: int) -> None:
        """Show the run before (-1) or after (1) the one shown; at the ends nothing happens."""
        at = self.place - 1 + by
        if self._shown is not None and 0 <= at < len(self._runs):
            self._show(self._runs[at])

    def forget_all(self) -> None:
        """Another document lies open: its runs begin anew."""
        self._runs.clear()
        self._show(None)
        self.list_changed.emit()

    def _begin(self, event: RunStarted) -> None:
        folded = fold(None, event)
        if folded is None:
            return
        run = KeptRun(folded, event.scenario)
        self._runs.append(run)
        del self._runs[:-KEPT]
        self._show(run)
        self.list_changed.emit()

    def _show(self, run: KeptRun | None) -> None:
        if run is not self._shown:
            self._shown = run
            self.shown_changed.emit()
