"""The next message before it is sent: what each strategy would say after a reply, and what its request would weigh.

`find_answered` says which reply it answers, `next_message` what follows under one strategy, `weigh_strategies` under each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from playground.repair.endpoint_settings import Mode
from playground.repair.exchange import Reply, Request, Source
from playground.repair.fallbacks import shape_of
from playground.repair.feedback import compose
from playground.repair.judging import Judging, judge_reply
from playground.repair.message import Message
from playground.repair.record import Attempt, Run, last_answer
from playground.repair.requests import first_request
from playground.repair.scenario import Scenario, Strategy
from playground.verdict.judge import judge
from playground.verdict.schema import CheckedSchema
from playground.verdict.violations import Status
from playground.words.catalogues import wording
from playground.words.text import Text

BYTES_OF_TOKEN = 4  # of UTF-8: the rule of thumb for any model's tokens
_ANSWERED = frozenset({Status.INVALID, Status.NO_JSON})  # what feedback follows


class Origin(StrEnum):
    """Where the reply comes from that the next message answers."""

    RUN = "run"
    SAMPLE = "sample"  # a recorded sample of the scenario
    CASE = "case"
    INVENTED = "invented"  # neither: an answer of the schema's shape with nothing in it


@dataclass(frozen=True, slots=True)
class Answered:
    """The attempt that the next message answers, in a run that began with `first`.

    `number` counts from 1: the attempt of a run, the turn of a sample, the place of a case; 1 where the reply is invented.
    """

    origin: Origin
    number: int
    first: Request
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class Weight:
    """How much is sent: `characters` are Unicode code points, `tokens` an estimate, as every model counts its own way."""

    characters: int
    tokens: int


@dataclass(frozen=True, slots=True)
class NextMessage:
    """What one strategy would send. `message` is the last message of `request`; `whole` weighs all messages, and the schema where
    the mode sends it beside them; `notes` say what is not as the strategy would have it."""

    strategy: Strategy
    request: Request
    weight: Weight
    whole: Weight
    notes: tuple[Text, ...] = ()

    @property
    def message(self) -> Message:
        """The feedback itself."""
        return self.request.messages[-1]


def find_answered(scenario: Scenario, schema: CheckedSchema, run: Run | None = None, *, by: Judging = judge) -> Answered | None:
    """What a next message would answer: the last reply of `run` that needs one, else the first such recorded sample or case of the
    scenario, else a reply that is made up. None where the schema cannot be used.

    Every reply is judged by the scenario as it is now; one that was asked for otherwise than it now says stands as the answer to
    its first question. `by` is what judges one text.
    """
    if not schema.ok:
        return None
    first = first_request(scenario)
    if run is not None and run.attempts:
        asked_so = run.attempts[0].request == first
        for place in reversed(range(len(run.attempts))):
            attempt = run.attempts[place]
            if asked_so:
                again = _judge_again(scenario, schema, run.attempts[: place + 1], by)
            else:
                again = _attempt(scenario, schema, first, attempt.reply, by)
            if again.verdict.status in _ANSWERED:
                return Answered(Origin.RUN, attempt.number, first, again)
    for origin, number, content in _other_replies(scenario, schema):
        attempt = _attempt(scenario, schema, first, Reply(content, Source.RECORDED), by)
        if attempt.verdict.status in _ANSWERED:
            return Answered(origin, number, first, attempt)
    prose = Reply(wording("repair.preview.reply", scenario.language), Source.RECORDED)  # no schema takes it
    return Answered(Origin.INVENTED, 1, first, _attempt(scenario, schema, first, prose, by))


def weigh_strategies(scenario: Scenario, answered: Answered) -> tuple[NextMessage, ...]:
    """The next message under each strategy, in the order of `Strategy`."""
    return tuple(next_message(scenario, answered, strategy) for strategy in Strategy)


def next_message(scenario: Scenario, answered: Answered, strategy: Strategy | None = None) -> NextMessage:
    """The next message under one strategy; under the scenario's own where none is named."""
    chosen = strategy or scenario.feedback.strategy
    under = replace(scenario, feedback=replace(scenario.feedback, strategy=chosen))
    composed = compose(under, answered.first, answered.attempt)
    request = composed.request
    return NextMessage(chosen, request, _weigh(request.messages[-1].content), _weigh(*_parts(request)), composed.notes)


def _judge_again(scenario: Scenario, schema: CheckedSchema, attempts: Sequence[Attempt], by: Judging) -> Attempt:
    last = attempts[-1]
    base = last_answer(attempts[:-1])
    verdict = judge_reply(last.reply, schema, scenario, asked=last.request.asked, base=base, by=by)
    return replace(last, verdict=verdict)


def _attempt(scenario: Scenario, schema: CheckedSchema, first: Request, reply: Reply, by: Judging) -> Attempt:
    return Attempt(1, first, reply, judge_reply(reply, schema, scenario, by=by))


def _other_replies(scenario: Scenario, schema: CheckedSchema) -> Iterator[tuple[Origin, int, str]]:
    for number, sample in enumerate(scenario.samples.replies, 1):
        yield Origin.SAMPLE, number, sample
    for number, case in enumerate(scenario.cases, 1):
        yield Origin.CASE, number, case.reply
    for content in (shape_of(schema.value), "{}"):
        yield Origin.INVENTED, 1, content


def _parts(request: Request) -> Iterator[str]:
    for message in request.messages:
        yield message.content
    if request.endpoint.mode not in (Mode.PROMPT, Mode.JSON):
        yield request.schema_text


def _weigh(*parts: str) -> Weight:
    characters = sum(len(part) for part in parts)
    size = sum(len(part.encode("utf-8", "surrogatepass")) for part in parts)
    return Weight(characters, -(-size // BYTES_OF_TOKEN))
