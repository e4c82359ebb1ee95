"""What was found in one attempt, in the one order that text, list and schema share. Without Qt."""

from dataclasses import dataclass

from playground.repair.record import Attempt
from playground.verdict.violations import Span
from playground.words.text import Field, Text, text


@dataclass(frozen=True, slots=True)
class Finding:
    """One numbered entry of the list: a violation, or a fault that left no JSON. `rule` is where the broken rule stands in the schema."""

    number: int  # from 1; the number of its mark in the reply
    name: Text
    message: Text
    keyword: str
    pointer: str | None = None
    rule: Span | None = None
    schema_line: int | None = None
    advice: Text | None = None  # what to do, for people who do not program


def find_findings(attempt: Attempt) -> tuple[Finding, ...]:
    """The violations of this attempt, else the faults that left no JSON."""
    verdict = attempt.verdict
    if verdict.violations:
        schema_text = attempt.request.schema_text
        return tuple(
            Finding(
                number,
                text("outcome.place", field=Field(violation.path)),
                violation.message,
                violation.keyword,
                violation.path,
                violation.schema_span,
                _line_of(schema_text, violation.schema_span),
                violation.advice,
            )
            for number, violation in enumerate(verdict.violations, start=1)
        )
    return tuple(
        Finding(number, text("outcome.no_json"), fault.message, fault.kind, advice=fault.advice)
        for number, fault in enumerate(verdict.faults, start=1)
    )


def _line_of(schema_text: str, span: Span | None) -> int | None:
    return None if span is None else schema_text.count("\n", 0, span.start) + 1
