"""Everything about runs in one window: started and stopped, kept, played, and shown in the middle and at the right.

Built after the first paint: until Run is pressed there is nothing of it to see.
"""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from playground.repair.exchange import Source
from playground.repair.rates import Rates
from playground.repair.record import Outcome
from playground.runs.events import Event, RunEnded
from playground.window.conversation.conversation import BEFORE_SENDING, Conversation
from playground.window.conversation.pane import ConversationPane
from playground.window.editing import Editing
from playground.window.kept_runs import KeptRuns
from playground.window.menus import WindowMenus
from playground.window.notices import Notices
from playground.window.outcome.pane import OutcomePane
from playground.window.play_keys import PlayKeys
from playground.window.playback import Playback
from playground.window.run_notices import RunNotices
from playground.window.runner import Runner
from playground.window.schema_pane import SchemaPane
from playground.window.selecting import Selecting
from playground.window.services import Services
from playground.window.top_bar import TopBar

_MANY = 10


class RunSide(QObject):
    """Ties the runner, the kept runs and what shows them together. `nothing_shown` when no run is shown any more."""

    nothing_shown = Signal()
    server_asked = Signal(str, str)  # an address that a run has asked; the kind of its failure, "" where it answered

    def __init__(  # the parts of the window that show runs, each by name
        self,
        services: Services,
        editing: Editing,
        bar: TopBar,
        menus: WindowMenus,
        notices: Notices,
        conversation: ConversationPane,
        schema: SchemaPane,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._editing = editing
        self._bar = bar
        self._menus = menus
        self._conversation = conversation
        self._rates_asked = False  # an answer is on its way
        self._rates_wanted = False  # and is out of date already
        self.kept = KeptRuns(self)
        self.playback = Playback(services.preferences.settings.pace, self)
        self.runner = Runner(services, self.kept, self.playback, self)
        PlayKeys(window, self.runner, self.playback)
        self.outcome = OutcomePane(services.appearance, services.wording)
        self.selecting = Selecting(self.kept, editing, conversation, self.outcome, schema, self)
        self.notices = RunNotices(notices, self.runner, self.kept, editing, self)
        menus.run_once.triggered.connect(self.run_once)
        menus.run_ten.triggered.connect(self.run_many)
        menus.stop.triggered.connect(self.runner.stop)
        menus.next.triggered.connect(self.playback.skip)
        menus.earlier.triggered.connect(self._go_earlier)
        menus.later.triggered.connect(self._go_later)
        menus.pace_chosen.connect(self._choose_pace)
        self.kept.shown_changed.connect(self._show_run)
        self.kept.shown_grew.connect(self._go_on)
        self.kept.list_changed.connect(self._show_places)
        self.runner.changed.connect(self._follow_runner)
        self.runner.ended.connect(self.ask_for_rates)
        self.runner.ended.connect(self._tell_of_server)
        self.begin_document()

    @Slot()
    def begin_document(self) -> None:
        """Another document lies open: the runs of the one before it go."""
        self.playback.finish()
        self.kept.forget_all()
        self._show_run()
        self._show_places()
        self._follow_runner()
        self.ask_for_rates()

    def close(self) -> None:
        """Stop what runs; wait for nothing."""
        self.runner.close()

    @Slot()
    def run_once(self) -> None:
        """Run what lies open."""
        self.notices.clear()
        self.runner.run(self._editing.scenario)
        self._conversation.setFocus()

    @Slot()
    def run_many(self) -> None:
        """Run it ten times."""
        self.notices.clear()
        self.runner.run_many(self._editing.scenario, _MANY)

    @Slot()
    def ask_for_rates(self) -> None:
        """Show how often live runs of this scenario were repaired or fell back."""
        if self._rates_asked:  # fifty runs that end together need one answer, asked for after the last of them
            self._rates_wanted = True
            return
        self._rates_asked, self._rates_wanted = True, False
        scenario_id = self._editing.scenario.id

        def show(rates: Rates | None) -> None:
            self._rates_asked = False
            if rates is not None and scenario_id == self._editing.scenario.id:
                self.outcome.rates.show_rates(rates)
            if self._rates_wanted:
                self.ask_for_rates()

        # An unreadable history has been told of already.
        self._services.futures.then(self, self._services.rates.rates_of(scenario_id), show, lambda _: show(None))

    @Slot(object)
    def _tell_of_server(self, event: RunEnded) -> None:
        base_url, run = self._editing.scenario.endpoint.base_url, event.run
        asked = [attempt for attempt in run.attempts if attempt.request.endpoint.base_url == base_url]
        if any(attempt.reply.source is Source.LIVE for attempt in asked):
            self.server_asked.emit(base_url, "")
        elif run.endpoint_failures and (asked or not run.attempts) and run.outcome is not Outcome.STOPPED:
            kind = run.endpoint_failures[-1].kind
            if kind not in BEFORE_SENDING:
                self.server_asked.emit(base_url, kind)

    def _shown_conversation(self) -> Conversation | None:
        shown = self.kept.shown
        return shown.conversation if shown is not None else None

    @Slot()
    def _show_run(self) -> None:
        conversation = self._shown_conversation()
        self.outcome.show_conversation(conversation)
        if conversation is None:
            self.nothing_shown.emit()
        else:
            self._conversation.show_conversation(conversation)
        self.selecting.follow()
        self._show_places()

    @Slot(object)
    def _go_on(self, event: Event) -> None:
        conversation = self._shown_conversation()
        if conversation is None:
            return
        self._conversation.go_on(conversation, event)
        self.outcome.show_conversation(conversation)
        self.selecting.follow()

    @Slot()
    def _show_places(self) -> None:
        self._bar.show_runs(self.kept.place, self.kept.count)
        self._menus.earlier.setEnabled(self.kept.place > 1)
        self._menus.later.setEnabled(0 < self.kept.place < self.kept.count)

    @Slot()
    def _follow_runner(self) -> None:
        busy = self.runner.busy
        self._menus.run_once.setEnabled(not busy)
        self._menus.run_ten.setEnabled(not busy)
        self._menus.stop.setEnabled(busy)
        self._menus.next.setEnabled(self.playback.playing)

    @Slot()
    def _go_earlier(self) -> None:
        self.kept.go(-1)

    @Slot()
    def _go_later(self) -> None:
        self.kept.go(1)

    @Slot(float)
    def _choose_pace(self, pace: float) -> None:
        self.playback.pace = pace
        self._services.preferences.change(pace=pace)
