"""What a schema offers as fallbacks: the stops of the slider, from its one field, its default and its shape."""

from dataclasses import dataclass

from playground.repair.stops import Stop, StopKind
from playground.verdict import json_text
from playground.verdict.json_text import value_at
from playground.verdict.schema import CheckedSchema, satisfies
from playground.verdict.violations import JsonValue
from playground.words.catalogues import wording
from playground.words.language import Language
from playground.words.quoting import quote_json, unescape_json
from playground.words.text import Text, Value, text

_DEEPEST = 6  # levels of a shape; what is deeper stays empty
_MOST_REFERENCES = 20  # a chain of references longer than this is a circle
_EMPTY: dict[str, JsonValue] = {"string": "", "number": 0, "integer": 0, "boolean": False, "null": None}


@dataclass(frozen=True, slots=True)
class SoleField:
    """The one thing that a schema asks for: its only required field, or (`name` None) the whole value.

    `choices` are the JSON texts of its enum values.
    """

    name: str | None
    choices: tuple[str, ...] = ()

    def wrap(self, value: str) -> str:
        """The whole value, as JSON text, in which the field is `value` (JSON text)."""
        return value if self.name is None else f"{{{quote_json(self.name)}: {value}}}"


def find_stops(schema: CheckedSchema, language: Language) -> tuple[Stop, ...]:
    """What the schema offers as endings, in the order of the slider; `language` is the scenario's."""
    found = [Stop(StopKind.ERROR, text("repair.stop.error"), text("repair.stop.error.why"))]
    field = sole_field(schema.value)
    if field is not None:
        found.append(_value_stop(StopKind.UNKNOWN, _unknown(field, language), schema))
        found += [_value_stop(StopKind.ENUM, field.wrap(value), schema) for value in field.choices]
    default = default_of(schema.value)
    if default is not None and default not in [stop.value for stop in found]:
        found.append(_value_stop(StopKind.DEFAULT, default, schema))
    found.append(Stop(StopKind.BEST, text("repair.stop.best"), text("repair.stop.best.why")))
    found.append(_value_stop(StopKind.OWN, shape_of(schema.value), schema))
    return tuple(found)


def explain_value(value: str, schema: CheckedSchema) -> Text:
    """What to know about this fallback (JSON text): whether it could pass for an answer."""
    if json_text.read(value).answer is None:
        return text("repair.stop.not_json")
    return _explain(allowed=is_allowed(value, schema))


def is_allowed(value: str, schema: CheckedSchema) -> bool:
    """Whether the schema takes this JSON text."""
    reading = json_text.read(value)
    return reading.answer is not None and satisfies(schema, reading)


def _explain(*, allowed: bool) -> Text:
    return text("repair.stop.looks_real") if allowed else text("repair.stop.safe")


def _value_stop(kind: StopKind, value: str, schema: CheckedSchema) -> Stop:
    allowed = is_allowed(value, schema)
    return Stop(kind, _caption(kind, value), _explain(allowed=allowed), value, allowed)


def _caption(kind: StopKind, value: str) -> Text:
    return text("repair.stop.own") if kind is StopKind.OWN else text(f"repair.stop.{kind}", value=Value(value))


def _unknown(field: SoleField, language: Language) -> str:
    return field.wrap(quote_json(wording("repair.unknown", language)))


def sole_field(schema: JsonValue) -> SoleField | None:
    """The schema's one required text or enum field; None where it asks for more, for less, or for something else."""
    root = _resolve(schema, schema)
    required = root.get("required")
    if not isinstance(required, list):
        return _as_field(None, root) if "properties" not in root else None
    properties = root.get("properties")
    if len(required) != 1 or not isinstance(properties, dict) or not isinstance(required[0], str):
        return None
    return _as_field(required[0], _resolve(properties.get(required[0]), schema))


def default_of(schema: JsonValue) -> str | None:
    """The JSON text of the schema's default: its own, or the defaults of all its required fields; None where there is none."""
    root = _resolve(schema, schema)
    if "default" in root:
        return _write(root["default"])
    required, properties = root.get("required"), root.get("properties")
    if not isinstance(required, list) or not isinstance(properties, dict) or not required:
        return None
    members: dict[str, JsonValue] = {}
    for name, part in properties.items():
        described = _resolve(part, schema)
        if "default" in described:
            members[name] = described["default"]
    return _write(members) if all(name in members for name in required) else None


def shape_of(schema: JsonValue) -> str:
    """The JSON text of an empty value of the schema's shape, for a person to fill in."""
    return _write(_shape(schema, schema, _DEEPEST))


def _write(value: JsonValue) -> str:
    """JSON text on one line that a person can read, numbers exact."""
    return unescape_json(json_text.write(value))


def _as_field(name: str | None, described: dict[str, JsonValue]) -> SoleField | None:
    choices = described.get("enum")
    if isinstance(choices, list):
        return SoleField(name, tuple(_write(choice) for choice in choices))
    if "const" in described:
        return SoleField(name, (_write(described["const"]),))
    types = described.get("type")
    return SoleField(name) if types in ("string", ["string"]) else None


def _resolve(part: JsonValue, schema: JsonValue) -> dict[str, JsonValue]:
    """The schema that `part` is or refers to within the same document; empty where it is none or leads nowhere."""
    for _ in range(_MOST_REFERENCES):
        if not isinstance(part, dict):
            return {}
        reference = part.get("$ref")
        if not isinstance(reference, str):
            return part
        if reference != "#" and not reference.startswith("#/"):
            return {}
        try:
            part = value_at(schema, reference[1:])
        except (LookupError, ValueError):
            return {}
    return {}


def _shape(part: JsonValue, schema: JsonValue, depth: int) -> JsonValue:
    described = _resolve(part, schema)
    if "const" in described:
        return described["const"]
    if "default" in described:
        return described["default"]
    choices = described.get("enum")
    if isinstance(choices, list):  # the first choice would pass for an answer
        return "" if any(isinstance(choice, str) for choice in choices) else None
    types = described.get("type")
    kind = types[0] if isinstance(types, list) and types else types
    properties = described.get("properties")
    if kind == "object" or (kind is None and isinstance(properties, dict)):
        return _shape_of_object(described, schema, depth)
    if kind == "array":
        return []
    return _EMPTY.get(kind) if isinstance(kind, str) else _shape_of_branch(described, schema, depth)


def _shape_of_object(described: dict[str, JsonValue], schema: JsonValue, depth: int) -> dict[str, JsonValue]:
    properties, required = described.get("properties"), described.get("required")
    if not isinstance(properties, dict) or depth == 0:
        return {}
    names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else list(properties)
    return {name: _shape(properties.get(name), schema, depth - 1) for name in names}


def _shape_of_branch(described: dict[str, JsonValue], schema: JsonValue, depth: int) -> JsonValue:
    for keyword in ("anyOf", "oneOf", "allOf"):
        branches = described.get(keyword)
        if isinstance(branches, list) and branches and depth > 0:
            return _shape(branches[0], schema, depth - 1)
    return None
