"""What a run tells while it goes on; frozen, each with the run's id. RunEnded comes once and last, whatever happens."""

from dataclasses import dataclass
from typing import TypeAlias

from playground.repair.exchange import Channel, EndpointFailure, Request
from playground.repair.record import Attempt, Run
from playground.repair.scenario import Scenario


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run begins; comes first."""

    run_id: str
    scenario: Scenario
    at: str  # ISO 8601, UTC


@dataclass(frozen=True, slots=True)
class AttemptStarted:
    """A request is being sent. If no answer comes, it was no attempt after all."""

    run_id: str
    number: int
    request: Request


@dataclass(frozen=True, slots=True)
class ReplyGrew:
    """More of the reply has come."""

    run_id: str
    number: int
    added: str
    channel: Channel = Channel.CONTENT


@dataclass(frozen=True, slots=True)
class AttemptJudged:
    """A reply has its verdict; its text counts, not what grew."""

    run_id: str
    attempt: Attempt  # with its feedback, if the loop goes on


@dataclass(frozen=True, slots=True)
class EndpointRetries:
    """The endpoint gave no answer and will be asked again; it is no attempt."""

    run_id: str
    number: int
    failure: EndpointFailure
    retry: int  # 1 or 2
    wait: float  # seconds until it is tried again


@dataclass(frozen=True, slots=True)
class EndpointFailed:
    """The endpoint gave no answer, and what grew so far counts no more: a recorded sample follows, or the end of the run."""

    run_id: str
    number: int
    failure: EndpointFailure


@dataclass(frozen=True, slots=True)
class RunEnded:
    """A run has ended, however it did; comes once and last."""

    run_id: str
    run: Run


Event: TypeAlias = RunStarted | AttemptStarted | ReplyGrew | AttemptJudged | EndpointRetries | EndpointFailed | RunEnded
