"""What every dialect's request is put together from: fields as JSON texts, the schema as it was written, the person's extra fields."""

from collections.abc import Mapping
from typing import TypeAlias

from playground.endpoints.failures import Kind, fail, mode_name
from playground.endpoints.modes import modes_of, nearest_mode
from playground.endpoints.native_turns import Turn
from playground.endpoints.presets import Preset
from playground.endpoints.wire_json import NotJson, escape_json, read_json, write_json
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import Request
from playground.repair.message import Role

ANSWER_NAME = "answer"  # of the schema and of the tool
TOOL_MEANING = "Give the answer."
EMPTY_REPLY = "(empty reply)"  # sent for an empty assistant message, which several servers refuse

_MERGED_DEPTH = 10  # levels of objects that are merged; what lies deeper replaces

# A field is a JSON text, so that a schema keeps its order and its numbers; or an object that extra fields may add to.
Fields: TypeAlias = dict[str, "str | Fields"]


def model_name(settings: EndpointSettings, preset: Preset) -> str:
    """The model as it is sent; raises AskFailed where one is needed and missing."""
    name = settings.model.strip()
    if not name and preset.model_needed:
        raise fail(Kind.MODEL_MISSING)
    return name


def check_mode(request: Request, preset: Preset, known: frozenset[Mode]) -> None:
    """Raises AskFailed for a mode that the dialect or the server has not."""
    mode = request.endpoint.mode
    if mode not in modes_of(preset, known):
        nearest = nearest_mode(mode, preset, known)
        raise fail(Kind.MODE_UNSUPPORTED, nearest_mode=nearest, mode=mode_name(mode), server=preset.title)


def content_of(turn: Turn) -> str:
    """What is sent for a turn: never an empty reply."""
    return EMPTY_REPLY if turn.role is Role.ASSISTANT and not turn.content.strip() else turn.content


def read_schema(schema_text: str) -> str:
    """The schema as JSON text, as it was written; raises AskFailed for what is no JSON."""
    content = schema_text.removeprefix("\ufeff").strip()
    try:
        read_json(content)
    except NotJson:
        raise fail(Kind.SCHEMA_UNREADABLE) from None
    return escape_json(content)


def read_extra(settings: EndpointSettings, reserved: tuple[str, ...]) -> Fields:
    """The person's extra fields; raises AskFailed for those that cannot be, and for those that are not theirs to set."""
    if not settings.extra.strip():
        return {}
    try:
        extra = read_json(settings.extra)
        if not isinstance(extra, dict):
            raise NotJson
        written = {name: _read_field(value) for name, value in extra.items()}
    except ValueError:
        raise fail(Kind.EXTRA_INVALID) from None
    for name in reserved:
        if name in extra:
            raise fail(Kind.EXTRA_RESERVED, field=name)
    return written


def merge(fields: Fields, extra: Fields) -> Fields:
    """The fields with the extra ones put over them; objects are merged."""
    merged = dict(fields)
    for name, value in extra.items():
        before = merged.get(name)
        merged[name] = merge(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged


def write_fields(fields: Fields) -> bytes:
    """The body in ASCII."""
    return _write(fields).encode("ascii")


def _write(fields: Mapping[str, str | Fields]) -> str:
    inside = (f"{write_json(name)}:{value if isinstance(value, str) else _write(value)}" for name, value in fields.items())
    return "{" + ",".join(inside) + "}"


def _read_field(value: object, depth: int = 0) -> str | Fields:
    if isinstance(value, dict) and depth < _MERGED_DEPTH:
        return {name: _read_field(inner, depth + 1) for name, inner in value.items()}
    return write_json(value)
