"""Cancelling an ask closes its socket at once, whatever it waits for."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from playground.endpoints.connection import read_connection
from playground.endpoints.event_loop import NamingLoop
from playground.endpoints.model_server import ModelServer
from playground.repair.endpoint_settings import Dialect
from playground.repair.exchange import Request
from tests.endpoints.asking import Seen, request_to
from tests.support.chat_server import BEHAVIOURS, ChatServer, full_queue, refuse, whole

_AT_MOST = 1.0  # seconds


async def _cancel(request: Request, begun: Callable[[Seen], bool]) -> None:
    """Ask, cancel once it has `begun`, and see it end in time and leave nothing behind."""
    endpoint = ModelServer(read_connection(request.endpoint, "sk-secret", allow_plain_http=True))
    seen = Seen()
    task = asyncio.get_running_loop().create_task(endpoint.ask(request, seen))
    while not begun(seen):
        assert not task.done()
        await asyncio.sleep(0.005)
    task.cancel()
    async with asyncio.timeout(_AT_MOST):
        with contextlib.suppress(asyncio.CancelledError):
            await task
    assert task.cancelled()
    async with asyncio.timeout(_AT_MOST):
        await endpoint.close()
    assert len(asyncio.all_tasks()) == 1


def _run(work: Awaitable[None]) -> None:
    async def wrapped() -> None:
        await work

    with asyncio.Runner(loop_factory=NamingLoop) as runner:
        runner.run(wrapped())


@pytest.mark.parametrize("name", ["hang", "hang_in_body", "hang_in_stream", "drip"])
@pytest.mark.parametrize("dialect", list(Dialect))
def test_while_it_answers(name: str, dialect: Dialect) -> None:
    with ChatServer(BEHAVIOURS[name]) as server:
        _run(_cancel(request_to(server, dialect=dialect), lambda _: bool(server.requests)))
        server.wait_for(lambda it: it.open_connections == 0, _AT_MOST)


def test_between_two_retries() -> None:
    with ChatServer(refuse(429, retry_after="15")) as server:
        _run(_cancel(request_to(server), lambda seen: bool(seen.waits)))
        server.wait_for(lambda it: it.open_connections == 0, _AT_MOST)
        assert len(server.requests) == 1


def test_in_an_error_body_that_does_not_come() -> None:
    async def behave(exchange: Any) -> None:
        await exchange.head(500, content_length="100")
        await exchange.until_closed()

    with ChatServer(behave) as server:
        _run(_cancel(request_to(server), lambda _: bool(server.requests)))
        server.wait_for(lambda it: it.open_connections == 0, _AT_MOST)


def test_while_connecting() -> None:
    with full_queue() as port:
        turns = iter(range(20))
        _run(_cancel(request_to(f"http://127.0.0.1:{port}"), lambda _: next(turns, None) is None))


def test_in_a_handshake_that_is_not_answered() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        accepted: list[socket.socket] = []
        thread = threading.Thread(target=lambda: accepted.append(silent.accept()[0]))
        thread.start()
        try:
            _run(_cancel(request_to(f"https://127.0.0.1:{silent.getsockname()[1]}"), lambda _: bool(accepted)))
            accepted[0].settimeout(_AT_MOST)
            while accepted[0].recv(4096):
                pass
        finally:
            thread.join()
            for connection in accepted:
                connection.close()


def test_while_a_name_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answered = threading.Event(), threading.Event()

    def look_up(*_: Any) -> Any:
        asked.set()
        answered.wait(20)
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    try:
        _run(_cancel(request_to("http://somewhere.test:4000"), lambda _: asked.is_set()))
    finally:
        answered.set()


def test_while_a_list_of_models_is_awaited() -> None:
    async def once(server: ChatServer) -> None:
        endpoint = ModelServer(read_connection(request_to(server).endpoint, None))
        task = asyncio.get_running_loop().create_task(endpoint.models())
        await asyncio.to_thread(server.wait_for, lambda it: bool(it.requests))
        task.cancel()
        async with asyncio.timeout(_AT_MOST):
            with contextlib.suppress(asyncio.CancelledError):
                await task
            await endpoint.close()

    with ChatServer(BEHAVIOURS["hang"], models=None) as server:
        _run(once(server))
        server.wait_for(lambda it: it.open_connections == 0, _AT_MOST)


def test_many_asks_leave_no_socket_and_no_thread_behind() -> None:
    before = set(threading.enumerate())

    async def many(server: ChatServer) -> None:
        endpoint = ModelServer(read_connection(request_to(server).endpoint, None))
        for _ in range(20):
            await asyncio.gather(*(endpoint.ask(request_to(server, stream=False), Seen()) for _ in range(10)))
        await endpoint.close()
        assert len(asyncio.all_tasks()) == 1

    with ChatServer(whole({"choices": [{"message": {"content": "{}"}, "finish_reason": "stop"}]})) as server:
        _run(many(server))
        server.wait_for(lambda it: it.open_connections == 0, _AT_MOST)
        assert len(server.requests) == 200
        assert server.all_connections <= 40
        for thread in set(threading.enumerate()) - before:
            if thread.name != "chat server":
                thread.join(_AT_MOST)  # a look-up may be at its last step
                assert not thread.is_alive()
