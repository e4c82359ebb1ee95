"""Writes the body of a Chat Completions request, exactly as it is sent."""

from dataclasses import dataclass
from typing import Literal

from playground.endpoints.failures import Kind, fail, mode_name
from playground.endpoints.presets import Preset
from playground.endpoints.wire_json import NotJson, escape_json, read_json, write_json
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.messages import Message, Request, Role
from playground.repair.requests import LIMIT_FIELDS

ANSWER_NAME = "answer"  # of the schema and of the tool
EMPTY_REPLY = "(empty reply)"  # sent for an empty assistant message, which several servers refuse

_RESERVED = ("model", "messages", "stream")
_JSON_FORMAT = '{"type":"json_object"}'


@dataclass(frozen=True, slots=True)
class Habits:
    """What a server wants differently; learned from its refusals, so that the next request suits it."""

    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    stream_usage: bool = True


def write_body(request: Request, preset: Preset, habits: Habits) -> bytes:
    """The request's body; raises AskFailed when it can't be asked this way.

    The schema goes out as it was written, so that its order and its numbers stay what they are.
    """
    settings = request.endpoint
    if not settings.model.strip() and preset.model_needed:
        raise fail(Kind.MODEL_MISSING)
    fields: dict[str, str] = {}  # name -> JSON text
    if settings.model.strip():
        fields["model"] = write_json(settings.model.strip())
    fields["messages"] = write_json([_write_message(message) for message in request.messages])
    if settings.max_tokens is not None:
        fields[habits.limit_field] = write_json(settings.max_tokens)
    if settings.temperature is not None:
        fields["temperature"] = write_json(settings.temperature)
    fields |= _write_mode(request, preset)
    fields["stream"] = write_json(settings.stream)
    if settings.stream and habits.stream_usage:
        fields["stream_options"] = '{"include_usage":true}'
    extra = _read_extra(settings)
    if any(name in extra for name in LIMIT_FIELDS):
        fields.pop(habits.limit_field, None)
    fields |= extra
    return ("{" + ",".join(f"{write_json(name)}:{value}" for name, value in fields.items()) + "}").encode("ascii")


def _write_message(message: Message) -> dict[str, str]:
    content = message.content
    if not content and message.role is Role.ASSISTANT:
        content = EMPTY_REPLY
    return {"role": message.role.value, "content": content}


def _write_mode(request: Request, preset: Preset) -> dict[str, str]:
    mode = request.endpoint.mode
    if mode is Mode.PROMPT:
        return {}
    if mode not in preset.modes:
        raise fail(Kind.MODE_UNSUPPORTED, mode=mode_name(mode), server=preset.title)
    if mode is Mode.JSON:
        return {"response_format": _JSON_FORMAT}
    schema = _read_schema(request.schema_text)
    name = write_json(ANSWER_NAME)
    match mode:
        case Mode.SCHEMA:
            return {"response_format": f'{{"type":"json_schema","json_schema":{{"name":{name},"strict":true,"schema":{schema}}}}}'}
        case Mode.TOOL:
            choice = '"required"' if preset.tool_choice == "required" else f'{{"type":"function","function":{{"name":{name}}}}}'
            tool = f'{{"type":"function","function":{{"name":{name},"description":"Give the answer.","parameters":{schema}}}}}'
            return {"tools": f"[{tool}]", "tool_choice": choice}
        case Mode.GRAMMAR:
            constraint = schema if preset.grammar_field == "json_schema" else f'{{"json":{schema}}}'
            return {preset.grammar_field: constraint}


def _read_schema(schema_text: str) -> str:
    content = schema_text.removeprefix("\ufeff").strip()
    try:
        read_json(content)
    except NotJson:
        raise fail(Kind.SCHEMA_UNREADABLE) from None
    return escape_json(content)


def _read_extra(settings: EndpointSettings) -> dict[str, str]:
    """The extra fields as JSON texts by name."""
    if not settings.extra.strip():
        return {}
    try:
        extra = read_json(settings.extra)
        if not isinstance(extra, dict):
            raise NotJson
        written = {name: write_json(value) for name, value in extra.items()}
    except ValueError:
        raise fail(Kind.EXTRA_INVALID) from None
    for name in _RESERVED:
        if name in extra:
            raise fail(Kind.EXTRA_RESERVED, field=name)
    return written
