"""The key that was sent is in nothing that comes back, however a server throws it at us."""

import gzip
import json
import logging
import traceback
from typing import Any
from urllib.parse import quote

import pytest

from playground.endpoints.connection import read_connection
from playground.endpoints.endpoint import AskFailed
from playground.endpoints.keys import clean_key
from playground.endpoints.model_server import ModelServer
from playground.endpoints.network import Network
from playground.endpoints.preview import request_preview
from playground.repair.endpoint_settings import Dialect
from playground.repair.record_format import write_record
from playground.words.language import Language
from tests.endpoints.asking import Seen, in_words, request_to, run
from tests.support.chat_server import BEHAVIOURS, Behaviour, ChatServer, completion, delta, event, refuse, stream, whole

KEY = "sk-very/secret+key=="
_FORMS = {KEY, quote(KEY, safe=""), json.dumps(KEY)[1:-1]}
_FAR = "x" * 250


def _throws(**headers: str) -> Behaviour:
    return whole({"error": {"message": "no"}}, 418, **headers)


_KINDS: list[Behaviour] = [
    *(refuse(status, f"Your key {KEY} is bad") for status in (400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 503, 529)),
    refuse(418, _FAR + "\u200b" * 40 + KEY + _FAR),
    refuse(418, "\u200b" * 1190 + KEY),
    whole({"detail": [{"loc": ["body", KEY], "msg": KEY}]}, 422),
    whole({"error": KEY}, 500),
    whole({"error": {"message": {"nested": KEY}, "code": KEY, "type": KEY}}, 418),
    whole({"error": {"message": "no", "metadata": {"raw": KEY}}}, 502),
    whole(f"<html><title>{KEY}</title>".encode(), 502),
    whole(KEY.encode(), 500),
    whole(b" " * 70_000 + KEY.encode(), 418),
    whole(b"", 307, location=f"http://127.0.0.1:1/?key={quote(KEY, safe='')}&again={KEY}"),
    _throws(content_encoding=KEY),
    _throws(retry_after=KEY),
    whole({"error": {"message": KEY}}),
    whole({"error": {"message": KEY, "code": 429}}),
    whole({"message": KEY}),
    whole(KEY.encode()),
    whole(gzip.compress(KEY.encode()), content_encoding=KEY),
    stream([event({"error": {"message": KEY}})]),
    stream([event(delta("half")), event({"error": {"message": _FAR + KEY}})]),
    stream([f"event: error\ndata: {KEY}\n\n".encode()]),
    stream([event(KEY)]),
    whole(completion(KEY, reasoning_content=KEY, refusal=KEY) | {"model": KEY}),
    whole(completion(None, tool_calls=[{"id": KEY, "function": {"name": KEY, "arguments": KEY}}])),
    whole({"error": {"message": "json", "failed_generation": KEY}}, 400),
    whole({"error": {"message": KEY, "code": "content_filter"}}, 400),
    *(BEHAVIOURS[name] for name in ("hang_up", "hang_up_in_body", "garbage", "bomb", "html")),
]


@pytest.mark.parametrize("behaviour", _KINDS)
@pytest.mark.parametrize("dialect", [Dialect.CHAT_COMPLETIONS, Dialect.ANTHROPIC, Dialect.GEMINI])
def test_no_kind_of_answer_brings_the_key_back(behaviour: Behaviour, dialect: Dialect, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    seen = Seen()
    with ChatServer(behaviour) as server:
        came = _ask(server, dialect, seen)
        assert KEY in " ".join(server.requests[0].headers.values())
    _check(came, seen.text, repr(seen.failures), caplog.text)


def _ask(server: ChatServer, dialect: Dialect, seen: Seen) -> str:
    """All that can be seen of an ask, in every printed form."""
    request = request_to(server, dialect=dialect)
    connection = read_connection(request.endpoint, KEY)

    async def once() -> str:
        endpoint = ModelServer(connection, wait=_no_wait)
        try:
            reply = await endpoint.ask(request, seen)
        except AskFailed as failed:
            words = "".join(in_words(failed.failure, language) for language in Language)
            return words + repr(failed.failure) + write_record(failed.failure) + "".join(traceback.format_exception(failed))
        finally:
            await endpoint.close()
        return repr(reply) + write_record(reply)

    return run(once()) + repr(connection)


async def _no_wait(seconds: float) -> None:
    """Stands for the wait before a retry."""


def _check(*printed: str) -> None:
    for form in _FORMS:
        assert [text[: text.index(form)][-80:] for text in printed if form in text] == []
    assert not any("sk-very/secr" in text for text in printed)  # a piece that a cut laid bare


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "https://127.0.0.1:9", "http://no-such-host.invalid"])
def test_no_failed_connection_shows_the_key(address: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    request = request_to(address, time_limit=0.5)
    connection = read_connection(request.endpoint, KEY, allow_plain_http=True)

    async def once() -> str:
        endpoint = ModelServer(connection, wait=_no_wait)
        try:
            await endpoint.ask(request, Seen())
        except AskFailed as failed:
            return "".join(traceback.format_exception(failed)) + repr(failed.failure)
        finally:
            await endpoint.close()
        raise AssertionError

    _check(run(once()), caplog.text)


def test_a_list_of_models_does_not_bring_the_key_back() -> None:
    async def once(server: ChatServer) -> tuple[str, ...]:
        endpoint = ModelServer(read_connection(request_to(server).endpoint, KEY))
        try:
            return await endpoint.models()
        finally:
            await endpoint.close()

    with ChatServer(whole({"data": [{"id": f"model-{KEY}"}]}), models=None) as server:
        assert run(once(server)) == ("model-•••",)


def test_headers_of_a_network_are_sent_and_shown_nowhere() -> None:
    network = Network(headers=(("X-Team:", f" {KEY} "),))
    with ChatServer() as server:
        request = request_to(server)
        connection = read_connection(request.endpoint, None, network=network)

        async def once() -> None:
            endpoint = ModelServer(connection)
            await endpoint.ask(request, Seen())
            await endpoint.close()

        run(once())
        assert server.requests[0].headers["x-team"] == KEY
    _check(repr(network), repr(connection))


@pytest.mark.parametrize("name", ["Authorization", "x-api-key", "Host", "a b", "", "é"])
def test_headers_that_cannot_be_or_are_the_programs_own_are_refused(name: str) -> None:
    with pytest.raises(AskFailed) as caught:
        read_connection(request_to("http://127.0.0.1:1").endpoint, None, network=Network(headers=((name, KEY),)))
    assert caught.value.failure.kind == "header_invalid"
    _check(repr(caught.value.failure))


def test_a_header_goes_over_plain_http_to_another_machine_only_with_a_yes() -> None:
    settings, network = request_to("http://192.0.2.1").endpoint, Network(headers=(("x-team", "secret"),))
    with pytest.raises(AskFailed) as caught:
        read_connection(settings, None, network=network)
    assert caught.value.failure.kind == "plain_http"
    assert read_connection(settings, None, network=network, allow_plain_http=True).network.headers


@pytest.mark.parametrize("dialect", list(Dialect))
def test_the_preview_shows_a_mask_in_its_place(dialect: Dialect) -> None:
    preview = request_preview(request_to("http://127.0.0.1:1", dialect=dialect), has_key=True)
    assert '$API_KEY"' in preview.curl
    assert "•••" in " ".join(value for _, value in preview.headers)


@pytest.mark.parametrize(
    "pasted",
    ["sk-1", " sk-1\n", "\tsk-1\r\n", '"sk-1"', "'sk-1'", "`sk-1`", "Bearer sk-1", "bearer  sk-1", "Authorization: Bearer sk-1",
     "x-api-key: sk-1", "api-key: sk-1", "OPENAI_API_KEY=sk-1", 'export ANTHROPIC_API_KEY="sk-1"', "$env:GEMINI_API_KEY = 'sk-1'",
     "\ufeffsk-1", "\u00a0sk-1\u200b", "set OPENAI_API_KEY=sk-1", "sk-1,"],
)  # fmt: skip
def test_what_is_pasted_around_a_key_is_taken_off(pasted: str) -> None:
    assert clean_key(pasted) == "sk-1"


@pytest.mark.parametrize("pasted", ["", "  ", '""', "Bearer ", "\n", None])
def test_nothing_is_no_key(pasted: Any) -> None:
    assert clean_key(pasted) is None
