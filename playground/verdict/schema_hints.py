"""What looks odd about a sound schema: hints, never errors, each with its place and a proposal."""

import difflib
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from playground.verdict.drafts import DRAFTS, Draft
from playground.verdict.json_text import pointer_of, write
from playground.verdict.near_misses import difference, kinship
from playground.verdict.schema_report import Finding
from playground.verdict.schema_walk import NAMED, ONE, SEVERAL, Subschema
from playground.verdict.violations import JsonValue
from playground.words.text import Listing, Value
from playground.words.text import text as words

KEYWORDS = ONE | SEVERAL | NAMED | {
    "$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef", "$ref", "$schema",
    "$vocabulary", "const", "contentEncoding", "contentMediaType", "default", "dependentRequired", "deprecated", "description",
    "enum", "examples", "exclusiveMaximum", "exclusiveMinimum", "format", "id", "maxContains", "maximum", "maxItems", "maxLength",
    "maxProperties", "minContains", "minimum", "minItems", "minLength", "minProperties", "multipleOf", "pattern", "readOnly",
    "required", "title", "type", "uniqueItems", "writeOnly",
}  # fmt: skip
# Words of other worlds that are nobody's slip of the pen: OpenAPI, generators of forms, editors.
_NOT_MISSPELT = {"example", "nullable", "discriminator", "xml", "externalDocs", "definition", "options", "name", "value", "order"}
_BOUNDS = (
    ("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties"),
    ("minContains", "maxContains"), ("exclusiveMinimum", "exclusiveMaximum"),
)  # fmt: skip
_MOST_ENUM = 200
# What APIs take a schema in: a response format, a tool.
_WRAPPERS = (
    ("json_schema", "schema"), ("response_format", "json_schema", "schema"), ("schema",), ("function", "parameters"), ("parameters",), ("input_schema",),
)  # fmt: skip
_COMBINING = re.compile(r"/(?:allOf|anyOf|oneOf|not|if|then|else|\$defs|definitions|dependentSchemas)(?:/|$)")


def find_hints(schema: JsonValue, draft: Draft | None, walked: Sequence[Subschema], *, assert_formats: bool) -> tuple[Finding, ...]:
    """All hints, in the order of the schema."""
    hints: list[Finding] = []
    if draft is None and isinstance(schema, dict):
        known = Listing(tuple(Value(write(known.uri)) for known in DRAFTS[-1:]), "or")
        message = words("verdict.hint.unknown_draft", named=Value(write(schema["$schema"])), known=known)
        hints.append(Finding("unknown_draft", message, "/$schema"))
    wrapped = _wrapped(schema)
    if wrapped is not None:
        message = words("verdict.hint.wrapped_schema", place=Value(write(wrapped.removeprefix("/").replace("/", "."))))
        return (Finding("wrapped_schema", message, wrapped, at_key=True),)
    for sub in walked:
        hints.extend(_misspelt(sub))
        hints.extend(_unknown_required(sub))
        hints.extend(_bounds(sub))
        hints.extend(_like_values(sub))
        if not assert_formats and isinstance(sub.value.get("format"), str):
            message = words("verdict.hint.format_not_checked", format=Value(write(sub.value["format"])))
            hints.append(Finding("format_not_checked", message, f"{sub.pointer}/format"))
    hints.extend(_open_objects(walked))
    return tuple(hints)


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


def _misspelt(sub: Subschema) -> Iterator[Finding]:
    for key in sub.value:
        if key in KEYWORDS or key in _NOT_MISSPELT or key.startswith(("x-", "$")):
            continue
        near = _nearest_keyword(key)
        if near:
            message = words("verdict.hint.misspelt_keyword", key=Value(write(key)), near=Value(write(near)))
            yield Finding("misspelt_keyword", message, sub.pointer + pointer_of([key]), at_key=True)


def _nearest_keyword(key: str) -> str | None:
    plain = key.replace("_", "").replace("-", "").casefold()
    for keyword in KEYWORDS:
        if plain == keyword.casefold():
            return keyword
    close = difflib.get_close_matches(key, sorted(KEYWORDS), n=1, cutoff=0.82) if len(key) < 40 else []
    return close[0] if close else None


def _unknown_required(sub: Subschema) -> Iterator[Finding]:
    required, properties = sub.value.get("required"), sub.value.get("properties")
    if not isinstance(required, list) or not isinstance(properties, dict) or "patternProperties" in sub.value:
        return
    for index, name in enumerate(required):
        if isinstance(name, str) and name not in properties:
            close = difflib.get_close_matches(name, list(properties)[:500], n=1, cutoff=0.6)
            path = f"{sub.pointer}/required/{index}"
            if close:
                message = words("verdict.hint.required_near", name=Value(write(name)), near=Value(write(close[0])))
            else:
                message = words("verdict.hint.required_unknown", name=Value(write(name)))
            yield Finding("required_unknown", message, path)


def _bounds(sub: Subschema) -> Iterator[Finding]:
    for low, high in _BOUNDS:
        least, most = sub.value.get(low), sub.value.get(high)
        if isinstance(least, bool) or isinstance(most, bool):
            continue
        if isinstance(least, int | Decimal) and isinstance(most, int | Decimal) and least > most:
            message = words("verdict.hint.contradictory", low=low, high=high, least=Value(write(least)), most=Value(write(most)))
            yield Finding("contradictory_bounds", message, f"{sub.pointer}/{low}")


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
