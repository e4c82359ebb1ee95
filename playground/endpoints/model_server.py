"""A model's server: asked in its dialect, with its habits learned, its retries made and its limit kept."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import TypeVar

from playground.endpoints.addresses import Address
from playground.endpoints.answer_reading import AnswerReader
from playground.endpoints.endpoint import AskFailed, Watcher
from playground.endpoints.failures import Kind, fail
from playground.endpoints.growth import Growing
from playground.endpoints.presets import Preset
from playground.endpoints.retries import Wait, keep_trying
from playground.endpoints.server_errors import read_error, read_refusal
from playground.endpoints.transport import Answer, Call, Transport
from playground.endpoints.wire import Habits, Headers, ModelPage, Wire, key_headers
from playground.endpoints.wire_json import NotJson, read_json
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.exchange import Channel, EndpointFailure, Reply, Request

_T = TypeVar("_T")

_LONGEST_LIMIT = 86_400.0  # seconds
_NO_LIST = frozenset({404, 405, 501})
_LIST_LIMIT = 15.0  # seconds for the list of models, at most
_MOST_PAGES = 20  # of a list of models: a server that never comes to the last one is left


class ModelServer:
    """One per dialect, address and key; used on one event loop."""

    def __init__(
        self,
        wire: Wire,
        address: Address,
        preset: Preset,
        key: str | None,
        *,
        wait: Wait = asyncio.sleep,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._wire = wire
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
        body = self._wire.write_body(request, self._preset, self._habits_of(settings))

        async def once() -> Reply:
            nonlocal body
            growing.start()
            try:
                return await self._ask_once(request, body, growing)
            except AskFailed as failed:
                habits = self._learn(failed, settings)
                if habits is None:
                    raise
                self._habits[settings.model] = habits
                body = self._wire.write_body(request, self._preset, habits)
                return await self._ask_once(request, body, growing)

        try:
            return await self._within(limit, growing, lambda left: keep_trying(once, watcher, left, self._wait))
        finally:
            growing.tell()

    async def models(self) -> tuple[str, ...]:
        """The names of the models that the server offers, in its order, each once; raises AskFailed."""
        growing = Growing(_Nobody(), self._clock, None)

        async def once() -> tuple[str, ...]:
            growing.start()
            names: list[str] = []
            after: str | None = None
            for _ in range(_MOST_PAGES):
                page = await self._read_page(after, growing)
                names += page.names
                after = page.after
                if after is None:
                    break
            return tuple(dict.fromkeys(names))

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

    async def _read_page(self, after: str | None, growing: Growing) -> ModelPage:
        settings = EndpointSettings(preset=self._preset.id)
        headers = (*self._key_headers(), *self._wire.headers(Request((), settings, ""), self._preset))
        call = Call("GET", self._wire.models_url(self._address, after), headers, connected=growing.note_connection)
        async with self._transport.open(call) as answer:
            if answer.status in _NO_LIST:
                raise fail(Kind.NO_MODEL_LIST, address=self._address.origin)
            await self._check_status(answer, settings)
            content = b"".join([piece async for piece in answer.pieces()])
        try:
            page = self._wire.read_models(read_json(content))
        except NotJson:
            page = None
        if page is None:
            raise fail(Kind.NO_MODEL_LIST, address=self._address.origin)
        return page

    async def _ask_once(self, request: Request, body: bytes, growing: Growing) -> Reply:
        settings = request.endpoint
        headers = (*self._key_headers(), *self._wire.headers(request, self._preset), ("content-type", "application/json"))
        call = Call("POST", self._wire.url(self._address, settings), headers, body, growing.note_connection)
        async with self._transport.open(call) as answer:
            await self._check_status(answer, settings)
            return await AnswerReader(self._wire, self._address.origin, settings, self._key, growing).read(answer)

    def _key_headers(self) -> Headers:
        return key_headers(self._wire, self._preset, self._key)

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
        return self._wire.learn(said, settings, self._habits_of(settings))


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
