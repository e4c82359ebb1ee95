"""Lists of models, asked of servers through the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # loaded with the first question, after the first paint
    from concurrent.futures import Future

    from playground.repair.endpoint_settings import EndpointSettings
    from playground.repair.exchange import EndpointFailure
    from playground.window.endpoint_access import Access
    from playground.window.services import Services


class ServerLists:
    """Fulfils `Servers`: finds the key first, then asks."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def list_models(self, endpoint: EndpointSettings) -> Future[tuple[str, ...]]:
        """The names of the models; the future raises AskFailed."""
        from concurrent.futures import Future  # noqa: PLC0415 - see above

        from playground.endpoints.endpoint import AskFailed  # noqa: PLC0415 - see above
        from playground.repair.exchange import EndpointFailure  # noqa: PLC0415 - see above
        from playground.window.endpoint_access import find_access  # noqa: PLC0415 - see above

        future: Future[tuple[str, ...]] = Future()

        def take(result: tuple[str, ...] | EndpointFailure) -> None:
            """On the asyncio thread."""
            if isinstance(result, EndpointFailure):
                future.set_exception(AskFailed(result))
            else:
                future.set_result(result)

        def ask(access: Access) -> None:
            self._services.runs.models(endpoint, access.key, take, allow_plain_http=access.allow_plain_http)

        services = self._services
        find_access(endpoint, services.keys, services.preferences, services.futures, services.futures, ask)
        return future
