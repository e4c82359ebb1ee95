"""The cards of a conversation: one function from what is known of a run to what is shown. Without Qt."""

from dataclasses import replace

from playground.repair.exchange import Channel, Reply, Request, Source
from playground.repair.message import Message
from playground.repair.record import Attempt
from playground.runs.events import EndpointRetries
from playground.verdict.groups import group_violations
from playground.verdict.violations import Origin, Span, Status, Verdict
from playground.window.conversation.cards import Badge, Card, CardRole, Facts, Mark, MarkKind, Pill, Tone
from playground.window.conversation.closing import close_card
from playground.window.conversation.conversation import Conversation, Growing, feedback_was_sent, was_sent
from playground.window.conversation.judged_text import card_of_judged, was_merged
from playground.window.conversation.preview import card_of_hint, card_of_message
from playground.words.text import Text, text

SOURCE_BADGES = {Source.LIVE: Badge.LIVE, Source.RECORDED: Badge.RECORDED, Source.PRACTICE: Badge.PRACTICE}
_MOST_NAMED = 12  # discs on a feedback
_LONGEST_MARKED_NOTE = 120  # code points; a note about half the reply is said in the list, not dotted under it all


def derive_cards(conversation: Conversation) -> tuple[Card, ...]:
    """What is shown of this run, from the first message to what came of it. Ids are unique within the conversation."""
    cards: list[Card] = list(_cards_of_prompt(conversation))
    judged = {attempt.number: attempt for attempt in conversation.attempts}
    numbers = sorted({*judged, *range(1, len(conversation.requests) + 1)})
    for number in numbers:
        cards += [_card_of_retry(conversation, retry) for retry in conversation.retries if retry.number == number]
        if number in judged:
            cards += _cards_of_attempt(conversation, judged[number])
        elif conversation.growing is not None and conversation.growing.number == number:
            cards += _cards_of_growing(conversation, conversation.growing)
    if not numbers and conversation.run is None:  # before Run: the prompt lies ready, and what Run will do with it
        cards.append(card_of_hint(conversation.run_id))
    if conversation.run is not None:
        cards.append(close_card(conversation.run_id, conversation.run, conversation.scenario))
    return tuple(cards)


def looks_like_json(reply: str) -> bool:
    """True when the text begins as JSON or as a code fence does; decided before there is a verdict."""
    return reply.lstrip()[:1] in {"{", "[", "`"} if reply else False


def _cards_of_prompt(conversation: Conversation) -> list[Card]:
    badges: tuple[Badge, ...] = ()
    messages: tuple[Message, ...] = ()
    if conversation.requests:
        messages = conversation.requests[0].messages
        badges = (Badge.SENT,) if was_sent(conversation) else ()
    elif conversation.scenario is not None:
        messages = conversation.scenario.messages
    return [card_of_message(conversation.run_id, place, message, badges) for place, message in enumerate(messages)]


def _cards_of_attempt(conversation: Conversation, attempt: Attempt) -> list[Card]:
    reply, verdict = attempt.reply, attempt.verdict
    body = reply.text or reply.refusal or ""
    coloured = _coloured(verdict, body)
    judged = card_of_judged(conversation.run_id, attempt)
    elsewhere = {mark.index for mark in judged.marks if mark.number is not None} if judged else set()
    tool_call = (Badge.TOOL_CALL,) if reply.channel is Channel.TOOL_CALL else ()
    card = Card(
        f"{conversation.run_id}/attempt/{attempt.number}",
        CardRole.MODEL,
        text("conversation.model", number=attempt.number),
        body,
        (SOURCE_BADGES[reply.source], *tool_call),
        attempt=attempt.number,
        pill=pill_of(verdict),
        marks=tuple(mark for mark in _marks_of(verdict) if mark.number is None or mark.index not in elsewhere),
        coloured=coloured,
        monospaced=_mostly(coloured, body) or looks_like_json(body),
        notes=(*_notes_of(reply), *attempt.notes),
        facts=_facts_of(reply.text, verdict),
    )
    cards = [card, judged] if judged else [card]
    if reply.reasoning:
        cards.insert(0, _card_of_reasoning(conversation.run_id, attempt.number, reply.reasoning))
    feedback = _card_of_feedback(conversation, attempt)
    return [*cards, feedback] if feedback else cards


def _facts_of(reply: str, verdict: Verdict) -> Facts | None:
    """What can be done with the reply; a refusal or an empty reply is nothing to judge again."""
    if not reply or verdict.status is Status.BLOCKED:
        return None
    found = reply[verdict.span.start : verdict.span.end] if verdict.span else None
    json = found if verdict.judged_text is None else verdict.judged_text
    whole = verdict.judged_text if was_merged(verdict) else None
    return Facts(reply if whole is None else whole, json, verdict.status is Status.VALID)


def _card_of_feedback(conversation: Conversation, attempt: Attempt) -> Card | None:
    number = attempt.number
    following = conversation.requests[number] if len(conversation.requests) > number else None
    if attempt.feedback is None:
        if following is None:
            return None
        title = text("conversation.asked_again")
        return Card(
            f"{conversation.run_id}/feedback/{number}", CardRole.NOTICE, title, attempt=number, aside=_count_sent(following)
        )
    message = following.messages[-1] if following and following.messages[-1].edited else attempt.feedback
    sent = (Badge.SENT,) if feedback_was_sent(conversation, number) else ()
    edited = (Badge.EDITED,) if message.edited else ()
    return Card(
        f"{conversation.run_id}/feedback/{number}",
        CardRole.FEEDBACK,
        text("conversation.feedback"),
        message.content,
        (*sent, *edited),
        attempt=number,
        aside=_count_sent(following) if following else None,
        marks=_marks_of_feedback(attempt.verdict),
    )


def _count_sent(request: Request) -> Text:
    return text("conversation.messages_sent", count=len(request.messages))


def _cards_of_growing(conversation: Conversation, growing: Growing) -> list[Card]:
    cards = []
    over = conversation.run is not None or conversation.failed is not None
    if growing.reasoning:
        cards.append(_card_of_reasoning(conversation.run_id, growing.number, growing.reasoning, growing=not over))
    if over and not growing.text:  # no answer, no message
        return cards
    json = looks_like_json(growing.text)
    if over:
        pill = Pill(Tone.WARN, text("conversation.pill.broken_off"))
    else:
        pill = Pill(Tone.BUSY, text("conversation.pill.writing" if growing.text else "conversation.pill.waiting"))
    return [
        *cards,
        Card(
            f"{conversation.run_id}/attempt/{growing.number}",
            CardRole.MODEL,
            text("conversation.model", number=growing.number),
            growing.text,
            (Badge.TOOL_CALL,) if growing.tool_call else (),
            attempt=growing.number,
            pill=pill,
            coloured=(Span(0, len(growing.text)),) if json else (),
            monospaced=json,
            growing=not over,
        ),
    ]


def _card_of_reasoning(run_id: str, number: int, body: str, *, growing: bool = False) -> Card:
    title = text("conversation.reasoning", number=number)
    return Card(
        f"{run_id}/reasoning/{number}", CardRole.REASONING, title, body, attempt=number, growing=growing, folded=not growing
    )


def _card_of_retry(conversation: Conversation, retry: EndpointRetries) -> Card:
    notes = (retry.failure.message, text("conversation.retry", retry=retry.retry, seconds=round(retry.wait, 1)))
    id = f"{conversation.run_id}/retry/{retry.number}/{retry.retry}"
    return Card(id, CardRole.NOTICE, retry.failure.title, tone=Tone.WARN, attempt=retry.number, notes=notes)


def pill_of(verdict: Verdict) -> Pill:
    """A verdict in two words and a sign."""
    match verdict.status:
        case Status.VALID:
            return Pill(Tone.GOOD, text("conversation.pill.valid"))
        case Status.INVALID:
            return Pill(Tone.BAD, text("conversation.pill.violations", count=len(verdict.violations)))
        case Status.NO_JSON:
            return Pill(Tone.BAD, text("conversation.pill.no_json"))
        case Status.CUT_OFF:
            return Pill(Tone.BAD, text("conversation.pill.cut_off"))
        case Status.BLOCKED:
            return Pill(Tone.BAD, text("conversation.pill.blocked"))
        case Status.SCHEMA_ERROR:
            return Pill(Tone.BAD, text("conversation.pill.schema_error"))


def _marks_of(verdict: Verdict) -> tuple[Mark, ...]:
    if verdict.violations:
        marks = [
            Mark(
                MarkKind.ERROR,
                violation.message,
                violation.span if violation.origin is Origin.REPLY else None,
                index + 1,
                index,
                violation.path,
                violation.advice,
            )
            for index, violation in enumerate(verdict.violations)
        ]
    else:
        marks = [
            Mark(MarkKind.ERROR, fault.message, fault.span, index + 1, index, advice=fault.advice)
            for index, fault in enumerate(verdict.faults)
        ]
    marks += [
        Mark(MarkKind.NOTE, note.message, note.span)
        for note in verdict.notes
        if note.span is not None and note.span.end - note.span.start <= _LONGEST_MARKED_NOTE
    ]
    return tuple(marks)


def _marks_of_feedback(verdict: Verdict) -> tuple[Mark, ...]:
    """Which violations the feedback names; where there are many, the first of each kind, as it puts like ones together."""
    named = {group.first for group in group_violations(verdict.violations)} if len(verdict.violations) > _MOST_NAMED else None
    numbered = [mark for mark in _marks_of(verdict) if mark.number is not None]
    return tuple(replace(mark, span=Span(0, 0)) for mark in numbered if named is None or verdict.violations[mark.index] in named)[
        :_MOST_NAMED
    ]


def _notes_of(reply: Reply) -> tuple[Text, ...]:
    if reply.failure is None or reply.source is not Source.RECORDED:
        return ()
    return (text("conversation.sample_instead", reason=reply.failure.message),)


def _coloured(verdict: Verdict, body: str) -> tuple[Span, ...]:
    if verdict.span is not None:
        return (verdict.span,)
    candidates = tuple(candidate.span for candidate in verdict.candidates)
    if candidates:
        return candidates
    return (Span(0, len(body)),) if looks_like_json(body) else ()


def _mostly(spans: tuple[Span, ...], body: str) -> bool:
    return 2 * sum(span.end - span.start for span in spans) > len(body.strip()) > 0
