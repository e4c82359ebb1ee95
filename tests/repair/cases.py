"""Scenarios, replies and verdicts for the tests of the loop, made by hand so that they depend on no validator."""

from dataclasses import replace
from typing import Any

from playground.repair.exchange import Reply, Source
from playground.repair.feedback import Composed, compose
from playground.repair.loop import Ask, Compose, Ended, Judge, LoopState, advance, begin
from playground.repair.message import Message, Role
from playground.repair.record import Attempt
from playground.repair.requests import first_request
from playground.repair.scenario import Scenario
from playground.verdict import json_text
from playground.verdict.violations import Fault, Span, Status, Verdict, Violation
from playground.words.text import Field, Listing, Text, Value, text

SCHEMA = '{"type": "object", "required": ["answer"], "properties": {"answer": {"enum": ["yes", "no"]}}}'


def make_scenario(**changes: Any) -> Scenario:
    """The gluten scenario in English, changed in the fields named."""
    plain = Scenario("7b0c", messages=(Message(Role.USER, "Does it contain gluten?"),), schema_text=SCHEMA)
    return replace(plain, **changes)


def reply(content: str = "{}", **changes: Any) -> Reply:
    """A live reply."""
    return replace(Reply(content, Source.LIVE), **changes)


def composed(scenario: Scenario, content: str, verdict: Verdict) -> Composed:
    """What is sent after this reply to the first request."""
    first = first_request(scenario)
    return compose(scenario, first, Attempt(1, first, reply(content), verdict))


def feedback_text(scenario: Scenario, content: str, verdict: Verdict) -> str:
    """The last message that is sent after this reply to the first request."""
    return composed(scenario, content, verdict).request.messages[-1].content


def valid(content: str) -> Verdict:
    """The reply is a value that the schema takes."""
    return Verdict(Status.VALID, answer=json_text.read(content).answer)


def no_json(*messages: Text) -> Verdict:
    """The reply holds no JSON."""
    return Verdict(Status.NO_JSON, faults=tuple(Fault("prose", message, Span(0, 1)) for message in messages))


def invalid(content: str, *violations: Violation) -> Verdict:
    """The reply is a value that breaks rules."""
    return Verdict(Status.INVALID, answer=json_text.read(content).answer, violations=violations or (wrong("/answer"),))


def wrong(path: str, keyword: str = "enum", *, schema_path: str | None = None, rule: Text | None = None) -> Violation:
    """One broken rule."""
    allowed = Listing((Value('"yes"'), Value('"no"')), "or")
    message = text("words.list.pair_and", first=Field(path), last=allowed)
    return Violation(path, keyword, message, schema_path or f"/properties{path}/{keyword}", rule=rule)


def answer_attempt(state: LoopState, answer: Reply, verdict: Verdict) -> LoopState:
    """One attempt: the reply and its verdict."""
    assert isinstance(state.next, Ask)
    judged = advance(state, answer)
    assert isinstance(judged.next, Judge)
    return advance(judged, verdict)


def send_proposal(state: LoopState) -> LoopState:
    """The next request as the strategy composed it."""
    assert isinstance(state.next, Compose)
    return advance(state, state.next.proposal)


def play(scenario: Scenario, *attempts: tuple[str, Verdict] | tuple[Reply, Verdict]) -> LoopState:
    """The state after these attempts; each but the last is followed by its feedback as composed."""
    state = begin(scenario, run_id="run")
    for number, (answer, verdict) in enumerate(attempts, 1):
        state = answer_attempt(state, reply(answer) if isinstance(answer, str) else answer, verdict)
        if number < len(attempts) and not isinstance(state.next, Ended):
            state = send_proposal(state)
    return state
