import json
from typing import Any

import pytest

from playground.commands.event_output import event_output
from playground.repair.exchange import Channel, EndpointFailure
from playground.runs.events import (
    AttemptJudged,
    AttemptStarted,
    EndpointFailed,
    EndpointRetries,
    Event,
    ReplyGrew,
    RunEnded,
    RunStarted,
)  # fmt: skip
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import text
from tests.repair.cases import SCHEMA, make_scenario, play
from tests.repair.contracts import contract

CONTRACT = contract("events")
FAILURE = EndpointFailure("timeout", text("repair.stop.error"), text("repair.stop.own"), text("repair.stop.best"))
CHECKED = check(SCHEMA, assert_formats=True)
RUN = play(make_scenario(), *[(said, judge(said, CHECKED)) for said in ("Well.", '{"answer": "yes"}')]).run

EVENTS: list[tuple[Event, dict[str, Any]]] = [
    (
        RunStarted("r", make_scenario(), "2026-01-01T00:00:00Z"),
        {"event": "run_started", "scenario": "7b0c", "at": "2026-01-01T00:00:00Z"},
    ),
    (AttemptStarted("r", 1, RUN.attempts[0].request), {"event": "attempt_started", "number": 1}),
    (ReplyGrew("r", 1, "é\ud800", Channel.REASONING), {"event": "reply_grew", "added": "é\ud800", "channel": "reasoning"}),
    (AttemptJudged("r", RUN.attempts[0]), {"event": "attempt_judged"}),
    (AttemptJudged("r", RUN.attempts[1]), {"event": "attempt_judged", "feedback": None}),
    (EndpointRetries("r", 1, FAILURE, 2, 1.5), {"event": "endpoint_retries", "retry": 2, "wait": 1.5}),
    (
        EndpointFailed("r", 1, FAILURE),
        {"event": "endpoint_failed", "failure": {"kind": "timeout", "message": "Use a value of your own"}},
    ),
    (RunEnded("r", RUN), {"event": "run_ended"}),
]


@pytest.mark.parametrize(("event", "expected"), EVENTS, ids=lambda part: type(part).__name__)
def test_each_event_is_one_line_by_the_contract(event: Event, expected: dict[str, Any]) -> None:
    line = event_output(event, lambda sentence: render(sentence, Language.ENGLISH))
    assert line.isascii()
    assert "\n" not in line
    value = json.loads(line)
    CONTRACT.validate(value)
    assert value["run"] == "r"
    assert expected.items() <= value.items()


def test_the_feedback_is_told_with_the_attempt_it_answers() -> None:
    value = json.loads(event_output(AttemptJudged("r", RUN.attempts[0]), lambda sentence: sentence.id))
    assert value["feedback"]["role"] == "user"
    assert value["attempt"]["number"] == 1
