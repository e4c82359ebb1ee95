"""A schema and a reply made out of any bytes: each byte decides what comes next, so that a fuzzer finds its way and a seed stays what it is."""

from collections.abc import Callable
from typing import Any, TypeAlias

Json: TypeAlias = Any  # numbers are written by hand where they must be exact, so plain Python values will do

_NAMES = ("a", "b", "kind", "Kind", "", "a/b", "~", "é", "properties", "$ref", "type", "items", "\ud800")
_TEXTS = ("", "a", "A ", "é", "e\u0301", "12", "true", "2026-12-31", "not@mail", "😀", "\ud800", "a" * 70, "{x}", "\u202e")
_NUMBERS = (0, 1, -1, 2, 1.0, 1.5, -0.5, 0.1, 1e300, 10**20, 2**53 + 1, 10**400)
_TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
_PATTERNS = ("^a", "(a+)+$", r"\d", r"\p{L}", "(", "/^a$/", r"(?<y>a)\k<y>", r"^(a|aa)+\1$", "", "[]", r"\u{61}")
_FORMATS = ("date", "time", "date-time", "email", "uri", "regex", "datetime", "ipv4", "colour", "duration", "json-pointer")
_REFERENCES = (
    "#",
    "#/$defs/a",
    "#/definitions/a",
    "#a",
    "#/nowhere",
    "https://example.org/x",
    "other",
    "",
    "#/properties/a",
    "#/%zz",
)
_DRAFTS = (
    "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema", "https://example.org/none",
)  # fmt: skip
_DEEPEST = 5


class Decisions:
    """Bytes that are used up one by one; when none is left, the first of the choices is taken."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def pick(self, count: int) -> int:
        """One of `count` choices, from 0."""
        if self._at >= len(self._data):
            return 0
        self._at += 1
        return self._data[self._at - 1] % count

    def one_of(self, choices: tuple[Any, ...]) -> Any:
        """One of these."""
        return choices[self.pick(len(choices))]


def make_value(decisions: Decisions, depth: int = 0) -> Json:
    """Any JSON value, not deep."""
    match decisions.pick(8 if depth < _DEEPEST else 4):
        case 0:
            return decisions.one_of((None, True, False))
        case 1 | 2:
            return decisions.one_of(_TEXTS)
        case 3:
            return decisions.one_of(_NUMBERS)
        case 4 | 5:
            return [make_value(decisions, depth + 1) for _ in range(decisions.pick(4))]
        case _:
            return {decisions.one_of(_NAMES): make_value(decisions, depth + 1) for _ in range(decisions.pick(4))}


def make_schema(decisions: Decisions, depth: int = 0) -> Json:
    """A schema of any draft, sound or nearly so."""
    if depth >= _DEEPEST or decisions.pick(12) == 11:
        return decisions.one_of((True, False, {}))
    schema: dict[str, Json] = {}
    if depth == 0 and decisions.pick(3) == 1:
        schema["$schema"] = decisions.one_of(_DRAFTS)
    for _ in range(decisions.pick(5) + 1):
        keyword, make = _KEYWORDS[decisions.pick(len(_KEYWORDS))]
        schema[keyword] = make(decisions, depth + 1)
    return schema


def _many(make: Callable[[Decisions, int], Json]) -> Callable[[Decisions, int], Json]:
    return lambda decisions, depth: [make(decisions, depth) for _ in range(decisions.pick(3) + 1)]


def _named(make: Callable[[Decisions, int], Json]) -> Callable[[Decisions, int], Json]:
    return lambda decisions, depth: {decisions.one_of(_NAMES): make(decisions, depth) for _ in range(decisions.pick(3) + 1)}


def _any_of(choices: tuple[Json, ...]) -> Callable[[Decisions, int], Json]:
    return lambda decisions, _: decisions.one_of(choices)


def _type(decisions: Decisions, _: int) -> Json:
    named = decisions.one_of((*_TYPES, "strin", "bool"))
    return [named, decisions.one_of(_TYPES)] if decisions.pick(4) == 3 else named


def _bound(decisions: Decisions, _: int) -> Json:
    return decisions.one_of((*_NUMBERS, True))


_ONE = (
    "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then",
    "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip
_KEYWORDS: tuple[tuple[str, Callable[[Decisions, int], Json]], ...] = (
    ("type", _type),
    ("enum", _many(make_value)),
    ("const", make_value),
    ("default", make_value),
    ("examples", _many(make_value)),
    ("required", _many(_any_of(_NAMES))),
    ("pattern", _any_of(_PATTERNS)),
    ("format", _any_of(_FORMATS)),
    ("$ref", _any_of(_REFERENCES)),
    ("$dynamicRef", _any_of(_REFERENCES)),
    ("$recursiveRef", _any_of(_REFERENCES)),
    ("$id", _any_of(("https://example.org/s", "other", "#a", "%%", ""))),
    ("id", _any_of(("https://example.org/s", "other"))),
    ("$anchor", _any_of(("a", "b"))),
    ("$dynamicAnchor", _any_of(("a", "b"))),
    ("uniqueItems", _any_of((True, False))),
    ("requred", _any_of((1, "a"))),
    ("dependentRequired", _named(_many(_any_of(_NAMES)))),
    ("dependencies", _named(make_schema)),
    ("dependentSchemas", _named(make_schema)),
    ("properties", _named(make_schema)),
    ("patternProperties", lambda decisions, depth: {decisions.one_of(_PATTERNS): make_schema(decisions, depth)}),
    ("$defs", _named(make_schema)),
    ("definitions", _named(make_schema)),
    *((name, _many(make_schema)) for name in ("allOf", "anyOf", "oneOf", "prefixItems")),
    *((name, make_schema) for name in _ONE),
    *((name, _bound) for name in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
    *((f"{end}{what}", _any_of((0, 1, 2, 3.0, 10**20))) for end in ("min", "max") for what in ("Length", "Items", "Properties", "Contains")),
)  # fmt: skip
