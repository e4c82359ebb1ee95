"""What is worth saying of an attempt beside its verdict: that it repeats the one before, or was repaired suspiciously."""

from collections.abc import Sequence

from playground.repair.messages import Reply
from playground.repair.record import Attempt
from playground.repair.suspicion import find_suspicions
from playground.verdict.violations import Status, Verdict, Violation
from playground.words.text import Field, Listing, Parameter, Text, text

_MOST_PLACES = 8  # named in one note; the rest is "N more places"


def note_attempt(earlier: Sequence[Attempt], reply: Reply, verdict: Verdict) -> tuple[Text, ...]:
    """The notes of an attempt that follows `earlier` ones."""
    if not earlier:
        return ()
    notes: list[Text] = []
    if repeats_reply(earlier[-1], reply):
        notes.append(text("repair.note.same_reply"))
    elif repeats_violations(earlier[-1], verdict):
        notes.append(text("repair.note.same_violations"))
    if verdict.status is Status.VALID:
        notes += _note_suspicions(earlier, verdict)
    return tuple(notes)


def repeats_reply(before: Attempt, reply: Reply) -> bool:
    """The model sent the very same text again."""
    return before.reply.text == reply.text


def repeats_violations(before: Attempt, verdict: Verdict) -> bool:
    """The reply breaks the same rules at the same places as the one before."""
    return bool(verdict.violations) and _rules(before.verdict.violations) == _rules(verdict.violations)


def _rules(violations: Sequence[Violation]) -> frozenset[tuple[str, str]]:
    return frozenset((violation.path, violation.schema_path) for violation in violations)


def _note_suspicions(earlier: Sequence[Attempt], verdict: Verdict) -> list[Text]:
    before = next((attempt.verdict for attempt in reversed(earlier) if attempt.verdict.answer), None)
    if before is None or before.answer is None or verdict.answer is None:
        return []
    found = find_suspicions(before.answer.value, verdict.answer.value, before.violations)
    notes = []
    if found.emptied:
        notes.append(text("repair.note.emptied", fields=_name_places(found.emptied)))
    if found.changed:
        notes.append(text("repair.note.changed", fields=_name_places(found.changed)))
    return notes


def _name_places(pointers: Sequence[str]) -> Listing:
    named: list[Parameter] = [Field(pointer) for pointer in pointers[:_MOST_PLACES]]
    if len(pointers) > _MOST_PLACES:
        named.append(text("repair.fault.more_places", count=len(pointers) - _MOST_PLACES))
    return Listing(tuple(named))
