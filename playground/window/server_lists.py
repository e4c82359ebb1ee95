"""Lists of models, asked of servers through the engine."""

from concurrent.futures import Future

from playground.endpoints.endpoint import AskFailed
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.messages import EndpointFailure
from playground.window.endpoint_access import Access, find_access
from playground.window.services import Services


class ServerLists:
    """Fulfils `Servers`: finds the key first, then asks."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def list_models(self, endpoint: EndpointSettings) -> "Future[tuple[str, ...]]":
        """The names of the models; the future raises AskFailed."""
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
