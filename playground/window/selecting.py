"""One selection for the whole window: an attempt, and perhaps one of its violations; shown in reply, list and schema alike."""

from PySide6.QtCore import QObject, Slot

from playground.repair.record import Attempt
from playground.window.conversation.pane import ConversationPane
from playground.window.editing import Editing
from playground.window.kept_runs import KeptRuns
from playground.window.outcome.pane import OutcomePane
from playground.window.schema.editor import RuleMark
from playground.window.schema_pane import SchemaPane


class Selecting(QObject):
    """Whatever is chosen in one of the three places is shown in the other two."""

    def __init__(
        self,
        kept: KeptRuns,
        editing: Editing,
        conversation: ConversationPane,
        outcome: OutcomePane,
        schema: SchemaPane,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._kept = kept
        self._editing = editing
        self._conversation = conversation
        self._outcome = outcome
        self._schema = schema
        self._attempt: int | None = None
        self._violation: int | None = None
        conversation.violation_activated.connect(self.choose_violation)
        conversation.attempt_selected.connect(self.choose_attempt)
        outcome.finding_selected.connect(self.choose_violation)
        outcome.attempt_selected.connect(self.choose_attempt)
        schema.rule_activated.connect(self._choose_rule)
        editing.changed.connect(self._mark_rules)

    @property
    def chosen(self) -> tuple[int | None, int | None]:
        """The number of the attempt, and the index of the violation in its list."""
        return self._attempt, self._violation

    @Slot(int)
    def choose_attempt(self, number: int) -> None:
        """Look at an attempt."""
        self._attempt, self._violation = number, None
        self._outcome.select_attempt(number)
        self._conversation.view.select_attempt(number)
        self._mark_rules()

    @Slot(int, int)
    def choose_violation(self, number: int, index: int) -> None:
        """Look at a violation, by its index in the verdict's list."""
        self._attempt, self._violation = number, index
        self._outcome.select_finding(number, index)
        self._conversation.view.select_violation(number, index)
        self._mark_rules()

    def follow(self) -> None:
        """The run went on, or another one is shown: the outcome pane says which attempt is worth a look."""
        number = self._outcome.selected_attempt
        if number != self._attempt:
            self._attempt, self._violation = number, None
            self._conversation.view.select_attempt(number, scroll=False)
        self._mark_rules()

    @Slot(int)
    def _choose_rule(self, number: int) -> None:
        if self._attempt is not None:
            self.choose_violation(self._attempt, number - 1)

    @Slot()
    def _mark_rules(self) -> None:
        attempt = self._find_attempt()
        if attempt is None or attempt.request.schema_text != self._editing.scenario.schema_text:
            self._schema.show_marks(())  # the places belong to another text
            return
        self._schema.show_marks(
            tuple(
                RuleMark(index + 1, violation.schema_span, selected=index == self._violation)
                for index, violation in enumerate(attempt.verdict.violations)
                if violation.schema_span is not None
            )
        )

    def _find_attempt(self) -> Attempt | None:
        shown = self._kept.shown
        attempts = shown.conversation.attempts if shown is not None else ()
        return next((attempt for attempt in attempts if attempt.number == self._attempt), None)
