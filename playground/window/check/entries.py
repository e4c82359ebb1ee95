"""What is listed beside a reply, in the one order that text, list and schema share. Without Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

from playground.verdict.violations import Fault, Origin, Span, Verdict, Violation
from playground.window.conversation.cards import Mark, MarkKind
from playground.window.outcome.findings import Finding
from playground.words.text import Field, Text, text

_UNGROUPED = 8  # entries up to which each stands for itself
_LONGEST_NOTE = 120  # code points; a note about half the reply is not dotted under it all


@dataclass(frozen=True, slots=True)
class Entry:
    """One numbered entry: what was found, what to do about it, and where it stands in the reply."""

    finding: Finding
    advice: Text | None
    place: Span | None
    rule_id: str  # what like entries have in common


def entries_of(verdict: Verdict, schema_text: str) -> tuple[Entry, ...]:
    """The violations, else the faults that left no JSON."""
    if verdict.violations:
        return tuple(_of_violation(number, found, schema_text) for number, found in enumerate(verdict.violations, 1))
    return tuple(_of_fault(number, fault) for number, fault in enumerate(verdict.faults, 1))


def group_entries(entries: Sequence[Entry]) -> tuple[tuple[Entry, ...], ...]:
    """Like entries together where there are many; each in the order of the text."""
    if len(entries) <= _UNGROUPED:
        return tuple((entry,) for entry in entries)
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.rule_id, []).append(entry)
    return tuple(tuple(group) for group in groups.values())


def marks_of(verdict: Verdict, entries: Sequence[Entry]) -> tuple[Mark, ...]:
    """The marks in the reply's text: a numbered one for each entry that has a place there, and dots under what is noted."""
    marks = [
        Mark(MarkKind.ERROR, entry.finding.message, entry.place, entry.finding.number, index)
        for index, entry in enumerate(entries)
        if entry.place is not None
    ]
    notes = [
        Mark(MarkKind.NOTE, note.message, note.span)
        for note in verdict.notes
        if note.kind != "fence" and note.span is not None and note.span.end - note.span.start <= _LONGEST_NOTE
    ]
    return (*marks, *notes)


def _of_violation(number: int, violation: Violation, schema_text: str) -> Entry:
    rule = violation.schema_span
    line = None if rule is None else schema_text.count("\n", 0, rule.start) + 1
    name = text("outcome.place", field=Field(violation.path))
    finding = Finding(number, name, violation.message, violation.keyword, violation.path, rule, line)
    place = violation.span if violation.origin is Origin.REPLY else None
    return Entry(finding, violation.advice, place, f"{violation.schema_path} {violation.keyword}")


def _of_fault(number: int, fault: Fault) -> Entry:
    return Entry(Finding(number, text("outcome.no_json"), fault.message, fault.kind), fault.advice, fault.span, fault.kind)
