"""What is wrong with a schema: its JSON, its depth, the rules of its draft, patterns that cannot be read."""

import difflib
from collections.abc import Iterator, Sequence
from decimal import Decimal

from playground.verdict.broken_rules import BrokenRule, broken_rules
from playground.verdict.drafts import Draft
from playground.verdict.engine_paths import EMPTY_NAME
from playground.verdict.engine_values import needs_care
from playground.verdict.json_text import Reading, line_of, pointer_of, pointer_tokens, value_at, write
from playground.verdict.patterns import engine_pattern, is_too_large
from playground.verdict.schema_report import Finding
from playground.verdict.schema_walk import Subschema
from playground.verdict.value_cuts import MOST_DEPTH
from playground.verdict.violations import JsonValue, SchemaProblem, Span
from playground.words.text import Text, Value
from playground.words.text import text as words


def reading_errors(reading: Reading) -> tuple[SchemaProblem, ...]:
    """Why the text of a schema cannot be looked at any further: no JSON, or nested too deeply."""
    written = reading.text
    if not written.strip():
        return (SchemaProblem("empty", words("verdict.schema.empty"), "", 1, Span(0, len(written))),)
    if reading.answer is None:
        return tuple(
            SchemaProblem(f"json.{fault.kind}", fault.message, "", line_of(written, fault.span.start), fault.span)
            for fault in reading.faults
        )
    if reading.depth > MOST_DEPTH:
        deep = words("verdict.schema.too_deep", limit=MOST_DEPTH)
        return (SchemaProblem("too_deep", deep, "", 1, reading.span),)
    return ()


def rule_errors(reading: Reading, value: JsonValue, draft: Draft) -> Iterator[Finding]:
    """Where the schema breaks the rules of its own draft (its meta-schema)."""
    if not isinstance(value, dict | bool) or (isinstance(value, bool) and draft.name == "04"):
        yield Finding("no_schema", words("verdict.schema.no_schema"), "")
        return
    named = value.get("$schema") if isinstance(value, dict) else None
    checked = {**value, "$schema": draft.uri} if isinstance(value, dict) and isinstance(named, str) else value
    meta = draft.engine({"$schema": draft.uri, "$ref": draft.uri}, offline=True, validate_formats=False)
    told: set[tuple[str, Text]] = set()  # a draft of several parts says the same once for each part
    for rule in broken_rules(meta, checked, empty_names=bool(EMPTY_NAME.search(reading.text)), hidden=needs_care(reading)):
        message = _said(rule, checked)
        if (rule.broken.path, message) not in told:
            told.add((rule.broken.path, message))
            yield Finding(rule.broken.keyword, message, rule.broken.path)


# What people call the types.
_TYPE_MEANT = {
    "str": "string", "text": "string", "char": "string", "date": "string", "datetime": "string", "email": "string", "url": "string",
    "uuid": "string", "enum": "string", "int": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
    "numeric": "number", "bool": "boolean", "dict": "object", "map": "object", "json": "object", "record": "object", "list": "array",
    "tuple": "array", "set": "array", "none": "null", "nil": "null",
}  # fmt: skip
_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")


def _said(rule: BrokenRule, schema: JsonValue) -> Text:
    """The broken rule of the draft, with a proposal where one is at hand."""
    problem = rule.wording.rule or rule.wording.message
    place = list(pointer_tokens(rule.broken.path))
    value = value_at(schema, rule.broken.path)
    if place[-1:] == ["type"]:
        named = value if isinstance(value, list) else [value]
        near = next(filter(None, (_near_type(name) for name in named if name not in _TYPES)), None)
        if near is not None:
            return words("verdict.schema.rule_near", problem=problem, near=Value(write(near)))
    if place[-1:] == ["items"] and isinstance(value, list):
        return words("verdict.schema.rule_near", problem=problem, near=Value(write("prefixItems")))
    if place[-1:] == ["required"] and isinstance(value, bool):
        return words("verdict.schema.required_flag", problem=problem)
    if place[-1:] in (["exclusiveMinimum"], ["exclusiveMaximum"]) and value is True:
        beside = value_at(schema, pointer_of(place[:-1]))
        bound = beside.get(place[-1].removeprefix("exclusive").lower()) if isinstance(beside, dict) else None
        if isinstance(bound, int | Decimal):  # as draft 4 and OpenAPI 3.0 have it
            return words("verdict.schema.rule_near", problem=problem, near=f"{write(place[-1])}: {write(bound)}")
    return words("verdict.schema.rule", problem=problem)


def _near_type(named: JsonValue) -> str | None:
    if not isinstance(named, str):
        return None
    plain = named.strip().casefold()
    close = difflib.get_close_matches(plain[:20], _TYPES, n=1, cutoff=0.6)
    return plain if plain in _TYPES else _TYPE_MEANT.get(plain) or (close[0] if close else None)


def pattern_errors(walked: Sequence[Subschema]) -> Iterator[Finding]:
    """Patterns that are no regular expressions of ECMA-262."""
    for sub in walked:
        pattern = sub.value.get("pattern")
        if isinstance(pattern, str) and engine_pattern(pattern) is None:
            yield Finding("bad_pattern", _bad_pattern(pattern), f"{sub.pointer}/pattern")
        keyed = sub.value.get("patternProperties")
        for key in keyed if isinstance(keyed, dict) else ():
            if engine_pattern(key) is None:
                place = f"{sub.pointer}/patternProperties{pointer_of([key])}"
                yield Finding("bad_pattern", _bad_pattern(key), place, at_key=True)


def _bad_pattern(pattern: str) -> Text:
    return words(f"verdict.schema.{'large' if is_too_large(pattern) else 'bad'}_pattern", pattern=Value(write(pattern)))
