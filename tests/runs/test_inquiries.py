"""Connections tested, and servers found, through the engine."""

import queue
from dataclasses import replace
from typing import Any

import pytest

from playground.endpoints.check_up import ModelsListed, NotListed
from playground.endpoints.presets import OWN_FILE
from playground.endpoints.probe import Hold, Probed
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.runs.engine import Engine
from tests.support.chat_server import BEHAVIOURS, ChatServer, completion, whole

_LIMIT = 20.0  # seconds


def _settings(server: ChatServer) -> EndpointSettings:
    return EndpointSettings(base_url=server.base_url, model="test-model", stream=False, time_limit=10.0)


def _steps(told: "queue.Queue[Any]") -> list[Any]:
    return list(iter(lambda: told.get(timeout=_LIMIT), None))


def test_a_connection_is_tested_and_its_end_is_told() -> None:
    told: queue.Queue[Any] = queue.Queue()
    engine = Engine()
    with ChatServer(whole(completion('{"a": 1}'))) as server:
        engine.check_up(_settings(server), None, [Mode.JSON], told.put)
        listed, probed = _steps(told)
        engine.close()
    assert isinstance(listed, ModelsListed)
    assert isinstance(probed, Probed)
    assert probed.hold is Hold.ENFORCED
    assert len(probed.day) == len("2026-12-01")


def test_settings_that_cannot_be_used_are_told() -> None:
    told: queue.Queue[Any] = queue.Queue()
    engine = Engine()
    engine.check_up(EndpointSettings(base_url="ftp://x"), None, [Mode.JSON], told.put)
    (step,) = _steps(told)
    engine.close()
    assert isinstance(step, NotListed)
    assert step.failure.kind == "address_invalid"


def test_a_test_that_hangs_ends_with_the_engine() -> None:
    told: queue.Queue[Any] = queue.Queue()
    engine = Engine()
    with ChatServer(BEHAVIOURS["hang"], models=None) as server:
        engine.check_up(replace(_settings(server), time_limit=60.0), None, [Mode.JSON], told.put)
        server.wait_for(lambda it: bool(it.requests))
        engine.close()
        assert _steps(told) == []
        server.wait_for(lambda it: it.open_connections == 0, 1.0)


def test_servers_of_this_computer_are_told(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told: queue.Queue[Any] = queue.Queue()
    engine = Engine()
    with ChatServer(models=("a", "b")) as server:
        own = tmp_path / "own.json"
        ids = ("ollama", "lmstudio", "llamacpp")
        away = ", ".join(f'{{"id": "{id}", "local": false}}' for id in ids)
        own.write_text(f'{{"presets": [{away}, {{"id": "vllm", "base_url": "{server.base_url}"}}]}}', encoding="ascii")
        monkeypatch.setenv(OWN_FILE, str(own))
        engine.find_servers(told.put)
        assert told.get(timeout=_LIMIT) == (("vllm", ("a", "b")),)
        engine.close()
