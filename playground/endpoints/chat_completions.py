"""The Chat Completions dialect: OpenAI's, and that of all servers that copy it."""

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

from playground.endpoints.addresses import Address
from playground.endpoints.chat_reply import ReplyDraft
from playground.endpoints.chat_request import Habits, write_body
from playground.endpoints.endpoint import AskFailed, Watcher
from playground.endpoints.failures import Kind, fail
from playground.endpoints.growth import Growing
from playground.endpoints.presets import Preset
from playground.endpoints.retries import Wait, keep_trying
from playground.endpoints.server_errors import read_error, read_error_in_answer, read_error_value, read_refusal
from playground.endpoints.sse import SseReader
from playground.endpoints.transport import Answer, Call, Transport
from playground.endpoints.wire_json import NotJson, read_json
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.messages import Channel, EndpointFailure, Reply, Request

_T = TypeVar("_T")

_DONE = "[DONE]"
_LONGEST_LIMIT = 86_400.0  # seconds
_BLANK = b"\xef\xbb\xbf \t\r\n"  # may stand before what tells a body's kind: white space, and the bytes of a BOM
_LIST_LIMIT = 15.0  # seconds for the list of models, at most


class ChatCompletions:
    """A server that speaks Chat Completions. One per address and key; used on one event loop."""

    def __init__(
        self,
        address: Address,
        preset: Preset,
        key: str | None,
        *,
        wait: Wait = asyncio.sleep,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._address = address
        self._preset = preset
        self._key = key
        self._transport = Transport(address)
        self._habits: dict[str, Habits] = {}  # by model: one proxy serves models of different habits
        self._wait = wait
        self._clock = clock or (lambda: asyncio.get_running_loop().time())

    async def ask(self, request: Request, watcher: Watcher) -> Reply:
        """One whole answer, retries of transport included, all inside the time limit; raises AskFailed."""
        settings = request.endpoint
        limit = clamp_limit(settings.time_limit)
        growing = Growing(watcher, self._clock)

        async def once() -> Reply:
            growing.start()
            try:
                return await self._ask_once(request, growing)
            except AskFailed as failed:
                habits = self._learn(failed, settings)
                if habits is None:
                    raise
                self._habits[settings.model] = habits
                return await self._ask_once(request, growing)

        write_body(request, self._preset, self._habits_of(settings))  # what can't be asked is said before any waiting
        return await self._within(limit, growing, lambda left: keep_trying(once, watcher, left, self._wait))

    async def models(self) -> tuple[str, ...]:
        """The names of the models that the server offers, in its order, each once; raises AskFailed."""
        settings = EndpointSettings(preset=self._preset.id)

        async def once() -> tuple[str, ...]:
            async with self._transport.open(Call("GET", self._address.url("models"), self._headers())) as answer:
                await self._check_status(answer, settings)
                return _read_models(b"".join([piece async for piece in answer.pieces()]), self._address)

        return await self._within(_LIST_LIMIT, None, lambda left: keep_trying(once, _Nobody(), left, self._wait))

    async def close(self) -> None:
        """Close every connection."""
        await self._transport.close()

    async def _within(self, limit: float, growing: Growing | None, work: Callable[[Callable[[], float]], Awaitable[_T]]) -> _T:
        try:
            async with asyncio.timeout(limit) as timeout:
                return await work(lambda: (timeout.when() or math.inf) - asyncio.get_running_loop().time())
        except TimeoutError:
            raise fail(
                Kind.TIMEOUT, after_first_token=growing is not None and growing.begun, address=self._address.origin, seconds=limit
            ) from None

    async def _ask_once(self, request: Request, growing: Growing) -> Reply:
        settings = request.endpoint
        body = write_body(request, self._preset, self._habits_of(settings))
        call = Call("POST", self._address.url("chat/completions"), (*self._headers(), ("content-type", "application/json")), body)
        async with self._transport.open(call) as answer:
            await self._check_status(answer, settings)
            draft, cut = await self._read_answer(answer, settings, growing)
        return draft.to_reply(settings.mode, cut=cut, seconds=growing.seconds, first_token_seconds=growing.first_token_seconds)

    def _headers(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self._key}"),) if self._key else ()

    async def _check_status(self, answer: Answer, settings: EndpointSettings) -> None:
        if not 200 <= answer.status < 300:
            error = read_error(await answer.beginning())
            raise read_refusal(answer.status, answer.headers, error, settings, self._key)

    async def _read_answer(self, answer: Answer, settings: EndpointSettings, growing: Growing) -> tuple[ReplyDraft, bool]:
        """The answer and whether it was cut off: by what comes, for servers ignore `stream` or stream unasked."""
        pieces = answer.pieces()
        start = beginning = b""
        async for piece in pieces:
            start += piece
            if beginning := start.lstrip(_BLANK):
                break
        if not beginning:
            raise fail(Kind.EMPTY, address=self._address.origin)
        if beginning[:1] in {b"{", b"["}:
            return self._read_one(start + await _read_rest(pieces), settings, growing), False
        if beginning[:1] == b"<":
            raise fail(Kind.WEB_PAGE, address=self._address.origin)
        return await self._read_stream(_chain(start, pieces), settings, growing)

    def _read_one(self, whole: bytes, settings: EndpointSettings, growing: Growing) -> ReplyDraft:
        try:
            value = read_json(whole)
        except NotJson:
            raise fail(Kind.NOT_JSON, address=self._address.origin) from None
        draft = ReplyDraft()
        self._take(value, "message", draft, settings, Kind.ERROR_IN_ANSWER)
        choices = value.get("choices")
        if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
            raise fail(Kind.NO_CHOICES, address=self._address.origin)
        growing.tell_whole(draft)
        return draft

    async def _read_stream(
        self, pieces: AsyncIterator[bytes], settings: EndpointSettings, growing: Growing
    ) -> tuple[ReplyDraft, bool]:
        draft, reader = ReplyDraft(), SseReader()
        events_came = False
        try:
            async for piece in pieces:
                for event in reader.feed(piece):
                    events_came = True
                    if event.data.strip() == _DONE:
                        growing.finish()
                        return draft, not draft.finished
                    self._take_event(event.name, event.data, draft, settings, growing)
        except AskFailed as failed:
            if not draft.begun or failed.failure.kind not in {Kind.BROKEN_OFF, Kind.CLOSED_EARLY}:
                failed.after_first_token = draft.begun
                raise
            growing.finish()
            return draft, not draft.finished  # what came of it counts as an attempt, cut off
        for event in reader.end():
            events_came = True
            if event.data.strip() != _DONE:
                self._take_event(event.name, event.data, draft, settings, growing)
        if not events_came:
            raise fail(Kind.NOT_JSON, address=self._address.origin)
        growing.finish()
        return draft, not draft.finished

    def _take_event(self, name: str, data: str, draft: ReplyDraft, settings: EndpointSettings, growing: Growing) -> None:
        if name == "ping" or not data.strip():
            return
        try:
            value = read_json(data)
        except NotJson:
            if name == "error":
                raise read_error_in_answer(
                    read_error(data), settings, self._key, kind=Kind.ERROR_IN_STREAM, tokens_came=draft.begun
                ) from None
            raise fail(Kind.NOT_JSON, after_first_token=draft.begun, address=self._address.origin) from None
        if name == "error" and isinstance(value, dict) and not value.get("error"):
            value = {"error": value}
        for added, channel in self._take(value, "delta", draft, settings, Kind.ERROR_IN_STREAM):
            growing.grew(added, channel)

    def _take(self, value: Any, part_name: str, draft: ReplyDraft, settings: EndpointSettings, kind: Kind) -> list[Any]:
        if isinstance(value, list) and value and isinstance(value[0], dict) and value[0].get("error"):
            value = value[0]  # Gemini wraps its errors in a list
        if not isinstance(value, dict):
            raise fail(Kind.NO_CHOICES, after_first_token=draft.begun, address=self._address.origin)
        if value.get("error") or (value.get("object") == "error" and "choices" not in value):
            raise read_error_in_answer(read_error_value(value), settings, self._key, kind=kind, tokens_came=draft.begun)
        grown = draft.take(value, part_name)
        if draft.finish_word == "error":  # OpenRouter
            raise read_error_in_answer(read_error_value({}), settings, self._key, kind=kind, tokens_came=draft.begun)
        return grown

    def _habits_of(self, settings: EndpointSettings) -> Habits:
        return self._habits.get(settings.model) or Habits(limit_field=self._preset.limit_field)

    def _learn(self, failed: AskFailed, settings: EndpointSettings) -> Habits | None:
        """What a refusal teaches about the server's names for things; None when it teaches nothing new."""
        if failed.failure.status not in {400, 422}:
            return None
        said = str(dict(failed.failure.message.parameters).get("said", ""))
        habits = self._habits_of(settings)
        if "stream_options" in said and habits.stream_usage and settings.stream:
            return replace(habits, stream_usage=False)
        if habits.limit_field == "max_tokens" and "max_completion_tokens" in said and settings.max_tokens is not None:
            return replace(habits, limit_field="max_completion_tokens")
        if habits.limit_field == "max_completion_tokens" and "max_completion_tokens" in said and settings.max_tokens is not None:
            return replace(habits, limit_field="max_tokens")
        return None


class _Nobody:
    """Watches the asking for a list, which nobody needs to see."""

    def grew(self, added: str, channel: Channel) -> None:
        """Nothing grows."""

    def retries(self, failure: EndpointFailure, retry: int, wait: float) -> None:
        """A list is waited for a few seconds at most."""

    def stands_in(self, failure: EndpointFailure) -> None:
        """Nothing stands in."""


def clamp_limit(seconds: float) -> float:
    """A time limit that a clock can keep."""
    return min(max(seconds, 0.05), _LONGEST_LIMIT) if math.isfinite(seconds) else _LONGEST_LIMIT


async def _read_rest(pieces: AsyncIterator[bytes]) -> bytes:
    """The rest of a whole answer; one that breaks off is not asked for again, for the model has answered."""
    try:
        return b"".join([piece async for piece in pieces])
    except AskFailed as failed:
        failed.after_first_token = True
        raise


async def _chain(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for piece in rest:
        yield piece


def _read_models(body: bytes, address: Address) -> tuple[str, ...]:
    """The names in a list of models: {"data": [{"id"}]}, a bare list, or {"models": [{"name"}]}."""
    try:
        value = read_json(body)
    except NotJson:
        raise fail(Kind.NO_MODEL_LIST, address=address.origin) from None
    entries = value
    if isinstance(value, dict):
        entries = next((value[name] for name in ("data", "models") if isinstance(value.get(name), list)), None)
    if not isinstance(entries, list):
        raise fail(Kind.NO_MODEL_LIST, address=address.origin)
    names = (
        entry if isinstance(entry, str) else next((entry[name] for name in ("id", "name", "model") if entry.get(name)), None)
        for entry in entries
        if isinstance(entry, str | dict)
    )
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name.strip()))
