"""A schema as fields of a form. What the form has no control for is named in `kept` and stays in the text as it was written."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias, get_args

from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema.phrases import types_of
from playground.verdict.pointers import pointer_of

# `any`: no rule; `other`: rules of a kind that the form does not know, such as a reference.
FieldKind: TypeAlias = Literal["string", "number", "integer", "boolean", "choice", "array", "object", "any", "other"]
KINDS: tuple[FieldKind, ...] = get_args(FieldKind)
LIMITS: dict[str, tuple[str, str]] = {
    "string": ("minLength", "maxLength"),
    "number": ("minimum", "maximum"),
    "integer": ("minimum", "maximum"),
    "array": ("minItems", "maxItems"),
}
_SHOWN: dict[str, frozenset[str]] = {
    "choice": frozenset({"enum"}),
    "array": frozenset({"items"}),
    "object": frozenset({"properties", "required"}),
}
_ALWAYS_SHOWN = frozenset({"type", "description"})
_UNSEEN = frozenset({"$schema", "$id", "$defs", "definitions", "title"})  # no rules of this place
_COMBINING = frozenset({"$ref", "$dynamicRef", "$recursiveRef", "anyOf", "oneOf", "allOf"})
_DEEPEST = 6
_MOST = 120


@dataclass(frozen=True, slots=True)
class FormField:
    """One part of a schema. `pointer` leads to it; `name` is "" for the whole and for the items of a list.

    `choices` are the allowed values but null, `low` and `high` the limits of its kind, `open` whether a group allows fields that it
    does not name (None: by a rule of its own, which is kept), `kept` the keywords that have no control.
    """

    pointer: str
    name: str
    kind: FieldKind
    required: bool = False
    nullable: bool = False
    description: str = ""
    choices: tuple[JsonValue, ...] = ()
    low: int | Decimal | None = None
    high: int | Decimal | None = None
    item: "FormField | None" = None
    fields: tuple["FormField", ...] = ()
    open: bool | None = True
    kept: tuple[str, ...] = ()
    more: int = 0  # fields that are too many for a form


def outline(schema: JsonValue, pointer: str = "", name: str = "", *, required: bool = False, depth: int = 0) -> FormField:
    """The form of a schema."""
    if not isinstance(schema, dict):
        return FormField(pointer, name, "any" if schema is True else "other", required)
    kind = _kind_of(schema) if depth < _DEEPEST else "other"
    types = types_of(schema) or ()
    values = schema.get("enum")
    allowed = values if kind == "choice" and isinstance(values, list) else []
    description = schema.get("description")
    limits = LIMITS.get(kind, ())
    low, high = (_number(schema.get(keyword)) for keyword in limits) if limits else (None, None)
    others = schema.get("additionalProperties", True)
    shown = _ALWAYS_SHOWN | _SHOWN.get(kind, frozenset()) | {key for key in limits if _number(schema.get(key)) is not None}
    if kind == "object" and isinstance(others, bool):
        shown |= {"additionalProperties"}
    fields = _fields_of(schema, pointer, depth) if kind == "object" else ()
    items = schema.get("items")
    return FormField(
        pointer,
        name,
        kind,
        required,
        "null" in types or None in allowed,
        description if isinstance(description, str) else "",
        tuple(value for value in allowed if value is not None),
        low,
        high,
        outline(items, f"{pointer}/items", depth=depth + 1) if kind == "array" and isinstance(items, dict | bool) else None,
        fields[:_MOST],
        others if isinstance(others, bool) else None,
        tuple(key for key in schema if key not in shown and (key not in _UNSEEN or (key == "title" and kind == "other"))),
        max(0, len(fields) - _MOST),
    )


def _fields_of(schema: dict[str, JsonValue], pointer: str, depth: int) -> tuple[FormField, ...]:
    properties, required = schema.get("properties"), schema.get("required")
    needed = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
    if not isinstance(properties, dict):
        return ()
    return tuple(
        outline(held, pointer + pointer_of(["properties", name]), name, required=name in needed, depth=depth + 1)
        for name, held in properties.items()
    )


def _kind_of(schema: dict[str, JsonValue]) -> FieldKind:
    values = schema.get("enum")
    if isinstance(values, list) and values and not any(isinstance(value, list | dict) for value in values):
        return "choice"
    named = [kind for kind in types_of(schema) or () if kind != "null"]
    if len(named) == 1:
        return named[0]  # type: ignore[return-value] # the types but null are kinds
    if "type" in schema or "enum" in schema or "const" in schema or schema.keys() & _COMBINING:
        return "other"
    if "properties" in schema:
        return "object"
    return "array" if "items" in schema else "any" if not schema.keys() - {"description", "title", *_UNSEEN} else "other"


def _number(value: JsonValue) -> int | Decimal | None:
    return value if isinstance(value, int | Decimal) and not isinstance(value, bool) else None
