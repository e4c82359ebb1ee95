"""Recorded runs play at reading pace, live runs at once; Space and Stop go on."""

from collections.abc import Sequence

import pytest
from pytestqt.qtbot import QtBot

from playground.repair.exchange import EndpointFailure, Reply, Request, Source
from playground.repair.message import Message, Role
from playground.repair.record import Attempt, Run
from playground.repair.scenario import SampleRule, Samples, Scenario
from playground.runs.events import AttemptJudged, AttemptStarted, EndpointFailed, Event, ReplyGrew, RunEnded, RunStarted
from playground.verdict.violations import Status, Verdict
from playground.window.playback import Playback
from playground.words.text import Text

ALWAYS = Scenario("s", samples=Samples(SampleRule.ALWAYS, ("one", "two")))
STANDS_IN = Scenario("s", samples=Samples(SampleRule.WHEN_NO_ANSWER, ("one", "two")))
REPLY = "A reply of some length, so that it is typed out in several pieces."


def _events(scenario: Scenario, *, fails: bool = False) -> Sequence[Event]:
    request = Request((Message(Role.USER, "?"),), scenario.endpoint, "{}")
    judged = Attempt(1, request, Reply(REPLY, Source.RECORDED), Verdict(Status.NO_JSON))
    failed = EndpointFailed("r", 1, EndpointFailure("refused", Text("a"), Text("b"), Text("c")))
    return (
        RunStarted("r", scenario, "2026-01-01T00:00:00Z"),
        AttemptStarted("r", 1, request),
        *((failed,) if fails else ()),
        ReplyGrew("r", 1, REPLY),
        AttemptJudged("r", judged),
        RunEnded("r", Run("r", "s", (judged,))),
    )


def _play(playback: Playback, events: Sequence[Event], *, at_once: bool = False) -> list[Event]:
    played: list[Event] = []
    playback.played.connect(played.append)
    for event in events:
        playback.take(event, at_once=at_once)
    return played


def _text(events: Sequence[Event]) -> str:
    return "".join(event.added for event in events if isinstance(event, ReplyGrew))


def test_a_recorded_run_is_typed_out_and_ends_with_its_end(qtbot: QtBot) -> None:
    playback = Playback(pace=40)
    events = _events(ALWAYS)
    played = _play(playback, events)
    assert played == []
    with qtbot.waitSignal(playback.changed, timeout=5000):
        assert playback.playing
    assert list(map(type, played[-1:])) == [RunEnded]
    assert _text(played) == REPLY
    assert sum(isinstance(event, ReplyGrew) for event in played) > 5
    assert [event for event in played if not isinstance(event, ReplyGrew)] == [
        each for each in events if not isinstance(each, ReplyGrew)
    ]


@pytest.mark.parametrize(
    ("scenario", "pace", "at_once"),
    [(Scenario("s"), 1.0, False), (ALWAYS, 0.0, False), (ALWAYS, 1.0, True)],
    ids=["live", "no pace", "one of many"],
)
def test_other_runs_pass_at_once(qtbot: QtBot, scenario: Scenario, pace: float, *, at_once: bool) -> None:
    events = _events(scenario)
    assert _play(Playback(pace), events, at_once=at_once) == list(events)


def test_next_goes_to_the_verdict_and_finish_to_the_end(qtbot: QtBot) -> None:
    playback = Playback(pace=0.1)
    played = _play(playback, _events(ALWAYS))
    playback.skip()
    assert [type(event) for event in played[-1:]] == [AttemptJudged]
    assert _text(played) == REPLY
    playback.finish()
    assert [type(event) for event in played[-1:]] == [RunEnded]
    assert not playback.playing


def test_a_sample_that_stands_in_is_played_from_the_failure_on(qtbot: QtBot) -> None:
    playback = Playback(pace=0.1)
    played = _play(playback, _events(STANDS_IN, fails=True))
    assert isinstance(played[-1], EndpointFailed)
    playback.finish()
    assert _text(played) == REPLY


def test_the_same_scenario_passes_at_once_while_its_model_answers(qtbot: QtBot) -> None:
    events = _events(STANDS_IN)
    assert _play(Playback(pace=0.1), events) == list(events)


def test_what_comes_after_finish_is_not_played_slowly(qtbot: QtBot) -> None:
    playback = Playback(pace=0.1)
    started, *rest = _events(ALWAYS)
    played = _play(playback, [started])
    playback.finish()
    for event in rest:
        playback.take(event)
    assert played == [started, *rest]
    assert not playback.playing
