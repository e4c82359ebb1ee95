"""What happened, as frozen values: the thing that is shown, stored and exported."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum

from playground.repair.exchange import EndpointFailure, Reply, Request, Source, Usage
from playground.repair.message import Message, Role
from playground.verdict.violations import Answer, Verdict
from playground.words.text import Text


class Outcome(StrEnum):
    """What came of a run."""

    ACCEPTED = "accepted"
    REPAIRED = "repaired"
    FELL_BACK = "fell_back"
    ERROR = "error"
    ENDPOINT_FAILED = "endpoint_failed"
    STOPPED = "stopped"


class ResultIs(StrEnum):
    """What the result of a run is; never left open."""

    ANSWER = "answer"
    FALLBACK = "fallback"
    BEST_ATTEMPT = "best_attempt"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer of the model and its verdict. `feedback` is the message that was composed from it for the next request."""

    number: int
    request: Request
    reply: Reply
    verdict: Verdict
    feedback: Message | None = None
    notes: tuple[Text, ...] = ()  # "the same reply as before", "looks emptied" and the like


@dataclass(frozen=True, slots=True)
class HonestError:
    """Why there is no result, and what to do."""

    title: Text
    message: Text
    hint: Text


@dataclass(frozen=True, slots=True)
class Run:
    """One scenario carried out. `result` is JSON text (None where there is none); `seconds` is the wall time of the whole run."""

    id: str
    scenario_id: str
    attempts: tuple[Attempt, ...] = ()
    outcome: Outcome | None = None  # None while it goes on
    result: str | None = None
    result_is: ResultIs = ResultIs.NONE
    endpoint_failures: tuple[EndpointFailure, ...] = ()
    error: HonestError | None = None
    seconds: float = 0.0

    @property
    def live(self) -> bool:
        """True when every reply came from a model; runs with a recorded or practice reply are demonstrations."""
        return bool(self.attempts) and all(attempt.reply.source is Source.LIVE for attempt in self.attempts)

    @property
    def fixed(self) -> bool:
        """True when the answer was valid only after small syntax faults had been fixed; such runs are counted apart."""
        return self.result_is is ResultIs.ANSWER and bool(self.attempts) and bool(self.attempts[-1].verdict.changes)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The whole conversation, the last reply included; no message stands in it that was not sent or received."""
        if not self.attempts:
            return ()
        last = self.attempts[-1]
        return (*last.request.messages, Message(Role.ASSISTANT, last.reply.text))

    @property
    def usage(self) -> Usage | None:
        """Tokens over all attempts that asked a model, failed ones too; a sum is None as soon as one of them did not report it."""
        # A recorded sample cost nothing, and must not hide what was spent beside it.
        reported = [attempt.reply.usage for attempt in self.attempts if attempt.reply.usage or attempt.reply.source is Source.LIVE]
        total = Usage(*(_sum_of(reported, field.name) for field in fields(Usage)))
        return None if total == Usage() else total


def last_answer(attempts: Sequence[Attempt]) -> Answer | None:
    """The JSON of the latest of these attempts that has any."""
    return next((attempt.verdict.answer for attempt in reversed(attempts) if attempt.verdict.answer), None)


def _sum_of(reported: list[Usage | None], name: str) -> int | None:
    values: list[int | None] = [getattr(usage, name) if usage else None for usage in reported]
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None
