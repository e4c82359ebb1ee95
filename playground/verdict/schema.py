"""Schema text -> CheckedSchema: whether it can be used, what is wrong with it and where; and the violations of a value against it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.verdict.drafts import DEFAULT_DRAFT, Draft
from playground.verdict.json_text import Place, Reading
from playground.verdict.schema_checks import examine
from playground.verdict.validation import Source, find_violations, fits
from playground.verdict.violations import JsonValue, SchemaReport, Violation

__all__ = ["CheckedSchema", "check", "satisfies", "violations"]


@dataclass(frozen=True, slots=True, eq=False)
class CheckedSchema:
    """A schema that was looked at once and is then used many times; safe to share between threads.

    `value` is its JSON (None where the text is none); `engine` is there only for a sound schema.
    """

    text: str
    report: SchemaReport
    draft: str
    value: JsonValue
    assert_formats: bool
    reading: Reading = field(repr=False)
    engine: Any = field(repr=False, default=None)
    resources: Mapping[str, str] = field(repr=False, default_factory=dict)  # where schemas with a URI of their own begin
    recursive: bool = False  # a reference leads back into itself, so it looks as deep as a value goes

    @property
    def ok(self) -> bool:
        """Whether replies can be judged by it."""
        return not self.report.errors

    def places(self, pointers: Iterable[str]) -> Mapping[str, Place]:
        """Where these places of the schema stand in its text."""
        return self.reading.places(pointers)


def check(schema_text: str, *, assert_formats: bool) -> CheckedSchema:
    """Look a schema over; never raises and never fetches anything. `report` tells what is wrong (errors) or odd (hints)."""
    found = examine(schema_text, assert_formats=assert_formats)
    draft: Draft = found.draft or DEFAULT_DRAFT
    value = found.reading.answer.value if found.reading.answer else None
    return CheckedSchema(
        schema_text, found.report, draft.name, value, assert_formats, found.reading, found.engine, found.resources, found.recursive
    )


def violations(schema: CheckedSchema, reading: Reading) -> tuple[Violation, ...]:
    """Every violation of a value that was read from a text, worded and placed, in the order of that text.

    Raises ValueError for a schema that is not `ok` or a reading without a value.
    """
    if schema.engine is None or reading.answer is None:
        raise ValueError("only a sound schema can judge, and only a value can be judged")
    return find_violations(
        schema.engine, Source(schema.value, schema.reading, schema.resources), reading, recursive=schema.recursive
    )


def satisfies(schema: CheckedSchema, reading: Reading) -> bool:
    """Whether a value breaks no rule; quicker than listing what it breaks. Raises ValueError as `violations` does."""
    if schema.engine is None or reading.answer is None:
        raise ValueError("only a sound schema can judge, and only a value can be judged")
    return fits(schema.engine, Source(schema.value, schema.reading, schema.resources), reading, recursive=schema.recursive)
