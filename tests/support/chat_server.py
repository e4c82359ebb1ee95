"""A loopback server that speaks Chat Completions, well or badly, as told: `python tests/support/chat_server.py --behaviour stream`.

In a test:

    with ChatServer(replies("not JSON", '{"answer": "yes"}')) as server:
        ...  # ask server.base_url
        server.requests[0].json["messages"]

Behaviours are played one per request to chat/completions, the last one again after that. Standard library only.
"""

import argparse
import asyncio
import contextlib
import gzip
import json
import socket
import ssl
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

MODEL = "test-model"
_TLS_HELLO = b"\x16"
_REASONS = {200: "OK", 307: "Temporary Redirect"}


@dataclass(frozen=True, slots=True)
class Received:
    """One request as it came in. Header names are in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        """The body, read."""
        read: dict[str, Any] = json.loads(self.body)
        return read

    @property
    def streams(self) -> bool:
        """True when a stream was asked for."""
        return bool(self.body) and self.json.get("stream") is True


class Exchange:
    """One request and the writing of its response."""

    def __init__(self, received: Received, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.received = received
        self._reader = reader
        self._writer = writer
        self.kept_open = False

    async def send(self, content: bytes) -> None:
        """Bytes as they are."""
        self._writer.write(content)
        await self._writer.drain()

    async def head(self, status: int = 200, /, **headers: str) -> None:
        """A status line and headers (underscores become hyphens); the connection is closed after the response."""
        lines = [f"HTTP/1.1 {status} {_REASONS.get(status, 'Status')}", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        await self.send(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))

    async def whole(self, content: bytes, status: int = 200, **headers: str) -> None:
        """A whole response, after which the connection stays open for the next request."""
        lines = [f"HTTP/1.1 {status} {_REASONS.get(status, 'Status')}", f"Content-Length: {len(content)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in {"content_type": "application/json", **headers}.items()]
        await self.send(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + content)
        self.kept_open = True

    async def chunk(self, content: bytes) -> None:
        """One piece of a chunked body; an empty one ends it."""
        await self.send(f"{len(content):x}\r\n".encode() + content + b"\r\n")

    async def until_closed(self) -> None:
        """Wait until the client hangs up."""
        while await self._reader.read(65536):
            pass


Behaviour: TypeAlias = Callable[[Exchange], Awaitable[None]]


def completion(text: str | None, *, finish: str | None = "stop", usage: bool = True, **message: Any) -> dict[str, Any]:
    """The body of a whole reply."""
    answer: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": MODEL,
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}],
    }
    if usage:
        answer["usage"] = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return answer


def delta(content: str | None = None, *, finish: str | None = None, **more: Any) -> dict[str, Any]:
    """One chunk of a stream."""
    piece: dict[str, Any] = {} if content is None else {"content": content}
    return {
        "object": "chat.completion.chunk",
        "model": MODEL,
        "choices": [{"index": 0, "delta": {**piece, **more}, "finish_reason": finish}],
    }


def event(value: object) -> bytes:
    """One server-sent event."""
    data = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"data: {data}\n\n".encode("utf-8", "surrogatepass")


def stream_of(text: str, *, size: int = 4, finish: str | None = "stop", usage: bool = True, done: bool = True) -> list[bytes]:
    """The events of a well-behaved stream."""
    events = [event(delta("", role="assistant"))]
    events += [event(delta(text[at : at + size])) for at in range(0, len(text), size)]
    if finish is not None:
        events.append(event(delta(finish=finish)))
    if usage:
        counts = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
        events.append(event({"object": "chat.completion.chunk", "model": MODEL, "choices": [], "usage": counts}))
    return [*events, event("[DONE]")] if done else events


def whole(body: object, status: int = 200, **headers: str) -> Behaviour:
    """This body, whether or not a stream was asked for. Bytes go out as they are; anything else as JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()

    async def behave(exchange: Exchange) -> None:
        await exchange.whole(content, status, **headers)

    return behave


def refuse(status: int, message: str = "no", **headers: str) -> Behaviour:
    """An error in OpenAI's shape."""
    return whole({"error": {"message": message, "type": "error", "code": None}}, status, **headers)


def stream(pieces: Iterable[bytes], *, pause: float = 0.0, cut: bool = False, **headers: str) -> Behaviour:
    """These pieces, one chunk each, `pause` seconds apart; `cut` hangs up without ending the body."""
    content = tuple(pieces)

    async def behave(exchange: Exchange) -> None:
        await exchange.head(**{"content_type": "text/event-stream", "transfer_encoding": "chunked", **headers})
        for piece in content:
            await exchange.chunk(piece)
            if pause:
                await asyncio.sleep(pause)
        if not cut:
            await exchange.chunk(b"")

    return behave


def reply(text: str, *, finish: str = "stop", pause: float = 0.0) -> Behaviour:
    """A model's reply, streamed where a stream was asked for."""

    async def behave(exchange: Exchange) -> None:
        if exchange.received.streams:
            await stream(stream_of(text, finish=finish), pause=pause)(exchange)
        else:
            await exchange.whole(json.dumps(completion(text, finish=finish)).encode())

    return behave


def replies(*texts: str) -> tuple[Behaviour, ...]:
    """One reply per request."""
    return tuple(reply(text) for text in texts)


async def hang(exchange: Exchange) -> None:
    """Takes the request and never answers."""
    await exchange.until_closed()


async def hang_in_body(exchange: Exchange) -> None:
    """Sends the head and the beginning of a body, then nothing more."""
    await exchange.head(content_type="application/json", transfer_encoding="chunked")
    await exchange.chunk(b'{"choices": [')
    await exchange.until_closed()


async def hang_in_stream(exchange: Exchange) -> None:
    """Streams some tokens, then nothing more."""
    await exchange.head(content_type="text/event-stream", transfer_encoding="chunked")
    for piece in stream_of("half an answ")[:3]:
        await exchange.chunk(piece)
    await exchange.until_closed()


async def drip(exchange: Exchange) -> None:
    """A byte every now and then, for ever: no limit of a single read ends it."""
    await exchange.head(content_type="text/event-stream", transfer_encoding="chunked")
    with contextlib.suppress(ConnectionError):
        while True:
            await exchange.chunk(b":")
            await asyncio.sleep(0.02)


async def hang_up(exchange: Exchange) -> None:
    """Closes the connection without a byte."""


async def hang_up_in_body(exchange: Exchange) -> None:
    """Promises more than it sends."""
    await exchange.head(content_type="application/json", content_length="1000")
    await exchange.send(b'{"choices": [{"message": {"content": "half')


async def garbage(exchange: Exchange) -> None:
    """Speaks something that is not HTTP."""
    await exchange.send(b"\x00\x01SSH-2.0-OpenSSH_9.2\r\n\r\n")


async def bomb(exchange: Exchange) -> None:
    """40 kB that unpack to 40 MB, unasked."""
    packed = gzip.compress(b'{"choices": [{"message": {"content": "' + b"a" * 40_000_000)
    await exchange.whole(packed, content_encoding="gzip")


async def flood(exchange: Exchange) -> None:
    """A body without end."""
    await exchange.head(content_type="application/json", transfer_encoding="chunked")
    piece = b"[" + b" " * 1_000_000
    with contextlib.suppress(ConnectionError):
        while True:
            await exchange.chunk(piece)


async def repair(exchange: Exchange) -> None:
    """By the number of assistant messages sent: two replies that a yes-or-no schema refuses, then one that it takes."""
    turn = sum(message["role"] == "assistant" for message in exchange.received.json["messages"])
    texts = ('{"answer": "maybe"}', '{"answer": "perhaps"}', '{"answer": "yes"}')
    await reply(texts[min(turn, 2)])(exchange)


BEHAVIOURS: dict[str, Behaviour] = {
    "repair": repair,
    "reply": reply('{"answer": "yes"}'),
    "stream": stream(stream_of('{"answer": "yes"}')),
    "slow": reply('{"answer": "yes"}', pause=0.2),
    "prose": reply("Probably yes, it is made of wheat."),
    "length": reply('{"answer": "y', finish="length"),
    "filter": reply("", finish="content_filter"),
    "cut": stream(stream_of('{"answer": "yes"}', finish=None, usage=False, done=False), cut=True),
    "hang": hang,
    "hang_in_body": hang_in_body,
    "hang_in_stream": hang_in_stream,
    "drip": drip,
    "hang_up": hang_up,
    "hang_up_in_body": hang_up_in_body,
    "garbage": garbage,
    "bomb": bomb,
    "flood": flood,
    "unauthorized": refuse(401, "Incorrect API key provided"),
    "not_found": whole({"detail": "Not Found"}, 404),
    "busy": refuse(429, "Rate limit reached", retry_after="0.05"),
    "error": refuse(500, "The server had an error"),
    "loading": refuse(503, "Loading model"),
    "html": whole(b"<!DOCTYPE html><title>Sign in</title>", content_type="text/html"),
    "redirect": whole(b"", 307, location="http://127.0.0.1:9/elsewhere"),
}


class ChatServer:
    """A server on a free loopback port, in a thread of its own. Behaviours are played in order, the last one again.

    A list of models is answered beside the script, unless `models` is None.
    """

    def __init__(
        self,
        *script: Behaviour | tuple[Behaviour, ...],
        port: int = 0,
        models: tuple[str, ...] | None = (MODEL,),
        tls: ssl.SSLContext | None = None,
    ) -> None:
        flat: list[Behaviour] = []
        for entry in script or (BEHAVIOURS["reply"],):
            flat += entry if isinstance(entry, tuple) else (entry,)
        self.script = tuple(flat)
        self.requests: list[Received] = []
        self.port = port
        self.models = models
        self._tls = tls
        self._played = 0
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self.serve()), name="chat server", daemon=True)
        self._changed = threading.Condition()
        self.open_connections = 0
        self.all_connections = 0

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._ready.wait(10):
            raise TimeoutError("the server did not start")
        return self

    def __exit__(self, *_: object) -> None:
        if self._loop is not None and self._stop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    @property
    def base_url(self) -> str:
        """The address to ask."""
        return f"http://127.0.0.1:{self.port}/v1"

    def wait_for(self, condition: Callable[["ChatServer"], bool], time_limit: float = 10.0) -> float:
        """Wait until the condition holds and give the seconds that it took; raises TimeoutError."""
        start = time.perf_counter()
        with self._changed:
            if not self._changed.wait_for(lambda: condition(self), time_limit):
                raise TimeoutError("the server did not come to see it")
        return time.perf_counter() - start

    async def serve(self) -> None:
        """Serve until told to stop."""
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", self.port, ssl=self._tls)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._count(1)
        try:
            while (received := await _receive(reader, writer)) is not None:
                with self._changed:
                    self.requests.append(received)
                    self._changed.notify_all()
                exchange = Exchange(received, reader, writer)
                await self._choose(received)(exchange)
                if not exchange.kept_open:
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()
            self._count(-1)

    def _choose(self, received: Received) -> Behaviour:
        if self.models is not None and received.method == "GET" and received.path.endswith("/models"):
            return whole({"object": "list", "data": [{"id": name, "object": "model"} for name in self.models]})
        behaviour = self.script[min(self._played, len(self.script) - 1)]
        self._played += 1
        return behaviour

    def _count(self, change: int) -> None:
        with self._changed:
            self.open_connections += change
            self.all_connections += max(change, 0)
            self._changed.notify_all()


async def _receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Received | None:
    """The next request of a connection; None when the client has hung up."""
    try:
        first_byte = await reader.readexactly(1)
        if first_byte == _TLS_HELLO:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            return None
        head = (first_byte + await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.strip().split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Received(method, path, headers, await reader.readexactly(int(headers.get("content-length", "0"))))


@contextlib.contextmanager
def full_queue() -> Iterator[int]:
    """A port on which a program listens but takes no connection: the next one that is tried hangs."""
    with contextlib.ExitStack() as sockets:
        full = sockets.enter_context(socket.socket())
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        port: int = full.getsockname()[1]
        for _ in range(8):
            waiting = sockets.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(("127.0.0.1", port))
        yield port


def _read_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="A loopback server that speaks Chat Completions, well or badly.")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one, which is printed")
    parser.add_argument("--behaviour", action="append", choices=sorted(BEHAVIOURS), help="one per request, the last one again")
    parser.add_argument("--reply", action="append", help="a reply to play instead; one per request, the last one again")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between two tokens of --reply")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Serve until interrupted; prints the base address first."""
    options = _read_arguments(arguments)
    if options.reply:
        script = tuple(reply(text, pause=options.pause) for text in options.reply)
    else:
        script = tuple(BEHAVIOURS[name] for name in options.behaviour or ["reply"])
    server = ChatServer(script, port=options.port)
    with server, contextlib.suppress(KeyboardInterrupt):
        print(server.base_url, flush=True)
        threading.Event().wait()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
