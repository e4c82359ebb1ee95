"""Runs for the tests of the message view, made by hand."""

from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.exchange import Reply, Request, Source
from playground.repair.message import Message, Role
from playground.repair.record import Attempt, Outcome, ResultIs, Run
from playground.repair.scenario import Scenario
from playground.runs.events import AttemptJudged, AttemptStarted, Event, ReplyGrew, RunEnded, RunStarted
from playground.verdict.violations import Answer, Fault, Span, Status, Verdict, Violation
from playground.words.text import text

QUESTION = Message(Role.USER, "Does a baguette contain gluten? Answer with a JSON object.")
PROSE = "Probably yes, there is wheat in it."
MAYBE = '{"answer": "maybe"}'
YES = '{"answer": "yes"}'
SCENARIO = Scenario("00000000-0000-4000-8000-000000000001", "Gluten", messages=(QUESTION,))


def request(*more: Message) -> Request:
    return Request((QUESTION, *more), EndpointSettings(), "{}")


def _said(reply: str) -> Message:
    return Message(Role.ASSISTANT, reply)


NO_JSON = Verdict(Status.NO_JSON, faults=(Fault("prose", text("words.place.answer"), Span(0, len(PROSE))),))
BROKEN_RULE = Violation("/answer", "enum", text("words.place.answer"), "/properties/answer/enum", Span(11, 18))
INVALID = Verdict(Status.INVALID, Answer({"answer": "maybe"}), Span(0, len(MAYBE)), (BROKEN_RULE,))
VALID = Verdict(Status.VALID, Answer({"answer": "yes"}), Span(0, len(YES)))
FEEDBACK = (Message(Role.USER, "The reply is not JSON."), Message(Role.USER, 'answer must be "yes" or "no".'))

ATTEMPTS = (
    Attempt(1, request(), Reply(PROSE, Source.RECORDED), NO_JSON, FEEDBACK[0]),
    Attempt(2, request(_said(PROSE), FEEDBACK[0]), Reply(MAYBE, Source.RECORDED), INVALID, FEEDBACK[1]),
    Attempt(3, request(_said(PROSE), FEEDBACK[0], _said(MAYBE), FEEDBACK[1]), Reply(YES, Source.RECORDED), VALID),
)
REPAIRED = Run("r", SCENARIO.id, ATTEMPTS, Outcome.REPAIRED, YES, ResultIs.ANSWER)
FELL_BACK = Run("r", SCENARIO.id, ATTEMPTS[:2], Outcome.FELL_BACK, '{"answer": "unknown"}', ResultIs.FALLBACK)


def events() -> list[Event]:
    """The repaired run as it goes on, each reply in two pieces."""
    told: list[Event] = [RunStarted("r", SCENARIO, "2026-01-01T00:00:00Z")]
    for attempt in ATTEMPTS:
        half = len(attempt.reply.text) // 2
        told += [
            AttemptStarted("r", attempt.number, attempt.request),
            ReplyGrew("r", attempt.number, attempt.reply.text[:half]),
            ReplyGrew("r", attempt.number, attempt.reply.text[half:]),
            AttemptJudged("r", attempt),
        ]
    return [*told, RunEnded("r", REPAIRED)]
