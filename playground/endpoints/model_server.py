"""A model's server: asked in its dialect, with its habits learned, its retries made and its limit kept."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import TypeVar

from playground.endpoints.answer_reading import AnswerReader
from playground.endpoints.connection import Connection
from playground.endpoints.endpoint import AskFailed, Watcher
from playground.endpoints.error_bodies import read_error
from playground.endpoints.failures import Kind, fail
from playground.endpoints.growth import Growing
from playground.endpoints.keys import mask_key
from playground.endpoints.modes import nearest_mode
from playground.endpoints.retries import Wait, keep_trying
from playground.endpoints.server_errors import Asked, is_filtered, read_refusal
from playground.endpoints.transport import Answer, Call, Transport
from playground.endpoints.wire import Habits, Headers, ModelPage, key_headers
from playground.endpoints.wire_json import NotJson, read_json
from playground.endpoints.wires.table import wire_of
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.exchange import Channel, EndpointFailure, Reply, Request, Source
from playground.verdict.violations import Finish

_T = TypeVar("_T")

_LONGEST_LIMIT = 86_400.0  # seconds
_NO_LIST = frozenset({404, 405, 501})
_LIST_LIMIT = 15.0  # seconds for the list of models, at most
_MOST_PAGES = 20  # of a list of models: a server that never comes to the last one is left
_TEACHING = frozenset({400, 422, 500})  # 500: what a local template raises


class ModelServer:
    """One per connection; used on one event loop."""

    def __init__(self, connection: Connection, *, wait: Wait = asyncio.sleep, clock: Callable[[], float] | None = None) -> None:
        self._connection = connection
        self._wire = wire_of(connection.dialect)
        self._address = connection.address
        self._preset = connection.preset
        self._key = connection.key
        self._transport = Transport(connection.address, connection.network)
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
            tried = {self._habits_of(settings)}
            while True:
                growing.start()
                try:
                    return await self._ask_once(request, body, growing)
                except AskFailed as failed:
                    habits = self._learn(failed, settings)
                    if habits is None or habits in tried:
                        raise
                    tried.add(habits)
                    self._habits[settings.model] = habits
                    body = self._wire.write_body(request, self._preset, habits)

        try:
            return await self._within(limit, growing, lambda left: keep_trying(once, watcher, left, self._wait))
        finally:
            growing.tell()

    async def models(self) -> tuple[str, ...]:
        """The names of the models that the server offers, in its order, each once; raises AskFailed."""
        return (await self._list_models()).names

    async def context_length(self, model: str) -> int | None:
        """The tokens that the model's context holds, where the server says it; raises AskFailed."""
        call = self._wire.context_call(self._address, model)
        if call is None:
            return dict((await self._list_models()).contexts).get(model)
        url, body = call

        async def once(growing: Growing) -> int | None:
            headers = (*self._key_headers(), ("content-type", "application/json"))
            return self._wire.read_context(await self._read_json(Call("POST", url, headers, body, growing.note_connection)))

        return await self._look_up(once)

    async def close(self) -> None:
        """Close every connection."""
        await self._transport.close()

    async def _list_models(self) -> ModelPage:
        async def once(growing: Growing) -> ModelPage:
            names: list[str] = []
            contexts: list[tuple[str, int]] = []
            after: str | None = None
            for _ in range(_MOST_PAGES):
                page = await self._read_page(after, growing)
                names += page.names
                contexts += page.contexts
                after = page.after
                if after is None:
                    break
            masked = tuple(dict.fromkeys(mask_key(name, self._key) for name in names))
            return ModelPage(masked, contexts=tuple(contexts))

        return await self._look_up(once)

    async def _look_up(self, once: Callable[[Growing], Awaitable[_T]]) -> _T:
        """A question about the server rather than to its model: a few seconds at most, and nobody watches."""
        growing = Growing(_Nobody(), self._clock, None)

        async def start() -> _T:
            growing.start()
            return await once(growing)

        return await self._within(_LIST_LIMIT, growing, lambda left: keep_trying(start, _Nobody(), left, self._wait))

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
        page = self._wire.read_models(await self._read_json(call))
        if page is None:
            raise fail(Kind.NO_MODEL_LIST, address=self._address.origin)
        return page

    async def _read_json(self, call: Call) -> object:
        async with self._transport.open(call) as answer:
            if answer.status in _NO_LIST:
                raise fail(Kind.NO_MODEL_LIST, address=self._address.origin)
            if not 200 <= answer.status < 300:
                error = read_error(await answer.beginning())
                raise read_refusal(answer.status, answer.headers, error, self._asked(EndpointSettings()))
            content = b"".join([piece async for piece in answer.pieces()])
        try:
            return read_json(content)
        except NotJson:
            raise fail(Kind.NO_MODEL_LIST, address=self._address.origin) from None

    async def _ask_once(self, request: Request, body: bytes, growing: Growing) -> Reply:
        settings = request.endpoint
        headers = (*self._key_headers(), *self._wire.headers(request, self._preset), ("content-type", "application/json"))
        call = Call("POST", self._wire.url(self._address, settings), headers, body, growing.note_connection)
        asked = self._asked(settings)
        async with self._transport.open(call) as answer:
            if 200 <= answer.status < 300:
                return await AnswerReader(self._wire, asked, growing).read(answer)
            return await self._read_refusal(answer, asked, growing)

    async def _read_refusal(self, answer: Answer, asked: Asked, growing: Growing) -> Reply:
        """What a provider's filter refused is a blocked reply, and what the model wrote before the server refused that, a reply."""
        error = read_error(await answer.beginning())
        if is_filtered(answer.status, error):
            return self._reply("", growing, finish=Finish.CONTENT_FILTER, refusal=asked.say(error.message))
        if error.answer is not None:
            return self._reply(mask_key(error.answer, self._key), growing)
        raise read_refusal(answer.status, answer.headers, error, asked)

    def _reply(self, written: str, growing: Growing, finish: Finish = Finish.UNKNOWN, refusal: str | None = None) -> Reply:
        growing.came_whole([(written, Channel.CONTENT)] if written else [])
        growing.finish()
        return Reply(written, Source.LIVE, finish=finish, refusal=refusal or None, seconds=growing.seconds)

    def _asked(self, settings: EndpointSettings) -> Asked:
        nearest = nearest_mode(settings.mode, self._preset, self._wire.modes)
        return Asked(settings, self._address.origin, nearest, self._key)

    def _key_headers(self) -> Headers:
        return key_headers(self._wire, self._preset, self._key)

    def _habits_of(self, settings: EndpointSettings) -> Habits:
        return self._habits.get(settings.model) or Habits(limit_field=self._preset.limit_field)

    def _learn(self, failed: AskFailed, settings: EndpointSettings) -> Habits | None:
        """What a refusal teaches about the server's names for things; None when it teaches nothing new."""
        if failed.failure.status not in _TEACHING:
            return None
        said = str(dict(failed.failure.message.parameters).get("said", ""))
        return self._wire.learn(said, settings, self._habits_of(settings))


class _Nobody:
    """Watches what nobody needs to see."""

    def grew(self, added: str, channel: Channel) -> None:
        """Nothing grows."""

    def retries(self, failure: EndpointFailure, retry: int, wait: float) -> None:
        """A few seconds at most."""

    def stands_in(self, failure: EndpointFailure) -> None:
        """Nothing stands in."""


def clamp_limit(seconds: float) -> float:
    """A time limit that a clock can keep."""
    return min(max(seconds, 0.05), _LONGEST_LIMIT) if math.isfinite(seconds) else _LONGEST_LIMIT
