"""The cards of a run, as it goes on and from its record."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from playground.repair.exchange import EndpointFailure, Reply, Source
from playground.repair.message import Message, Role
from playground.repair.record import HonestError, Outcome, ResultIs, Run
from playground.repair.scenario import Scenario
from playground.runs.events import AttemptStarted, EndpointFailed, EndpointRetries, ReplyGrew, RunEnded, RunStarted
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.verdict.violations import Candidate, Fault, Note, Origin, Span, Status, Verdict
from playground.window.conversation.cards import Badge, Card, CardRole, MarkKind, Tone
from playground.window.conversation.conversation import Conversation, fold, recall
from playground.window.conversation.derivation import derive_cards, pill_of
from playground.words.text import text
from tests.window.conversation.runs import (
    ATTEMPTS,
    BROKEN_RULE,
    FELL_BACK,
    MAYBE,
    PROSE,
    QUESTION,
    REPAIRED,
    SCENARIO,
    events,
    request,
)

FAILURE = EndpointFailure(
    "timeout", text("words.place.answer"), text("words.quoted", value="slow"), text("words.quoted", value="wait")
)


def _told(*told: object) -> Conversation:
    conversation: Conversation | None = None
    for event in told:
        conversation = fold(conversation, event)  # type: ignore[arg-type] # a list of events of several kinds
    assert conversation is not None
    return conversation


def _ids(cards: tuple[Card, ...]) -> list[str]:
    return [card.id.removeprefix("r/") for card in cards]


def _card(cards: tuple[Card, ...], id: str) -> Card:
    return next(card for card in cards if card.id == f"r/{id}")


def test_a_repaired_run_from_its_events_is_the_one_from_its_record() -> None:
    live = derive_cards(_told(*events()))
    assert live == derive_cards(recall(REPAIRED, SCENARIO))
    assert _ids(live) == ["message/0", "attempt/1", "feedback/1", "attempt/2", "feedback/2", "attempt/3", "closing"]


def test_each_card_says_who_from_where_and_how_it_stands() -> None:
    cards = derive_cards(recall(REPAIRED))
    question, first, feedback, second, *_, third, closing = cards
    assert (question.role, question.body, question.badges) == (CardRole.YOU, QUESTION.content, (Badge.SENT,))
    assert (first.body, first.badges, first.attempt) == (PROSE, (Badge.RECORDED,), 1)
    assert first.pill is not None
    assert first.pill.tone is Tone.BAD
    assert (feedback.role, feedback.outgoing, feedback.badges) == (CardRole.FEEDBACK, True, (Badge.SENT,))
    assert feedback.aside == text("conversation.messages_sent", count=3)
    assert second.pill is not None
    assert second.pill.text == text("conversation.pill.violations", count=1)
    assert third.pill is not None
    assert third.pill.tone is Tone.GOOD
    assert (closing.role, closing.tone, closing.body) == (CardRole.CLOSING, Tone.GOOD, '{"answer": "yes"}')
    assert (closing.title, closing.aside) == (text("conversation.closing.repaired", number=3), text("conversation.from.recorded"))


def test_a_violation_is_a_numbered_mark_in_the_replys_own_text() -> None:
    second = _card(derive_cards(recall(REPAIRED)), "attempt/2")
    (mark,) = second.marks
    assert mark.span is not None
    assert second.body[mark.span.start : mark.span.end] == '"maybe"'
    assert (mark.number, mark.index, mark.kind, mark.pointer) == (1, 0, MarkKind.ERROR, "/answer")
    assert second.monospaced
    assert second.coloured == (Span(0, len(MAYBE)),)


@pytest.mark.parametrize("origin", [Origin.DECODED_STRING, Origin.MERGED_ANSWER, Origin.FIXED_TEXT])
def test_a_place_in_another_text_is_not_marked_in_this_one(origin: Origin) -> None:
    verdict = replace(ATTEMPTS[1].verdict, violations=(replace(BROKEN_RULE, origin=origin), BROKEN_RULE))
    run = replace(REPAIRED, attempts=(replace(ATTEMPTS[1], verdict=verdict),))
    marks = _card(derive_cards(recall(run)), "attempt/2").marks
    assert [(mark.number, mark.span) for mark in marks] == [(1, None), (2, BROKEN_RULE.span)]


def test_no_feedback_is_called_sent_that_was_not() -> None:
    stopped = Run("r", "s", ATTEMPTS[:1], Outcome.STOPPED)
    assert _card(derive_cards(recall(stopped)), "feedback/1").badges == ()
    assert _card(derive_cards(recall(replace(stopped, outcome=Outcome.ENDPOINT_FAILED))), "feedback/1").badges == (Badge.SENT,)


def test_after_the_last_attempt_no_feedback_is_shown() -> None:
    last = replace(FELL_BACK, attempts=(ATTEMPTS[0], replace(ATTEMPTS[1], feedback=None)))
    assert "feedback/2" not in _ids(derive_cards(recall(last)))


def test_what_a_person_edited_is_shown_as_sent_and_marked() -> None:
    edited = Message(Role.USER, "In my own words.", edited=True)
    following = replace(ATTEMPTS[1], request=request(Message(Role.ASSISTANT, PROSE), edited))
    card = _card(derive_cards(recall(replace(REPAIRED, attempts=(ATTEMPTS[0], following)))), "feedback/1")
    assert (card.body, card.badges) == ("In my own words.", (Badge.SENT, Badge.EDITED))


def test_a_blind_retry_says_that_nothing_was_added() -> None:
    blind = (replace(ATTEMPTS[0], feedback=None), replace(ATTEMPTS[1], request=request()))
    card = _card(derive_cards(recall(replace(REPAIRED, attempts=blind))), "feedback/1")
    assert (card.role, card.aside) == (CardRole.NOTICE, text("conversation.messages_sent", count=1))


def test_a_reply_under_way_grows_in_its_card() -> None:
    start = events()[:2]
    waiting = _card(derive_cards(_told(*start)), "attempt/1")
    assert (waiting.growing, waiting.body) == (True, "")
    writing = _card(derive_cards(_told(*start, ReplyGrew("r", 1, '{"a'), ReplyGrew("r", 1, '": 1'))), "attempt/1")
    assert (writing.body, writing.monospaced, writing.id) == ('{"a": 1', True, waiting.id)


def test_a_connection_that_broke_is_no_attempt_and_its_text_is_gone() -> None:
    told = _told(*events()[:3], EndpointRetries("r", 1, FAILURE, 1, 2.0))
    cards = derive_cards(told)
    assert _ids(cards) == ["message/0", "retry/1/1", "attempt/1"]
    assert _card(cards, "attempt/1").body == ""
    assert _card(cards, "retry/1/1").notes[0] == FAILURE.message


def test_when_no_answer_came_no_reply_is_shown() -> None:
    run = Run("r", SCENARIO.id, (), Outcome.ENDPOINT_FAILED, endpoint_failures=(FAILURE,))
    cards = derive_cards(_told(*events()[:2], EndpointFailed("r", 1, FAILURE), RunEnded("r", run)))
    assert _ids(cards) == ["message/0", "closing"]
    assert cards[-1].notes == (FAILURE.message, FAILURE.hint)


@pytest.mark.parametrize(("kind", "badges"), [("address_missing", ()), ("plain_http", ()), ("refused", (Badge.SENT,))])
def test_a_prompt_that_never_went_out_is_not_called_sent(kind: str, badges: tuple[Badge, ...]) -> None:
    failure = replace(FAILURE, kind=kind)
    run = Run("r", SCENARIO.id, (), Outcome.ENDPOINT_FAILED, endpoint_failures=(failure,))
    cards = derive_cards(_told(*events()[:2], EndpointFailed("r", 1, failure), RunEnded("r", run)))
    assert cards[0].badges == badges


def test_a_result_that_is_kept_escaped_is_shown_with_its_letters() -> None:
    closing = derive_cards(recall(replace(REPAIRED, result='{"answer": "\\u306f\\u3044", "odd": "\\ud800"}')))[-1]
    assert closing.body == '{"answer": "はい", "odd": "\\ud800"}'
    assert closing.coloured == (Span(0, len(closing.body)),)


def test_what_had_come_in_when_it_was_stopped_stays_and_is_marked() -> None:
    run = Run("r", SCENARIO.id, (), Outcome.STOPPED)
    card = _card(derive_cards(_told(*events()[:3], RunEnded("r", run))), "attempt/1")
    assert (card.body, card.growing) == (PROSE[: len(PROSE) // 2], False)
    assert card.pill is not None
    assert card.pill.text == text("conversation.pill.broken_off")


def test_events_of_another_run_change_nothing() -> None:
    before = _told(*events()[:3])
    assert fold(before, AttemptStarted("other", 1, request())) is before
    assert fold(None, AttemptStarted("other", 1, request())) is None


def test_before_the_run_the_prompt_lies_ready_with_what_run_will_do() -> None:
    scenario = Scenario("s", messages=(Message(Role.SYSTEM, "Be brief."), QUESTION, Message(Role.ASSISTANT, "{}")))
    cards = derive_cards(_told(RunStarted("r", scenario, "2026-01-01T00:00:00Z")))
    assert [card.role for card in cards] == [CardRole.SYSTEM, CardRole.YOU, CardRole.YOU, CardRole.NOTICE]
    assert all(card.badges == () for card in cards)


@pytest.mark.parametrize(
    ("run", "tone", "title", "notes"),
    [
        (FELL_BACK, Tone.WARN, text("conversation.closing.fell_back", count=2), 1),
        (replace(FELL_BACK, result_is=ResultIs.BEST_ATTEMPT), Tone.WARN, text("conversation.closing.best_attempt", count=2), 0),
        (replace(REPAIRED, outcome=Outcome.ACCEPTED), Tone.GOOD, text("conversation.closing.accepted"), 0),
        (replace(REPAIRED, outcome=Outcome.STOPPED, result=None), Tone.PLAIN, text("conversation.closing.stopped", count=3), 0),
        (
            Run("r", "s", ATTEMPTS, Outcome.ERROR, error=HonestError(text("a.t"), text("a.m"), text("a.h"))),
            Tone.BAD,
            text("a.t"),
            2,
        ),
    ],
)
def test_the_closing_card_says_what_came_of_it(run: Run, tone: Tone, title: object, notes: int) -> None:
    closing = derive_cards(recall(run))[-1]
    assert (closing.tone, closing.title, len(closing.notes), closing.body) == (tone, title, notes, run.result or "")
    assert (closing.pill is not None) == (run.result_is in {ResultIs.FALLBACK, ResultIs.BEST_ATTEMPT})


def test_a_recorded_sample_that_stands_in_says_why() -> None:
    stood_in = replace(ATTEMPTS[0], reply=Reply(PROSE, Source.RECORDED, failure=FAILURE))
    card = _card(derive_cards(recall(replace(REPAIRED, attempts=(stood_in,)))), "attempt/1")
    assert card.notes == (text("conversation.sample_instead", reason=FAILURE.message),)


def test_reasoning_has_a_folded_card_of_its_own() -> None:
    thought = replace(ATTEMPTS[0], reply=Reply(PROSE, Source.LIVE, reasoning="Let me think."))
    cards = derive_cards(recall(replace(REPAIRED, attempts=(thought,))))
    assert _ids(cards)[1:3] == ["reasoning/1", "attempt/1"]
    assert _card(cards, "reasoning/1").folded


@pytest.mark.parametrize("status", list(Status))
def test_every_verdict_has_a_sign(status: Status) -> None:
    assert pill_of(Verdict(status)).tone is (Tone.GOOD if status is Status.VALID else Tone.BAD)


def test_broken_json_is_coloured_where_it_was_meant_and_short_notes_are_marked() -> None:
    body = 'Sure: {"a": 1,} ok'
    verdict = Verdict(
        Status.NO_JSON,
        faults=(Fault("trailing_comma", text("words.quoted"), Span(13, 14)),),
        candidates=(Candidate(Span(6, 15), chosen=True, valid=False),),
        notes=(
            Note("prose", text("words.quoted"), Span(0, 6)),
            Note("long", text("words.quoted"), Span(0, 500)),
            Note("no", text("a")),
        ),
    )
    attempt = replace(ATTEMPTS[0], reply=Reply(body, Source.LIVE), verdict=verdict)
    card = _card(derive_cards(recall(replace(REPAIRED, attempts=(attempt,)))), "attempt/1")
    assert card.coloured == (Span(6, 15),)
    assert [(mark.kind, mark.number, mark.span) for mark in card.marks] == [
        (MarkKind.ERROR, 1, Span(13, 14)),
        (MarkKind.NOTE, None, Span(0, 6)),
    ]


def test_what_is_shown_is_decided_without_qt() -> None:
    program = "import sys, playground.window.conversation.derivation; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == 0


def test_a_feedback_on_many_violations_has_a_disc_for_each_kind() -> None:
    schema = check('{"items": {"type": "string"}, "maxItems": 3}', assert_formats=False)
    for count, numbers in ((5, [1, 2, 3, 4, 5, 6]), (40, [1, 2])):
        reply = json.dumps(list(range(count)))
        attempt = replace(ATTEMPTS[1], reply=Reply(reply, Source.RECORDED), verdict=judge(reply, schema))
        cards = derive_cards(recall(Run("x", SCENARIO.id, (attempt,), Outcome.ERROR)))
        (feedback,) = [card for card in cards if card.role is CardRole.FEEDBACK]
        assert [mark.number for mark in feedback.marks] == numbers
