"""What a run tells while it goes on; frozen, each with the run's id. RunEnded comes once and last, whatever happens."""

from dataclasses import dataclass
from typing import TypeAlias

from playground.repair.messages import Channel, EndpointFailure, Request
from playground.repair.record import Attempt, Run
from playground.repair.scenario import Scenario


@dataclass(frozen=True, slots=True)
class RunStarted:
    run_id: str
    scenario: Scenario
    at: str  # ISO 8601, UTC


@dataclass(frozen=True, slots=True)
class AttemptStarted:
    run_id: str
    number: int
    request: Request


@dataclass(frozen=True, slots=True)
class ReplyGrew:
    run_id: str
    number: int
    added: str
    channel: Channel = Channel.CONTENT


@dataclass(frozen=True, slots=True)
class AttemptJudged:
    run_id: str
    attempt: Attempt  # with its feedback, if the loop goes on


@dataclass(frozen=True, slots=True)
class EndpointRetries:
    run_id: str
    number: int
    failure: EndpointFailure
    retry: int  # 1 or 2
    wait: float  # seconds until it is tried again


@dataclass(frozen=True, slots=True)
class EndpointFailed:
    run_id: str
    number: int
    failure: EndpointFailure


@dataclass(frozen=True, slots=True)
class RunEnded:
    run_id: str
    run: Run


Event: TypeAlias = RunStarted | AttemptStarted | ReplyGrew | AttemptJudged | EndpointRetries | EndpointFailed | RunEnded
