"""The card of the text that was judged where that is not the reply itself: small faults fixed, or merged with the last answer."""

from itertools import accumulate

from playground.repair.record import Attempt
from playground.verdict.violations import Origin, Risk, Span, SyntaxChange, Verdict
from playground.window.conversation.cards import SIGNS, Card, CardRole, Mark, MarkKind, Tone
from playground.words.text import Text, text

_OF_MERGING = ("merged", "ignored_fields")
_MOST_WORDED = 6  # changes said in words below the text; every one is marked in it

_HARMLESS, _RISKY = SIGNS[Tone.GOOD], SIGNS[Tone.WARN]


def was_merged(verdict: Verdict) -> bool:
    """True where the reply held only some fields, which were put into the last answer."""
    return any(note.kind == _OF_MERGING[0] for note in verdict.notes)


def card_of_judged(run_id: str, attempt: Attempt) -> Card | None:
    """What was judged in the reply's stead, with what was changed for it; None where the reply itself was judged."""
    verdict, number = attempt.verdict, attempt.number
    if verdict.judged_text is None:
        return None
    merged = was_merged(verdict)
    count = len(verdict.changes)
    return Card(
        f"{run_id}/judged/{number}",
        CardRole.JUDGED,
        text("conversation.merged" if merged else "conversation.fixed", number=number),
        verdict.judged_text,
        attempt=number,
        aside=text("conversation.faults_fixed", count=count) if count else None,
        marks=(*_marks_of_violations(verdict), *(() if merged else _marks_of_changes(verdict))),
        coloured=(Span(0, len(verdict.judged_text)),),
        monospaced=True,
        notes=(*_word_changes(verdict.changes), *(note.message for note in verdict.notes if note.kind in _OF_MERGING)),
    )


def _word_changes(changes: tuple[SyntaxChange, ...]) -> list[Text]:
    """Where there are many, those first that may have changed what was meant; in the order of the text."""
    by_risk = sorted(range(len(changes)), key=lambda place: changes[place].risk is not Risk.HIGH)
    worded = [
        text("conversation.change", sign=_RISKY if changes[place].risk is Risk.HIGH else _HARMLESS, change=changes[place].message)
        for place in sorted(by_risk[:_MOST_WORDED])
    ]
    more = len(changes) - len(worded)
    return [*worded, text("conversation.changes_more", count=more)] if more else worded


def _marks_of_violations(verdict: Verdict) -> list[Mark]:
    return [
        Mark(MarkKind.ERROR, found.message, found.span, index + 1, index, found.path, found.advice)
        for index, found in enumerate(verdict.violations)
        if found.origin is not Origin.REPLY
    ]


def _marks_of_changes(verdict: Verdict) -> list[Mark]:
    """What was put there, at its place in the fixed text."""
    start = verdict.span.start if verdict.span is not None else 0
    grown = accumulate((len(change.after) - len(change.before) for change in verdict.changes), initial=-start)
    return [
        Mark(
            MarkKind.WARNING if change.risk is Risk.HIGH else MarkKind.NOTE,
            change.message,
            Span(change.span.start + shift, change.span.start + shift + len(change.after)),
        )
        for change, shift in zip(verdict.changes, grown, strict=False)
    ]
