"""Runs scenarios through the engine from a test."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.message import Message, Role
from playground.repair.record import Run
from playground.repair.scenario import Scenario
from playground.runs.engine import Engine
from playground.runs.events import Event, RunEnded
from tests.support.chat_server import ChatServer

SCHEMA = '{"type": "object", "properties": {"answer": {"enum": ["yes", "no"]}}, "required": ["answer"]}'
LIMIT = 20.0  # seconds for a whole test's wait; nothing should ever take that long


def scenario_for(server: ChatServer | str, **changes: Any) -> Scenario:
    """A scenario that asks the server; `changes` are of the scenario, `endpoint` a dict of settings."""
    address = server if isinstance(server, str) else server.base_url
    settings = EndpointSettings(base_url=address, model="test-model", time_limit=15.0)
    settings = replace(settings, **changes.pop("endpoint", {}))
    question = Message(Role.USER, "Does bread contain gluten?")
    return replace(Scenario("5c1a", messages=(question,), schema_text=SCHEMA, endpoint=settings), **changes)


class Heard:
    """The events of one run, as its listener heard them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._changed = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[list[Event]], bool]) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: condition(self.events), LIMIT):
                raise TimeoutError([type(event).__name__ for event in self.events])

    def wait_for_kind(self, kind: type[Any]) -> None:
        self.wait_for(lambda events: any(isinstance(event, kind) for event in events))

    @property
    def run(self) -> Run:
        """The run, once it has ended."""
        self.wait_for_kind(RunEnded)
        last = self.events[-1]
        assert isinstance(last, RunEnded)
        return last.run

    @property
    def kinds(self) -> list[str]:
        """The events' names in order, those of growth as one."""
        names: list[str] = []
        for event in self.events:
            name = type(event).__name__
            if not (names and names[-1] == name == "ReplyGrew"):
                names.append(name)
        return names


@contextmanager
def engine(**parts: Any) -> Iterator[Engine]:
    made = Engine(**parts)
    try:
        yield made
    finally:
        made.close()


def carry_out(scenario: Scenario, key: str | None = None) -> Heard:
    """The whole run, ended."""
    heard = Heard()
    with engine() as made:
        made.start(scenario, key, heard)
        assert heard.run
    return heard
