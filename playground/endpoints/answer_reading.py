"""Reads the answer to a request, whole or streamed, as it comes from the server."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from playground.endpoints.blanks import BlankWatch
from playground.endpoints.endpoint import AskFailed
from playground.endpoints.error_bodies import ServerError, read_error, read_error_value
from playground.endpoints.failures import Kind, describe, fail
from playground.endpoints.gathering import gather
from playground.endpoints.growth import Growing
from playground.endpoints.json_lines import JsonLines
from playground.endpoints.keys import mask_key
from playground.endpoints.reply_draft import Growth, ReplyDraft
from playground.endpoints.server_errors import Asked, read_error_in_answer
from playground.endpoints.sse import SseEvent, SseReader
from playground.endpoints.transport import Answer
from playground.endpoints.wire import Wire
from playground.endpoints.wire_json import NotJson, read_json
from playground.repair.exchange import Reply

_DONE = "[DONE]"
_LINES = ("ndjson", "jsonl", "json-lines")
_WHOLE = "application/json"
AFTER_FINISH = 2.0  # seconds in which what follows a finish reason must come
_BLANK = b"\xef\xbb\xbf \t\r\n"  # may stand before what tells a body's kind: white space, and the bytes of a BOM


class AnswerReader:
    """Reads one answer in a dialect. The key is masked in what the server says."""

    def __init__(self, wire: Wire, asked: Asked, growing: Growing) -> None:
        self._wire = wire
        self._asked = asked
        self._origin = asked.address
        self._settings = asked.settings
        self._key = asked.key
        self._growing = growing
        self._draft = ReplyDraft()
        self._blanks = BlankWatch()

    async def read(self, answer: Answer) -> Reply:
        """The reply; raises AskFailed. What it is shows in what comes: servers ignore `stream`, or stream unasked."""
        cut = False
        async with aclosing(answer.pieces()) as pieces:
            start = await _read_start(pieces)
            if not start:
                raise fail(Kind.EMPTY, address=self._origin)
            if start[:1] == b"{" and self._comes_in_lines(answer):
                cut = await self._read_stream(start, pieces, _Lines())
            elif start[:1] in {b"{", b"["}:
                self._read_whole(start + await _read_rest(pieces))
            elif start[:1] == b"<":
                raise fail(Kind.WEB_PAGE, address=self._origin)
            else:
                cut = await self._read_stream(start, pieces, SseReader())
        self._growing.finish()
        reply = self._draft.to_reply(self._settings, self._wire.dialect, cut=cut)
        return replace(
            reply,
            text=mask_key(reply.text, self._key),
            refusal=reply.refusal and mask_key(reply.refusal, self._key),
            reasoning=reply.reasoning and mask_key(reply.reasoning, self._key),
            model=reply.model and mask_key(reply.model, self._key),
            native=reply.native and mask_key(reply.native, self._key),
            seconds=self._growing.seconds,
            first_token_seconds=self._growing.first_token_seconds,
            endless_blanks=cut and self._blanks.endless,
        )

    def _comes_in_lines(self, answer: Answer) -> bool:
        """Whether a body that begins with an object is one object a line."""
        kind = answer.headers.get("content-type", "").lower()
        return any(word in kind for word in _LINES) or (self._wire.streams_lines and self._settings.stream and _WHOLE not in kind)

    def _read_whole(self, content: bytes) -> None:
        try:
            values = [read_json(content)]
        except NotJson:
            values = self._read_lines(content)
        if isinstance(values[0], list) and all(isinstance(value, dict) for value in values[0]):
            values = values[0] or values  # Gemini's stream without `alt=sse`; its errors come in a list too
        grown = [growth for value in values for growth in self._take(value, "", Kind.ERROR_IN_ANSWER, whole=True)]
        if not self._draft.answer_came:
            said = self._asked.say(read_error_value(values[0]).message)
            raise AskFailed(describe(Kind.NO_CHOICES, said=said, address=self._origin))
        self._growing.came_whole(grown)

    def _read_lines(self, content: bytes) -> list[Any]:
        """One object a line, which only the dialect that streams so may call whole."""
        lines = JsonLines()
        try:
            values = [read_json(line) for line in (*lines.feed(content), *lines.end())]
        except NotJson:
            values = []
        if not values or not self._wire.streams_lines:
            raise fail(Kind.NOT_JSON, address=self._origin)
        return values

    async def _read_stream(self, start: bytes, pieces: AsyncGenerator[bytes, None], reader: "SseReader | _Lines") -> bool:
        """True when the stream was cut off: it ended without a finish reason."""
        draft = self._draft
        try:
            ended = self._take_events(reader.feed(start))
            if not ended:
                async with aclosing(gather(pieces)) as gathered:
                    while (piece := await self._next_piece(gathered)) is not None:
                        if self._take_events(reader.feed(piece)):
                            break  # some servers keep the connection open after their last word
                    else:
                        self._take_events(reader.end())
        except AskFailed as failed:
            # What came before a connection broke is an attempt, cut off; every other failure is one.
            if not draft.begun or failed.failure.kind not in {Kind.BROKEN_OFF, Kind.CLOSED_EARLY}:
                failed.after_first_token = draft.begun
                raise
            return not draft.finished
        if not draft.answer_came:
            raise fail(Kind.NO_CHOICES if draft.pieces_came else Kind.NOT_JSON, address=self._origin)
        return not draft.finished

    async def _next_piece(self, pieces: AsyncGenerator[bytes, None]) -> bytes | None:
        """None at the end. Once the model has finished, only its usage can follow: a server that then keeps silent is not waited for."""
        if not self._draft.finished:
            return await anext(pieces, None)
        try:
            async with asyncio.timeout(AFTER_FINISH):
                return await anext(pieces, None)
        except TimeoutError:
            return None

    def _take_events(self, events: list[SseEvent]) -> bool:
        """True once the stream has said its last word, or nothing but white space follows."""
        for event in events:
            if event.data.strip() == _DONE:
                return True
            self._take_event(event)
            if self._draft.ended or self._blanks.endless:
                return True
        return False

    def _take_event(self, event: SseEvent) -> None:
        if event.name == "ping" or not event.data.strip():
            return
        for value in self._read_values(event):
            self._take_value(value, event)

    def _read_values(self, event: SseEvent) -> list[Any]:
        """One value; several where a server forgets the blank lines between its events."""
        try:
            return [read_json(event.data)]
        except NotJson:
            lines = [line for line in event.data.split("\n") if line.strip() not in {"", _DONE}]
        if event.name == "error":
            raise self._fail_by(read_error(event.data), Kind.ERROR_IN_STREAM)
        try:
            return [read_json(line) for line in lines] if "\n" in event.data else [read_json(event.data)]
        except NotJson:
            raise fail(Kind.NOT_JSON, address=self._origin) from None

    def _take_value(self, value: Any, event: SseEvent) -> None:
        if event.name == "error" and isinstance(value, dict) and not value.get("error"):
            value = {"error": value}
        for added, channel in self._take(value, event.name, Kind.ERROR_IN_STREAM, whole=False):
            self._growing.grew(added, channel)
            self._blanks.take(added)

    def _take(self, value: Any, event: str, kind: Kind, *, whole: bool) -> list[Growth]:
        """One answer or piece; an error comes first, whatever stands beside it."""
        if isinstance(value, list) and len(value) == 1:
            value = value[0]  # Gemini wraps its errors in a list
        if not isinstance(value, dict):
            raise fail(Kind.NO_CHOICES, address=self._origin)
        if (value.get("error") and "output" not in value) or _is_error(value):
            raise self._fail_by(read_error_value(value), kind)
        self._draft.pieces_came = True
        grown = self._wire.take(self._draft, value, event, whole=whole)
        if self._draft.error is not None:
            raise self._fail_by(self._draft.error, kind)
        return grown

    def _fail_by(self, error: ServerError, kind: Kind) -> AskFailed:
        return read_error_in_answer(error, self._asked, kind=kind, tokens_came=self._draft.begun)


def _is_error(value: dict[str, Any]) -> bool:
    """An error whose words stand beside its mark instead of inside it."""
    return "error" in {_word(value.get("object")), _word(value.get("type"))} and "choices" not in value


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


class _Lines:
    """Lines of JSON as the events of a stream."""

    def __init__(self) -> None:
        self._lines = JsonLines()

    def feed(self, piece: bytes) -> list[SseEvent]:
        return [SseEvent("message", line) for line in self._lines.feed(piece)]

    def end(self) -> list[SseEvent]:
        return [SseEvent("message", line) for line in self._lines.end()]


async def _read_start(pieces: AsyncGenerator[bytes, None]) -> bytes:
    """The first bytes that are not blank; empty when there are none."""
    async for piece in pieces:
        if start := piece.lstrip(_BLANK):
            return start
    return b""


async def _read_rest(pieces: AsyncGenerator[bytes, None]) -> bytes:
    """The rest of a whole answer; one that breaks off is not asked for again, for the model has answered."""
    try:
        return b"".join([piece async for piece in pieces])
    except AskFailed as failed:
        failed.after_first_token = True
        raise
