"""Settings and key -> the endpoint that they mean. Importing this module imports the HTTP client."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from playground.endpoints.addresses import Address, AddressProblem, read_address
from playground.endpoints.chat_completions import ChatCompletions
from playground.endpoints.chat_request import Habits, write_body
from playground.endpoints.endpoint import Endpoint
from playground.endpoints.failures import Kind, fail
from playground.endpoints.keys import MASK, clean_key
from playground.endpoints.presets import Preset, preset
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.messages import Request


@dataclass(frozen=True, slots=True)
class Connection:
    """Where to connect, and as whom: what endpoints are told apart by. The key is kept out of every printed form."""

    address: Address
    preset: Preset
    key: str | None

    def __repr__(self) -> str:
        return f"Connection({self.address.origin}, {'with a key' if self.key else 'without a key'})"


Connect: TypeAlias = Callable[[Connection], Endpoint]


def read_connection(settings: EndpointSettings, key: str | None, *, allow_plain_http: bool = False) -> Connection:
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
    return Connection(address, known, own or known.default_key)


def asks_for_yes(address: Address, key: str | None, known: Preset) -> bool:
    """True when this key would cross a network unprotected."""
    return bool(key) and key != known.default_key and address.scheme == "http" and not address.loopback


def connect(connection: Connection) -> Endpoint:
    """The endpoint behind a connection; nothing is opened before the first ask."""
    return ChatCompletions(connection.address, connection.preset, connection.key)


@dataclass(frozen=True, slots=True)
class Preview:
    """A request exactly as it would be sent, its key masked. `body` is JSON text; `curl` a command for a shell."""

    url: str
    headers: tuple[tuple[str, str], ...]
    body: str
    curl: str


def request_preview(request: Request, *, has_key: bool) -> Preview:
    """What would be sent; raises AskFailed for a request that can't be."""
    connection = read_connection(request.endpoint, None)
    known = connection.preset
    body = write_body(request, known, Habits(limit_field=known.limit_field)).decode("ascii")
    headers = [("content-type", "application/json")]
    if has_key or connection.key:
        headers.insert(0, ("authorization", f"Bearer {MASK}"))
    url = connection.address.url("chat/completions")
    quoted = [f"-H {_quote(f'{name}: {value}')}" for name, value in headers]
    return Preview(url, tuple(headers), body, " ".join(["curl", _quote(url), *quoted, "-d", _quote(body)]))


def _quote(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
