"""A run as it goes on, folded from its events: what the cards are derived from. Frozen, without Qt."""

from dataclasses import dataclass, replace

from playground.repair.exchange import Channel, Request
from playground.repair.record import Attempt, Outcome, Run
from playground.repair.scenario import Scenario
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

# The kinds of failure, of those in `endpoints`, at which nothing is sent.
BEFORE_SENDING = frozenset(
    {
        "address_missing",
        "address_invalid",
        "plain_http",
        "key_invalid",
        "model_missing",
        "mode_unsupported",
        "extra_invalid",
        "extra_reserved",
        "schema_unreadable",
        "no_sample",
    }
)


@dataclass(frozen=True, slots=True)
class Growing:
    """The attempt that is under way: what has come in so far."""

    number: int
    text: str = ""
    reasoning: str = ""
    tool_call: bool = False


@dataclass(frozen=True, slots=True)
class Conversation:
    """Everything known of one run. `requests` holds one request per started attempt, `attempts` the judged ones."""

    run_id: str
    scenario: Scenario | None = None
    requests: tuple[Request, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    growing: Growing | None = None
    retries: tuple[EndpointRetries, ...] = ()
    failed: EndpointFailed | None = None
    run: Run | None = None  # once it ended


def fold(conversation: Conversation | None, event: Event) -> Conversation | None:
    """The conversation after this event. A RunStarted begins a new one; events of another run change nothing."""
    if isinstance(event, RunStarted):
        return Conversation(event.run_id, event.scenario)
    if conversation is None or event.run_id != conversation.run_id:
        return conversation
    match event:
        case AttemptStarted():
            return replace(conversation, requests=(*conversation.requests, event.request), growing=Growing(event.number))
        case ReplyGrew():
            return replace(conversation, growing=_grow(conversation.growing, event))
        case AttemptJudged():
            return replace(conversation, attempts=(*conversation.attempts, event.attempt), growing=None)
        case EndpointRetries():
            # What had come in before the connection broke is not part of any attempt.
            return replace(conversation, retries=(*conversation.retries, event), growing=Growing(event.number))
        case EndpointFailed():
            return replace(conversation, failed=event)
        case RunEnded():
            # The record is the truth: what events were too late to tell stands in it.
            return replace(conversation, run=event.run, attempts=event.run.attempts)


def recall(run: Run, scenario: Scenario | None = None) -> Conversation:
    """The conversation of a run that is over, from its record alone."""
    requests = tuple(attempt.request for attempt in run.attempts)
    return Conversation(run.id, scenario, requests, run.attempts, run=run)


def was_sent(conversation: Conversation) -> bool:
    """True unless the first request was refused before anything went out: no message is called sent that was not."""
    failure = conversation.failed.failure if conversation.failed is not None else None
    return bool(conversation.attempts) or failure is None or failure.kind not in BEFORE_SENDING


def feedback_was_sent(conversation: Conversation, number: int) -> bool:
    """True when the feedback composed from this attempt went out: no message is called sent that was not."""
    if len(conversation.requests) > number:
        return True
    # A record names no request for an attempt that got no answer, but the endpoint was asked.
    return conversation.run is not None and conversation.run.outcome is Outcome.ENDPOINT_FAILED


def _grow(growing: Growing | None, event: ReplyGrew) -> Growing:
    if growing is None or growing.number != event.number:
        growing = Growing(event.number)
    if event.channel is Channel.REASONING:
        return replace(growing, reasoning=growing.reasoning + event.added)
    tool_call = growing.tool_call or event.channel is Channel.TOOL_CALL
    return replace(growing, text=growing.text + event.added, tool_call=tool_call)
