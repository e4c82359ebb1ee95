"""What there is to say about a schema; spans count in its text."""

from dataclasses import dataclass

from playground.verdict.spans import Span
from playground.words.text import Text


@dataclass(frozen=True, slots=True)
class SchemaProblem:
    """An error or a hint about the schema. `line` counts from 1; `span` is the place in the schema's text."""

    kind: str
    message: Text
    path: str
    line: int | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """An error or a hint that has no place in the text yet: at a JSON Pointer, or at the key there (`at_key`), not its value."""

    kind: str
    message: Text
    path: str
    at_key: bool = False


@dataclass(frozen=True, slots=True)
class SchemaReport:
    """What is wrong with a schema (errors stop a run) and what looks odd (hints don't)."""

    errors: tuple[SchemaProblem, ...] = ()
    hints: tuple[SchemaProblem, ...] = ()
