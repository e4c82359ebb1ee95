"""What the endpoint pane asks of the rest of the program: keys and lists of models; everything comes by Future."""

from typing import TYPE_CHECKING, Protocol

from playground.repair.endpoint_settings import EndpointSettings

if TYPE_CHECKING:  # loaded after the first paint
    from concurrent.futures import Future

    from playground.store.keys import FoundKey, KeyOrigin, KeyReport


class Keys(Protocol):
    """As much of `playground.store.keys.KeyStore` as the window uses."""

    def find(self, origin: "KeyOrigin", variable: str | None = None) -> "Future[FoundKey]":
        """How it stands with the key of an endpoint."""

    def save(self, origin: "KeyOrigin", key: str) -> "Future[KeyReport]":
        """Keep a key in the system's keyring."""

    def forget(self, origin: "KeyOrigin") -> "Future[KeyReport]":
        """Take a key away."""

    def use_for_session(self, origin: "KeyOrigin", key: str) -> "KeyReport":
        """Keep a key until the program ends."""

    def describe_keyring(self) -> "Future[KeyReport]":
        """Name the keyring, before a key is typed."""


class Servers(Protocol):
    """Asks servers which models they offer; on the asyncio thread."""

    def list_models(self, endpoint: EndpointSettings) -> "Future[tuple[str, ...]]":
        """The names of the models; the future raises AskFailed."""
