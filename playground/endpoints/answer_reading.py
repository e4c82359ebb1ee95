"""Reads the answer to a request, whole or streamed, as it comes from the server."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from playground.endpoints.endpoint import AskFailed
from playground.endpoints.failures import Kind, describe, fail
from playground.endpoints.gathering import gather
from playground.endpoints.growth import Growing
from playground.endpoints.json_lines import JsonLines
from playground.endpoints.keys import mask_key
from playground.endpoints.reply_draft import Growth, ReplyDraft
from playground.endpoints.server_errors import ServerError, read_error, read_error_in_answer, read_error_value
from playground.endpoints.sse import SseEvent, SseReader
from playground.endpoints.transport import Answer
from playground.endpoints.wire import Wire
from playground.endpoints.wire_json import NotJson, read_json
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.exchange import Reply

_DONE = "[DONE]"
_BLANK = b"\xef\xbb\xbf \t\r\n"  # may stand before what tells a body's kind: white space, and the bytes of a BOM


class AnswerReader:
    """Reads one answer in a dialect. `origin` is for sentences; the key is masked in what the server says."""

    def __init__(self, wire: Wire, origin: str, settings: EndpointSettings, key: str | None, growing: Growing) -> None:
        self._wire = wire
        self._origin = origin
        self._settings = settings
        self._key = key
        self._growing = growing
        self._draft = ReplyDraft()

    async def read(self, answer: Answer) -> Reply:
        """The reply; raises AskFailed. What it is shows in what comes: servers ignore `stream`, or stream unasked."""
        cut = False
        async with aclosing(answer.pieces()) as pieces:
            start = await _read_start(pieces)
            if not start:
                raise fail(Kind.EMPTY, address=self._origin)
            if start[:1] == b"{" and self._wire.streams_lines and self._settings.stream:
                cut = await self._read_stream(start, pieces, _Lines())
            elif start[:1] in {b"{", b"["}:
                self._read_whole(start + await _read_rest(pieces))
            elif start[:1] == b"<":
                raise fail(Kind.WEB_PAGE, address=self._origin)
            else:
                cut = await self._read_stream(start, pieces, SseReader())
        self._growing.finish()
        reply = self._draft.to_reply(self._settings.mode, cut=cut)
        return replace(
            reply,
            text=mask_key(reply.text, self._key),
            refusal=reply.refusal and mask_key(reply.refusal, self._key),
            reasoning=reply.reasoning and mask_key(reply.reasoning, self._key),
            model=reply.model and mask_key(reply.model, self._key),
            seconds=self._growing.seconds,
            first_token_seconds=self._growing.first_token_seconds,
        )

    def _read_whole(self, content: bytes) -> None:
        try:
            value = read_json(content)
        except NotJson:
            raise fail(Kind.NOT_JSON, address=self._origin) from None
        grown = self._take(value, "", Kind.ERROR_IN_ANSWER, whole=True)
        if not self._draft.answer_came:
            said = mask_key(read_error_value(value).message, self._key)
            raise AskFailed(describe(Kind.NO_CHOICES, said=said, address=self._origin))
        self._growing.came_whole(grown)

    async def _read_stream(self, start: bytes, pieces: AsyncGenerator[bytes, None], reader: "SseReader | _Lines") -> bool:
        """True when the stream was cut off: it ended without a finish reason."""
        draft = self._draft
        try:
            ended = self._take_events(reader.feed(start))
            if not ended:
                async with aclosing(gather(pieces)) as gathered:
                    async for piece in gathered:
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

    def _take_events(self, events: list[SseEvent]) -> bool:
        """True once the stream has said its last word."""
        for event in events:
            if event.data.strip() == _DONE:
                return True
            self._take_event(event)
        return False

    def _take_event(self, event: SseEvent) -> None:
        if event.name == "ping" or not event.data.strip():
            return
        try:
            value = read_json(event.data)
        except NotJson:
            if event.name == "error":
                raise self._fail_by(read_error(event.data), Kind.ERROR_IN_STREAM) from None
            raise fail(Kind.NOT_JSON, address=self._origin) from None
        if event.name == "error" and isinstance(value, dict) and not value.get("error"):
            value = {"error": value}
        for added, channel in self._take(value, event.name, Kind.ERROR_IN_STREAM, whole=False):
            self._growing.grew(added, channel)

    def _take(self, value: Any, event: str, kind: Kind, *, whole: bool) -> list[Growth]:
        """One answer or piece; an error comes first, whatever stands beside it."""
        if isinstance(value, list) and value and isinstance(value[0], dict) and value[0].get("error"):
            value = value[0]  # Gemini wraps its errors in a list
        if not isinstance(value, dict):
            raise fail(Kind.NO_CHOICES, address=self._origin)
        if (value.get("error") and value.get("status") != "failed") or (value.get("object") == "error" and "choices" not in value):
            raise self._fail_by(read_error_value(value), kind)
        self._draft.pieces_came = True
        grown = self._wire.take(self._draft, value, event, whole=whole)
        if self._draft.error is not None:
            raise self._fail_by(self._draft.error, kind)
        return grown

    def _fail_by(self, error: ServerError, kind: Kind) -> AskFailed:
        return read_error_in_answer(error, self._settings, self._key, kind=kind, tokens_came=self._draft.begun)


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
