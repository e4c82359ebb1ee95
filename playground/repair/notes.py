"""What is worth saying of an attempt beside its verdict: that it repeats the one before, was repaired suspiciously, had to be
broken off, or has no known cost."""

from collections.abc import Sequence

from playground.repair.exchange import Reply, Source
from playground.repair.fillers import asked_words, find_fillers
from playground.repair.naming import name_places
from playground.repair.record import Attempt
from playground.repair.scenario import Scenario
from playground.repair.suspicion import Suspicions, find_suspicions
from playground.verdict import json_text
from playground.verdict.schema import CheckedSchema
from playground.verdict.violations import JsonValue, Status, Verdict, Violation
from playground.words.text import Text, Value, text


def note_attempt(
    scenario: Scenario, schema: CheckedSchema, earlier: Sequence[Attempt], reply: Reply, verdict: Verdict
) -> tuple[Text, ...]:
    """The notes of an attempt that follows `earlier` ones."""
    notes: list[Text] = []
    budget = scenario.budgets.total_tokens
    if budget is not None and _costs_unknown(reply) and not any(_costs_unknown(attempt.reply) for attempt in earlier):
        notes.append(text("repair.note.tokens_not_reported", limit=budget))
    if reply.endless_blanks:
        notes.append(text("repair.note.endless_blanks"))
    if not earlier:
        return tuple(notes)
    if repeats_reply(earlier, reply):
        notes.append(text("repair.note.same_reply"))
    elif repeats_violations(earlier, verdict):
        notes.append(text("repair.note.same_violations"))
    if verdict.status is Status.VALID and verdict.answer is not None:
        notes += _note_suspicions(schema, earlier, verdict.answer.value)
    return tuple(notes)


def repeats_reply(earlier: Sequence[Attempt], reply: Reply) -> bool:
    """The model sent the very same text before; not only last time, for some go to and fro between two replies."""
    return any(attempt.reply.text == reply.text for attempt in earlier)


def repeats_violations(earlier: Sequence[Attempt], verdict: Verdict) -> bool:
    """The reply breaks the same rules at the same places as one before it."""
    rules = _rules(verdict.violations)
    return bool(rules) and any(_rules(attempt.verdict.violations) == rules for attempt in earlier)


def _costs_unknown(reply: Reply) -> bool:
    return reply.source is Source.LIVE and (reply.usage is None or reply.usage.spent is None)


def _rules(violations: Sequence[Violation]) -> frozenset[tuple[str, str]]:
    return frozenset((violation.path, violation.schema_path) for violation in violations)


def _note_suspicions(schema: CheckedSchema, earlier: Sequence[Attempt], after: JsonValue) -> list[Text]:
    asked = asked_words(schema.value, earlier[0].request.messages)
    before = next((attempt.verdict for attempt in reversed(earlier) if attempt.verdict.answer), None)
    if before is None or before.answer is None:  # nothing to compare with, but words that say nothing say so by themselves
        found = Suspicions(fillers=find_fillers(None, after, asked))
    else:
        found = find_suspicions(before.answer.value, after, before.violations, asked)
    notes = [
        text(f"repair.note.{kind}", fields=name_places(places))
        for kind, places in (("emptied", found.emptied), ("shortened", found.shortened), ("changed", found.changed))
        if places
    ]
    if found.fillers:
        places = [place for place, _ in found.fillers]
        notes.append(text("repair.note.filler", value=Value(json_text.write(found.fillers[0][1])), fields=name_places(places)))
    return notes
