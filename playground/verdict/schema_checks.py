"""What is wrong with a schema: its JSON, the rules of its draft, references that lead nowhere, patterns that cannot be read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jsonschema_rs

from playground.verdict.drafts import DEFAULT_DRAFT, Draft, draft_of
from playground.verdict.engine_paths import EMPTY_NAME
from playground.verdict.engine_values import for_engine, needs_care
from playground.verdict.json_text import Reading, line_of, pointer_of, read, write
from playground.verdict.patterns import PATTERN_OPTIONS, engine_pattern
from playground.verdict.schema_hints import find_hints
from playground.verdict.schema_problem import Problem
from playground.verdict.schema_references import broken_references, is_recursive, resources
from playground.verdict.schema_walk import Subschema, subschemas
from playground.verdict.validation import broken_rules
from playground.verdict.violations import JsonValue, SchemaProblem, SchemaReport, Span
from playground.words.text import Text, Value
from playground.words.text import text as words

MOST_DEPTH = 200  # levels of nesting that a schema may have


@dataclass(frozen=True, slots=True)
class Examined:
    """A schema as found: `engine` is there when there is no error."""

    reading: Reading
    report: SchemaReport
    draft: Draft | None = None
    engine: Any = None
    recursive: bool = False
    resources: Mapping[str, str] = field(default_factory=dict)  # where the schemas with a URI of their own begin


def examine(schema_text: str, *, assert_formats: bool) -> Examined:
    """Look a schema over."""
    reading = read(schema_text)
    if reading.answer is None:
        errors = tuple(
            SchemaProblem(f"json.{fault.kind}", fault.message, "", line_of(schema_text, fault.span.start), fault.span)
            for fault in reading.faults
        )
        if not schema_text.strip():
            errors = (SchemaProblem("empty", words("verdict.schema.empty"), "", 1, Span(0, len(schema_text))),)
        return Examined(reading, SchemaReport(errors))
    value = reading.answer.value
    duplicates = tuple(
        SchemaProblem(note.kind, note.message, "", line_of(schema_text, note.span.start), note.span)
        for note in reading.notes
        if note.span is not None
    )
    if reading.depth > MOST_DEPTH:
        deep = words("verdict.schema.too_deep", limit=MOST_DEPTH)
        return Examined(reading, SchemaReport((SchemaProblem("too_deep", deep, "", 1, reading.span),)))
    draft = draft_of(value)
    problems = list(_rule_errors(reading, value, draft or DEFAULT_DRAFT))
    engine = None
    walked = [] if problems else list(subschemas(value))
    problems.extend(_pattern_errors(walked))
    if not problems:
        problems.extend(broken_references(value, draft or DEFAULT_DRAFT, walked))
    if not problems:
        try:
            engine = build_engine(value, draft or DEFAULT_DRAFT, walked, assert_formats=assert_formats)
        except (jsonschema_rs.ValidationError, ValueError) as error:
            problems.append(Problem("unusable", words("verdict.schema.unusable", reason=str(error).split("\n", 1)[0]), ""))
    hints = find_hints(value, draft, walked, assert_formats=assert_formats) if engine is not None else ()
    report = SchemaReport(tuple(_placed(reading, problems)), (*_placed(reading, hints), *duplicates))
    return Examined(reading, report, draft, engine, is_recursive(walked), resources(walked, draft or DEFAULT_DRAFT))


def build_engine(value: JsonValue, draft: Draft, walked: list[Subschema], *, assert_formats: bool) -> Any:
    """The engine's validator; patterns are put into its dialect, and the schema itself stays as it is."""
    prepared = _prepared(value, draft, walked)
    return draft.engine(
        for_engine(prepared, huge=True), offline=True, validate_formats=assert_formats, pattern_options=PATTERN_OPTIONS
    )


def _prepared(value: JsonValue, draft: Draft, walked: list[Subschema]) -> JsonValue:
    changes: dict[int, dict[str, JsonValue]] = {}
    for sub in walked:
        new = _rewritten(sub.value)
        if sub.pointer == "" and "$schema" in sub.value and sub.value["$schema"] != draft.uri:
            new = {**(new or sub.value), "$schema": draft.uri}
        if new is not None:
            changes[id(sub.value)] = new
    return _copy(value, changes) if changes else value


def _rewritten(schema: dict[str, JsonValue]) -> dict[str, JsonValue] | None:
    """A copy with the patterns in the engine's dialect; None where nothing differs."""
    new: dict[str, JsonValue] | None = None
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and engine_pattern(pattern) != pattern:
        new = {**schema, "pattern": engine_pattern(pattern)}
    keyed = schema.get("patternProperties")
    if isinstance(keyed, dict) and any(engine_pattern(key) != key for key in keyed):
        new = {**(new or schema), "patternProperties": {engine_pattern(key) or key: sub for key, sub in keyed.items()}}
    return new


def _copy(value: JsonValue, changes: dict[int, dict[str, JsonValue]]) -> JsonValue:
    if isinstance(value, dict):
        return {key: _copy(item, changes) for key, item in changes.get(id(value), value).items()}
    if isinstance(value, list):
        return [_copy(item, changes) for item in value]
    return value


def _rule_errors(reading: Reading, value: JsonValue, draft: Draft) -> Iterator[Problem]:
    """Where the schema breaks the rules of its own draft (its meta-schema)."""
    if not isinstance(value, dict | bool) or (isinstance(value, bool) and draft.name == "04"):
        yield Problem("no_schema", words("verdict.schema.no_schema"), "")
        return
    named = value.get("$schema") if isinstance(value, dict) else None
    checked = {**value, "$schema": draft.uri} if isinstance(value, dict) and isinstance(named, str) else value
    meta = draft.engine({"$schema": draft.uri, "$ref": draft.uri}, offline=True, validate_formats=False)
    told: set[tuple[str, Text]] = set()  # a draft of several parts says the same once for each part
    for rule in broken_rules(meta, checked, empty_names=bool(EMPTY_NAME.search(reading.text)), hidden=needs_care(reading)):
        message = words("verdict.schema.rule", problem=rule.wording.rule or rule.wording.message)
        if (rule.broken.path, message) not in told:
            told.add((rule.broken.path, message))
            yield Problem(rule.broken.keyword, message, rule.broken.path)


def _pattern_errors(walked: list[Subschema]) -> Iterator[Problem]:
    for sub in walked:
        pattern = sub.value.get("pattern")
        if isinstance(pattern, str) and engine_pattern(pattern) is None:
            message = words("verdict.schema.bad_pattern", pattern=Value(write(pattern)))
            yield Problem("bad_pattern", message, f"{sub.pointer}/pattern")
        keyed = sub.value.get("patternProperties")
        for key in keyed if isinstance(keyed, dict) else ():
            if engine_pattern(key) is None:
                message = words("verdict.schema.bad_pattern", pattern=Value(write(key)))
                yield Problem("bad_pattern", message, f"{sub.pointer}/patternProperties{pointer_of([key])}", at_key=True)


def _placed(reading: Reading, problems: Sequence[Problem]) -> Iterator[SchemaProblem]:
    places = reading.places(problem.path for problem in problems)
    for problem in problems:
        place = places.get(problem.path)
        span = None
        if place is not None:  # pragma: no branch - every value that was read has its place
            span = place.key if problem.at_key and place.key else place.value
        yield SchemaProblem(problem.kind, problem.message, problem.path, line_of(reading.text, span.start) if span else None, span)
