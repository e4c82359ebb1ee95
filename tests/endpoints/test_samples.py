"""Recorded samples, alone and in a model's stead."""

import asyncio
from dataclasses import replace

import pytest

from playground.endpoints.connection import read_connection
from playground.endpoints.endpoint import AskFailed
from playground.endpoints.model_server import ModelServer
from playground.endpoints.samples import ModelThenSamples, RecordedSamples
from playground.repair.exchange import Reply, Source
from playground.repair.message import Message, Role
from tests.endpoints.asking import QUESTION, Seen, no_wait, request_to, run
from tests.support.chat_server import Behaviour, ChatServer, hang_in_stream, refuse, reply

_TURN = (Message(Role.ASSISTANT, "x"), Message(Role.USER, "again"))


@pytest.mark.parametrize(("turns", "expected"), [(0, "one"), (1, "two"), (2, "three"), (3, "three"), (9, "three")])
def test_the_sample_is_the_one_for_this_turn_and_the_last_one_again_after_that(turns: int, expected: str) -> None:
    seen = Seen()
    request = replace(request_to("x"), messages=QUESTION + _TURN * turns)
    answer = asyncio.run(RecordedSamples(("one", "two", "three")).ask(request, seen))
    assert (answer.text, answer.source, answer.failure, seen.text) == (expected, Source.RECORDED, None, expected)


def test_no_samples_is_said() -> None:
    with pytest.raises(AskFailed) as caught:
        asyncio.run(RecordedSamples(()).ask(request_to("x"), Seen()))
    assert caught.value.failure.kind == "no_sample"


def _ask_both(behaviour: Behaviour, seen: Seen) -> Reply:
    async def once(server: ChatServer) -> Reply:
        request = request_to(server, time_limit=0.5)
        connection = read_connection(request.endpoint, None)
        model = ModelServer(connection, wait=no_wait)
        try:
            return await ModelThenSamples(model, RecordedSamples(("sample",))).ask(request, seen)
        finally:
            await model.close()

    with ChatServer(behaviour) as server:
        return run(once(server))


def test_a_model_that_answers_is_the_one_that_answers() -> None:
    answer = _ask_both(reply("live"), Seen())
    assert (answer.text, answer.source, answer.failure) == ("live", Source.LIVE, None)


@pytest.mark.parametrize(
    ("behaviour", "kind"), [(refuse(500), "server_error"), (refuse(401), "key_missing"), (hang_in_stream, "timeout")]
)
def test_whatever_keeps_the_model_from_answering_is_told_with_the_sample(behaviour: Behaviour, kind: str) -> None:
    seen = Seen()
    answer = _ask_both(behaviour, seen)
    assert (answer.text, answer.source) == ("sample", Source.RECORDED)
    assert answer.failure is not None
    assert answer.failure.kind == kind
    assert [failure.kind for failure in seen.failures] == [kind]
