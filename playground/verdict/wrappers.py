"""Wrappers around an answer that people and models know: recognised and named, never opened."""

import json
from collections.abc import Callable, Mapping

from playground.verdict.json_text import Reading, write
from playground.verdict.violations import JsonValue, Note
from playground.words.text import Value
from playground.words.text import text as words

_LONGEST_STRING = 1_000_000
_MOST_BESIDE = 4  # keys of an object that is a wrapper
_SCHEMA_WORDS = frozenset(
    {"type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf", "properties", "items", "description", "minimum"}
)
_TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
_ARGUMENTS = ("arguments", "parameters", "input", "args", "params", "tool_input", "action_input", "kwargs")
_TOOL_NAMES = ("name", "tool", "tool_name", "function", "function_name", "action", "recipient_name")


def wrapper_of(reading: Reading, schema: JsonValue, *, fits: bool = False, in_tool_call: bool = False) -> Note | None:
    """The wrapper in which the answer seems to stand, as a note; None where there is none.

    `fits`: the value satisfies the schema, so that it is a wrapper only where the schema knows none of its keys.
    """
    value = reading.answer.value if reading.answer else None
    kind, key = _kind_of(value, schema)
    if kind is not None and (not fits or _is_strange(value, schema)):
        named = {} if key is None else {"key": Value(write(key))}
        return Note("wrapper", words(f"verdict.note.wrapper.{kind}", **named), reading.span)
    return Note("wrapper", words("verdict.note.wrapper.tool_tag"), reading.span) if in_tool_call else None


def _kind_of(value: JsonValue, schema: JsonValue) -> tuple[str | None, str | None]:
    """What wrapper this is, and the key that it consists of, where it is one."""
    for kind, is_it in _KINDS:
        if is_it(value):
            return kind, None
    key = _key_of_object(value, schema)
    if key is not None:
        return "under_key", key
    key = _key_of_list(value, schema)
    if key is not None:
        return "list_under_key", key
    return ("list_of_one", None) if _is_list_of_one(value) and _wants(schema, "object") else (None, None)


def _is_list_of_one(value: JsonValue) -> bool:
    depth = 0
    while isinstance(value, list) and len(value) == 1:
        value, depth = value[0], depth + 1
    return depth > 0 and isinstance(value, dict)


def _is_strange(value: JsonValue, schema: JsonValue) -> bool:
    """Whether the schema names keys, but none of this object."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return isinstance(properties, dict) and bool(properties) and isinstance(value, dict) and not properties.keys() & value.keys()


def _wants(schema: JsonValue, name: str) -> bool:
    return isinstance(schema, dict) and (schema.get("type") == name or (name == "object" and "properties" in schema))


def _key_of_object(value: JsonValue, schema: JsonValue) -> str | None:
    """The one key of a small object under which the keys that the schema asks for are found."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if (
        not isinstance(value, dict)
        or len(value) > _MOST_BESIDE
        or not isinstance(properties, dict)
        or value.keys() & properties.keys()
    ):
        return None
    inner = [key for key, item in value.items() if isinstance(item, dict) and item and set(item) <= set(properties)]
    return inner[0] if len(inner) == 1 else None


def _key_of_list(value: JsonValue, schema: JsonValue) -> str | None:
    """The one key of a small object under which the list is found that the schema asks for."""
    if not isinstance(value, dict) or len(value) > _MOST_BESIDE or not _wants(schema, "array"):
        return None
    inner = [key for key, item in value.items() if isinstance(item, list)]
    return inner[0] if len(inner) == 1 else None


def _json_in_string(value: JsonValue) -> bool:
    if not isinstance(value, str) or len(value) > _LONGEST_STRING or value.strip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return False
    return True


def _json_in_member(value: JsonValue) -> bool:
    return isinstance(value, dict) and len(value) == 1 and _json_in_string(next(iter(value.values())))


def _tool_call(value: JsonValue) -> bool:
    while isinstance(value, list) and value:  # however deep
        value = value[0]
    if not isinstance(value, dict):
        return False
    if value.keys() & {"tool_calls", "function_call", "functionCall", "toolUse", "tool_use"}:
        return True
    call = value.get("function")
    call = call if isinstance(call, dict) else value
    named = any(isinstance(part.get(name), str) for part in (call, value) for name in _TOOL_NAMES)
    if named and any(_is_arguments(call.get(name)) for name in _ARGUMENTS):
        return True
    return len(value) == 1 and any(isinstance(value.get(name), dict) for name in ("arguments", "args", "tool_input"))


def _is_arguments(value: JsonValue) -> bool:
    return isinstance(value, dict) or (isinstance(value, str) and value.lstrip()[:1] == "{")


def _api_error(value: JsonValue) -> bool:
    value = value[0] if isinstance(value, list) and len(value) == 1 else value
    error = value.get("error") if isinstance(value, dict) else None
    return (isinstance(error, dict) and isinstance(error.get("message"), str)) or (
        isinstance(value, dict) and set(value) == {"error"} and isinstance(error, str)
    )


def _api_envelope(value: JsonValue) -> bool:
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return isinstance(value, dict) and any(is_it(value) for is_it in _ENVELOPES)


def _first(value: JsonValue) -> Mapping[str, JsonValue]:
    """The first item of a list, if it is an object."""
    return value[0] if isinstance(value, list) and value and isinstance(value[0], dict) else {}


def _object(value: JsonValue) -> Mapping[str, JsonValue]:
    return value if isinstance(value, dict) else {}


# The answers of the five dialects and of servers that are near them, whole or as pieces of a stream.
_ENVELOPES: tuple[Callable[[Mapping[str, JsonValue]], bool], ...] = (
    # Chat Completions, and the older completions with "text"
    lambda value: bool(_first(value.get("choices")).keys() & {"message", "delta", "finish_reason", "logprobs"}),
    # Responses
    lambda value: value.get("object") == "response" or "output_text" in value or _first(value.get("output")).get("type") in ("message", "reasoning"),
    # Messages of Anthropic
    lambda value: value.get("role") in ("assistant", "model") and bool(value.keys() & {"content", "parts"}),
    lambda value: _first(value.get("content")).get("type") in ("text", "thinking", "tool_use", "output_text"),
    lambda value: value.get("type") in ("text", "output_text", "text_delta") and isinstance(value.get("text"), str),
    # Gemini
    lambda value: bool(_first(value.get("candidates")).keys() & {"content", "finishReason"}),
    lambda value: "text" in _first(value.get("parts")),
    # Ollama, its chat and its older completions; Cohere
    lambda value: "content" in _object(value.get("message")) or ("response" in value and bool(value.keys() & {"done", "done_reason", "model"})),
    # llama.cpp, text-generation-inference, Bedrock
    lambda value: "generated_text" in value or ("content" in value and bool(value.keys() & {"stop", "tokens_predicted", "stop_type"})),
    lambda value: "message" in _object(value.get("output")) or ("completion" in value and "stop_reason" in value),
)  # fmt: skip


def _schema_echo(value: JsonValue) -> bool:
    if not isinstance(value, dict):
        return False
    properties = value.get("properties")
    if "$schema" in value and ("type" in value or isinstance(properties, dict)):
        return True
    if value.get("type") == "json_schema" or isinstance(value.get("json_schema"), dict):
        return True
    if isinstance(properties, dict):
        return bool(properties) and all(_is_schema(item) for item in properties.values())
    return bool(value) and all(_object(item).get("type") in _TYPES for item in value.values())


def _is_schema(value: JsonValue) -> bool:
    return isinstance(value, dict) and bool(value.keys() & _SCHEMA_WORDS)


def _values_under_properties(value: JsonValue) -> bool:
    return isinstance(value, dict) and isinstance(value.get("properties"), dict) and len(value) <= 4


_KINDS: tuple[tuple[str, Callable[[JsonValue], bool]], ...] = (
    ("json_in_string", _json_in_string),
    ("schema_echo", _schema_echo),
    ("values_under_properties", _values_under_properties),
    ("tool_call", _tool_call),
    ("api_error", _api_error),
    ("api_envelope", _api_envelope),
    ("json_in_string", _json_in_member),
)
