"""What the constraint probe and the test of a connection find out about a server."""

import json
from dataclasses import replace
from typing import Any

import pytest

from playground.endpoints.check_up import CheckStep, ModelsListed, NotListed, check_up
from playground.endpoints.connection import read_connection
from playground.endpoints.local_servers import find_local_servers
from playground.endpoints.model_server import ModelServer
from playground.endpoints.presets import preset
from playground.endpoints.probe import Hold, Probed, probe
from playground.repair.endpoint_settings import Mode
from playground.words.language import Language
from playground.words.rendering import render
from tests.endpoints.asking import request_to, run
from tests.support.chat_server import Behaviour, ChatServer, Exchange, completion, refuse, whole

_DAY = "2026-12-01"


def _demanded(body: dict[str, Any]) -> str | None:
    """The word that the request's schema demands, wherever it stands."""
    found = json.dumps(body).partition('"enum": ["')[2].partition('"')[0]
    return found or None


def _obeys(*, always: bool = True, channel: str = "content") -> Behaviour:
    """A server that holds the model to the schema: always, or only where the question leaves it open."""

    async def behave(exchange: Exchange) -> None:
        body = exchange.received.json
        word = _demanded(body)
        against = "blue" in body["messages"][0]["content"]
        answer = json.dumps({"word": "blue" if against and not always else word})
        message: dict[str, Any] = {"content": None, channel: answer}
        if channel == "tool_calls":
            message[channel] = [{"id": "c", "function": {"name": "answer", "arguments": answer}}]
        text = message.pop("content")
        await exchange.whole(json.dumps(completion(text, **message)).encode())

    return behave


def _says(text: str) -> Behaviour:
    return whole(completion(text))


async def _says_what_it_is_told(exchange: Exchange) -> None:
    question = exchange.received.json["messages"][0]["content"]
    await exchange.whole(json.dumps(completion("{" + question.partition("{")[2])).encode())


@pytest.mark.parametrize(
    ("mode", "behaviour", "hold"),
    [
        (Mode.SCHEMA, _obeys(), Hold.ENFORCED),
        (Mode.SCHEMA, _obeys(always=False), Hold.HINT),
        (Mode.SCHEMA, _says('{"word": "blue"}'), Hold.IGNORED),
        (Mode.SCHEMA, _says("The sea is blue."), Hold.IGNORED),
        (Mode.SCHEMA, _obeys(channel="reasoning_content"), Hold.REASONING),
        (Mode.SCHEMA, _says(""), Hold.UNDECIDED),
        (Mode.SCHEMA, refuse(400, "response_format is not supported"), Hold.REFUSED),
        (Mode.SCHEMA, refuse(401), Hold.FAILED),
        (Mode.GRAMMAR, _obeys(), Hold.ENFORCED),
        (Mode.TOOL, _obeys(channel="tool_calls"), Hold.ENFORCED),
        (Mode.TOOL, _obeys(channel="tool_calls", always=False), Hold.HINT),
        (Mode.TOOL, _obeys(), Hold.IGNORED),
        (Mode.TOOL, _says("The sea is blue."), Hold.IGNORED),
        (Mode.JSON, _says('{"sea": "wide"}'), Hold.ENFORCED),
        (Mode.JSON, _says("The sea is wide."), Hold.IGNORED),
        (Mode.PROMPT, _says_what_it_is_told, Hold.HINT),
        (Mode.PROMPT, _says("Hello!"), Hold.IGNORED),
    ],
)
def test_how_firmly_a_mode_holds(mode: Mode, behaviour: Behaviour, hold: Hold) -> None:
    with ChatServer(behaviour) as server:
        settings = request_to(server, stream=False).endpoint

        async def once() -> Probed:
            endpoint = ModelServer(read_connection(settings, None))
            try:
                return await probe(endpoint, settings, mode, day=_DAY)
            finally:
                await endpoint.close()

        found = run(once())
    assert (found.mode, found.hold, found.model, found.day) == (mode, hold, "test-model", _DAY)
    assert (found.failure is not None) is (hold in {Hold.REFUSED, Hold.FAILED})
    for language in Language:
        assert "endpoints." not in render(found.message, language)


def test_the_word_of_a_probe_is_another_each_time() -> None:
    with ChatServer(_says("{}")) as server:
        settings = request_to(server, stream=False).endpoint

        async def twice() -> None:
            endpoint = ModelServer(read_connection(settings, None))
            for _ in range(2):
                await probe(endpoint, settings, Mode.SCHEMA, day=_DAY)
            await endpoint.close()

        run(twice())
        words = {_demanded(received.json) for received in server.requests}
    assert len(words) == 2


def _check(server: ChatServer, *modes: Mode, **changes: Any) -> list[CheckStep]:
    settings = request_to(server, stream=False, **changes).endpoint

    async def once() -> list[CheckStep]:
        endpoint = ModelServer(read_connection(settings, None))
        try:
            return [step async for step in check_up(endpoint, settings, modes, day=_DAY)]
        finally:
            await endpoint.close()

    return run(once())


def test_a_connection_is_tested_step_by_step() -> None:
    with ChatServer(_obeys(), models=("test-model", "b")) as server:
        listed, first, second = _check(server, Mode.SCHEMA, Mode.JSON)
    assert listed == ModelsListed(("test-model", "b"), there=True)
    assert isinstance(first, Probed)
    assert isinstance(second, Probed)
    assert (first.hold, second.mode) == (Hold.ENFORCED, Mode.JSON)


@pytest.mark.parametrize(("model", "there"), [("b", True), ("c", False), ("", None)])
def test_whether_the_model_is_there_is_said(model: str, there: bool | None) -> None:
    with ChatServer(models=("b",)) as server:
        (listed,) = _check(server, model=model)
    assert isinstance(listed, ModelsListed)
    assert listed.there is there
    assert ("not this one" in render(listed.message, Language.ENGLISH)) is (there is False)


def test_a_refused_key_ends_the_test_and_a_missing_list_does_not() -> None:
    with ChatServer(refuse(401), models=None) as server:
        (step,) = _check(server, Mode.SCHEMA)
        assert isinstance(step, NotListed)
        assert (step.failure.kind, step.goes_on) == ("key_missing", False)
    with ChatServer(refuse(404), _obeys(), models=None) as server:
        step, probed = _check(server, Mode.SCHEMA)
        assert isinstance(step, NotListed)
        assert step.goes_on
        assert isinstance(probed, Probed)


def test_servers_that_run_here_are_found() -> None:
    with ChatServer(models=("a",)) as running, ChatServer(whole(b"<html>"), models=None) as other:
        known = (
            replace(preset("vllm"), base_url=running.base_url),
            replace(preset("llamacpp"), base_url=other.base_url),
            replace(preset("lmstudio"), base_url="http://127.0.0.1:9/v1"),
            replace(preset("openai"), base_url=running.base_url),
        )
        found = run(find_local_servers(known))
    assert [(server.preset.id, server.models) for server in found] == [("vllm", ("a",))]


def test_a_silent_server_holds_up_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.support.chat_server import hang

    monkeypatch.setattr("playground.endpoints.local_servers._LIMIT", 0.1)
    with ChatServer(hang, models=None) as server:
        assert run(find_local_servers((replace(preset("vllm"), base_url=server.base_url),))) == ()
