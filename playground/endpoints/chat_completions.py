"""The Chat Completions dialect: OpenAI's, and that of all servers that copy it."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from playground.endpoints.addresses import Address
from playground.endpoints.chat_reading import AnswerReader
from playground.endpoints.chat_request import Habits, write_body
from playground.endpoints.endpoint import AskFailed, Watcher
from playground.endpoints.failures import Kind, fail
from playground.endpoints.growth import Growing
from playground.endpoints.presets import Preset
from playground.endpoints.retries import Wait, keep_trying
from playground.endpoints.server_errors import read_error, read_refusal
from playground.endpoints.transport import Answer, Call, Transport
from playground.endpoints.wire_json import NotJson, read_json
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.messages import Channel, EndpointFailure, Reply, Request

_T = TypeVar("_T")

_LONGEST_LIMIT = 86_400.0  # seconds
_NO_LIST = frozenset({404, 405, 501})
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
        growing = Growing(watcher, self._clock, self._key)

        # Written before any waiting: what can't be asked is said at once.
        body = write_body(request, self._preset, self._habits_of(settings))

        async def once() -> Reply:
            nonlocal body
            growing.start()
            try:
                return await self._ask_once(settings, body, growing)
            except AskFailed as failed:
                habits = self._learn(failed, settings)
                if habits is None:
                    raise
                self._habits[settings.model] = habits
                body = write_body(request, self._preset, habits)
                return await self._ask_once(settings, body, growing)

        try:
            return await self._within(limit, growing, lambda left: keep_trying(once, watcher, left, self._wait))
        finally:
            growing.tell()

    async def models(self) -> tuple[str, ...]:
        """The names of the models that the server offers, in its order, each once; raises AskFailed."""
        settings = EndpointSettings(preset=self._preset.id)

        growing = Growing(_Nobody(), self._clock, None)

        async def once() -> tuple[str, ...]:
            growing.start()
            call = Call("GET", self._address.url("models"), self._headers(), connected=growing.note_connection)
            async with self._transport.open(call) as answer:
                if answer.status in _NO_LIST:
                    raise fail(Kind.NO_MODEL_LIST, address=self._address.origin)
                await self._check_status(answer, settings)
                return _read_models(b"".join([piece async for piece in answer.pieces()]), self._address)

        return await self._within(_LIST_LIMIT, growing, lambda left: keep_trying(once, _Nobody(), left, self._wait))

    async def close(self) -> None:
        """Close every connection."""
        await self._transport.close()

    async def _within(self, limit: float, growing: Growing, work: Callable[[Callable[[], float]], Awaitable[_T]]) -> _T:
        """The work under one limit, which a limit of each phase would not be."""
        try:
            async with asyncio.timeout(limit) as timeout:
                return await work(lambda: (timeout.when() or math.inf) - asyncio.get_running_loop().time())
        except TimeoutError:
            kind = Kind.TIMEOUT if growing.connected else Kind.CONNECT_TIMEOUT
            raise fail(kind, after_first_token=growing.begun, address=self._address.origin, seconds=limit) from None

    async def _ask_once(self, settings: EndpointSettings, body: bytes, growing: Growing) -> Reply:
        headers = (*self._headers(), ("content-type", "application/json"))
        call = Call("POST", self._address.url("chat/completions"), headers, body, growing.note_connection)
        async with self._transport.open(call) as answer:
            await self._check_status(answer, settings)
            return await AnswerReader(self._address.origin, settings, self._key, growing).read(answer)

    def _headers(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self._key}"),) if self._key else ()

    async def _check_status(self, answer: Answer, settings: EndpointSettings) -> None:
        if not 200 <= answer.status < 300:
            error = read_error(await answer.beginning())
            raise read_refusal(answer.status, answer.headers, error, settings, self._key)

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
