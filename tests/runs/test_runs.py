"""A scenario carried out: what is told, in which order, and what comes of it."""

import socket
from typing import Any

import pytest

from playground.endpoints.failures import Kind
from playground.repair.endpoint_settings import Mode
from playground.repair.exchange import Channel, Source
from playground.repair.record import Outcome, ResultIs
from playground.repair.scenario import Ending, EndingKind, RepairEndpoint, SampleRule, Samples
from playground.runs.events import (
    AttemptJudged,
    AttemptStarted,
    EndpointFailed,
    EndpointRetries,
    Event,
    ReplyGrew,
    RunEnded,
    RunStarted,
)
from playground.verdict.violations import Status
from tests.runs.running import Heard, carry_out, engine, scenario_for
from tests.support.chat_server import BEHAVIOURS, ChatServer, completion, refuse, replies, reply, stream, stream_of, whole

_THREE = ("Probably yes, it is made of wheat.", '{"answer": "maybe"}', '{"answer": "yes"}')
_ATTEMPT = ["AttemptStarted", "ReplyGrew", "AttemptJudged"]


@pytest.mark.parametrize("streams", [True, False])
def test_two_bad_replies_and_a_good_one_are_a_repair(streams: bool) -> None:
    with ChatServer(replies(*_THREE)) as server:
        heard = carry_out(scenario_for(server, endpoint={"stream": streams}))
        sent = [[message["role"] for message in received.json["messages"]] for received in server.requests]
    assert heard.kinds == ["RunStarted", *_ATTEMPT * 3, "RunEnded"]
    run = heard.run
    assert (run.outcome, run.result, run.result_is, run.live) == (Outcome.REPAIRED, '{"answer": "yes"}', ResultIs.ANSWER, True)
    assert [attempt.verdict.status for attempt in run.attempts] == [Status.NO_JSON, Status.INVALID, Status.VALID]
    assert [len(roles) for roles in sent] == [1, 3, 5]
    assert sent[2] == ["user", "assistant", "user", "assistant", "user"]
    assert [attempt.feedback is not None for attempt in run.attempts] == [True, True, False]
    assert run.usage is not None
    assert run.usage.total_tokens == 54
    assert run.seconds > 0


def test_each_event_belongs_to_its_run_and_attempt() -> None:
    with ChatServer(replies(*_THREE)) as server:
        heard = carry_out(scenario_for(server))
    assert len({event.run_id for event in heard.events}) == 1
    for number, text in enumerate(_THREE, 1):
        grown = [event.added for event in heard.events if isinstance(event, ReplyGrew) and event.number == number]
        assert "".join(grown) == text
    started = [event for event in heard.events if isinstance(event, AttemptStarted)]
    judged = [event for event in heard.events if isinstance(event, AttemptJudged)]
    assert [event.number for event in started] == [1, 2, 3]
    assert [event.attempt.request for event in judged] == [event.request for event in started]
    assert isinstance(heard.events[0], RunStarted)
    assert heard.events[0].at.endswith("+00:00")


def test_at_the_limit_the_fallback_is_the_result() -> None:
    with ChatServer(reply("no JSON here")) as server:
        run = carry_out(scenario_for(server, max_attempts=2, ending=Ending(EndingKind.FALLBACK, '{"answer": "unknown"}'))).run
        assert len(server.requests) == 2
    assert (run.outcome, run.result_is) == (Outcome.FELL_BACK, ResultIs.FALLBACK)


def test_samples_answer_without_any_server() -> None:
    heard = carry_out(scenario_for("http://127.0.0.1:1", samples=Samples(SampleRule.ALWAYS, _THREE)))
    assert heard.kinds == ["RunStarted", *_ATTEMPT * 3, "RunEnded"]
    assert (heard.run.outcome, heard.run.live) == (Outcome.REPAIRED, False)
    assert {attempt.reply.source for attempt in heard.run.attempts} == {Source.RECORDED}


@pytest.mark.parametrize(
    ("address", "kind"),
    [("", Kind.ADDRESS_MISSING), ("ftp://x", Kind.ADDRESS_INVALID), ("http://192.0.2.1:1", Kind.PLAIN_HTTP)],
)
def test_samples_stand_in_for_a_model_that_cannot_even_be_asked(address: str, kind: Kind) -> None:
    heard = carry_out(scenario_for(address, samples=Samples(SampleRule.WHEN_NO_ANSWER, _THREE)), key="sk-secret")
    assert heard.kinds == ["RunStarted", *["AttemptStarted", "EndpointFailed", "ReplyGrew", "AttemptJudged"] * 3, "RunEnded"]
    assert heard.run.outcome is Outcome.REPAIRED
    assert {failure.kind for failure in heard.run.endpoint_failures} == {kind.value}


def test_when_the_lab_is_not_here_its_samples_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*_: Any) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    scenario = scenario_for("http://ai:4000", endpoint={"preset": "lab"}, samples=Samples(SampleRule.WHEN_NO_ANSWER, _THREE))
    heard = carry_out(scenario)
    assert (heard.run.outcome, heard.run.live) == (Outcome.REPAIRED, False)
    assert [attempt.reply.failure.kind for attempt in heard.run.attempts if attempt.reply.failure] == ["lab_unknown"] * 3
    assert heard.run.seconds < 2


def test_a_failure_ends_the_run_with_the_attempts_so_far() -> None:
    with ChatServer(reply("no"), refuse(401)) as server:
        heard = carry_out(scenario_for(server))
    assert heard.kinds == ["RunStarted", *_ATTEMPT, "AttemptStarted", "EndpointFailed", "RunEnded"]
    run = heard.run
    assert (run.outcome, len(run.attempts), run.result) == (Outcome.ENDPOINT_FAILED, 1, None)
    assert run.error is not None
    assert [failure.kind for failure in run.endpoint_failures] == ["key_missing"]


def test_retries_are_told_and_kept_on_record() -> None:
    with ChatServer(refuse(503, retry_after="0.01"), reply('{"answer": "no"}')) as server:
        heard = carry_out(scenario_for(server))
    assert heard.kinds == ["RunStarted", "AttemptStarted", "EndpointRetries", "ReplyGrew", "AttemptJudged", "RunEnded"]
    retries = [event for event in heard.events if isinstance(event, EndpointRetries)]
    assert [(event.retry, event.wait, event.failure.kind) for event in retries] == [(1, 0.01, "overloaded")]
    assert heard.run.outcome is Outcome.ACCEPTED
    assert [failure.kind for failure in heard.run.endpoint_failures] == ["overloaded"]


@pytest.mark.parametrize(
    ("behaviour", "status"),
    [
        (BEHAVIOURS["cut"], Status.VALID),
        (BEHAVIOURS["length"], Status.CUT_OFF),
        (BEHAVIOURS["filter"], Status.BLOCKED),
        (stream(stream_of('{"answer": "y', finish=None, done=False), cut=True), Status.CUT_OFF),
        (whole(completion(None, refusal="No.")), Status.BLOCKED),
    ],
)
def test_cut_and_blocked_replies_are_judged_as_such(behaviour: Any, status: Status) -> None:
    with ChatServer(behaviour) as server:
        run = carry_out(scenario_for(server)).run
        assert len(server.requests) == 1
    assert [attempt.verdict.status for attempt in run.attempts] == [status]


def test_json_in_a_tool_call_is_judged_with_its_channel() -> None:
    call = {"index": 0, "id": "c", "type": "function", "function": {"name": "answer", "arguments": '{"answer": "yes"}'}}
    with ChatServer(whole(completion(None, finish="tool_calls", tool_calls=[call]))) as server:
        run = carry_out(scenario_for(server, endpoint={"mode": Mode.TOOL})).run
    assert run.attempts[0].reply.channel is Channel.TOOL_CALL
    assert run.outcome is Outcome.ACCEPTED


def test_a_repair_turn_may_have_its_own_model_and_temperature() -> None:
    with ChatServer(replies(*_THREE)) as server:
        carry_out(scenario_for(server, repair_endpoint=RepairEndpoint(model="bigger", temperature=0.0)))
        sent = [(received.json["model"], received.json.get("temperature")) for received in server.requests]
    assert sent == [("test-model", None), ("bigger", 0.0), ("bigger", 0.0)]


def test_a_broken_schema_is_refused_before_anything_is_sent() -> None:
    with ChatServer() as server:
        heard = carry_out(scenario_for(server, schema_text='{"type": '))
        assert server.requests == []
    assert heard.kinds == ["RunStarted", "RunEnded"]
    assert heard.run.outcome is Outcome.ERROR
    assert heard.run.error is not None


def test_a_fault_of_ours_is_told_as_one(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("playground.runs.driver.judge_reply", break_down)
    with ChatServer() as server:
        heard = carry_out(scenario_for(server))
    assert heard.run.outcome is Outcome.ERROR
    assert heard.run.error is not None
    assert heard.run.error.title.id == "runs.fault.title"
    assert "ZeroDivisionError" in caplog.text


def test_a_listener_that_fails_does_not_stop_the_run(caplog: pytest.LogCaptureFixture) -> None:
    class Kept:
        def __init__(self) -> None:
            self.events: list[Event] = []

        def record(self, event: Event) -> None:
            self.events.append(event)

    def fail(event: Event) -> None:
        raise ValueError(event)

    kept, heard = Kept(), Heard()
    with ChatServer(replies(*_THREE)) as server, engine(recorder=kept) as made:
        made.start(scenario_for(server), None, fail)
        made.start(scenario_for(server), None, heard)
        assert heard.run.attempts
    assert sum(isinstance(event, RunEnded) for event in kept.events) == 2
    assert "a listener failed" in caplog.text


def test_no_event_holds_the_key() -> None:
    key = "sk-very-secret-key"
    with ChatServer(refuse(401, f"bad key {key}")) as server:
        heard = carry_out(scenario_for(server), key=key)
        assert server.requests[0].headers["authorization"] == f"Bearer {key}"
    failed = [event for event in heard.events if isinstance(event, EndpointFailed)]
    assert [event.failure.kind for event in failed] == ["key_refused"]
    assert key not in repr(heard.events)
