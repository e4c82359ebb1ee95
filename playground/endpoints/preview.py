"""A request exactly as it would be sent, its key masked. Loads no HTTP client."""

from dataclasses import dataclass

from playground.endpoints.chat_request import Habits, write_body
from playground.endpoints.connection import read_connection
from playground.endpoints.keys import MASK
from playground.repair.messages import Request


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
