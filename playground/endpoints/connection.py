"""Settings and key -> the connection that they mean, or why they mean none. Loads no HTTP client."""

from dataclasses import dataclass, field

from playground.endpoints.addresses import Address, AddressProblem, read_address
from playground.endpoints.failures import Kind, fail
from playground.endpoints.keys import clean_key
from playground.endpoints.network import Network, check_network
from playground.endpoints.presets import Preset, preset
from playground.repair.endpoint_settings import Dialect, EndpointSettings


@dataclass(frozen=True, slots=True)
class Connection:
    """Where to connect, and as whom: what endpoints are told apart by. The key is kept out of every printed form."""

    dialect: Dialect
    address: Address
    preset: Preset
    key: str | None
    network: Network = field(default_factory=Network)

    def __repr__(self) -> str:
        return f"Connection({self.address.origin}, {'with a key' if self.key else 'without a key'})"


def read_connection(
    settings: EndpointSettings, key: str | None, *, allow_plain_http: bool = False, network: Network | None = None
) -> Connection:
    """The connection that the settings mean; raises AskFailed when they can't be used.

    Without a key of one's own, the preset's public one is sent. A key of one's own goes over plain http to another
    machine only with a yes.
    """
    known = preset(settings.preset)
    address = read_address(settings.base_url or known.base_url)
    if isinstance(address, AddressProblem):
        raise fail(Kind.ADDRESS_MISSING if address.missing else Kind.ADDRESS_INVALID, problem=address.message)
    own = clean_key(key)
    if asks_for_yes(address, own, known) and not allow_plain_http:
        raise fail(Kind.PLAIN_HTTP, address=address.origin)
    checked = check_network(network or Network())
    if asks_for_yes(address, "".join(value for _, value in checked.headers), known) and not allow_plain_http:
        raise fail(Kind.PLAIN_HTTP, address=address.origin)
    return Connection(known.speaks(settings.dialect), address, known, own or known.default_key, checked)


def asks_for_yes(address: Address, key: str | None, known: Preset) -> bool:
    """True when this key would cross a network unprotected."""
    return bool(key) and key != known.default_key and address.scheme == "http" and not address.loopback
