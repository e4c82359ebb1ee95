"""Endpoints lent to runs: one per connection, kept for a few seconds after the last run, then closed."""

import asyncio
from dataclasses import dataclass

from playground.endpoints.connection import Connection, read_connection
from playground.endpoints.endpoint import Endpoint
from playground.endpoints.network import Network
from playground.endpoints.practice import PRACTICE
from playground.repair.endpoint_settings import EndpointSettings

IDLE = 5.0  # seconds for which connections stay open for the next run


@dataclass(slots=True)
class _Lent:
    connection: Connection
    endpoint: Endpoint
    users: int = 0
    closing: asyncio.TimerHandle | None = None


class Leases:
    """Used on one event loop."""

    def __init__(self, idle: float = IDLE) -> None:
        self._idle = idle
        self._lent: dict[Connection, _Lent] = {}
        self._closings: set[asyncio.Task[None]] = set()

    def take(
        self, settings: EndpointSettings, key: str | None, *, allow_plain_http: bool, network: Network | None = None
    ) -> Endpoint:
        """The endpoint that settings and key mean; raises AskFailed when they can't be used. Give it back after use."""
        if settings.preset == PRACTICE:
            from playground.endpoints.practice.endpoint import PracticeEndpoint  # noqa: PLC0415 - it brings the judge along

            return PracticeEndpoint()  # one for each run; it holds nothing that is to be given back
        connection = read_connection(settings, key, allow_plain_http=allow_plain_http, network=network)
        lent = self._lent.get(connection)
        if lent is None:
            # Here and not above: the HTTP client takes longer to import than the window to paint, and samples need none.
            from playground.endpoints.dialects import connect  # noqa: PLC0415 - see above

            lent = self._lent[connection] = _Lent(connection, connect(connection))
        if lent.closing is not None:
            lent.closing.cancel()
            lent.closing = None
        lent.users += 1
        return lent.endpoint

    def give_back(self, endpoint: Endpoint) -> None:
        """The user is done; one that was closed meanwhile needs nothing more."""
        lent = next((lent for lent in self._lent.values() if lent.endpoint is endpoint), None)
        if lent is None:
            return
        lent.users -= 1
        if lent.users == 0:
            lent.closing = asyncio.get_running_loop().call_later(self._idle, self._close, lent)

    async def close(self) -> None:
        """Close every endpoint now."""
        for lent in tuple(self._lent.values()):
            if lent.closing is not None:
                lent.closing.cancel()
            self._close(lent)
        if self._closings:
            await asyncio.wait(tuple(self._closings), timeout=1.0)

    def _close(self, lent: _Lent) -> None:
        self._lent.pop(lent.connection, None)
        task = asyncio.get_running_loop().create_task(lent.endpoint.close())
        self._closings.add(task)
        task.add_done_callback(self._closings.discard)
