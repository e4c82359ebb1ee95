"""Endpoints are shared while they are used, and closed soon after."""

import asyncio
from typing import Any

import pytest

from playground.endpoints.endpoint import AskFailed
from playground.runs.leases import Leases
from tests.endpoints.asking import Seen, request_to, run
from tests.support.chat_server import ChatServer


def test_runs_with_the_same_settings_and_key_share_an_endpoint() -> None:
    async def once() -> None:
        leases = Leases(idle=60)
        settings = request_to("http://127.0.0.1:1").endpoint
        one = leases.take(settings, "sk-key-one", allow_plain_http=False)
        assert leases.take(settings, " sk-key-one\n", allow_plain_http=False) is one
        assert leases.take(settings, "sk-key-two", allow_plain_http=False) is not one
        leases.give_back(one)
        leases.give_back(one)
        assert leases.take(settings, "sk-key-one", allow_plain_http=False) is one
        await leases.close()
        assert leases.take(settings, "sk-key-one", allow_plain_http=False) is not one
        await leases.close()

    run(once())


def test_an_idle_endpoint_is_closed() -> None:
    async def once(server: ChatServer) -> None:
        leases = Leases(idle=0)
        request = request_to(server, stream=False)
        endpoint = leases.take(request.endpoint, None, allow_plain_http=False)
        await endpoint.ask(request, Seen())
        assert server.open_connections == 1
        leases.give_back(endpoint)
        await asyncio.to_thread(server.wait_for, lambda it: it.open_connections == 0)
        await leases.close()

    with ChatServer() as server:
        run(once(server))


def test_what_cannot_be_connected_is_not_lent() -> None:
    async def once() -> Any:
        return Leases().take(request_to("ftp://x").endpoint, None, allow_plain_http=False)

    with pytest.raises(AskFailed):
        run(once())
