"""What is listed beside a reply, in the one order that text, list and schema share. Without Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

from playground.verdict.groups import group_violations
from playground.verdict.violations import Fault, Origin, Span, Verdict, Violation
from playground.window.conversation.cards import Mark, MarkKind
from playground.window.findings.finding import Finding
from playground.words.text import Field, Text, text

_UNGROUPED = 8  # entries up to which each stands for itself
_LONGEST_NOTE = 120  # code points; a note about half the reply is not dotted under it all


@dataclass(frozen=True, slots=True)
class Entry:
    """One numbered entry: what was found, and where it stands in the reply."""

    finding: Finding
    place: Span | None
    rule_id: str  # what like entries have in common


def entries_of(verdict: Verdict, schema_text: str, reply: str) -> tuple[Entry, ...]:
    """The violations, named by their field, else the faults that left no JSON, named by their place in the reply."""
    if verdict.violations:
        return tuple(_of_violation(number, found, schema_text) for number, found in enumerate(verdict.violations, 1))
    return tuple(_of_fault(number, fault, reply) for number, fault in enumerate(verdict.faults, 1))


def group_entries(verdict: Verdict, entries: Sequence[Entry]) -> tuple[tuple[Entry, ...], ...]:
    """Like entries together where there are many, as feedback puts them together; each group in the order of the text."""
    if len(entries) <= _UNGROUPED:
        return tuple((entry,) for entry in entries)
    if verdict.violations:
        by_violation = {id(violation): entry for violation, entry in zip(verdict.violations, entries, strict=True)}
        groups = group_violations(verdict.violations)
        return tuple(tuple(by_violation[id(violation)] for violation in group.members) for group in groups)
    faults: dict[str, list[Entry]] = {}
    for entry in entries:
        faults.setdefault(entry.rule_id, []).append(entry)
    return tuple(tuple(group) for group in faults.values())


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
    finding = Finding(number, name, violation.message, violation.keyword, violation.path, rule, line, violation.advice)
    place = violation.span if violation.origin is Origin.REPLY else None
    return Entry(finding, place, " ".join((violation.schema_path, violation.keyword, violation.key or "")))


def _of_fault(number: int, fault: Fault, reply: str) -> Entry:
    finding = Finding(number, _name_place(reply, fault.span), fault.message, fault.kind, advice=fault.advice)
    return Entry(finding, fault.span, fault.kind)


def _name_place(reply: str, span: Span) -> Text:
    place = span.start
    if reply[place : span.end].strip() == reply.strip():  # a whole reply that is no JSON
        return text("outcome.no_json")
    column = place - reply.rfind("\n", 0, place)
    if "\n" not in reply:
        return text("outcome.fault_character", column=column)
    return text("outcome.fault_line", line=reply.count("\n", 0, place) + 1, column=column)
