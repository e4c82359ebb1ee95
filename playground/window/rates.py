"""What the window asks of the history: how often this scenario's live runs were repaired or fell back."""

from concurrent.futures import Future
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from playground.repair.rates import RunCounts


class Rates(Protocol):
    """As much of the history as the window uses."""

    def counts(self, scenario_id: str) -> "Future[RunCounts]":
        """The live runs of a scenario that have an attempt."""
