"""JSON as models write it: readable letters, on one line or several, and with the slips that make it no JSON."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from playground.verdict.json_text import write
from playground.verdict.violations import JsonValue

_LITERALS = {"null": "None", "true": "True", "false": "False"}


@dataclass(frozen=True, slots=True)
class Style:
    """How a value is written. `comment` stands behind its first line."""

    is_indented: bool = True
    single_quotes: bool = False
    trailing_comma: bool = False
    python_literals: bool = False
    comment: str | None = None


def write_styled(value: JsonValue, style: Style = Style()) -> str:
    """The value as text."""
    written = _write(value, style, 0)
    if style.trailing_comma and isinstance(value, dict | list) and value:
        body, bracket = written[:-1].rstrip(), written[-1]
        written = f"{body},{written[len(body) : -1]}{bracket}"
    if style.comment is not None:
        first, line_end, rest = written.partition(",\n")
        if not line_end:
            first, line_end, rest = written.rpartition("\n")
            return f"{first} // {style.comment}\n{rest}" if line_end else written
        return f"{first}, // {style.comment}\n{rest}"
    return written


def _write(value: JsonValue, style: Style, depth: int) -> str:
    if isinstance(value, dict):
        members = [f"{_text(key, style)}: {_write(item, style, depth + 1)}" for key, item in value.items()]
        return _enclose("{", members, "}", style, depth)
    if isinstance(value, list):
        return _enclose("[", [_write(item, style, depth + 1) for item in value], "]", style, depth)
    if isinstance(value, str):
        return _text(value, style)
    written = write(value)
    return _LITERALS.get(written, written) if style.python_literals else written


def _enclose(bracket: str, members: list[str], close: str, style: Style, depth: int) -> str:
    if not members:
        return bracket + close
    if not style.is_indented:
        return bracket + ", ".join(members) + close
    inner, outer = "\n" + "  " * (depth + 1), "\n" + "  " * depth
    return bracket + inner + f",{inner}".join(members) + outer + close


def _text(text: str, style: Style) -> str:
    written = json.dumps(text, ensure_ascii=any("\ud800" <= letter <= "\udfff" for letter in text))
    if style.single_quotes:
        return "'" + written[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"
    return written


def plain_fields(value: JsonValue, name: str = "") -> Iterator[tuple[str, str]]:
    """The texts and numbers inside, each with the key that it stands under."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from plain_fields(item, key)
    elif isinstance(value, list):
        for item in value:
            yield from plain_fields(item, name)
    elif isinstance(value, str | int | Decimal) and not isinstance(value, bool):
        yield name, value if isinstance(value, str) else write(value)
