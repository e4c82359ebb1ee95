"""A request exactly as it would be sent, its key masked. Loads no HTTP client."""

from dataclasses import dataclass

from playground.endpoints.connection import read_connection
from playground.endpoints.keys import MASK
from playground.endpoints.wire import Habits, key_headers
from playground.endpoints.wires.table import wire_of
from playground.repair.exchange import Request


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
    wire = wire_of(connection.dialect)
    body = wire.write_body(request, known, Habits(limit_field=known.limit_field)).decode("ascii")
    key = key_headers(wire, known, MASK if has_key or connection.key else None)
    headers = (*key, *wire.headers(request, known), ("content-type", "application/json"))
    url = wire.url(connection.address, request.endpoint)
    quoted = [f"-H {_quote(f'{name}: {value}')}" for name, value in headers]
    return Preview(url, headers, body, " ".join(["curl", _quote(url), *quoted, "-d", _quote(body)]))


def _quote(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
