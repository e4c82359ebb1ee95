"""The bounded loop as a value, sans I/O: nothing is changed, so stepping, editing, going back and branching cost nothing."""

from dataclasses import dataclass
from typing import TypeAlias

from playground.repair.messages import Reply, Request
from playground.repair.record import Run
from playground.verdict.violations import Verdict


@dataclass(frozen=True, slots=True)
class Ask:
    """Send this request to the endpoint; answered with a Reply."""

    request: Request


@dataclass(frozen=True, slots=True)
class Judge:
    """Judge this reply against the scenario's schema; answered with a Verdict."""

    reply: Reply


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
