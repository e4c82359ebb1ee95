"""The practice model over HTTP, on this computer alone: Chat Completions, streaming and not, and the list of models.

The protocol itself is h11's; here is what each request is answered with.
"""

import asyncio
import json
import logging
import math
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import h11

from playground.endpoints.failures import Kind, describe
from playground.endpoints.practice.chat_questions import (
    BadRequest,
    ChatQuestion,
    model_list,
    read_question,
    stream_pieces,
    whole_answer,
)
from playground.endpoints.practice.endpoint import LABEL, settings_failure, trouble_of, unserved_failure
from playground.endpoints.practice.faults import Trouble
from playground.endpoints.practice.listening import digest_of
from playground.endpoints.practice.model import NoRightAnswer, cut_to_limit, reply_to
from playground.endpoints.practice.settings import PracticeSettings, SettingsProblem
from playground.endpoints.practice.spoiling import Written
from playground.endpoints.retries import Wait
from playground.words.text import Text, text

HOST = "127.0.0.1"
_LARGEST = 10_000_000  # bytes of a request
_AT_ONCE = 65_536  # bytes read at once
_PATIENCE = 600.0  # seconds for which a client that gets no answer is kept waiting
_MOST_REMEMBERED = 10_000
_CLOSING = 2.0  # seconds for open connections to be broken off
_HEADERS = [("server", LABEL), ("x-practice-model", "no AI"), ("access-control-allow-origin", "*")]
_OPTIONS = [("access-control-allow-methods", "GET, POST, OPTIONS"), ("access-control-allow-headers", "*"), ("content-length", "0")]

Say = Callable[[Text], str]

_log = logging.getLogger(__name__)


class PracticeServer:
    """Serves on one event loop. `say` words what is wrong with a request."""

    def __init__(self, settings: PracticeSettings, say: Say, *, wait: Wait = asyncio.sleep) -> None:
        self._settings = settings
        self._say = say
        self._wait = wait
        self._tries: Counter[str] = Counter()
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()

    async def start(self, port: int) -> str:
        """Listen, and give the base address; 0 lets the system choose a port. Raises OSError."""
        self._server = await asyncio.start_server(self._serve, HOST, port)
        return f"http://{HOST}:{self._server.sockets[0].getsockname()[1]}/v1"

    async def close(self) -> None:
        """Stop listening and break what is open off."""
        if self._server is not None:
            self._server.close()
        for task in tuple(self._open):
            task.cancel()
        if self._open:
            await asyncio.wait(tuple(self._open), timeout=_CLOSING)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection; its task is cancelled by `close`, which asyncio's own reporting takes for a fault unless it ends here."""
        task = asyncio.current_task()
        if task is not None:  # pragma: no branch - streams are served in tasks
            self._open.add(task)
            task.add_done_callback(self._open.discard)
        with suppress(OSError, h11.RemoteProtocolError, asyncio.CancelledError):
            await _Exchange(self, reader, writer).serve()
        writer.close()
        with suppress(OSError, asyncio.CancelledError):
            await writer.wait_closed()

    async def answer(self, exchange: "_Exchange", method: str, path: str, body: bytes) -> None:
        """Answer one request."""
        call = path.partition("?")[0].rstrip("/").removeprefix("/v1")
        if method == "OPTIONS":
            await exchange.send(204, b"", _OPTIONS)
        elif (method, call) == ("GET", "/models"):
            await exchange.send_json(200, model_list(int(time.time())))
        elif (method, call) == ("GET", ""):
            await exchange.send_json(200, {"object": LABEL, "calls": ["GET /v1/models", "POST /v1/chat/completions"]})
        elif (method, call) == ("POST", "/chat/completions"):
            await self._complete(exchange, body)
        else:
            await self._refuse(exchange, 404, text("practice.error.unknown_path", path=f"{method} {path}"))

    async def _complete(self, exchange: "_Exchange", body: bytes) -> None:
        try:
            asked = read_question(body, self._settings)
        except BadRequest as bad:
            await self._refuse(exchange, 400, bad.why)
            return
        except SettingsProblem as problem:
            await self._refuse(exchange, 400, settings_failure(problem).message)
            return
        trouble = trouble_of(asked.settings, asked.question, self._count_try(asked))
        if trouble is Trouble.TIME_OUT:
            await exchange.wait_for_end(_PATIENCE)
        elif trouble is Trouble.RATE_LIMITED:
            wait = ("retry-after", str(math.ceil(asked.settings.wait)))
            await self._refuse(exchange, 429, describe(Kind.RATE_LIMITED).message, [wait])
        elif trouble is Trouble.SERVER_ERROR:
            await self._refuse(exchange, 500, describe(Kind.SERVER_ERROR, code="500").message)
        else:
            await self._reply(exchange, asked, is_cut=trouble is Trouble.CUT_STREAM)

    async def _reply(self, exchange: "_Exchange", asked: ChatQuestion, *, is_cut: bool) -> None:
        try:
            written = await asyncio.to_thread(reply_to, asked.question, asked.settings)
        except NoRightAnswer as refused:
            await self._refuse(exchange, 400, unserved_failure(refused).message)
            return
        written = cut_to_limit(written, asked.most_tokens)
        if asked.streams:
            await self._stream(exchange, asked, written, is_cut=is_cut)
            return
        content = json.dumps(whole_answer(asked, written, int(time.time()))).encode("ascii")
        await exchange.send(200, content, [("content-type", "application/json")], is_cut=is_cut)

    async def _stream(self, exchange: "_Exchange", asked: ChatQuestion, written: Written, *, is_cut: bool) -> None:
        pieces = list(stream_pieces(asked, written, int(time.time())))
        await exchange.start(200, [("content-type", "text/event-stream"), ("cache-control", "no-store")])
        for takes_time, piece in pieces[: len(pieces) // 2] if is_cut else pieces:
            if takes_time and asked.settings.speed > 0:
                await self._wait(1 / asked.settings.speed)
            await exchange.send_piece(b"data: " + json.dumps(piece).encode("ascii") + b"\n\n")
        if is_cut:
            exchange.break_off()
            return
        await exchange.send_piece(b"data: [DONE]\n\n")
        await exchange.end()

    def _count_try(self, asked: ChatQuestion) -> int:
        """How often the very same was asked, so that whoever tries again after a failure gets through."""
        if len(self._tries) > _MOST_REMEMBERED:
            self._tries.clear()
        key = digest_of(str(asked.settings), *(message.content for message in asked.question.messages))
        self._tries[key] += 1
        return self._tries[key]

    async def _refuse(self, exchange: "_Exchange", status: int, why: Text, headers: list[tuple[str, str]] | None = None) -> None:
        kinds = {404: "not_found", 413: "too_large", 429: "rate_limit_exceeded", 500: "server_error"}
        error = {
            "message": f"{LABEL}: {self._say(why)}",
            "type": kinds.get(status, "invalid_request_error"),
            "param": None,
            "code": None,
        }
        await exchange.send_json(status, {"error": error}, headers)

    async def refuse_fault(self, exchange: "_Exchange") -> None:
        """Something of ours went wrong."""
        await self._refuse(exchange, 500, describe(Kind.INTERNAL).message)

    async def refuse_size(self, exchange: "_Exchange") -> None:
        """The request is larger than is read."""
        await self._refuse(exchange, 413, text("practice.error.too_large"))


class _Exchange:
    """One connection: reads requests, writes answers, and keeps the connection for the next one where the protocol allows it."""

    def __init__(self, server: PracticeServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._server = server
        self._reader = reader
        self._writer = writer
        self._protocol = h11.Connection(h11.SERVER)

    async def serve(self) -> None:
        """Answer until the client goes away."""
        while True:
            request = await self._next_event()
            if not isinstance(request, h11.Request):
                return
            body = await self._read_body()
            if body is None:
                await self._server.refuse_size(self)
                return
            method, path = request.method.decode("ascii"), request.target.decode("ascii", "replace")
            try:
                await self._server.answer(self, method, path, body)
            except (OSError, h11.LocalProtocolError):
                return  # the client has gone
            except Exception:
                if self._protocol.our_state is not h11.SEND_RESPONSE:
                    raise
                _log.exception("a request to the practice model could not be answered")
                await self._server.refuse_fault(self)
            if self._protocol.our_state is not h11.DONE or self._protocol.their_state is not h11.DONE:
                return
            self._protocol.start_next_cycle()

    async def send_json(self, status: int, content: dict[str, Any], headers: list[tuple[str, str]] | None = None) -> None:
        """A whole answer in JSON."""
        await self.send(status, json.dumps(content).encode("ascii"), [("content-type", "application/json"), *(headers or [])])

    async def send(self, status: int, body: bytes, headers: list[tuple[str, str]], *, is_cut: bool = False) -> None:
        """A whole answer; one that is cut breaks off in its middle."""
        own = [] if any(name == "content-length" for name, _ in headers) else [("content-length", str(len(body)))]
        await self.start(status, [*headers, *own])
        if is_cut:
            await self.send_piece(body[: len(body) // 2])
            self.break_off()
            return
        await self.send_piece(body)
        await self.end()

    async def start(self, status: int, headers: list[tuple[str, str]]) -> None:
        """The head of an answer."""
        await self._send(h11.Response(status_code=status, headers=[*headers, *_HEADERS]))

    async def send_piece(self, data: bytes) -> None:
        """Some of its body."""
        await self._send(h11.Data(data=data))

    async def end(self) -> None:
        """Its end."""
        await self._send(h11.EndOfMessage())

    def break_off(self) -> None:
        """What a server does that falls over."""
        self._writer.close()
        self._protocol.send_failed()

    async def wait_for_end(self, seconds: float) -> None:
        """Say nothing until the client goes away."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._reader.read(1)
        self._protocol.send_failed()

    async def _send(self, event: h11.Event) -> None:
        data = self._protocol.send(event)
        if data:
            self._writer.write(data)
            await self._writer.drain()

    async def _read_body(self) -> bytes | None:
        """The body; None for one that is too large."""
        parts: list[bytes] = []
        size = 0
        while isinstance(event := await self._next_event(), h11.Data):
            parts.append(bytes(event.data))
            size += len(parts[-1])
            if size > _LARGEST:
                return None
        return b"".join(parts)

    async def _next_event(self) -> Any:
        while True:
            event = self._protocol.next_event()
            if event is not h11.NEED_DATA:
                return event
            if self._protocol.they_are_waiting_for_100_continue:
                await self._send(h11.InformationalResponse(status_code=100, headers=[]))
            self._protocol.receive_data(await self._reader.read(_AT_ONCE))
