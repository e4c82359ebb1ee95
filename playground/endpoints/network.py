"""What a company network asks of every connection to a server: a certificate file of its own, headers of its own."""

import re
from dataclasses import dataclass

from playground.endpoints.failures import Kind, fail

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
_OURS = frozenset({
    "authorization", "x-api-key", "x-goog-api-key", "api-key", "content-type", "content-length", "host", "connection", "accept-encoding",
    "transfer-encoding", "te", "upgrade", "anthropic-version",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Network:
    """`ca_file` is the path of a PEM file; the values of `headers` are secrets, which no printed form shows."""

    ca_file: str | None = None
    headers: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return f"Network({self.ca_file!r}, {[name for name, _ in self.headers]})"


def check_network(network: Network) -> Network:
    """The same with its headers cleaned; raises AskFailed for a header that cannot be sent, or that is the program's own."""
    headers = []
    for name, value in network.headers:
        name, value = name.strip().removesuffix(":"), value.strip()  # noqa: PLW2901 - cleaned
        if not _NAME.fullmatch(name) or name.lower() in _OURS or not value.isascii() or not value.isprintable():
            raise fail(Kind.HEADER_INVALID, header=name[:60])
        headers.append((name.lower(), value))
    return Network(network.ca_file, tuple(headers))
