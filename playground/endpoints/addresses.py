"""Reads the address of a model server in any form that a person pastes."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from playground.endpoints.presets import presets
from playground.words.text import Text, text

_OLLAMA = re.compile(r"/api/(?:chat|generate|tags|show|ps)/?$", re.IGNORECASE)  # its own interface; beside it lies /v1
# What people paste behind the base: the address asked rather than the base. The longest comes first.
_ASKED = re.compile(
    r"/(?:chat/completions|chat|completions?|responses(?:/[^/]*)?|messages(?:/count_tokens)?|models(?:/[^:]*(?::\w+)?)?|embeddings)/?$",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"(?:curl|POST|GET|http)\s.*?(https?://[^\s\"'\\]+)", re.IGNORECASE | re.DOTALL)
_OF_ONE_CALL = frozenset({"alt", "beta", "limit", "after_id", "pagesize", "pagetoken"})  # queries that no other call wants
_SCHEME = re.compile(r"(https?)\s*:?\s*/+\s*", re.IGNORECASE)
_OTHER_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_ASSIGNMENT = re.compile(r"(?:export\s+)?[A-Za-z_]+\s*=\s*")
_INVISIBLE = re.compile("[\x00-\x1f\x7f\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
_HOST = re.compile(r"[^\s/?#@:\[\]<>\"'`\\{}|^%,;()]+")
_QUOTES = "\"'`“”„«»‘’<>"
_SECRET_NAMES = frozenset({"key", "api_key", "api-key", "apikey", "token", "access_token", "auth"})
_LOCAL_ENDINGS = (".local", ".lan", ".home", ".internal", ".localdomain", ".localhost")
_PORTS = {"http": 80, "https": 443}
_LAST_PORT = 65535
_LONGEST = 4000  # characters


@dataclass(frozen=True, slots=True)
class Address:
    """A server's base address, normalised. `path` starts with a slash and doesn't end with one; `query` is kept for Azure."""

    scheme: str
    host: str  # without the brackets of IPv6
    port: int
    path: str
    query: str = ""

    @property
    def origin(self) -> str:
        """Scheme, host and port: what a key is saved for."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"

    @property
    def base(self) -> str:
        """The base address as people write it, without the name of a call."""
        return self.origin + self.path

    def url(self, call: str) -> str:
        """The address of one call, such as `url("chat/completions")`."""
        return f"{self.base}/{call}" + (f"?{self.query}" if self.query else "")

    @property
    def loopback(self) -> bool:
        """True when the server is on this computer."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


@dataclass(frozen=True, slots=True)
class AddressProblem:
    """Why what was pasted is no address, in words; `missing` when there was nothing at all."""

    message: Text
    missing: bool = False


def read_address(pasted: str) -> Address | AddressProblem:
    """The address meant: with or without scheme, /v1, /chat/completions, slashes, blanks or quotation marks around it."""
    cleaned = _INVISIBLE.sub(" ", pasted[:_LONGEST]).strip().strip(_QUOTES).strip()
    cleaned = command[1] if (command := _COMMAND.match(cleaned)) else cleaned
    cleaned = _ASSIGNMENT.sub("", cleaned, count=1).strip().strip(_QUOTES).strip() if _ASSIGNMENT.match(cleaned) else cleaned
    if not cleaned:
        return AddressProblem(text("endpoints.address.missing"), missing=True)
    scheme, rest = _split_scheme(cleaned)
    if scheme is None and (other := _OTHER_SCHEME.match(cleaned)):
        return AddressProblem(text("endpoints.address.scheme", scheme=other[1]))
    rest = rest.partition("#")[0]
    rest, _, query = rest.partition("?")
    authority, slash, path = rest.partition("/")
    if "@" in authority:
        return AddressProblem(text("endpoints.address.user"))
    if any(name.lower() in _SECRET_NAMES for name, _ in parse_qsl(query, keep_blank_values=True)):
        return AddressProblem(text("endpoints.address.secret"))
    place = _split_port(authority.strip())
    if isinstance(place, AddressProblem):
        return place
    host, port = place
    if scheme is None:
        plain = port == _PORTS["http"] or (port != _PORTS["https"] and _is_near(host))
        scheme = "http" if plain else "https"
    kept = "&".join(part for part in query.strip().split("&") if part and part.partition("=")[0].lower() not in _OF_ONE_CALL)
    return Address(scheme, host, port or _PORTS[scheme], _normalise_path(slash + path, host), kept)


def _split_scheme(cleaned: str) -> tuple[str | None, str]:
    if match := _SCHEME.match(cleaned):
        return match[1].lower(), cleaned[match.end() :]
    return None, cleaned.lstrip("/")


def _split_port(authority: str) -> tuple[str, int | None] | AddressProblem:
    """Host and port; the host without brackets, in lower case. An address of IPv6 may come without its brackets."""
    if authority.startswith("["):
        host, _, port = authority[1:].partition("]")
        port = port.removeprefix(":")
    elif authority.count(":") > 1:
        host, port = authority, ""
    else:
        host, _, port = authority.partition(":")
    host = host.strip().lower().rstrip(".")
    if ":" in host:
        try:
            host = ipaddress.IPv6Address(host).compressed
        except ValueError:
            return AddressProblem(text("endpoints.address.host", host=host))
    elif not host or not _HOST.fullmatch(host) or ".." in host or host.startswith("."):
        return AddressProblem(text("endpoints.address.host", host=host))
    elif host == "0.0.0.0":  # noqa: S104 - not bound to: servers print it for "every interface", and Windows cannot connect to it
        host = "127.0.0.1"
    if not port.strip():
        return host, None
    if not port.strip().isascii() or not port.strip().isdigit() or not 0 < int(port[:6]) <= _LAST_PORT:
        return AddressProblem(text("endpoints.address.port", port=port.strip()))
    return host, int(port)


def _is_near(host: str) -> bool:
    """True for this computer and for names that only a local network knows: they speak plain http as a rule."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(_LOCAL_ENDINGS)
    return address.is_private or address.is_loopback or address.is_link_local


def _normalise_path(path: str, host: str) -> str:
    path = re.sub(r"/{2,}", "/", path.strip().replace(" ", "%20"))
    path = _OLLAMA.sub("", path)
    asked = _ASKED.search(path)
    if asked:
        path = path[: asked.start()]
    path = path.rstrip("/")
    # Only a bare server gets one: who writes a path knows where the server's interface lies.
    return path or ("" if asked else _usual_path(host))


def _usual_path(host: str) -> str:
    """Where the interface of a known server lies; /v1 with nearly all others."""
    known = (urlsplit(known.base_url) for known in presets())
    return next((parts.path for parts in known if parts.hostname == host), "/v1")
