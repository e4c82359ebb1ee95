"""The window against a real server on loopback: streaming, stopping, models, and a loop of events that never stands still."""

import itertools
import json
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.record import Outcome, Run
from playground.repair.scenario import Samples
from playground.runs.events import ReplyGrew
from playground.window.main_window import MainWindow
from tests.support.chat_server import Behaviour, ChatServer, refuse, replies, reply

LONGEST_STOP = 0.35  # seconds; the budget is 0.05 on a quiet machine, which the bench measures


def _aim(window: MainWindow, server: ChatServer) -> None:
    endpoint = EndpointSettings(base_url=server.base_url, model="test-model", time_limit=20)
    window.editing.change("window.change.endpoint", endpoint=endpoint, samples=Samples())


def _run(window: MainWindow, qtbot: QtBot) -> Run:
    with qtbot.waitSignal(window.runs.kept.run_ended, timeout=30_000) as ended:
        window.bar.run.click()
    run = ended.args[0].run
    assert isinstance(run, Run)
    return run


def test_a_live_run_is_repaired_and_counted(window: MainWindow, qtbot: QtBot) -> None:
    with ChatServer(replies("Probably.", '{"answer": "yes"}')) as server:
        _aim(window, server)
        run = _run(window, qtbot)
        assert run.outcome is Outcome.REPAIRED
        assert run.live
        assert [len(received.json["messages"]) for received in server.requests] == [1, 3]
    qtbot.waitUntil(lambda: "1" in window.runs.outcome.rates._lines[0].share.text(), timeout=10_000)


def test_a_reply_streams_in_and_stop_ends_it_within_a_second(window: MainWindow, qtbot: QtBot) -> None:
    with ChatServer((reply("word " * 2000, pause=0.01),)) as server:
        _aim(window, server)
        grown: list[ReplyGrew] = []
        window.runs.kept.shown_grew.connect(lambda event: grown.append(event) if isinstance(event, ReplyGrew) else None)
        window.bar.run.click()
        qtbot.waitUntil(lambda: len(grown) > 3, timeout=20_000)
        pressed = time.monotonic()
        with qtbot.waitSignal(window.runs.kept.run_ended, timeout=10_000) as ended:
            window.bar.stop.click()
        assert time.monotonic() - pressed < 1.0
        assert ended.args[0].run.outcome is Outcome.STOPPED
        assert not window.runs.runner.busy


def test_the_loop_of_events_goes_on_while_a_reply_streams(window: MainWindow, qtbot: QtBot) -> None:
    answer = json.dumps({"answer": "x" * 20_000})
    beats: list[float] = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(time.monotonic()))
    with ChatServer((reply(answer, pause=0.0005),)) as server:
        _aim(window, server)
        window.editing.change("window.change.attempts", max_attempts=1)
        window.bar.run.click()
        qtbot.waitUntil(lambda: window.runs.kept.count == 1, timeout=20_000)
        timer.start(5)
        with qtbot.waitSignal(window.runs.kept.run_ended, timeout=60_000):
            pass
        timer.stop()
    assert len(beats) > 20
    assert max(later - earlier for earlier, later in itertools.pairwise(beats)) < LONGEST_STOP


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)
def test_models_are_asked_of_the_server(window: MainWindow, qtbot: QtBot) -> None:
    with ChatServer(replies("x")) as server:
        _aim(window, server)
        window.endpoint.unfold()
        details = window.endpoint._details
        assert details is not None
        details.models.aboutToShow.connect(details.models.hide)
        details.list_models.click()
        qtbot.waitUntil(lambda: [action.text() for action in details.models.actions()] == ["test-model"], timeout=20_000)
        assert window.endpoint.pill.text == "answers"


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [(reply("x"), "answers"), (refuse(400), "no answer"), (refuse(401), "key missing")],
    ids=["200", "400", "401"],
)
def test_a_run_tells_how_it_stands_with_the_server(window: MainWindow, qtbot: QtBot, behaviour: Behaviour, words: str) -> None:
    with ChatServer((behaviour,)) as server:
        _aim(window, server)
        assert window.endpoint.pill.text == "not tried yet"
        _run(window, qtbot)
        assert window.endpoint.pill.text == words
        window.editing.change("window.change.address", endpoint=EndpointSettings(base_url="http://127.0.0.1:9/v1", model="x"))
        assert window.endpoint.pill.text == "not tried yet"


def test_a_run_that_asked_nobody_tells_nothing_of_the_server(window: MainWindow, qtbot: QtBot) -> None:
    endpoint = EndpointSettings(preset="other", base_url="http://127.0.0.1:9/v1", model="")
    window.editing.change("window.change.endpoint", endpoint=endpoint, samples=Samples())
    before = window.endpoint.pill.text
    run = _run(window, qtbot)
    assert [failure.kind for failure in run.endpoint_failures] == ["model_missing"]
    assert window.endpoint.pill.text == before
    window.editing.change("window.change.model", endpoint=replace(endpoint, model="x"))
    assert window.endpoint.pill.text == "not tried yet"
