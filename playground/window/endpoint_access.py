"""What an endpoint may be asked with: its key, looked up without waiting, and the person's yes to plain http."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from playground.endpoints.addresses import AddressProblem, read_address
from playground.endpoints.presets import preset
from playground.repair.endpoint_settings import EndpointSettings
from playground.window.endpoint_desk import Keys
from playground.window.futures import Futures
from playground.window.preferences import Preferences

if TYPE_CHECKING:
    from playground.store.keys import FoundKey


@dataclass(frozen=True, slots=True)
class Access:
    """A key, if there is one, and whether it may cross a network unprotected. The key is in no printed form."""

    key: str | None = field(default=None, repr=False)
    allow_plain_http: bool = False


def find_access(
    endpoint: EndpointSettings,
    keys: Keys,
    preferences: Preferences,
    futures: Futures,
    owner: QObject,
    take: Callable[[Access], None],
) -> None:
    """Call `take` in the GUI thread once the key is found, or it is certain that there is none; at once where none is needed."""
    from playground.store.keys import key_origin  # noqa: PLC0415 - loaded after the first paint

    address = read_address(endpoint.base_url or preset(endpoint.preset).base_url)
    origin = None if isinstance(address, AddressProblem) else key_origin(address.origin)
    if origin is None:
        take(Access())
        return
    name = str(origin)
    allowed = name in preferences.settings.plain_http_hosts
    variable = preferences.settings.variable_for(name)

    def hand_on(found: "FoundKey") -> None:
        take(Access(found.key, allowed))

    futures.then(owner, keys.find(origin, variable), hand_on, lambda _: take(Access(None, allowed)))
