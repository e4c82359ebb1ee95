"""HTTP for every dialect: one client per endpoint configuration, bytes capped, faults in words. The only import of httpx."""

import asyncio
import logging
import os
import re
import socket
import ssl
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from playground import __version__
from playground.endpoints.addresses import Address
from playground.endpoints.endpoint import AskFailed
from playground.endpoints.failures import Kind, fail
from playground.endpoints.network import Network
from playground.endpoints.tls_words import word_certificate, word_handshake
from playground.words.text import text

for _name in ("httpx", "httpcore"):  # what they would write down in detail are addresses and headers
    logging.getLogger(_name).setLevel(logging.WARNING)

CONNECT_LIMIT = 10.0  # seconds
BYTES_LIMIT = 16 * 1024 * 1024  # of an answer, as received and as unpacked
ERROR_BODY_LIMIT = 3.0  # seconds in which an error body must come: its status has said the most of it
ERROR_BYTES_LIMIT = 64 * 1024  # of an error body that is read for its words
_ENCODING = re.compile(r"(?:x-)?(?:gzip|deflate|compress|br|zstd|identity|[a-z]{1,5})(?:, ?(?:gzip|deflate|br|zstd))?")
_UNPACKED_PIECE = 64 * 1024
_LAB_HOST = "ai"
_LAB_CONNECT_LIMIT = 3.0  # in the lab it answers at once; elsewhere the name may lead to a stranger who never does


@dataclass(frozen=True, slots=True)
class Call:
    """One HTTP request."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes | None = None
    connected: Callable[[], None] = field(default=lambda: None, compare=False)  # called once there is a connection


class Answer:
    """An open response: its status and headers (names in lower case), and its body in pieces."""

    def __init__(self, response: httpx.Response, address: Address) -> None:
        self._response = response
        self._address = address
        self.status = response.status_code
        self.headers = {name.lower(): value for name, value in response.headers.items()}

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """The body, unpacked, as it comes; raises AskFailed when it breaks off or grows beyond BYTES_LIMIT."""
        unpack = _unpacker(self.headers.get("content-encoding", ""))
        received = unpacked = 0
        try:
            async for packed in self._response.aiter_raw():
                received += len(packed)
                for piece in unpack(packed):
                    unpacked += len(piece)
                    if max(received, unpacked) > BYTES_LIMIT:
                        raise fail(Kind.TOO_BIG, megabytes=BYTES_LIMIT // 1024**2)
                    yield piece
        except zlib.error:
            raise fail(
                Kind.ENCODING, after_first_token=received > 0, encoding=_name_encoding(self.headers["content-encoding"])
            ) from None
        except httpx.HTTPError:
            # None: the pool's words on it name neither cause nor cure, and an exception's text is no place for addresses
            raise fail(Kind.BROKEN_OFF if received else Kind.CLOSED_EARLY, address=self._address.origin) from None

    async def beginning(self) -> bytes:
        """The first bytes of an error's body; what breaks off here, or does not come, is not worth a failure of its own."""
        content = bytearray()
        try:
            async with asyncio.timeout(ERROR_BODY_LIMIT), aclosing(self.pieces()) as pieces:
                async for piece in pieces:
                    content += piece
                    if len(content) >= ERROR_BYTES_LIMIT:
                        break
        except (AskFailed, TimeoutError):
            pass
        return bytes(content[:ERROR_BYTES_LIMIT])


class Transport:
    """The connections to one address. Used on one event loop; cancelling a task that is inside `open` closes its socket."""

    def __init__(self, address: Address, network: Network | None = None) -> None:
        self._address = address
        self._network = network or Network()
        self._connect_limit = _LAB_CONNECT_LIMIT if address.host == _LAB_HOST else CONNECT_LIMIT
        self._client: httpx.AsyncClient | None = None

    @asynccontextmanager
    async def open(self, call: Call) -> AsyncIterator[Answer]:
        """Send the call and give the response once its headers have come; raises AskFailed."""
        response = await self._send(call)
        try:
            yield Answer(response, self._address)
        finally:
            await response.aclose()

    async def close(self) -> None:
        """Close every connection; the transport may be used again."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _send(self, call: Call) -> httpx.Response:
        if self._client is None:
            self._client = self._build_client()
        client = self._client
        headers = [("accept-encoding", "identity"), ("user-agent", f"repair-loop-playground/{__version__}")]
        headers += [*self._network.headers, *call.headers]
        watch = _Watch(call)
        try:
            request = client.build_request(
                call.method, call.url, headers=headers, content=call.body, extensions={"trace": watch.trace}
            )
            response = await client.send(request, stream=True)
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise self._explain(error) from None
        finally:
            await watch.close_unshaken()
        client.cookies.clear()  # no run is recognised by what another was given
        return response

    def _build_client(self) -> httpx.AsyncClient:
        secure = self._address.scheme == "https"
        # Plain http needs no certificates, and reading them takes longer than an attempt does.
        context = self._trust() if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        try:
            return httpx.AsyncClient(
                verify=context,
                trust_env=not self._address.loopback,  # a proxy cannot reach this computer's own servers
                follow_redirects=False,
                timeout=httpx.Timeout(None, connect=self._connect_limit),
                # A cancelled request may leave its slot taken for good (httpcore issue 658): no limit, no waiting for ever.
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=20, keepalive_expiry=5.0),
            )
        except (ValueError, ImportError, httpx.HTTPError) as error:
            raise fail(Kind.PROXY, reason=_kind_of(error)) from None

    def _trust(self) -> ssl.SSLContext:
        """What the bundled list vouches for, or the system, or the company's own file."""
        own = self._network.ca_file
        try:
            context = httpx.create_ssl_context()
            context.load_default_certs()
            if own:
                context.load_verify_locations(own)
        except (OSError, ValueError) as error:  # no such file; no certificates in it
            raise fail(Kind.CA_FILE, file=own or os.environ.get("SSL_CERT_FILE", ""), reason=_kind_of(error)) from None
        return context

    def _explain(self, error: Exception) -> AskFailed:
        """What went wrong before the headers came: the cause of causes says more than the client's own exception."""
        address = self._address
        causes = list(_causes(error))
        no_name = any(isinstance(cause, socket.gaierror) for cause in causes)
        if address.host == _LAB_HOST and (no_name or isinstance(error, httpx.ConnectTimeout)):
            return fail(Kind.LAB_UNKNOWN, address=address.origin)
        if no_name:
            return fail(Kind.NAME_UNKNOWN, host=address.host)
        if isinstance(error, httpx.ConnectTimeout):
            return fail(Kind.CONNECT_TIMEOUT, address=address.origin, seconds=self._connect_limit)
        for cause in causes:
            if isinstance(cause, ssl.SSLCertVerificationError):
                return fail(Kind.CERTIFICATE, host=address.host, reason=word_certificate(cause))
            if isinstance(cause, ssl.SSLError):
                return fail(Kind.TLS, host=address.host, reason=word_handshake(cause))
        if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol | UnicodeError):
            return fail(Kind.ADDRESS_INVALID, problem=text("endpoints.address.host", host=address.host))
        if isinstance(error, httpx.ProxyError):
            refused = str(error).startswith("407")
            return fail(Kind.PROXY_REFUSED) if refused else fail(Kind.PROXY, reason=_kind_of(error))
        return fail(_kind_of_break(error, causes, address), address=address.origin)


class _Watch:
    """Follows one call through its steps. A handshake that is cancelled leaves its socket open in httpcore: it is closed here."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._stream: Any = None
        self._shaking = False

    async def trace(self, step: str, info: dict[str, Any]) -> None:
        match step.partition(".")[2]:
            case "send_request_headers.started":
                self._call.connected()
            case "connect_tcp.complete":
                self._stream = info["return_value"]
            case "start_tls.started":
                self._shaking = True
            case "start_tls.complete":
                self._shaking = False

    async def close_unshaken(self) -> None:
        if self._shaking and self._stream is not None:
            await self._stream.aclose()


def _kind_of_break(error: Exception, causes: list[BaseException], address: Address) -> Kind:
    """A connection that did not come about, or did not hold."""
    match error:
        case httpx.ConnectError() if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
            return Kind.REFUSED_HERE if address.loopback else Kind.REFUSED
        case httpx.ConnectError():
            return Kind.UNREACHABLE
        case httpx.RemoteProtocolError() if "disconnected" not in str(error):
            return Kind.PROTOCOL
        case httpx.NetworkError() | httpx.RemoteProtocolError():
            return Kind.CLOSED_EARLY
        case _:
            return Kind.PROTOCOL


def _kind_of(error: BaseException) -> str:
    """An exception's type: its text may quote addresses with passwords."""
    return type(error).__name__


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The exception and all that led to it."""
    waiting: list[BaseException] = [error]
    seen: set[int] = set()
    while waiting:
        cause = waiting.pop()
        if id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        waiting += [led for led in (cause.__cause__, cause.__context__) if led is not None]
        waiting += getattr(cause, "exceptions", ())


class _Unpack:
    """Unpacks gzip and deflate in pieces of bounded size: a small piece may hold gigabytes. Several gzip members are one body."""

    def __init__(self, *window_bits: int) -> None:
        self._forms = window_bits  # tried one after the other on the first bytes
        self._whole = False  # what follows a whole body and is no other is filling
        self._inflate = zlib.decompressobj(window_bits[0])

    def __call__(self, packed: bytes) -> Iterator[bytes]:
        while packed:
            piece = self._unpack(packed)
            packed = self._inflate.unconsumed_tail
            self._forms = self._forms[:1]
            if self._inflate.eof:
                self._whole = True
                packed = self._inflate.unused_data
                self._inflate = zlib.decompressobj(self._forms[0])
            if piece:
                yield piece

    def _unpack(self, packed: bytes) -> bytes:
        try:
            return self._inflate.decompress(packed, _UNPACKED_PIECE)
        except zlib.error:
            if len(self._forms) == 1 and not self._whole:
                raise
            self._forms = self._forms[-1:]
            self._inflate = zlib.decompressobj(self._forms[0])
            return b"" if self._whole else self._unpack(packed)


class _Pass:
    """Nothing to unpack."""

    def __call__(self, packed: bytes) -> Iterator[bytes]:
        yield packed


def _unpacker(encoding: str) -> _Unpack | _Pass:
    match encoding.strip().lower():
        case "" | "identity":
            return _Pass()
        case "gzip" | "x-gzip":
            return _Unpack(zlib.MAX_WBITS | 16)
        case "deflate":
            return _Unpack(zlib.MAX_WBITS, -zlib.MAX_WBITS)  # with the head of zlib, or, as some servers mean it, without
        case _:
            raise fail(Kind.ENCODING, encoding=_name_encoding(encoding))


def _name_encoding(encoding: str) -> str:
    """Its name as a sentence quotes it, if it has one: a header may hold anything, even the key that was sent."""
    name = encoding.strip().lower()
    return name if _ENCODING.fullmatch(name) else "?"
