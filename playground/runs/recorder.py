"""The small protocol by which runs are kept; `store` fulfils it, front ends put the two together."""

from typing import Protocol

from playground.runs.events import Event


class Recorder(Protocol):
    """Takes every event of every run at once and never blocks; called on the asyncio thread."""

    def record(self, event: Event) -> None:
        """Keep what the event brings."""
