"""Retries of transport: few, visible, inside the limit, never after the first token."""

import pytest

from tests.endpoints.asking import Seen, ask, fail_to_ask, request_to
from tests.support.chat_server import BEHAVIOURS, Behaviour, ChatServer, refuse, reply, stream, stream_of, whole

_QUOTA = {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}
_DELAY = {"error": {"code": 429, "message": "wait", "details": [{"@type": "RetryInfo", "retryDelay": "3s"}]}}


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 529])
def test_passing_troubles_are_tried_again(status: int) -> None:
    seen = Seen()
    with ChatServer(refuse(status), refuse(status), reply("{}")) as server:
        assert ask(request_to(server), watcher=seen).text == "{}"
        assert len(server.requests) == 3
    assert [(retry, wait) for _, retry, wait in seen.waits] == [(1, 0.5), (2, 1.0)]


@pytest.mark.parametrize(
    "behaviour", [BEHAVIOURS["hang_up"], stream([], cut=True), stream(stream_of("", finish=None)[:1], cut=True)]
)
def test_a_connection_that_breaks_before_the_first_token_is_tried_again(behaviour: Behaviour) -> None:
    with ChatServer(behaviour, reply("{}")) as server:
        assert ask(request_to(server)).text == "{}"


def test_it_is_tried_again_twice_and_no_more() -> None:
    with ChatServer(refuse(500)) as server:
        assert fail_to_ask(request_to(server)).kind == "server_error"
        assert len(server.requests) == 3


@pytest.mark.parametrize(
    "behaviour",
    [
        refuse(400),
        refuse(401),
        refuse(404),
        refuse(501),
        whole(_QUOTA, 429),
        refuse(503, x_should_retry="false"),
        whole({}, 200),
        stream([*stream_of("half", finish=None, done=False), b'data: {"error": {"code": 503}}\n\n']),
        BEHAVIOURS["hang_up_in_body"],
        BEHAVIOURS["redirect"],
    ],
)
def test_what_will_not_pass_is_asked_once(behaviour: Behaviour) -> None:
    with ChatServer(behaviour, reply("{}")) as server:
        seen = Seen()
        fail_to_ask(request_to(server), watcher=seen)
        assert len(server.requests) == 1
        assert seen.waits == []


def test_a_stream_that_broke_after_its_first_token_is_not_asked_again() -> None:
    with ChatServer(stream(stream_of("half an answer")[:3], cut=True), reply("{}")) as server:
        ask(request_to(server))
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry_after": "2"}, 2.0),
        ({"retry_after": "1.5"}, 1.5),
        ({"retry_after_ms": "250", "retry_after": "9"}, 0.25),
        ({"retry_after": "-5"}, 0.0),
        ({"retry_after": "nan"}, 0.5),
        ({"retry_after": "soon"}, 0.5),
        ({"date": "Tue, 01 Dec 2026 12:00:00 GMT", "retry_after": "Tue, 01 Dec 2026 12:00:04 GMT"}, 4.0),
        ({"retry_after": "Tue, 01 Dec 2020 12:00:04 GMT"}, 0.0),
    ],
)
def test_the_servers_own_word_on_waiting_is_obeyed(headers: dict[str, str], wait: float) -> None:
    seen = Seen()
    with ChatServer(refuse(429, **headers), reply("{}")) as server:
        ask(request_to(server), watcher=seen)
    assert seen.waits == [("rate_limited", 1, wait)]


def test_googles_word_on_waiting_stands_in_the_body() -> None:
    seen = Seen()
    with ChatServer(whole(_DELAY, 429), reply("{}")) as server:
        ask(request_to(server), watcher=seen)
    assert seen.waits == [("rate_limited", 1, 3.0)]


@pytest.mark.parametrize("value", ["21", "1e999", "inf", "Tue, 01 Dec 2099 12:00:00 GMT"])
def test_a_wait_beyond_the_limit_is_not_begun(value: str) -> None:
    seen = Seen()
    with ChatServer(refuse(429, retry_after=value)) as server:
        failure = fail_to_ask(request_to(server, time_limit=20.0), watcher=seen)
        assert len(server.requests) == 1
    assert seen.waits == []
    assert failure.kind == "rate_limited"
    assert failure.retry_after is not None
    assert failure.retry_after >= 21
