"""Questions about servers rather than to models: which run on this computer, and whether a connection works, step by step."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeVar

from playground.endpoints.check_up import CheckStep, NotListed, check_up
from playground.endpoints.endpoint import AskFailed, Endpoint
from playground.endpoints.failures import Kind, describe
from playground.endpoints.network import Network
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.runs.leases import Leases

# Told of each step, and with None at the end, on the asyncio thread.
StepListener: TypeAlias = Callable[[CheckStep | None], None]
ServersListener: TypeAlias = Callable[[tuple[tuple[str, tuple[str, ...]], ...]], None]

_log = logging.getLogger(__name__)


class Inquiries:
    """Used on one event loop. What is asked goes on until it is answered, or until `close`."""

    def __init__(self, leases: Leases) -> None:
        self._leases = leases
        self._tasks: set[asyncio.Task[None]] = set()

    def check_up(
        self,
        settings: EndpointSettings,
        key: str | None,
        modes: Iterable[Mode],
        listener: StepListener,
        *,
        allow_plain_http: bool = False,
        network: Network | None = None,
    ) -> None:
        """Test a connection; see `endpoints.check_up`."""

        def take() -> Endpoint:
            return self._leases.take(settings, key, allow_plain_http=allow_plain_http, network=network)

        self._begin(self._check_up(take, settings, tuple(modes), listener))

    def find_servers(self, listener: ServersListener) -> None:
        """Tell the presets whose servers run here now, each with its models."""
        self._begin(self._find_servers(listener))

    async def close(self) -> None:
        """Stop what is still being asked."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=1.0)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _check_up(
        self, take: Callable[[], Endpoint], settings: EndpointSettings, modes: tuple[Mode, ...], listener: StepListener
    ) -> None:
        lent: Endpoint | None = None
        try:
            lent = take()
            async for step in check_up(lent, settings, modes, day=datetime.now(UTC).date().isoformat()):
                _tell(listener, step)
        except AskFailed as failed:
            _tell(listener, NotListed(failed.failure, goes_on=False))
        except Exception:  # noqa: BLE001 - a fault of ours becomes a sentence
            _log.exception("a connection could not be tested")
            _tell(listener, NotListed(describe(Kind.INTERNAL), goes_on=False))
        finally:
            if lent is not None:
                self._leases.give_back(lent)
            _tell(listener, None)

    async def _find_servers(self, listener: ServersListener) -> None:
        # Here and not above: the HTTP client takes longer to import than the window to paint.
        from playground.endpoints.local_servers import find_local_servers  # noqa: PLC0415 - see above

        found = await find_local_servers()
        _tell(listener, tuple((server.preset.id, server.models) for server in found))


_Told = TypeVar("_Told")


def _tell(listener: Callable[[_Told], None], told: _Told) -> None:
    try:
        listener(told)
    except Exception:  # noqa: BLE001 - whatever a listener raises, the runs go on
        _log.exception("a listener failed at a question about a server")
