"""The bounded loop as a value, sans I/O: nothing is changed, so stepping, editing, going back and branching cost nothing.

Every transition stands in the two tables below; the module does not know who asks, who judges or who edits.

    state = begin(scenario, run_id=...)
    while not isinstance(state.next, Ended):
        state = advance(state, answer)  # a Reply to Ask, a Verdict to Judge, a Request to Compose
    state.run
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias, cast

from playground.repair.ending import Reason, conclude, find_reason
from playground.repair.exchange import AskedFields, EndpointFailure, Reply, Request
from playground.repair.feedback import compose
from playground.repair.message import Message, Role
from playground.repair.notes import note_attempt
from playground.repair.record import Attempt, HonestError, Outcome, ResultIs, Run, last_answer
from playground.repair.refusals import check_scenario
from playground.repair.requests import first_request, mark_edits, raise_limit
from playground.repair.scenario import Scenario
from playground.verdict import json_text
from playground.verdict.schema import CheckedSchema
from playground.verdict.violations import Answer, Status, Verdict
from playground.words.text import Text, text


@dataclass(frozen=True, slots=True)
class Ask:
    """Send this request to the endpoint; answered with a Reply (or with a Request, which a person edited before it is sent)."""

    request: Request


@dataclass(frozen=True, slots=True)
class Judge:
    """Judge this reply against the scenario's schema; answered with a Verdict. Where fields were `asked` for, what the reply has of
    them is merged into `base`, the last answer."""

    reply: Reply
    asked: AskedFields | None = None
    base: Answer | None = None


@dataclass(frozen=True, slots=True)
class Compose:
    """Write the next request from this verdict; answered with a Request (`proposal`, or one that a person edited)."""

    verdict: Verdict
    proposal: Request


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing more to do: the run has its outcome."""

    run: Run


Step: TypeAlias = Ask | Judge | Compose | Ended


class _Move(Enum):
    EDIT = auto()  # the request that waits to be sent is replaced
    RECEIVE = auto()
    WEIGH = auto()  # the attempt is complete; the second table says what follows
    SEND = auto()
    ACCEPT = auto()
    REPAIR = auto()  # feedback and the next attempt, or the ending at the limit
    RAISE_LIMIT = auto()  # once, where the scenario says so: the same question with room for twice as much; else the ending
    GIVE_UP = auto()  # no blind repair: the ending, with the reason


# What is awaited, and what comes.
_TRANSITIONS = {
    (Ask, Request): _Move.EDIT,
    (Ask, Reply): _Move.RECEIVE,
    (Judge, Verdict): _Move.WEIGH,
    (Compose, Request): _Move.SEND,
}

# What follows a verdict.
_AFTER_VERDICT = {
    Status.VALID: _Move.ACCEPT,
    Status.INVALID: _Move.REPAIR,
    Status.NO_JSON: _Move.REPAIR,
    Status.CUT_OFF: _Move.RAISE_LIMIT,
    Status.BLOCKED: _Move.GIVE_UP,
    Status.SCHEMA_ERROR: _Move.GIVE_UP,
}


@dataclass(frozen=True, slots=True)
class LoopState:
    """Where a run stands. `request` is the one sent last, or about to be; `next` says what is awaited."""

    scenario: Scenario
    schema: CheckedSchema
    request: Request
    run: Run
    next: Step


def begin(scenario: Scenario, *, run_id: str, checked: CheckedSchema | None = None) -> LoopState:
    """The state before the first request; raises RunRefused (SchemaRefused for a broken schema) before anything is sent.

    `checked` is the scenario's schema where it was checked before.
    """
    schema = check_scenario(scenario, checked)
    request = first_request(scenario)
    return LoopState(scenario, schema, request, Run(run_id, scenario.id), Ask(request))


def advance(state: LoopState, answer: Reply | Verdict | Request) -> LoopState:
    """The state after what was awaited has come; raises TypeError for an answer of another kind."""
    move = _TRANSITIONS.get((type(state.next), type(answer)))
    match move:
        case _Move.EDIT:
            return _edit(state, cast("Request", answer))
        case _Move.RECEIVE:
            return _receive(state, cast("Reply", answer))
        case _Move.WEIGH:
            return _weigh(state, cast("Verdict", answer))
        case _Move.SEND:
            return _send(state, cast("Request", answer))
        case _:
            message = f"{type(state.next).__name__} is not answered with {type(answer).__name__}"
            raise TypeError(message)


def stop(state: LoopState) -> LoopState:
    """The run as a person stopped it, with the attempts so far. Safe at any moment; a run that has ended stays as it is."""
    if isinstance(state.next, Ended):
        return state
    return _end(state, replace(state.run, outcome=Outcome.STOPPED))


def fail(state: LoopState, failure: EndpointFailure) -> LoopState:
    """The run after its endpoint gave no answer, with the attempts so far; never the ending. Safe at any moment."""
    if isinstance(state.next, Ended):
        return state
    run = replace(
        state.run,
        outcome=Outcome.ENDPOINT_FAILED,
        endpoint_failures=(*state.run.endpoint_failures, failure),
        error=HonestError(failure.title, failure.message, failure.hint),
    )
    return _end(state, run)


def note_failure(state: LoopState, failure: EndpointFailure) -> LoopState:
    """The same state with a failure on record that the transport tries again after; it is no attempt."""
    return replace(state, run=replace(state.run, endpoint_failures=(*state.run.endpoint_failures, failure)))


def _edit(state: LoopState, request: Request) -> LoopState:
    marked = mark_edits(request, state.request)
    return replace(state, request=marked, next=Ask(marked))


def _receive(state: LoopState, reply: Reply) -> LoopState:
    if reply.failure is not None:  # a recorded sample stands in for the model
        state = note_failure(state, reply.failure)
    asked = state.request.asked
    return replace(state, next=Judge(reply, asked, last_answer(state.run.attempts) if asked else None))


def _weigh(state: LoopState, verdict: Verdict) -> LoopState:
    reply = cast("Judge", state.next).reply
    attempts = state.run.attempts
    notes = note_attempt(state.scenario, state.schema, attempts, reply, verdict)
    attempt = Attempt(len(attempts) + 1, state.request, reply, verdict, notes=notes)
    weighed = replace(state, run=replace(state.run, attempts=(*attempts, attempt)))
    move = _AFTER_VERDICT[verdict.status]
    if reply.endless_blanks and move is _Move.RAISE_LIMIT:
        move = _Move.REPAIR  # no limit cut it off, so a higher one is no help and another try may be
    match move:
        case _Move.ACCEPT:
            return _accept(weighed, verdict)
        case _Move.REPAIR:
            return _repair(weighed, attempt)
        case _Move.RAISE_LIMIT:
            return _raise_limit(weighed, attempt)
        case _:
            return _conclude(weighed, Reason(verdict.status.value))


def _accept(state: LoopState, verdict: Verdict) -> LoopState:
    first = len(state.run.attempts) == 1
    run = replace(
        state.run,
        outcome=Outcome.ACCEPTED if first else Outcome.REPAIRED,
        result=json_text.write(cast("Answer", verdict.answer).value),
        result_is=ResultIs.ANSWER,
    )
    return _end(state, run)


def _repair(state: LoopState, attempt: Attempt) -> LoopState:
    reason = find_reason(state.scenario, state.run.attempts)
    if reason is not None:
        return _conclude(state, reason)
    composed = compose(state.scenario, state.run.attempts[0].request, attempt)
    noted = _replace_last(state, replace(attempt, notes=(*attempt.notes, *composed.notes))) if composed.notes else state
    return replace(noted, next=Compose(attempt.verdict, composed.request))


def _raise_limit(state: LoopState, attempt: Attempt) -> LoopState:
    proposal = raise_limit(state.scenario, state.run.attempts)
    if proposal is None or find_reason(state.scenario, state.run.attempts) is not None:
        return _conclude(state, Reason.CUT_OFF)
    noted = _replace_last(state, replace(attempt, notes=(*attempt.notes, _limit_note(proposal))))
    return replace(noted, next=Compose(attempt.verdict, proposal))


def _limit_note(proposal: Request) -> Text:
    return text("repair.note.limit_raised", count=proposal.endpoint.max_tokens or 0)


def _send(state: LoopState, request: Request) -> LoopState:
    step = cast("Compose", state.next)
    marked = mark_edits(request, step.proposal)
    asked_again = step.verdict.status is Status.CUT_OFF and marked.messages == state.request.messages
    attempt = replace(state.run.attempts[-1], feedback=None if asked_again else _find_feedback(marked, step.proposal))
    return replace(_replace_last(state, attempt), request=marked, next=Ask(marked))


def _find_feedback(request: Request, proposal: Request) -> Message | None:
    """The message that was composed for this request: its last one, where it is the user's and not one that a drop laid bare."""
    last = request.messages[-1] if request.messages else None
    if last is None or last.role is not Role.USER:
        return None
    return last if last.edited or last == proposal.messages[-1] else None


def _conclude(state: LoopState, reason: Reason) -> LoopState:
    return _end(state, conclude(state.scenario.ending, state.run, reason))


def _replace_last(state: LoopState, attempt: Attempt) -> LoopState:
    return replace(state, run=replace(state.run, attempts=(*state.run.attempts[:-1], attempt)))


def _end(state: LoopState, run: Run) -> LoopState:
    return replace(state, run=run, next=Ended(run))
