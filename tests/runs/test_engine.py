"""The engine: cancel and close at every moment, many runs at once, nothing left behind."""

import socket
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.exchange import EndpointFailure
from playground.repair.record import Outcome
from playground.repair.scenario import SampleRule, Samples
from playground.runs import judging as judging_module
from playground.runs.engine import Engine
from playground.runs.events import AttemptJudged, AttemptStarted, EndpointRetries, ReplyGrew, RunEnded, RunStarted
from tests.runs.running import Heard, carry_out, engine, scenario_for
from tests.support.chat_server import BEHAVIOURS, ChatServer, full_queue, hang, hang_in_body, hang_in_stream, refuse, replies, reply

_IN_TIME = 1.0  # seconds that a cancel may take


def test_importing_the_engine_loads_nothing_heavy() -> None:
    code = (
        "import sys, playground.runs.engine, playground.runs.events\n"
        "print(sorted({'httpx', 'asyncio', 'jsonschema', 'keyring', 'ssl'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert shown.stdout.strip() == "[]"


def _stop(made: Engine, run_id: str, heard: Heard) -> float:
    start = time.perf_counter()
    made.cancel(run_id)
    made.cancel(run_id)
    assert heard.run.outcome is Outcome.STOPPED
    took = time.perf_counter() - start
    made.cancel(run_id)
    return took


@pytest.mark.parametrize(
    ("behaviour", "moment"),
    [
        (hang, AttemptStarted),
        (hang_in_body, AttemptStarted),
        (hang_in_stream, ReplyGrew),
        (BEHAVIOURS["drip"], AttemptStarted),
        (refuse(429, retry_after="10"), EndpointRetries),
    ],
)
def test_a_cancel_reaches_the_socket_within_a_second(behaviour: Any, moment: type) -> None:
    heard = Heard()
    with ChatServer(behaviour) as server, engine() as made:
        run_id = made.start(scenario_for(server), None, heard)
        heard.wait_for_kind(moment)
        server.wait_for(lambda it: len(it.requests) == 1)
        assert _stop(made, run_id, heard) < _IN_TIME
        if moment is not EndpointRetries:  # there the connection is idle, and kept for the retry
            assert server.wait_for(lambda it: it.open_connections == 0) < _IN_TIME
    assert heard.kinds[-1] == "RunEnded"
    assert heard.kinds.count("RunEnded") == 1


def test_a_cancel_during_a_name_look_up_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    looking, go_on, heard = threading.Event(), threading.Event(), Heard()

    def look_up(*_: Any) -> Any:
        looking.set()
        go_on.wait(30)
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    try:
        with engine() as made:
            run_id = made.start(scenario_for("http://slow.example:80"), None, heard)
            assert looking.wait(10)
            assert _stop(made, run_id, heard) < _IN_TIME
            start = time.perf_counter()
            made.close()
            assert time.perf_counter() - start < _IN_TIME
    finally:
        go_on.set()


def test_a_cancel_while_connecting() -> None:
    heard = Heard()
    with full_queue() as port, engine() as made:
        run_id = made.start(scenario_for(f"http://127.0.0.1:{port}"), None, heard)
        heard.wait_for_kind(AttemptStarted)
        assert _stop(made, run_id, heard) < _IN_TIME


def test_a_cancel_while_judging_drops_the_late_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    judging, go_on, heard = threading.Event(), threading.Event(), Heard()
    really = judging_module.judge_reply

    def judge_slowly(*parts: Any) -> Any:
        judging.set()
        go_on.wait(30)
        return really(*parts)

    monkeypatch.setattr("playground.runs.driver.judge_reply", judge_slowly)
    with ChatServer() as server, engine() as made:
        run_id = made.start(scenario_for(server), None, heard)
        assert judging.wait(10)
        assert _stop(made, run_id, heard) < _IN_TIME
        go_on.set()
        after = Heard()
        made.start(scenario_for(server), None, after)
        assert after.run.outcome is Outcome.ACCEPTED
    assert not any(isinstance(event, AttemptJudged) for event in heard.events)
    assert heard.run.attempts == ()


def test_a_cancel_right_after_the_start() -> None:
    heard = Heard()
    with ChatServer(hang) as server, engine() as made:
        run_id = made.start(scenario_for(server), None, heard)
        made.cancel(run_id)
        assert heard.run.outcome is Outcome.STOPPED
    assert heard.kinds[0] == "RunStarted"


def test_what_was_judged_before_the_cancel_stays() -> None:
    heard = Heard()
    with ChatServer(reply("no"), hang) as server, engine() as made:
        run_id = made.start(scenario_for(server), None, heard)
        server.wait_for(lambda it: len(it.requests) == 2)
        _stop(made, run_id, heard)
    assert [attempt.reply.text for attempt in heard.run.attempts] == ["no"]


def test_ids_that_nobody_knows_are_no_fault() -> None:
    with engine() as made:
        made.cancel("nobody")
        made.warm_up()
        made.cancel("nobody")


@pytest.mark.parametrize("behaviour", [hang, hang_in_stream, refuse(429, retry_after="10")])
def test_closing_ends_every_run_first(behaviour: Any) -> None:
    heard = [Heard() for _ in range(5)]
    with ChatServer(behaviour) as server:
        made = Engine()
        for one in heard:
            made.start(scenario_for(server), None, one)
        server.wait_for(lambda it: len(it.requests) == 5)
        start = time.perf_counter()
        made.close()
        assert time.perf_counter() - start < _IN_TIME
        assert [one.run.outcome for one in heard] == [Outcome.STOPPED] * 5
        server.wait_for(lambda it: it.open_connections == 0)
    made.close()
    late = Heard()
    made.start(scenario_for(server), None, late)
    made.cancel("late")
    assert late.events == []


def test_closing_right_after_the_start_tells_the_end() -> None:
    for _ in range(20):
        heard, made = Heard(), Engine()
        made.start(scenario_for("x", samples=Samples(SampleRule.ALWAYS, ("no",))), None, heard)
        made.close()
        assert isinstance(heard.events[0], RunStarted)
        assert isinstance(heard.events[-1], RunEnded)


def test_closing_from_the_listener_itself() -> None:
    done, made = threading.Event(), Engine()

    def listen(event: Any) -> None:
        if isinstance(event, RunEnded):
            made.close()
            done.set()

    made.start(scenario_for("x", samples=Samples(SampleRule.ALWAYS, ("no",))), None, listen)
    assert done.wait(10)
    made.close()


def test_an_engine_that_did_nothing_closes() -> None:
    Engine().close()


def test_an_engine_that_cannot_work_says_so(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: Any) -> Any:
        raise ImportError

    monkeypatch.setattr("playground.runs.service.RunService", break_down)
    with engine() as made:
        for _ in range(2):
            heard = Heard()
            made.start(scenario_for("http://127.0.0.1:1"), None, heard)
            assert heard.run.error is not None
            assert heard.kinds == ["RunStarted", "RunEnded"]
            assert heard.run.error.title.id == "runs.fault.title"
        made.cancel("anything")
    assert "broke down" in caplog.text


def test_threads_have_names_and_end() -> None:
    before = set(threading.enumerate())
    with ChatServer(hang) as server, engine() as made:
        heard = Heard()
        made.start(scenario_for(server), None, heard)
        server.wait_for(lambda it: len(it.requests) == 1)
        names = {thread.name for thread in set(threading.enumerate()) - before}
        assert {"runs", "judge"} <= names
    assert set(threading.enumerate()) <= before


def test_many_runs_at_once_each_hear_their_own() -> None:
    with ChatServer(reply("an answer of several tokens, but no JSON", pause=0.005)) as server, engine() as made:
        heard = [Heard() for _ in range(50)]
        ids = [made.start(scenario_for(server, max_attempts=2), None, one) for one in heard]
        for run_id, one in zip(ids, heard, strict=True):
            assert len(one.run.attempts) == 2
            assert {event.run_id for event in one.events} == {run_id}


def test_connections_are_shared_by_the_attempts_of_a_run() -> None:
    opened = []
    with ChatServer(replies("no", "no", '{"answer": "yes"}')) as server, engine() as made:
        heard = Heard()
        made.start(scenario_for(server, endpoint={"stream": False}), None, heard)
        assert heard.run.outcome is Outcome.REPAIRED
        opened.append(server.all_connections)
    assert opened == [1]


def test_the_models_of_a_server() -> None:
    heard: list[Any] = []
    done = threading.Event()

    def listen(result: Any) -> None:
        heard.append(result)
        done.set()

    with ChatServer(models=("a", "b", "a")) as server, engine() as made:
        made.models(EndpointSettings(base_url=server.base_url), "sk-secret-1", listen)
        assert done.wait(10)
        assert server.requests[0].headers["authorization"] == "Bearer sk-secret-1"
    assert heard == [("a", "b")]


@pytest.mark.parametrize(("address", "kind"), [("", "address_missing"), ("http://127.0.0.1:9", "refused_here")])
def test_why_there_is_no_list_of_models(address: str, kind: str) -> None:
    heard: list[Any] = []
    done = threading.Event()

    def listen(result: Any) -> None:
        heard.append(result)
        done.set()

    with engine() as made:
        made.models(EndpointSettings(base_url=address), None, listen)
        assert done.wait(10)
    assert isinstance(heard[0], EndpointFailure)
    assert heard[0].kind == kind


def test_hundreds_of_recorded_runs_leave_nothing() -> None:
    before = threading.active_count()
    samples = Samples(SampleRule.ALWAYS, ("no", '{"answer": "yes"}'))
    with engine() as made:
        for _ in range(4):
            heard = [Heard() for _ in range(50)]
            for one in heard:
                made.start(scenario_for("x", samples=samples), None, one)
            assert {one.run.outcome for one in heard} == {Outcome.REPAIRED}
    assert threading.active_count() <= before


def test_a_run_needs_no_key() -> None:
    with ChatServer() as server:
        assert carry_out(scenario_for(server)).run.outcome is Outcome.ACCEPTED
