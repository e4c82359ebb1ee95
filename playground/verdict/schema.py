"""Schema text -> CheckedSchema: whether it can be used, what is wrong with it and where; and the violations of a value against it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import jsonschema_rs

from playground.verdict.drafts import DEFAULT_DRAFT, NO_DOCUMENTS, Documents, draft_of
from playground.verdict.engine import build_engine
from playground.verdict.json_text import Place, Reading, line_of, read
from playground.verdict.parted_engine import part
from playground.verdict.schema_checks import pattern_errors, reading_errors, rule_errors
from playground.verdict.schema_growth import growth_of
from playground.verdict.schema_hints import find_hints, unknown_draft
from playground.verdict.schema_references import broken_references, is_recursive, resources
from playground.verdict.schema_report import Finding
from playground.verdict.schema_walk import subschemas
from playground.verdict.validation import Rules, find_violations, fits
from playground.verdict.violations import JsonValue, SchemaProblem, SchemaReport, Violation
from playground.words.text import text as words

__all__ = ["CheckedSchema", "check", "satisfies", "violations"]


@dataclass(frozen=True, slots=True, eq=False)
class CheckedSchema:
    """A schema that was looked at once and is then used many times; safe to share between threads.

    `draft` is the name of its draft; `rules` are there only for a sound schema.
    """

    report: SchemaReport
    draft: str
    reading: Reading = field(repr=False)
    rules: Rules | None = field(repr=False, default=None)

    @property
    def text(self) -> str:
        """The schema as it was written."""
        return self.reading.text

    @property
    def value(self) -> JsonValue:
        """Its JSON; None where the text is none."""
        return self.reading.answer.value if self.reading.answer else None

    @property
    def ok(self) -> bool:
        """Whether replies can be judged by it."""
        return self.rules is not None

    def places(self, pointers: Iterable[str]) -> Mapping[str, Place]:
        """Where these places of the schema stand in its text."""
        return self.reading.places(pointers)


def check(schema_text: str, *, assert_formats: bool, documents: Documents = NO_DOCUMENTS) -> CheckedSchema:
    """Look a schema over; never raises and never fetches anything. `report` tells what is wrong (errors) or odd (hints).

    `documents` are the further schemas that it may refer to; they must be sound.
    """
    reading = read(schema_text)
    unreadable = reading_errors(reading)
    if unreadable or reading.answer is None:
        return CheckedSchema(SchemaReport(unreadable), DEFAULT_DRAFT.name, reading)
    value = reading.answer.value
    named = draft_of(value, documents)
    draft = named or DEFAULT_DRAFT
    errors = list(rule_errors(reading, value, draft))
    walked = [] if errors else list(subschemas(value))
    errors.extend(pattern_errors(walked))
    if not errors:
        errors.extend(broken_references(value, draft, walked, documents))
    rules: Rules | None = None
    hints = tuple(unknown_draft(value)) if errors and named is None else ()
    if not errors:
        try:
            engine = build_engine(value, draft, walked, assert_formats=assert_formats, documents=documents)
        except (jsonschema_rs.ValidationError, ValueError) as error:
            errors.append(Finding("unusable", words("verdict.schema.unusable", reason=str(error).split("\n", 1)[0]), ""))
        else:
            growth = growth_of(walked, draft)
            rules = Rules(
                engine, value, reading, resources(walked, draft), is_recursive(walked), growth,
                part(value, draft, walked, assert_formats=assert_formats) if growth.parts and growth.multiplies else None,
            )  # fmt: skip
            hints = find_hints(value, reading, named, walked, growth, assert_formats=assert_formats, alone=not documents)
    report = SchemaReport(tuple(_placed(reading, errors)), (*_placed(reading, hints), *_notes(reading)))
    return CheckedSchema(report, draft.name, reading, rules)


def violations(schema: CheckedSchema, reading: Reading) -> tuple[Violation, ...]:
    """Every violation of a value that was read from a text, worded and placed, in the order of that text.

    Raises ValueError for a schema that is not `ok` or a reading without a value.
    """
    return find_violations(_rules_for(schema, reading), reading)


def satisfies(schema: CheckedSchema, reading: Reading) -> bool:
    """Whether a value breaks no rule; quicker than listing what it breaks. Raises ValueError as `violations` does."""
    return fits(_rules_for(schema, reading), reading)


def _rules_for(schema: CheckedSchema, reading: Reading) -> Rules:
    if schema.rules is None or reading.answer is None:
        raise ValueError("only a sound schema can judge, and only a value can be judged")
    return schema.rules


def _placed(reading: Reading, findings: Sequence[Finding]) -> Iterator[SchemaProblem]:
    places = reading.places(finding.path for finding in findings)
    for finding in findings:
        place = places.get(finding.path)
        span = None
        if place is not None:  # pragma: no branch - every value that was read has its place
            span = place.key if finding.at_key and place.key else place.value
        yield SchemaProblem(finding.kind, finding.message, finding.path, line_of(reading.text, span.start) if span else None, span)


def _notes(reading: Reading) -> Iterator[SchemaProblem]:
    """What the reader noted, such as a key that is there twice."""
    for note in reading.notes:
        if note.span is not None:  # pragma: no branch - what the reader notes has its place
            yield SchemaProblem(note.kind, note.message, "", line_of(reading.text, note.span.start), note.span)
