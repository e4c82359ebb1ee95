"""Whatever a server does, the truth in a sentence."""

import socket
from typing import Any

import pytest

from playground.endpoints.connection import read_connection
from playground.endpoints.endpoint import AskFailed
from playground.endpoints.failures import Kind
from playground.endpoints.model_server import ModelServer
from playground.repair.endpoint_settings import Mode
from playground.words.language import Language
from tests.endpoints.asking import Seen, ask, fail_to_ask, in_words, request_to, run
from tests.support.chat_server import (
    BEHAVIOURS,
    Behaviour,
    ChatServer,
    completion,
    delta,
    event,
    full_queue,
    hang_in_stream,
    refuse,
    reply,
    stream,
    stream_of,
    whole,
)

_DEEP = b"[" * 100_000
_QUOTA = {"error": {"message": "You exceeded your current quota", "type": "insufficient_quota", "code": "insufficient_quota"}}
_LONG = {"error": {"message": "This model's maximum context length is 4096 tokens.", "code": "context_length_exceeded"}}
_GOOGLE_KEY = [{"error": {"code": 400, "message": "API key not valid.", "status": "INVALID_ARGUMENT"}}]
_NO_MODEL = {"error": {"message": "The model `x` does not exist", "code": "model_not_found"}}
_FORMAT = {"error": {"message": "Invalid schema for response_format 'answer'", "param": "response_format"}}


def _error_event(**error: Any) -> bytes:
    return event({"error": {"message": "upstream died", **error}})


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (refuse(401), "key_missing"),
        (refuse(403), "forbidden"),
        (whole({"detail": "Not Found"}, 404), "address_unknown"),
        (whole(_NO_MODEL, 404), "model_unknown"),
        (whole(_NO_MODEL, 400), "model_unknown"),
        (refuse(405), "address_unknown"),
        (refuse(408), "server_timeout"),
        (refuse(413), "too_large"),
        (whole(b"<html>413</html>", 413), "too_large"),
        (whole({"detail": [{"loc": ["body"], "msg": "field required"}]}, 422), "request_refused"),
        (refuse(418), "request_refused"),
        (refuse(429), "rate_limited"),
        (whole(_QUOTA, 429), "quota"),
        (refuse(402), "quota"),
        (refuse(500), "server_error"),
        (refuse(501), "server_error"),
        (whole(b"<html>Bad gateway</html>", 502, content_type="text/html"), "server_error"),
        (refuse(503, "Loading model"), "overloaded"),
        (refuse(504), "server_timeout"),
        (refuse(529), "overloaded"),
        (whole(_LONG, 400), "too_long"),
        (whole(_GOOGLE_KEY, 400), "key_missing"),
        (whole({"error": "model is not loaded"}, 404), "model_unknown"),
        (whole({"object": "error", "message": "bad"}, 400), "request_refused"),
        (whole(b"", 400), "request_refused"),
        (whole(b"\xff\xfe", 400), "request_refused"),
        (whole(_DEEP, 400), "request_refused"),
        (BEHAVIOURS["redirect"], "redirect"),
        (whole(b"", 304), "redirect"),
        (whole(b"", 200), "empty"),
        (whole(b"", 204), "empty"),
        (whole(b"  \n ", 200), "empty"),
        (BEHAVIOURS["html"], "web_page"),
        (whole(b"\n <html>", 200), "web_page"),
        (whole(b"Hello!", 200), "not_json"),
        (whole(b'{"choices": [', 200), "not_json"),
        (whole(b'{"choices": [{"message": {"content": "\xff"}}]}', 200), "not_json"),
        (whole(b'{"choices": [{"message": {"content": "a"}}], "usage": NaN}', 200), "not_json"),
        (whole(b'{"n": ' + b"1" * 5000 + b"}", 200), "not_json"),
        (whole(_DEEP, 200), "not_json"),
        (whole({}, 200), "no_choices"),
        (whole([], 200), "no_choices"),
        (whole({"choices": []}, 200), "no_choices"),
        (whole({"choices": None}, 200), "no_choices"),
        (whole({"choices": ["a"]}, 200), "no_choices"),
        (whole({"choices": [{}]}, 200), "no_choices"),
        (whole({"choices": [{"message": None, "finish_reason": "stop"}]}, 200), "no_choices"),
        (whole({"message": "Hello"}, 200), "no_choices"),
        (whole({"choices": [{"error": {"message": "upstream died"}, "finish_reason": "error"}]}, 200), "error_in_answer"),
        (whole({"error": {"message": "upstream died", "code": "oops"}}, 200), "error_in_answer"),
        (whole({"error": "upstream died"}, 200), "error_in_answer"),
        (whole({"error": {"message": "slow down", "code": 429}}, 200), "rate_limited"),
        (whole([{"error": {"message": "no", "code": 400}}], 200), "request_refused"),
        (whole(completion("", finish="error"), 200), "error_in_answer"),
        (stream([_error_event()]), "error_in_stream"),
        (stream([_error_event(code=503), event("[DONE]")]), "overloaded"),
        (stream([*stream_of("half", finish=None, done=False), _error_event(code=503)]), "error_in_stream"),
        (stream([b'event: error\ndata: {"message": "died"}\n\n']), "error_in_stream"),
        (stream([b"event: error\ndata: died\n\n"]), "error_in_stream"),
        (stream([*stream_of("half", finish=None, done=False), event(delta(finish="error"))]), "error_in_stream"),
        (stream([*stream_of("half", finish=None, done=False), b"data: {oops\n\n"]), "not_json"),
        (stream([event([1, 2])]), "no_choices"),
        (stream([event({"type": "error", "message": "died"})]), "error_in_stream"),
        (whole({"type": "error", "message": "died"}), "error_in_answer"),
        (BEHAVIOURS["hang_up"], "closed_early"),
        (BEHAVIOURS["hang_up_in_body"], "broken_off"),
        (BEHAVIOURS["garbage"], "protocol"),
        (BEHAVIOURS["bomb"], "too_big"),
        (BEHAVIOURS["flood"], "too_big"),
        (whole(b"x", content_encoding="br"), "encoding"),
        (whole(b"not gzip at all", content_encoding="gzip"), "encoding"),
        (stream([b": nothing but comments\n\n"]), "not_json"),
    ],
)
def test_each_way_to_fail_has_its_kind(behaviour: Behaviour, kind: str) -> None:
    with ChatServer(behaviour) as server:
        failure = fail_to_ask(request_to(server))
    assert failure.kind == kind
    assert "{" not in in_words(failure)
    assert "endpoints." not in in_words(failure)


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (whole(_FORMAT, 400), "mode_refused"),
        (refuse(400, "'response_format.type' must be 'json_schema' or 'text'"), "mode_refused"),
        (refuse(500, "Cannot use both json_schema and grammar"), "mode_refused"),
        (refuse(400, "temperature is too high"), "request_refused"),
    ],
)
def test_a_refused_mode_is_told_as_such(behaviour: Behaviour, kind: str) -> None:
    with ChatServer(behaviour) as server:
        failure = fail_to_ask(request_to(server, mode=Mode.SCHEMA))
        assert len(server.requests) == 1
    assert failure.kind == kind
    assert ("strict schema" in in_words(failure)) is (kind == "mode_refused")


def test_a_refused_key_differs_from_a_missing_one() -> None:
    with ChatServer(refuse(401, "Incorrect API key provided: sk-secret-123")) as server:
        failure = fail_to_ask(request_to(server), key="sk-secret-123")
    assert failure.kind == "key_refused"
    assert "sk-secret-123" not in repr(failure)
    assert "Incorrect API key provided: •••" in in_words(failure)


def test_what_the_server_says_is_shown_as_one_line_of_plain_text() -> None:
    with ChatServer(refuse(418, "line one\nline\u202e two\x1b[31m " + "long " * 200)) as server:
        words = in_words(fail_to_ask(request_to(server)))
    assert "line one line two [31m long" in words
    assert len(words) < 700


def test_the_address_of_a_redirect_is_told_and_not_followed() -> None:
    with ChatServer() as elsewhere, ChatServer(whole(b"", 307, location=f"{elsewhere.base_url}/chat/completions")) as server:
        failure = fail_to_ask(request_to(server), key="sk-secret-123")
        assert elsewhere.base_url in in_words(failure)
        assert elsewhere.requests == []


def test_a_redirect_without_an_address_is_told() -> None:
    with ChatServer(whole(b"", 301)) as server:
        assert "redirects the request to another address." in in_words(fail_to_ask(request_to(server)))


@pytest.mark.parametrize("name", ["hang", "hang_in_body", "hang_in_stream", "drip"])
def test_one_limit_ends_every_way_of_being_slow(name: str) -> None:
    with ChatServer(BEHAVIOURS[name]) as server:
        failure = fail_to_ask(request_to(server, time_limit=0.3))
        assert failure.kind == "timeout"
        assert server.wait_for(lambda it: it.open_connections == 0) < 1.0
    assert "0.3 seconds" in in_words(failure)


def test_what_came_before_the_limit_was_seen() -> None:
    seen = Seen()
    with ChatServer(hang_in_stream) as server:
        fail_to_ask(request_to(server, time_limit=0.5), watcher=seen)
    assert seen.text


def _unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_server_that_does_not_run_is_told_from_one_that_does() -> None:
    assert fail_to_ask(request_to(f"http://127.0.0.1:{_unused_port()}")).kind == "refused_here"


def test_a_server_that_takes_no_connection_is_told_from_one_that_is_slow() -> None:
    with full_queue() as port:
        failure = fail_to_ask(request_to(f"http://127.0.0.1:{port}", time_limit=0.3))
    assert failure.kind == "connect_timeout"
    assert "0.3 seconds" in in_words(failure)


def test_https_to_a_server_of_http_is_told() -> None:
    with ChatServer() as server:
        failure = fail_to_ask(request_to(server.base_url.replace("http", "https", 1)))
    assert failure.kind == "tls"


@pytest.mark.parametrize(("host", "kind"), [("no-such-host.invalid", "name_unknown"), ("ai", "lab_unknown")])
def test_names_that_do_not_exist(host: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(name: Any, *_: Any) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, f"Name or service not known: {name}")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    failure = fail_to_ask(request_to(f"http://{host}:4000"))
    assert failure.kind == kind
    assert host in in_words(failure)


def test_a_stranger_behind_the_labs_name_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with full_queue() as port:

        def look_up(*_: Any) -> Any:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        monkeypatch.setattr("playground.endpoints.transport._LAB_CONNECT_LIMIT", 0.1)
        seen = Seen()
        assert fail_to_ask(request_to(f"http://ai:{port}"), watcher=seen).kind == "lab_unknown"
    assert seen.waits == []


def test_a_proxy_is_never_asked_for_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with ChatServer(reply("{}")) as server:
        assert ask(request_to(server)).text == "{}"


def test_a_proxy_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "nonsense://x")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert fail_to_ask(request_to("http://192.0.2.1:8000")).kind == "proxy"


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("kind", list(Kind))
def test_each_kind_is_worded_in_each_language(kind: Kind, language: Language) -> None:
    from playground.endpoints.failures import describe
    from playground.words.text import Text

    everything = {
        "address": "A", "problem": Text("endpoints.address.missing"), "mode": "M", "server": "S", "field": "F", "host": "H",
        "seconds": 1.5, "reason": "R", "megabytes": 16, "encoding": "E", "code": "500", "model": "N", "to": "T", "file": "P", "header": "X",
    }  # fmt: skip
    words = in_words(describe(kind, said="W", **everything), language)  # type: ignore[arg-type]
    assert "endpoints." not in words
    assert "{" not in words.replace('{"top_p": 0.9}', "")


def test_a_proxy_is_asked_for_other_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    with ChatServer(reply("{}")) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.port}")
        assert ask(request_to("http://192.0.2.1:8000")).text == "{}"
        assert proxy.requests[0].path == "http://192.0.2.1:8000/v1/chat/completions"


def test_an_error_beside_a_choice_is_quoted() -> None:
    body = {"choices": [{"error": {"message": "upstream died"}, "finish_reason": "error", "message": {"content": ""}}]}
    with ChatServer(whole(body)) as server:
        assert "upstream died" in in_words(fail_to_ask(request_to(server)))


@pytest.mark.parametrize("behaviour", [whole({"detail": "Not Found"}, 404), whole({"ok": True}), BEHAVIOURS["html"]])
def test_a_server_without_a_list_of_models(behaviour: Behaviour) -> None:
    async def once(address: str) -> None:
        connection = read_connection(request_to(address).endpoint, None)
        endpoint = ModelServer(connection)
        try:
            await endpoint.models()
        finally:
            await endpoint.close()

    with ChatServer(behaviour, models=None) as server, pytest.raises(AskFailed) as caught:
        run(once(server.base_url))
    assert caught.value.failure.kind == "no_model_list"


def test_the_insides_of_a_server_are_not_shown() -> None:
    said = 'it broke\n  File "/srv/app.py", line 3, in f\n    raise'
    with ChatServer(refuse(400, said)) as server:
        words = in_words(fail_to_ask(request_to(server)))
    assert "it broke" in words
    assert "app.py" not in words
