"""JSON values as text, exact and in the order of their keys."""

import json
from collections.abc import Iterator
from decimal import Decimal
from json.encoder import encode_basestring_ascii
from typing import cast

from playground.verdict.json_numbers import write_number
from playground.verdict.json_value import JsonValue


def write(value: JsonValue, indent: int | None = None) -> str:
    """JSON text in ASCII, numbers exact, keys in their order; depth is no danger. `indent` is the width of one level."""
    if type(value) is str:
        return encode_basestring_ascii(value)  # by far the most of what is written is one text
    quick = _write_fast(value) if indent is None else None
    return _write_slowly(value, indent) if quick is None else quick


_MARK = "\udc00number\udc00"
_MARK_WRITTEN = encode_basestring_ascii(_MARK)


def _write_fast(value: JsonValue) -> str | None:
    """The text by the standard library's writer, which knows no exact fractions: a mark holds each one's place. None where a
    text looks like the mark, or the value is too deep or a number too long for that writer."""
    numbers: list[str] = []

    def hold_place(number: Decimal) -> str:
        numbers.append(write_number(number))
        return _MARK

    try:
        written = json.dumps(value, default=hold_place, check_circular=False)
    except (ValueError, RecursionError):
        return None
    pieces = written.split(_MARK_WRITTEN)
    if len(pieces) != len(numbers) + 1:
        return None
    return "".join(piece for pair in zip(pieces, [*numbers, ""], strict=True) for piece in pair)


def _write_slowly(value: JsonValue, indent: int | None) -> str:
    parts: list[str] = []
    open_items: list[tuple[Iterator[object], str]] = []
    pending: JsonValue = value
    while True:
        opened = _begin(pending, parts, open_items)
        first = opened
        while open_items:
            items, close = open_items[-1]
            item = next(items, _END)
            depth = len(open_items)
            if item is _END:
                open_items.pop()
                parts.append(_line(indent, depth - 1) + close)
                first = False
                continue
            parts.append(("" if first else ("," if indent is not None else ", ")) + _line(indent, depth))
            if close == "}":
                key, pending = cast("tuple[str, JsonValue]", item)
                parts.append(encode_basestring_ascii(key) + ": ")
            else:
                pending = cast("JsonValue", item)
            break
        else:
            return "".join(parts)


_END = object()


def _begin(value: JsonValue, parts: list[str], open_items: list[tuple[Iterator[object], str]]) -> bool:
    """Write a scalar or an opening bracket; true when something was opened."""
    if isinstance(value, dict):
        parts.append("{" if value else "{}")
        if value:
            open_items.append((iter(value.items()), "}"))
        return bool(value)
    if isinstance(value, list):
        parts.append("[" if value else "[]")
        if value:
            open_items.append((iter(value), "]"))
        return bool(value)
    parts.append(_scalar(value))
    return False


def _scalar(value: JsonValue) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    return write_number(cast("int | Decimal", value))


def _line(indent: int | None, depth: int) -> str:
    return "" if indent is None else "\n" + " " * (indent * depth)
