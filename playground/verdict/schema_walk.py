"""Every schema inside a schema, with its place: only where the draft's keywords expect one, never inside examples or enums."""

from collections.abc import Iterator
from dataclasses import dataclass

from playground.verdict.pointers import pointer_of
from playground.verdict.violations import JsonValue

# Which keywords hold a schema, a list of schemas, or schemas by name.
ONE = frozenset({
    "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames",
    "then", "unevaluatedItems", "unevaluatedProperties",
})  # fmt: skip
SEVERAL = frozenset({"allOf", "anyOf", "oneOf", "prefixItems", "items"})
NAMED = frozenset({"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"})


@dataclass(frozen=True, slots=True)
class Subschema:
    """A schema that is an object, and its JSON Pointer in the whole."""

    pointer: str
    value: dict[str, JsonValue]


def subschemas(schema: JsonValue) -> Iterator[Subschema]:
    """The schema itself and every one inside it, outer ones first."""
    pending: list[tuple[str, JsonValue]] = [("", schema)]
    while pending:
        pointer, value = pending.pop()
        if not isinstance(value, dict):
            continue
        yield Subschema(pointer, value)
        inner: list[tuple[str, JsonValue]] = []
        for keyword, held in value.items():
            if keyword in ONE and isinstance(held, dict):
                inner.append((f"{pointer}/{keyword}", held))
            elif keyword in SEVERAL and isinstance(held, list):
                inner.extend((f"{pointer}/{keyword}/{index}", item) for index, item in enumerate(held))
            elif keyword in NAMED and isinstance(held, dict):
                inner.extend((f"{pointer}/{keyword}{pointer_of([name])}", item) for name, item in held.items())
        pending.extend(reversed(inner))
