"""Records as JSON for the history: values, never worded text. What is written is read back equal, exact numbers included.

Each record is written as the object of its fields; fields that say nothing (null, an empty list, their default) are left out,
unknown ones are passed over, so that histories of other versions can be read.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from playground.verdict import json_text
from playground.verdict.violations import Answer, JsonValue
from playground.words.text import Field, Listing, Parameter, Percent, Text, Value

Record = TypeVar("Record")


class RecordProblem(ValueError):
    """The text is no record of this kind."""


def write_record(record: object) -> str:
    """A Run, an Attempt, a Request, a Verdict or any other record, as JSON text in ASCII."""
    return json_text.write(_codec(cast("Any", type(record))).encode(record))


def read_record(kind: type[Record], text: str) -> Record:
    """The record of this kind that was written; raises RecordProblem."""
    answer = json_text.read(text).answer
    if answer is None:
        raise RecordProblem("no JSON")
    try:
        return cast("Record", _codec(cast("Any", kind)).decode(answer.value))
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, ArithmeticError) as error:
        raise RecordProblem(str(error)) from error


@dataclass(frozen=True, slots=True)
class _Codec:
    """How one type becomes JSON and comes back."""

    encode: Callable[[Any], JsonValue]
    decode: Callable[[Any], object]


def _same(value: Any) -> Any:
    return value


def _checked(kind: type, value: object) -> object:
    if isinstance(value, kind):
        return value
    raise TypeError(f"{type(value).__name__} instead of {kind.__name__}")


def _encode_float(value: float) -> JsonValue:
    return Decimal(repr(value))


@cache
def _codec(kind: Any) -> _Codec:
    if kind in _LEAVES:
        return _LEAVES[kind]
    if get_origin(kind) is tuple:
        return _tuple_codec(get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        (inner,) = [part for part in get_args(kind) if part is not NoneType]
        return _optional_codec(inner)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _Codec(lambda member: member.value, kind)
    return _record_codec(kind)


def _tuple_codec(parts: tuple[Any, ...]) -> _Codec:
    if parts[-1] is ...:
        each = parts[0]
        return _Codec(
            lambda items: [_codec(each).encode(item) for item in items],
            lambda items: tuple(_codec(each).decode(item) for item in items),
        )
    return _Codec(
        lambda items: [_codec(part).encode(item) for part, item in zip(parts, items, strict=True)],
        lambda items: tuple(_codec(part).decode(item) for part, item in zip(parts, items, strict=True)),
    )


def _optional_codec(inner: Any) -> _Codec:
    return _Codec(
        lambda value: None if value is None else _codec(inner).encode(value),
        lambda value: None if value is None else _codec(inner).decode(value),
    )


def _record_codec(kind: Any) -> _Codec:
    hints = get_type_hints(kind)
    plan = [(field.name, hints[field.name], field.default) for field in fields(kind)]

    def encode(record: object) -> JsonValue:
        said: dict[str, JsonValue] = {}
        for name, hint, default in plan:
            value = getattr(record, name)
            if value is not default and value != default:
                said[name] = _codec(hint).encode(value)
        return said

    def decode(value: dict[str, JsonValue]) -> object:
        return kind(**{name: _codec(hint).decode(value[name]) for name, hint, _ in plan if name in value})

    return _Codec(encode, decode)


def _encode_parameter(parameter: Parameter) -> JsonValue:
    match parameter:
        case str() | int():
            return parameter
        case float():
            return {"number": _encode_float(parameter)}
        case Percent():
            return {"percent": _encode_float(parameter.share)}
        case Value():
            return {"value": parameter.json}
        case Field():
            return {"field": parameter.pointer}
        case Listing():
            return {"items": [_encode_parameter(item) for item in parameter.items], "joined_by": parameter.joined_by}
        case _:
            return _codec(Text).encode(parameter)


def _decode_parameter(value: Any) -> Parameter:
    if isinstance(value, str | int):
        return value
    if "value" in value:
        return Value(cast("str", _checked(str, value["value"])))
    if "field" in value:
        return Field(cast("str", _checked(str, value["field"])))
    if "items" in value:
        return Listing(tuple(_decode_parameter(item) for item in value["items"]), "or" if value["joined_by"] == "or" else "and")
    if "number" in value:
        return float(value["number"])
    if "percent" in value:
        return Percent(float(value["percent"]))
    return cast("Text", _codec(Text).decode(value))


# The leaves. A parameter of a sentence may be of several types, so it carries the name of its own.
_LEAVES: Mapping[object, _Codec] = {
    str: _Codec(_same, lambda value: _checked(str, value)),
    int: _Codec(_same, lambda value: _checked(int, value)),
    bool: _Codec(_same, lambda value: _checked(bool, value)),
    float: _Codec(_encode_float, float),
    Parameter: _Codec(_encode_parameter, _decode_parameter),
    Answer: _Codec(lambda answer: [answer.value], lambda value: Answer(value[0])),
}
