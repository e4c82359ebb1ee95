"""Carries out the edits that make a schema one that a strict subset takes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from playground.verdict import json_text
from playground.verdict.json_value import JsonValue
from playground.verdict.schema_walk import subschemas

_NULL: dict[str, JsonValue] = {"type": "null"}


@dataclass(frozen=True, slots=True)
class Edit:
    """One change to one schema inside the schema. `name` is a keyword, or the field that is made required.

    | what | does |
    | --- | --- |
    | close | `additionalProperties: false` |
    | require | the field becomes required and may be null |
    | any_of | the keyword becomes `anyOf` |
    | inline | the one schema of `allOf` moves into the one that holds it |
    | enum | `const` becomes an `enum` of one value |
    | drop | the keyword goes |
    | describe | the keyword goes, and its rule is said in the description |
    """

    what: str
    name: str = ""


def rewrite(schema_text: str, edits: Iterable[tuple[str, Edit]]) -> str:
    """The schema with the edits carried out, each at its pointer; laid out with two blanks a level."""
    answer = json_text.read(schema_text).answer
    schema = cast("dict[str, JsonValue]", answer.value if answer is not None else {})
    places = {sub.pointer: sub.value for sub in subschemas(schema)}
    # A field becomes nullable before a union around it is renamed, and what moves up is edited where it stood.
    for pointer, edit in sorted(edits, key=lambda pair: (-pair[0].count("/"), pair[1].what == "inline")):
        _carry_out(places[pointer], edit)
    return json_text.write(schema, 2)


def _carry_out(place: dict[str, JsonValue], edit: Edit) -> None:
    match edit.what:
        case "close":
            place["additionalProperties"] = False
        case "require":
            _require(place, edit.name)
        case "any_of":
            _rename(place, edit.name, "anyOf", place[edit.name])
        case "enum":
            _rename(place, edit.name, "enum", [place[edit.name]])
        case "inline":
            (inner,) = cast("list[JsonValue]", place.pop(edit.name))
            for name, value in inner.items() if isinstance(inner, dict) else ():
                place.setdefault(name, value)
        case "drop":
            place.pop(edit.name, None)
        case "describe":
            _describe(place, edit.name)


def _require(place: dict[str, JsonValue], name: str) -> None:
    required = place.get("required")
    place["required"] = [*required, name] if isinstance(required, list) else [name]
    properties = cast("dict[str, JsonValue]", place["properties"])
    properties[name] = _allow_null(properties[name])


def _allow_null(schema: JsonValue) -> JsonValue:
    if not isinstance(schema, dict):
        return schema
    kind, enum = schema.get("type"), schema.get("enum")
    if "const" in schema or (kind is None and not isinstance(enum, list)):
        branches = schema.get("anyOf")
        if isinstance(branches, list):
            return {**schema, "anyOf": [*branches, dict(_NULL)]}
        return {"anyOf": [schema, dict(_NULL)]}
    nullable = dict(schema)
    if kind is not None:
        kinds: list[JsonValue] = kind if isinstance(kind, list) else [kind]
        nullable["type"] = kinds if "null" in kinds else [*kinds, "null"]
    if isinstance(enum, list) and None not in enum:
        nullable["enum"] = [*enum, None]
    return nullable


def _describe(place: dict[str, JsonValue], keyword: str) -> None:
    rule = f"{keyword}: {json_text.write(place.pop(keyword))}"
    before = place.get("description")
    place["description"] = f"{before} ({rule})" if isinstance(before, str) and before else rule


def _rename(place: dict[str, JsonValue], old: str, new: str, value: JsonValue) -> None:
    """In its place, so that the order of the rest stays."""
    entries = [(new, value) if name == old else (name, held) for name, held in place.items()]
    place.clear()
    place.update(entries)
