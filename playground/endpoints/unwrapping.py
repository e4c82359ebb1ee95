"""What a person may paste where a schema is wanted: a wrapper around one, a tool's definition, or a whole request. Taken apart here."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeAlias

from playground.repair.endpoint_settings import Dialect, Mode
from playground.repair.message import Message, Role
from playground.verdict import json_text

_Object: TypeAlias = dict[str, Any]

_OF_SCHEMAS = frozenset({"properties", "$schema", "$ref", "$defs", "items", "anyOf", "oneOf", "allOf", "enum", "const", "required"})
_ROLES = {"system": Role.SYSTEM, "developer": Role.SYSTEM, "user": Role.USER, "assistant": Role.ASSISTANT, "model": Role.ASSISTANT}
_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens")
_LARGEST = 1000  # no temperature is
# What the program writes itself, in any dialect; the rest of a request are extra fields.
_OURS = frozenset({
    "model", "messages", "input", "instructions", "contents", "system", "systemInstruction", "stream", "stream_options", "temperature",
    "response_format", "text", "output_config", "format", "tools", "tool_choice", "toolConfig", "json_schema", "structured_outputs",
    "generationConfig", "options", "store", *_LIMITS,
})  # fmt: skip


class Wrapping(StrEnum):
    """What was pasted."""

    FORMAT = "format"  # {"name", "strict", "schema"}, or a response_format
    TOOL = "tool"
    REQUEST = "request"


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """What was inside. None, and no messages, is "it did not say". `extra` is the text of a JSON object with what is left over."""

    wrapping: Wrapping
    schema_text: str | None = None
    messages: tuple[Message, ...] = ()
    dialect: Dialect | None = None
    model: str | None = None
    mode: Mode | None = None
    stream: bool | None = None
    max_tokens: int | None = None
    temperature: float | None = None
    extra: str | None = None


def unwrap(pasted: str) -> Unwrapped | None:
    """What is inside; None for a schema, and for all that is no wrapper."""
    answer = json_text.read(pasted).answer
    value = answer.value if answer is not None else None
    if not isinstance(value, dict):
        return None
    if any(isinstance(value.get(name), list) for name in ("messages", "contents")) or ("input" in value and "model" in value):
        return _unwrap_request(value)
    if (schema := _schema_of_format(value)) is not None:
        return Unwrapped(Wrapping.FORMAT, _write(schema))
    if (schema := _schema_of_tool(value)) is not None:
        return Unwrapped(Wrapping.TOOL, _write(schema), mode=Mode.TOOL)
    return None


def _schema_of_format(value: Any) -> _Object | None:
    """Of {"name", "strict", "schema"}, alone or inside a response_format."""
    if not isinstance(value, dict) or _OF_SCHEMAS & value.keys():
        return None
    inner = value.get("json_schema", value)
    schema = inner.get("schema") if isinstance(inner, dict) else None
    wrapped = "json_schema" in value or value.get("type") == "json_schema" or "name" in value
    return schema if isinstance(schema, dict) and wrapped else None


def _schema_of_tool(value: Any) -> _Object | None:
    if not isinstance(value, dict) or _OF_SCHEMAS & value.keys():
        return None
    function = value.get("function", value)
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        return None
    names = ("parameters", "input_schema", "parametersJsonSchema")
    return next((function[name] for name in names if isinstance(function.get(name), dict)), None)


def _unwrap_request(body: _Object) -> Unwrapped:
    generation = _object(body.get("generationConfig"))
    options = _object(body.get("options"))
    schema, mode = _find_schema(body, generation)
    extra = {name: value for name, value in body.items() if name not in _OURS}
    limit = next((body[name] for name in _LIMITS if name in body), generation.get("maxOutputTokens", options.get("num_predict")))
    temperature = body.get("temperature", generation.get("temperature", options.get("temperature")))
    return Unwrapped(
        Wrapping.REQUEST,
        schema_text=_write(schema) if schema is not None else None,
        messages=_read_messages(body),
        dialect=_dialect_of(body),
        model=body["model"] if isinstance(body.get("model"), str) else None,
        mode=mode,
        stream=body["stream"] if isinstance(body.get("stream"), bool) else None,
        max_tokens=limit if isinstance(limit, int) and not isinstance(limit, bool) and limit > 0 else None,
        temperature=_read_number(temperature),
        extra=_write(extra) if extra else None,
    )


def _find_schema(body: _Object, generation: _Object) -> tuple[_Object | None, Mode | None]:
    """The schema that the request sends, and the mode that it asks with."""
    format, mime = body.get("format"), generation.get("responseMimeType")
    formats = [body.get("response_format"), *(_object(body.get(name)).get("format") for name in ("text", "output_config"))]
    kinds = {str(_object(held).get("type")): _object(held) for held in formats}
    found: list[tuple[Any, Mode]] = [
        (generation.get("responseJsonSchema"), Mode.SCHEMA),
        (format, Mode.SCHEMA),
        (body.get("json_schema"), Mode.GRAMMAR),
        (_object(body.get("structured_outputs")).get("json"), Mode.GRAMMAR),
    ]
    if (held := kinds.get("json_schema")) is not None:
        found.insert(0, ((_object(held.get("json_schema")) or held).get("schema"), Mode.SCHEMA))
    for tool in _objects(body.get("tools")):
        found += ((_schema_of_tool(declared), Mode.TOOL) for declared in _objects(tool.get("functionDeclarations")) or [tool])
    for schema, mode in found:
        if isinstance(schema, dict):
            return schema, mode
    return None, Mode.JSON if "json_object" in kinds or mime == "application/json" or format == "json" else None


def _dialect_of(body: _Object) -> Dialect | None:
    if "contents" in body:
        return Dialect.GEMINI
    if "input" in body:
        return Dialect.RESPONSES
    if "system" in body or "output_config" in body or any("input_schema" in tool for tool in _objects(body.get("tools"))):
        return Dialect.ANTHROPIC
    if "options" in body or "format" in body:
        return Dialect.OLLAMA
    return Dialect.CHAT_COMPLETIONS


def _read_messages(body: _Object) -> tuple[Message, ...]:
    asked = body.get("messages", body.get("contents", body.get("input")))
    system = body.get("system", body.get("systemInstruction", body.get("instructions")))
    first = [Message(Role.SYSTEM, said)] if system and (said := _read_content(system)) else []
    if isinstance(asked, str):
        return (*first, Message(Role.USER, asked))
    others = (
        Message(role, _read_content(entry.get("content", entry.get("parts"))))
        for entry in _objects(asked)
        if (role := _ROLES.get(str(entry.get("role", "user")))) is not None
    )
    return (*first, *others)


def _read_content(content: Any) -> str:
    """The text of a message, whole or in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return _read_content(content.get("parts", content.get("text", "")))
    return "".join(_read_content(part) for part in content) if isinstance(content, list) else ""


def _object(value: Any) -> _Object:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> list[_Object]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _read_number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    return float(value) if -_LARGEST <= value <= _LARGEST else None


def _write(value: _Object) -> str:
    return json_text.write(value, 2)
