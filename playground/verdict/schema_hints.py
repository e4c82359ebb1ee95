"""What looks odd about a sound schema: hints, never errors, each with its place and a proposal."""

import difflib
import re
from collections.abc import Iterator, Sequence

from playground.verdict.drafts import DEFAULT_DRAFT, DRAFTS, Draft
from playground.verdict.json_text import Reading, write
from playground.verdict.near_misses import difference, kinship
from playground.verdict.schema_conflicts import conflicts, unknown_required
from playground.verdict.schema_formats import unchecked_format
from playground.verdict.schema_growth import Growth
from playground.verdict.schema_keywords import KEYWORDS, idle_keywords
from playground.verdict.schema_report import Finding
from playground.verdict.schema_strangers import endless_references, no_schema, nullable
from playground.verdict.schema_trials import trials
from playground.verdict.schema_walk import Subschema
from playground.verdict.violations import JsonValue
from playground.words.text import Value
from playground.words.text import text as words

_MOST_ENUM = 200
# What APIs take a schema in: a response format, a tool.
_WRAPPERS = (
    ("json_schema", "schema"), ("response_format", "json_schema", "schema"), ("schema",), ("function", "parameters"), ("parameters",), ("input_schema",),
)  # fmt: skip
_COMBINING = re.compile(r"/(?:allOf|anyOf|oneOf|not|if|then|else|\$defs|definitions|dependentSchemas)(?:/|$)")


_IN_SLASHES = re.compile(r"/(\^.*|.*\$)/[dgimsuvy]*", re.DOTALL)


def find_hints(
    schema: JsonValue,
    reading: Reading,
    named: Draft | None,
    walked: Sequence[Subschema],
    growth: Growth,
    *,
    assert_formats: bool,
    alone: bool,
) -> tuple[Finding, ...]:
    """All hints, in the order of the schema's parts. `named` is the draft that it names, `alone` whether it has no other documents."""
    draft = named or DEFAULT_DRAFT
    hints = list(unknown_draft(schema)) if named is None else []
    wrapped = _wrapped(schema)
    if wrapped is not None:
        message = words("verdict.hint.wrapped_schema", place=Value(write(wrapped.removeprefix("/").replace("/", "."))))
        return (Finding("wrapped_schema", message, wrapped, at_key=True),)
    slips = [finding for sub in walked for finding in idle_keywords(sub, draft)]
    stranger = None if slips else no_schema(schema, KEYWORDS)
    if stranger is not None:
        return (*hints, stranger)
    hints.extend(slips)
    for sub in walked:
        hints.extend(nullable(sub))
        hints.extend(unknown_required(sub, walked))
        hints.extend(conflicts(sub, draft))
        hints.extend(_like_values(sub))
        hints.extend(_slashes(sub))
        hints.extend(unchecked_format(sub, draft, assert_formats=assert_formats))
    hints.extend(endless_references(walked))
    if alone:
        hints.extend(trials(schema, reading, draft, walked, growth, assert_formats=assert_formats))
    hints.extend(_open_objects(walked))
    return tuple(hints)


def unknown_draft(schema: JsonValue) -> Iterator[Finding]:
    """That nobody knows the draft that the schema names."""
    uri = schema["$schema"] if isinstance(schema, dict) else None
    close = difflib.get_close_matches(str(uri)[:200], [draft.uri for draft in DRAFTS], n=1, cutoff=0.9)
    near = {"near": Value(write(close[0]))} if close else {}
    said = "verdict.hint.unknown_draft.near" if close else "verdict.hint.unknown_draft"
    yield Finding("unknown_draft", words(said, named=Value(write(uri)), known=Value(write(DEFAULT_DRAFT.uri)), **near), "/$schema")


def _wrapped(schema: JsonValue) -> str | None:
    """Where the schema seems to stand inside the wrapper that an API takes: then nothing outside of it is a rule."""
    if not isinstance(schema, dict) or schema.keys() & (KEYWORDS - {"description", "title"}):
        return None
    for path in _WRAPPERS:
        inner: JsonValue = schema
        for key in path:
            inner = inner.get(key) if isinstance(inner, dict) else None
        if isinstance(inner, dict) and inner.keys() & {"type", "properties", "$ref", "anyOf"}:
            return "/" + "/".join(path)
    return None


def _slashes(sub: Subschema) -> Iterator[Finding]:
    """A pattern written as JavaScript writes it in code: the slashes would have to be in the text."""
    pattern = sub.value.get("pattern")
    if isinstance(pattern, str) and (found := _IN_SLASHES.fullmatch(pattern)):
        message = words("verdict.hint.pattern_slashes", pattern=Value(write(pattern)), near=Value(write(found[1])))
        yield Finding("pattern_slashes", message, f"{sub.pointer}/pattern")


def _like_values(sub: Subschema) -> Iterator[Finding]:
    values = sub.value.get("enum")
    if not isinstance(values, list):
        return
    kin: dict[str, list[str]] = {}
    for index, value in enumerate(values[:_MOST_ENUM]):
        if not isinstance(value, str):
            continue
        earlier = kin.setdefault(kinship(value), [])
        like = next((each for each in earlier if value != each and difference(value, each)), None)
        if like is not None:
            message = words("verdict.hint.enum_alike", first=Value(write(like)), second=Value(write(value)))
            yield Finding("enum_alike", message, f"{sub.pointer}/enum/{index}")
        earlier.append(value)


def _open_objects(walked: Sequence[Subschema]) -> Iterator[Finding]:
    """The outermost object that names its properties and lets any other one in; one hint is enough."""
    for sub in walked:
        if "properties" not in sub.value or sub.value.get("type") != "object" or _COMBINING.search(sub.pointer):
            continue
        if not {"additionalProperties", "unevaluatedProperties", "patternProperties", "allOf", "$ref"} & sub.value.keys():
            yield Finding("open_object", words("verdict.hint.open_object"), f"{sub.pointer}/properties", at_key=True)
            return
