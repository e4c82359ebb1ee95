"""A model that streams nothing but white space any more is broken off, told so, and asked again."""

import contextlib

import pytest

from playground.endpoints.blanks import ENDLESS, BlankWatch
from playground.repair.record import Outcome, Run
from playground.verdict.violations import Finish, Status
from tests.runs.running import carry_out, scenario_for
from tests.support.chat_server import Behaviour, ChatServer, Exchange, delta, event, reply, stream

NOTE = "repair.note.endless_blanks"


def endless(begun: str, blank: str, *, reasoning: bool = False) -> Behaviour:
    """Streams `begun`, then white space until the client hangs up."""

    def piece(content: str) -> bytes:
        return event(delta(reasoning_content=content) if reasoning else delta(content))

    async def behave(exchange: Exchange) -> None:
        await exchange.head(content_type="text/event-stream", transfer_encoding="chunked")
        await exchange.chunk(piece(begun))
        with contextlib.suppress(ConnectionError):
            while True:
                await exchange.chunk(piece(blank * 50))

    return behave


def told(run: Run) -> list[list[str]]:
    return [[note.id for note in attempt.notes if note.id == NOTE] for attempt in run.attempts]


@pytest.mark.parametrize("blank", [" ", "\n", "\t\n ", "\u3000"])
@pytest.mark.parametrize(
    ("begun", "status"),
    [("", Status.NO_JSON), ('{"answer": ', Status.CUT_OFF), ('{"answer": "maybe"}', Status.INVALID), ("Well,", Status.NO_JSON)],
)
def test_it_is_broken_off_said_and_asked_again(begun: str, status: Status, blank: str) -> None:
    with ChatServer(endless(begun, blank), reply('{"answer": "yes"}')) as server:
        run = carry_out(scenario_for(server)).run
    assert (run.outcome, [attempt.verdict.status for attempt in run.attempts]) == (Outcome.REPAIRED, [status, Status.VALID])
    assert told(run) == [[NOTE], []]
    first = run.attempts[0].reply
    assert (first.finish, first.text.startswith(begun), len(first.text) < 10 * ENDLESS) == (Finish.CUT, True, True)


def test_an_answer_before_the_white_space_counts() -> None:
    with ChatServer(endless('{"answer": "yes"}', "\n")) as server:
        run = carry_out(scenario_for(server)).run
    assert (run.outcome, told(run)) == (Outcome.ACCEPTED, [[NOTE]])
    assert [note.kind for note in run.attempts[0].verdict.notes] == []


def test_thoughts_without_words_are_broken_off_too() -> None:
    with ChatServer(endless("Hm.", " ", reasoning=True), reply('{"answer": "yes"}')) as server:
        run = carry_out(scenario_for(server)).run
    assert (run.outcome, told(run)) == (Outcome.REPAIRED, [[NOTE], []])


@pytest.mark.parametrize(
    "content", ['{"answer":' + " " * (ENDLESS - 1) + '"yes"}', "\n".join(" " * 200 for _ in range(4)) + '{"answer": "yes"}']
)
def test_white_space_that_ends_is_waited_for(content: str) -> None:
    with ChatServer(reply(content)) as server:
        run = carry_out(scenario_for(server)).run
    assert (run.outcome, told(run), run.attempts[0].reply.text) == (Outcome.ACCEPTED, [[]], content)


def test_a_reply_that_came_whole_was_not_broken_off() -> None:
    content = '{"answer": "yes"}' + " " * 5 * ENDLESS
    with ChatServer(reply(content)) as server:
        run = carry_out(scenario_for(server, endpoint={"stream": False})).run
    assert (run.outcome, told(run), run.attempts[0].reply.text) == (Outcome.ACCEPTED, [[]], content)


def test_a_connection_that_breaks_is_no_white_space() -> None:
    pieces = [event(delta('{"answer": "y'))]
    with ChatServer(stream(pieces, cut=True)) as server:
        run = carry_out(scenario_for(server)).run
    assert (told(run), run.attempts[0].verdict.status) == ([[]], Status.CUT_OFF)


@pytest.mark.parametrize(
    ("pieces", "endless_after"),
    [
        ([" " * ENDLESS], 1),
        (["a" + " " * (ENDLESS - 1), " "], 2),
        ([" " * (ENDLESS - 1), "a", " " * (ENDLESS - 1), "", "\n"], 5),
        ([" " * (ENDLESS - 1) + "a" + " " * (ENDLESS - 1)], None),
        ([" a" * ENDLESS], None),
    ],
)
def test_only_white_space_in_a_row_is_counted(pieces: list[str], endless_after: int | None) -> None:
    watch = BlankWatch()
    found = None
    for number, piece in enumerate(pieces, 1):
        watch.take(piece)
        if watch.endless:
            found = number
            break
    assert found == endless_after
