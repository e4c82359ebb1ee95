"""What a form does to the text of a schema. Each function takes the text and gives the new one; the text must be sound JSON."""

from collections.abc import Iterable, Sequence

from playground.verdict.json_text import read
from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema.fields import LIMITS, FieldKind
from playground.verdict.plain_schema.text_edits import (
    append_item,
    readable,
    remove_item,
    remove_member,
    rename_key,
    replace_value,
    set_member,
    swap_members,
)
from playground.verdict.pointers import pointer_of, pointer_tokens, value_at

EMPTY = '{\n  "type": "object",\n  "properties": {}\n}\n'
# The keywords that only one kind of field has a use for.
_OWN: dict[str, tuple[str, ...]] = {
    "string": ("minLength", "maxLength", "pattern", "format"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "array": ("items", "minItems", "maxItems", "uniqueItems", "prefixItems", "contains", "minContains", "maxContains"),
    "object": (
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "minProperties",
        "maxProperties",
    ),
    "choice": ("enum",),
}


def add_field(text: str, group: str, name: str) -> tuple[str, str]:
    """One more text field in the group at a pointer, and the name it got: `name`, with a number where that is taken."""
    fields = _fields(text, group)
    free = name
    number = 2
    while free in fields:
        free = f"{name}{number}"
        number += 1
    if not isinstance(_schema(text, group).get("properties"), dict):
        text = set_member(text, group, "properties", "{}")
    properties = f"{group}/properties"
    was_empty = not fields
    text = set_member(text, properties, free, '{"type": "string"}')
    return (_opened(text, properties) if was_empty else text), free


def remove_field(text: str, pointer: str) -> str:
    """Without this field; it is no longer required either."""
    group, name = _split(pointer)
    return remove_member(set_required(text, pointer, on=False), f"{group}/properties", name)


def rename_field(text: str, pointer: str, name: str) -> str:
    """With another name for the field, also where it is required. A name that is empty or taken changes nothing."""
    group, before = _split(pointer)
    if not name or name in _fields(text, group):
        return text
    required = _schema(text, group).get("required")
    if isinstance(required, list):
        for index, each in enumerate(required):
            if each == before:
                text = replace_value(text, f"{group}/required/{index}", readable(name))
    return rename_key(text, f"{group}/properties", before, name)


def move_field(text: str, pointer: str, direction: int) -> str:
    """One place up (-1) or down (1) among the fields of its group; at the end nothing changes."""
    group, name = _split(pointer)
    names = list(_fields(text, group))
    at = names.index(name)
    other = at + direction
    if not 0 <= other < len(names):
        return text
    first, second = sorted((at, other))
    return swap_members(text, f"{group}/properties", names[first], names[second])


def set_required(text: str, pointer: str, *, on: bool) -> str:
    """Whether the field must be there."""
    group, name = _split(pointer)
    required = _schema(text, group).get("required")
    listed = required if isinstance(required, list) else []
    if on and name not in listed:
        if isinstance(required, list):
            return append_item(text, f"{group}/required", readable(name))
        return set_member(text, group, "required", readable([name]))
    if not on and name in listed:
        if all(each == name for each in listed):
            return remove_member(text, group, "required")  # draft 4 knows no empty list
        for index in reversed([index for index, each in enumerate(listed) if each == name]):
            text = remove_item(text, f"{group}/required", index)
    return text


def set_keyword(text: str, pointer: str, keyword: str, value: JsonValue) -> str:
    """A keyword of the part of the schema at a pointer; None takes it away."""
    if value is not None:
        return set_member(text, pointer, keyword, readable(value))
    return remove_member(text, pointer, keyword) if keyword in _schema(text, pointer) else text


def set_kind(text: str, pointer: str, kind: FieldKind, samples: Sequence[str]) -> str:
    """Another kind of field. What only the former kind had a use for goes; a choice begins with the `samples`."""
    schema = value_at(_value(text), pointer)
    if not isinstance(schema, dict):
        text = replace_value(text, pointer, "{}")
        schema = {}
    nullable = is_nullable(schema)
    base = "number" if kind == "integer" else kind
    foreign = {keyword for owner, keywords in _OWN.items() if owner != base for keyword in keywords}
    text = _without(text, pointer, (key for key in schema if key in foreign))
    if kind == "any":
        return _without(text, pointer, ["type"] if "type" in schema else [])
    named = "string" if kind == "choice" else kind
    text = set_member(text, pointer, "type", readable([named, "null"] if nullable else named))
    if kind == "choice":
        values: list[JsonValue] = [*samples, None] if nullable else [*samples]
        return set_member(text, pointer, "enum", readable(values))
    if kind == "array" and "items" not in schema:
        return set_member(text, pointer, "items", '{"type": "string"}')
    if kind == "object" and "properties" not in schema:
        return set_member(text, pointer, "properties", "{}")
    return text


def set_nullable(text: str, pointer: str, *, on: bool) -> str:
    """Whether null may stand there."""
    schema = _schema(text, pointer)
    named, values = schema.get("type"), schema.get("enum")
    types = [kind for kind in (named if isinstance(named, list) else [named]) if kind not in (None, "null")]
    if named is not None:
        several: list[JsonValue] = [*types, "null"] if on else [*types]
        text = set_member(text, pointer, "type", readable(several if len(several) > 1 else several[0] if several else "null"))
    if isinstance(values, list):
        kept: list[JsonValue] = [value for value in values if value is not None]
        text = set_member(text, pointer, "enum", readable([*kept, None] if on else kept))
    return text


def set_choices(text: str, pointer: str, choices: Iterable[JsonValue]) -> str:
    """The allowed values; null stays where it was allowed. An empty list changes nothing."""
    wanted = list(dict.fromkeys(map(readable, choices)))
    if not wanted:
        return text
    if is_nullable(_schema(text, pointer)):
        wanted.append("null")
    return set_member(text, pointer, "enum", "[" + ", ".join(wanted) + "]")


def set_open(text: str, group: str, *, on: bool) -> str:
    """Whether a group allows fields that it does not name."""
    if not on:
        return set_member(text, group, "additionalProperties", "false")
    return _without(text, group, ["additionalProperties"] if "additionalProperties" in _schema(text, group) else [])


def is_nullable(schema: dict[str, JsonValue]) -> bool:
    """Whether a part of a schema allows null beside something else."""
    named, values = schema.get("type"), schema.get("enum")
    return (isinstance(named, list) and "null" in named) or (isinstance(values, list) and None in values)


def limits_of(kind: FieldKind) -> tuple[str, str] | None:
    """The two keywords that limit a field of this kind."""
    return LIMITS.get(kind)


def _without(text: str, pointer: str, keywords: Iterable[str]) -> str:
    for keyword in list(keywords):
        text = remove_member(text, pointer, keyword)
    return text


def _opened(text: str, pointer: str) -> str:
    """The first field of a group on a line of its own, where the text has lines."""
    reading = read(text)
    place = reading.place(pointer)
    if place is None or place.key is None or "\n" not in text:
        return text
    line = text.rfind("\n", 0, place.key.start) + 1
    indent = text[line : place.key.start]
    if indent.strip():
        return text
    inside = text[place.value.start + 1 : place.value.end - 1].strip()
    return f"{text[: place.value.start]}{{\n{indent}  {inside}\n{indent}}}{text[place.value.end :]}"


def _split(pointer: str) -> tuple[str, str]:
    """The group that a field is in, and its name."""
    tokens = pointer_tokens(pointer)
    return pointer_of(tokens[:-2]), tokens[-1]


def _fields(text: str, group: str) -> dict[str, JsonValue]:
    fields = _schema(text, group).get("properties")
    return fields if isinstance(fields, dict) else {}


def _schema(text: str, pointer: str) -> dict[str, JsonValue]:
    schema = value_at(_value(text), pointer)
    return schema if isinstance(schema, dict) else {}


def _value(text: str) -> JsonValue:
    reading = read(text)
    if reading.answer is None:
        raise ValueError("only a sound JSON text can be edited")
    return reading.answer.value
