"""What listeners are told when the program itself is at fault, as with a damaged installation that no run can begin on."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from playground.endpoints.failures import Kind, describe
from playground.repair.record import HonestError, Outcome, Run
from playground.runs.events import RunEnded, RunStarted
from playground.words.text import text

if TYPE_CHECKING:
    from playground.repair.scenario import Scenario
    from playground.runs.service import ModelsListener
    from playground.runs.teller import Listener


FAULT = HonestError(text("runs.fault.title"), text("runs.fault.message"), text("runs.fault.hint"))


def end_run(run_id: str, scenario: Scenario, listener: Listener) -> None:
    """A run that begins and ends at once, with an error that says what to do."""
    listener(RunStarted(run_id, scenario, datetime.now(UTC).isoformat(timespec="milliseconds")))
    listener(RunEnded(run_id, Run(run_id, scenario.id, outcome=Outcome.ERROR, error=FAULT)))


def refuse_models(listener: ModelsListener) -> None:
    """No list of models, and why."""
    listener(describe(Kind.INTERNAL))
