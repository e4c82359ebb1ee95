"""Rules of one schema that cannot be kept together: bounds that exclude each other, values that their own schema forbids."""

import difflib
from collections.abc import Iterator, Sequence
from decimal import Decimal
from math import ceil, floor

from playground.verdict.drafts import Draft
from playground.verdict.equality import canonical
from playground.verdict.json_text import write
from playground.verdict.schema_report import Finding
from playground.verdict.schema_walk import Subschema
from playground.verdict.violations import JsonValue
from playground.verdict.wording import quoted, type_name
from playground.words.text import Text, Value
from playground.words.text import text as words

# Lower and upper bound, and whether they may be equal.
_BOUNDS = (
    ("minimum", "maximum", True), ("minLength", "maxLength", True), ("minItems", "maxItems", True),
    ("minProperties", "maxProperties", True), ("minContains", "maxContains", True), ("exclusiveMinimum", "exclusiveMaximum", False),
    ("minimum", "exclusiveMaximum", False), ("exclusiveMinimum", "maximum", False),
)  # fmt: skip
# Beside these a schema's properties may be named elsewhere.
_IN_PLACE = frozenset({
    "$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies",
})  # fmt: skip
_COMBINING = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"})
_RULES = frozenset(
    {"type", "properties", "required", "additionalProperties", "unevaluatedProperties", "allOf", "anyOf", "oneOf", "not", "if"}
)
_MOST_COMPARED = 500
_MOST_GUESSED = 50
_MOST_COUNTED = 10**15


def conflicts(sub: Subschema, draft: Draft) -> Iterator[Finding]:
    """What cannot be kept in this one schema."""
    if "$ref" in sub.value and draft.name in ("04", "06", "07"):
        return
    yield from _bounds(sub)
    yield from _counts(sub)
    yield from _values(sub, draft)


def unknown_required(sub: Subschema, walked: Sequence[Subschema]) -> Iterator[Finding]:
    """Required fields that the schema does not name. Only where it would have to name them itself."""
    required, properties = sub.value.get("required"), sub.value.get("properties")
    if not isinstance(required, list) or not isinstance(properties, dict):
        return
    if "patternProperties" in sub.value or _IN_PLACE & sub.value.keys() or is_part(sub.pointer, walked):
        return
    rest = sub.value.get("additionalProperties")
    if isinstance(rest, dict):
        return  # says what it must be like
    known = list(properties)[:_MOST_COMPARED]
    for index, name in enumerate(required):
        if not isinstance(name, str) or name in properties:
            continue
        close = difflib.get_close_matches(name, known, n=1, cutoff=0.6) if index < _MOST_GUESSED else []
        said = (
            "verdict.hint.required_near"
            if close
            else "verdict.hint.required_forbidden"
            if rest is False
            else "verdict.hint.required_unknown"
        )
        near = {"near": Value(write(close[0]))} if close else {}
        yield Finding("required_unknown", words(said, name=Value(write(name)), **near), f"{sub.pointer}/required/{index}")


def is_part(pointer: str, walked: Sequence[Subschema]) -> bool:
    """Whether a schema is, or may be, one of several for the same value, so that another may say more about it."""
    tokens = pointer.split("/")
    if _COMBINING & {*tokens[-2:]}:
        return True
    return len(tokens) > 2 and tokens[-2] in ("$defs", "definitions") and any(_refers_beside(sub, pointer) for sub in walked)


def _refers_beside(sub: Subschema, pointer: str) -> bool:
    """Whether it refers to a schema by its place or by a name, with anything else for the same value."""
    reference = sub.value.get("$ref", sub.value.get("$dynamicRef"))
    if not isinstance(reference, str) or not (reference == f"#{pointer}" or not reference.startswith("#/")):
        return False
    return bool(_COMBINING & {*sub.pointer.split("/")[-2:]} - {"oneOf", "anyOf"}) or bool(_RULES & sub.value.keys())


def _bounds(sub: Subschema) -> Iterator[Finding]:
    for low, high, may_be_equal in _BOUNDS:
        least, most = _number(sub, low), _number(sub, high)
        if least is None or most is None:
            continue
        touch = may_be_equal and not (
            low == "minimum" and True in (sub.value.get("exclusiveMinimum"), sub.value.get("exclusiveMaximum"))
        )
        if least > most or (least == most and not touch):
            said = "verdict.hint.contradictory"
        elif sub.value.get("type") == "integer" and _none_between(least, most, low, high):
            said = "verdict.hint.no_whole_number"
        else:
            continue
        message = words(said, low=low, high=high, least=Value(write(least)), most=Value(write(most)))
        yield Finding("contradictory_bounds", message, f"{sub.pointer}/{low}")


def _none_between(least: int | Decimal, most: int | Decimal, low: str, high: str) -> bool:
    """Whether no whole number lies between two bounds of numbers."""
    if low.lower().removeprefix("exclusive") != "minimum" or not -_MOST_COUNTED < least <= most < _MOST_COUNTED:
        return False
    first = floor(least) + 1 if low.startswith("exclusive") else ceil(least)
    last = ceil(most) - 1 if high.startswith("exclusive") else floor(most)
    return first > last


def _number(sub: Subschema, key: str) -> int | Decimal | None:
    value = sub.value.get(key)
    return value if isinstance(value, int | Decimal) and not isinstance(value, bool) else None


def _counts(sub: Subschema) -> Iterator[Finding]:
    """How many fields or items there must be, against how many there can be."""
    properties, required, first = (sub.value.get(key) for key in ("properties", "required", "prefixItems"))
    least, most = _number(sub, "minProperties"), _number(sub, "maxProperties")
    if isinstance(required, list) and most is not None and len(set(map(str, required))) > most:
        yield _count(sub, "maxProperties", words("verdict.hint.too_few_allowed", most=Value(write(most)), count=len(required)))
    closed = sub.value.get("additionalProperties") is False and "patternProperties" not in sub.value
    named = len(properties) if isinstance(properties, dict) else 0
    if closed and least is not None and least > named:
        yield _count(sub, "minProperties", words("verdict.hint.too_few_named", least=Value(write(least)), count=named))
    items = _number(sub, "minItems")
    if sub.value.get("items") is False and isinstance(first, list) and items is not None and items > len(first):
        yield _count(sub, "minItems", words("verdict.hint.too_few_places", least=Value(write(items)), count=len(first)))


def _count(sub: Subschema, key: str, message: Text) -> Finding:
    return Finding("contradictory_bounds", message, f"{sub.pointer}/{key}")


def _values(sub: Subschema, draft: Draft) -> Iterator[Finding]:
    """Values of const and enum that the type beside them shuts out, and a const that the enum lacks."""
    allowed = sub.value.get("enum")
    listed = allowed[:_MOST_COMPARED] if isinstance(allowed, list) else []
    has_const = "const" in sub.value and draft.name != "04"
    named = sub.value.get("type")
    if named is not None and sub.value.get("nullable") is not True:
        places = [(f"/enum/{index}", value) for index, value in enumerate(listed)]
        if has_const:
            places.append(("/const", sub.value["const"]))
        for place, value in places:
            if not _is_of(value, named, draft):
                message = words("verdict.hint.value_of_other_type", value=quoted(value), types=Value(write(named)))
                yield Finding("value_of_other_type", message, sub.pointer + place)
    if has_const and isinstance(allowed, list) and len(allowed) <= _MOST_COMPARED:
        const = canonical(sub.value["const"])
        if const not in map(canonical, allowed):
            message = words("verdict.hint.const_not_in_enum", value=quoted(sub.value["const"]))
            yield Finding("const_not_in_enum", message, f"{sub.pointer}/const")


def _is_of(value: JsonValue, named: JsonValue, draft: Draft) -> bool:
    types = named if isinstance(named, list) else [named]
    kind = type_name(value)
    if kind == "number" and "integer" in types and draft.name != "04":
        return isinstance(value, Decimal) and value == value.to_integral_value()
    return kind in types or (kind == "integer" and "number" in types)
