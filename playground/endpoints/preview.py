"""A request exactly as it would be sent, its key masked. Loads no HTTP client."""

from dataclasses import dataclass

from playground.endpoints.connection import read_connection
from playground.endpoints.keys import MASK
from playground.endpoints.network import Network
from playground.endpoints.wire import Habits, key_headers
from playground.endpoints.wires.table import wire_of
from playground.repair.exchange import Request

_KEY_HEADERS = frozenset({"authorization", "x-api-key", "x-goog-api-key", "api-key"})


@dataclass(frozen=True, slots=True)
class Preview:
    """A request exactly as it would be sent, its key masked. `body` is JSON text; `curl` a command for a shell, which reads the key
    from the variable API_KEY."""

    url: str
    headers: tuple[tuple[str, str], ...]
    body: str
    curl: str


def request_preview(request: Request, *, has_key: bool, network: Network | None = None) -> Preview:
    """What would be sent; raises AskFailed for a request that can't be. Values of the network's headers are masked like the key."""
    connection = read_connection(request.endpoint, None, network=network, allow_plain_http=True)
    known = connection.preset
    wire = wire_of(connection.dialect)
    body = wire.write_body(request, known, Habits(limit_field=known.limit_field)).decode("ascii")
    key = key_headers(wire, known, MASK if has_key or connection.key else None)
    own = tuple((name, MASK) for name, _ in connection.network.headers)
    headers = (*own, *key, *wire.headers(request, known), ("content-type", "application/json"))
    url = wire.url(connection.address, request.endpoint)
    return Preview(url, headers, body, " ".join(["curl", _quote(url), *map(_write_header, headers), "-d", _quote(body)]))


def _write_header(header: tuple[str, str]) -> str:
    """A header as a shell reads it: what is masked comes from a variable, so that the command can be run as it is."""
    name, value = header
    before, masked, after = value.partition(MASK)
    if not masked:
        return f"-H {_quote(f'{name}: {value}')}"
    variable = "API_KEY" if name in _KEY_HEADERS else name.upper().replace("-", "_")
    return f'-H "{name}: {before}${variable}{after}"'


def _quote(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
