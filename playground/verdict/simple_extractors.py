"""The extractors that lessons teach first, kept as simple as they are there, so that everyone can see where they fail."""

import re
from dataclasses import dataclass
from enum import StrEnum

from playground.verdict.json_text import read
from playground.verdict.schema import CheckedSchema, satisfies
from playground.verdict.violations import Span, Status
from playground.words.text import Text
from playground.words.text import text as words

_BRACE = re.compile(r"[{}]")
_FENCE = "```"
_LANGUAGE = "json"


class SimpleExtractor(StrEnum):
    """A simple way to cut the JSON out of a reply."""

    FIRST_TO_LAST_BRACE = "first_to_last_brace"
    FENCE = "fence"  # what is in the first code fence; without one, the whole text
    BRACE_DEPTH = "brace_depth"  # from the first brace until as many are closed as were opened, also inside texts


@dataclass(frozen=True, slots=True)
class SimpleTaking:
    """What a simple extractor takes, and what is wrong with it. `span` is None where it finds nothing.

    `status` is valid, invalid, no_json or, where the schema itself is broken, schema_error.
    """

    extractor: SimpleExtractor
    span: Span | None
    status: Status
    message: Text


def take_simply(extractor: SimpleExtractor, reply: str, schema: CheckedSchema) -> SimpleTaking:
    """What the extractor cuts out of the reply, read as strict JSON and held against the schema. Never raises."""
    span = _CUTS[extractor](reply)
    if span is None:
        return SimpleTaking(extractor, None, Status.NO_JSON, words("verdict.simple.nothing"))
    reading = read(reply, span.start, span.end)
    if reading.answer is None:
        return SimpleTaking(extractor, span, Status.NO_JSON, words("verdict.simple.broken", fault=reading.faults[0].message))
    if not schema.ok:
        return SimpleTaking(extractor, span, Status.SCHEMA_ERROR, words("verdict.simple.schema_error"))
    status = Status.VALID if satisfies(schema, reading) else Status.INVALID
    return SimpleTaking(extractor, span, status, words(f"verdict.simple.{status}"))


def _first_to_last_brace(reply: str) -> Span | None:
    start, end = reply.find("{"), reply.rfind("}") + 1
    return Span(start, end) if 0 <= start < end else None


def _fence(reply: str) -> Span | None:
    opened = reply.find(_FENCE)
    begin = opened + len(_FENCE)
    closed = reply.find(_FENCE, begin) if opened >= 0 else -1
    if closed < 0:
        return _stripped(reply, 0, len(reply))
    return _stripped(reply, begin + len(_LANGUAGE) if reply.startswith(_LANGUAGE, begin) else begin, closed)


def _brace_depth(reply: str) -> Span | None:
    start = reply.find("{")
    depth = 0
    for brace in _BRACE.finditer(reply, start) if start >= 0 else ():
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return Span(start, brace.end())
    return None


def _stripped(reply: str, start: int, end: int) -> Span | None:
    part = reply[start:end]
    start += len(part) - len(part.lstrip())
    end = start + len(part.strip())
    return Span(start, end) if start < end else None


_CUTS = {
    SimpleExtractor.FIRST_TO_LAST_BRACE: _first_to_last_brace,
    SimpleExtractor.FENCE: _fence,
    SimpleExtractor.BRACE_DEPTH: _brace_depth,
}
