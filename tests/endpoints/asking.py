"""Asks an endpoint from a test, on the loop that the program uses."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import pytest

from playground.endpoints.connection import read_connection
from playground.endpoints.endpoint import AskFailed
from playground.endpoints.event_loop import NamingLoop
from playground.endpoints.model_server import ModelServer
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.exchange import Channel, EndpointFailure, Reply, Request
from playground.repair.message import Message, Role
from playground.words.language import Language
from playground.words.rendering import render
from tests.support.chat_server import ChatServer

SCHEMA = '{"type": "object", "properties": {"answer": {"enum": ["yes", "no"]}}, "required": ["answer"]}'
QUESTION = (Message(Role.USER, "Does bread contain gluten? Answer only with JSON."),)
_T = TypeVar("_T")


@dataclass
class Seen:
    """Watches an ask."""

    added: list[tuple[str, Channel]] = field(default_factory=list)
    waits: list[tuple[str, int, float]] = field(default_factory=list)
    failures: list[EndpointFailure] = field(default_factory=list)

    def grew(self, added: str, channel: Channel) -> None:
        self.added.append((added, channel))

    def retries(self, failure: EndpointFailure, retry: int, wait: float) -> None:
        self.waits.append((failure.kind, retry, wait))

    def stands_in(self, failure: EndpointFailure) -> None:
        self.failures.append(failure)

    @property
    def text(self) -> str:
        return "".join(added for added, _ in self.added)


async def no_wait(seconds: float) -> None:
    """Stands for the wait before a retry."""


def run(work: Awaitable[_T]) -> _T:
    async def wrapped() -> _T:
        return await work

    with asyncio.Runner(loop_factory=NamingLoop) as runner:
        return runner.run(wrapped())


def request_to(server: ChatServer | str, **changes: Any) -> Request:
    """A question to the server; `changes` are settings, or `messages` and `schema_text` of the request."""
    address = server if isinstance(server, str) else server.base_url
    parts = {name: changes.pop(name) for name in ("messages", "schema_text") if name in changes}
    settings = replace(EndpointSettings(base_url=address, model="test-model", time_limit=20.0), **changes)
    return replace(Request(QUESTION, settings, SCHEMA), **parts)


def ask(
    request: Request, *, key: str | None = None, watcher: Seen | None = None, wait: Callable[[float], Awaitable[None]] = no_wait
) -> Reply:
    async def once() -> Reply:
        connection = read_connection(request.endpoint, key)
        endpoint = ModelServer(connection, wait=wait)
        try:
            return await endpoint.ask(request, watcher or Seen())
        finally:
            await endpoint.close()

    return run(once())


def fail_to_ask(request: Request, *, key: str | None = None, watcher: Seen | None = None) -> EndpointFailure:
    with pytest.raises(AskFailed) as caught:
        ask(request, key=key, watcher=watcher)
    return caught.value.failure


def in_words(failure: EndpointFailure, language: Language = Language.ENGLISH) -> str:
    return " ".join(render(sentence, language) for sentence in (failure.title, failure.message, failure.hint))
