"""Wrappers around an answer that people and models know: recognised and named, never opened."""

import json
from collections.abc import Callable

from playground.verdict.json_text import Reading, write
from playground.verdict.violations import JsonValue, Note
from playground.words.text import Value
from playground.words.text import text as words

_LONGEST_STRING = 1_000_000
_SCHEMA_WORDS = frozenset(
    {"type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf", "properties", "items", "description", "minimum"}
)


def wrapper_of(reading: Reading, schema: JsonValue) -> Note | None:
    """The wrapper in which the answer seems to stand, as a note; None where there is none."""
    value = reading.answer.value if reading.answer else None
    for kind, is_it in _KINDS:
        if is_it(value):
            return Note("wrapper", words(f"verdict.note.wrapper.{kind}"), reading.span)
    key = _single_key(value, schema)
    if key is not None:
        return Note("wrapper", words("verdict.note.wrapper.under_key", key=Value(write(key))), reading.span)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict) and _wants(schema, "object"):
        return Note("wrapper", words("verdict.note.wrapper.list_of_one"), reading.span)
    return None


def _wants(schema: JsonValue, name: str) -> bool:
    return isinstance(schema, dict) and (schema.get("type") == name or (name == "object" and "properties" in schema))


def _single_key(value: JsonValue, schema: JsonValue) -> str | None:
    """The one key under which the keys that the schema asks for are found."""
    if not isinstance(value, dict) or len(value) != 1 or not isinstance(schema, dict):
        return None
    ((key, inner),) = value.items()
    properties = schema.get("properties")
    if not isinstance(properties, dict) or not isinstance(inner, dict) or key in properties:
        return None
    return key if inner and set(inner) <= set(properties) else None


def _json_in_string(value: JsonValue) -> bool:
    if not isinstance(value, str) or len(value) > _LONGEST_STRING or value.strip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return False
    return True


def _tool_call(value: JsonValue) -> bool:
    while isinstance(value, list) and value:  # however deep
        value = value[0]
    if not isinstance(value, dict):
        return False
    if "tool_calls" in value or "function_call" in value:
        return True
    call = value.get("function")
    call = call if isinstance(call, dict) else value
    arguments = next((call[name] for name in ("arguments", "parameters", "input", "args") if name in call), None)
    return isinstance(call.get("name", value.get("name")), str) and isinstance(arguments, dict | str)


def _api_envelope(value: JsonValue) -> bool:
    if not isinstance(value, dict):
        return False
    message = value.get("message")
    return (
        (isinstance(value.get("choices"), list) and bool(value.keys() & {"id", "object", "model", "usage", "created"} or True))
        or isinstance(value.get("candidates"), list)
        or (isinstance(message, dict) and "content" in message)
        or (value.get("role") in ("assistant", "model") and ("content" in value or "parts" in value))
        or (value.get("type") == "text" and isinstance(value.get("text"), str))
    )


def _schema_echo(value: JsonValue) -> bool:
    if not isinstance(value, dict):
        return False
    properties = value.get("properties")
    if "$schema" in value and ("type" in value or isinstance(properties, dict)):
        return True
    return isinstance(properties, dict) and bool(properties) and all(_is_schema(item) for item in properties.values())


def _is_schema(value: JsonValue) -> bool:
    return isinstance(value, dict) and bool(value.keys() & _SCHEMA_WORDS)


def _values_under_properties(value: JsonValue) -> bool:
    return isinstance(value, dict) and isinstance(value.get("properties"), dict) and len(value) <= 4


_KINDS: tuple[tuple[str, Callable[[JsonValue], bool]], ...] = (
    ("json_in_string", _json_in_string),
    ("schema_echo", _schema_echo),
    ("values_under_properties", _values_under_properties),
    ("tool_call", _tool_call),
    ("api_envelope", _api_envelope),
)
