"""Every provider's answers as it sends them: whole, streamed in any pieces, cut off, refused; and its list of models."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from playground.endpoints.connection import read_connection
from playground.endpoints.model_server import ModelServer
from playground.endpoints.presets import preset, presets
from playground.repair.endpoint_settings import Dialect, Mode
from playground.repair.exchange import Channel, Reply, Request, Usage
from playground.verdict.violations import Finish
from tests.endpoints.asking import Seen, ask, fail_to_ask, in_words, request_to, run
from tests.support.chat_server import Behaviour, ChatServer, stream, whole

_FOLDER = Path(__file__).parent / "recorded"
_ALL = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(_FOLDER.glob("*.json"))}
ANSWER = '{"answer": "yes"}'
KEY = "sk-recorded-secret"

each = pytest.mark.parametrize("name", list(_ALL))


def _request(server: ChatServer, name: str, **changes: Any) -> Request:
    shape = _ALL[name]
    known = preset(shape["preset"])
    dialect = Dialect(shape.get("dialect", known.dialects[0]))
    return request_to(server, preset=known.id, dialect=dialect, **changes)


def _events(name: str, end: bytes = b"\n") -> list[bytes]:
    shape = _ALL[name]
    if "lines" in shape:
        return [json.dumps(line).encode() + end for line in shape["lines"]]
    return [event.encode().replace(b"\n", end) + end + end for event in shape["stream"]]


def _ask(name: str, behaviour: Behaviour, seen: Seen | None = None, **changes: Any) -> Reply:
    with ChatServer(behaviour) as server:
        return ask(_request(server, name, **changes), key=KEY, watcher=seen)


def _check(name: str, reply: Reply) -> None:
    shape = _ALL[name]
    assert (reply.text, reply.channel, reply.finish) == (ANSWER, Channel.CONTENT, Finish.STOP)
    assert reply.reasoning == shape.get("reasoning")
    assert reply.usage == Usage(**shape["usage"])
    assert reply.model == shape["model"]


def test_every_kind_of_server_has_a_recorded_shape() -> None:
    assert {shape["preset"] for shape in _ALL.values()} == {known.id for known in presets()} - {"lab", "other"}


@each
def test_a_whole_answer(name: str) -> None:
    _check(name, _ask(name, whole(_ALL[name]["whole"]), stream=False))


@each
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_stream(name: str, end: bytes) -> None:
    seen = Seen()
    _check(name, _ask(name, stream(_events(name, end)), seen))
    assert "".join(added for added, of in seen.added if of is Channel.CONTENT) == ANSWER


@each
def test_a_stream_byte_by_byte(name: str) -> None:
    content = b"".join(_events(name, b"\r\n"))
    _check(name, _ask(name, stream(content[at : at + 1] for at in range(len(content)))))


@each
def test_comments_pings_and_unknown_events_say_nothing(name: str) -> None:
    noise = [] if "lines" in _ALL[name] else [b": ping\n\n", b"event: ping\ndata: {}\n\n", b"id: 7\nretry: 10\n\n"]
    pieces = [piece for event in _events(name) for piece in (*noise, event)]
    _check(name, _ask(name, stream(pieces)))


@each
def test_a_stream_is_complete_only_with_its_end_mark(name: str) -> None:
    events = _events(name)
    text_came = next(at for at, event in enumerate(events) if b'"yes\\"}' in event)
    finished = b"finish" in events[text_came]
    reply = _ask(name, stream(events[: text_came + (not finished)]))
    assert reply.finish is Finish.CUT
    assert ANSWER.startswith(reply.text)
    assert reply.text


@each
def test_what_follows_the_last_word_is_not_waited_for(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.endpoints.answer_reading.AFTER_FINISH", 0.05)  # seconds

    async def keeps_open(exchange: Any) -> None:
        await exchange.head(content_type="text/event-stream", transfer_encoding="chunked")
        await exchange.chunk(b"".join(_events(name)))
        await exchange.until_closed()

    _check(name, _ask(name, keeps_open))


@each
def test_an_error_in_mid_stream_is_an_error(name: str) -> None:
    shape = _ALL[name]
    error = {"error": {"type": "overloaded_error", "message": "upstream died"}}
    event = (
        json.dumps(error).encode() + b"\n" if "lines" in shape else b"event: error\ndata: " + json.dumps(error).encode() + b"\n\n"
    )
    events = _events(name)
    text_came = next(at for at, event in enumerate(events) if b'\\"ans' in event)
    with ChatServer(stream([*events[: text_came + 1], event])) as server:
        failure = fail_to_ask(_request(server, name), key=KEY)
        assert len(server.requests) == 1
    assert failure.kind == "error_in_stream"
    assert "upstream died" in in_words(failure)


def _errors() -> Iterator[Any]:
    for name, shape in _ALL.items():
        for error in shape["errors"]:
            yield pytest.param(name, error, id=f"{name}-{error['status']}-{error['kind']}")


@pytest.mark.parametrize(("name", "error"), list(_errors()))
def test_each_error_of_a_provider_has_its_kind(name: str, error: dict[str, Any]) -> None:
    behaviour = whole(error["body"], error["status"], **error.get("headers", {}))
    with ChatServer(behaviour) as server:
        request = _request(server, name, mode=Mode(error.get("mode", "prompt")))
        failure = fail_to_ask(request, key=KEY)
    assert failure.kind == error["kind"]
    assert (failure.nearest_mode is not None) is (failure.kind == "mode_refused")


@pytest.mark.parametrize("name", [name for name, shape in _ALL.items() if "blocked" in shape])
def test_a_prompt_that_a_filter_refused_is_a_blocked_reply(name: str) -> None:
    blocked = _ALL[name]["blocked"]
    reply = _ask(name, whole(blocked["body"], blocked["status"]))
    assert (reply.text, reply.finish) == ("", Finish.CONTENT_FILTER)
    assert reply.refusal


@each
def test_the_models_of_a_provider(name: str) -> None:
    shape = _ALL[name]

    async def look_up(server: ChatServer) -> tuple[tuple[str, ...], int | None]:
        request = _request(server, name)
        endpoint = ModelServer(read_connection(request.endpoint, KEY))
        try:
            contexts = shape.get("contexts", {})
            return await endpoint.models(), await endpoint.context_length("m-1") if contexts else None
        finally:
            await endpoint.close()

    with ChatServer(whole(shape["models"]), models=None) as server:
        names, context = run(look_up(server))
    assert names == ("m-1", "m-2")
    assert context == shape.get("contexts", {}).get("m-1")
