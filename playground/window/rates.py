"""What the window asks of the history: how often this scenario's live runs were repaired or fell back."""

from concurrent.futures import Future
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from playground.repair.rates import Rates


class RateSource(Protocol):
    """As much of the history as the window uses."""

    def rates_of(self, scenario_id: str) -> "Future[Rates]":
        """The rates of a scenario's live runs."""
