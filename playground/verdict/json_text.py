"""The strict JSON reader (RFC 8259) that keeps the place of every value, key and fault. Nothing else knows how.

Sound text is read at the speed of `json`; places are looked up afterwards, only for the pointers that are wanted. Broken text goes
through the scanner, which names its faults.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from json import JSONDecoder, scanner
from json.encoder import encode_basestring_ascii
from typing import cast

from playground.verdict.json_numbers import write_number
from playground.verdict.json_places import Place, find_places, pointer_of, pointer_tokens
from playground.verdict.json_scanner import Scan, scan
from playground.verdict.violations import Answer, Fault, JsonValue, Note, Span
from playground.words.text import text as words

__all__ = [
    "Place",
    "Reading",
    "line_of",
    "pointer_of",
    "pointer_tokens",
    "read",
    "read_prefix",
    "read_quick",
    "read_slowly",
    "value_at",
    "write",
]

_SPACE = re.compile(r"[ \t\n\r]*+")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class Reading:
    """One JSON value as it stands in a text, or why there is none.

    `start` and `end` bound the value, or the broken piece. Spans count in the whole of `text`.
    """

    text: str
    start: int
    end: int
    answer: Answer | None
    faults: tuple[Fault, ...] = ()
    notes: tuple[Note, ...] = ()
    cut_off: bool = False
    depth: int = 0  # levels of nesting; 0 when it was not counted (then it is harmless)
    huge: bool = False  # has a whole number of more digits than CPython turns into an int

    @property
    def span(self) -> Span:
        """Where the value, or the broken piece, stands."""
        return Span(self.start, self.end)

    def places(self, pointers: Iterable[str]) -> Mapping[str, Place]:
        """The places of those JSON Pointers that exist in the value; one walk through the text, whatever their number."""
        wanted = set(pointers)
        return find_places(self.text, self.start, wanted) if self.answer is not None and wanted else {}

    def place(self, pointer: str) -> Place | None:
        """The place of one JSON Pointer; use `places` for many."""
        return self.places((pointer,)).get(pointer)


def read(text: str, start: int = 0, end: int | None = None) -> Reading:
    """Read `text` from `start` to `end` as one JSON value and nothing else but white space."""
    limit = len(text) if end is None else end
    reading = read_prefix(text, start, limit)
    behind = _SPACE.match(text, reading.end, limit)
    rest = behind.end() if behind else reading.end
    if reading.answer is None or rest >= limit:
        return reading
    extra = Fault("extra_data", words("verdict.fault.extra_data"), Span(rest, limit))
    return Reading(text, reading.start, limit, None, (extra,), reading.notes, depth=reading.depth)


def read_prefix(text: str, start: int = 0, end: int | None = None) -> Reading:
    """Read the one JSON value that begins at `start` (or behind white space there); what follows it is left alone."""
    limit = len(text) if end is None else end
    return read_quick(text, start, limit) or read_slowly(text, start, limit)


def read_slowly(text: str, start: int, limit: int) -> Reading:
    """As `read_prefix`, by the scanner alone: for texts that are known to be broken."""
    return _reading_of(text, scan(text, start, limit))


def _reading_of(text: str, found: Scan) -> Reading:
    answer = Answer(found.value) if found.found else None
    return Reading(text, found.start, found.end, answer, found.faults, found.notes, found.cut_off, found.depth, found.huge)


class _NotPlain(Exception):
    """The quick reader met something that only the scanner handles: a double key, a constant, a huge number."""


def read_quick(text: str, start: int, limit: int) -> Reading | None:
    """The value by the standard library's scanner; None where the text is not sound or needs a closer look."""
    space = _SPACE.match(text, start, limit)
    begin = space.end() if space else start
    if begin >= limit:
        return None
    try:
        value, end = _SCAN(text, begin)
    except (StopIteration, ValueError, RecursionError, ArithmeticError, _NotPlain):
        return None
    if end > limit or _may_have_lone_surrogates(text[begin:end]):
        return None
    found = cast("JsonValue", value)
    brackets = text.count("[", begin, end) + text.count("{", begin, end)
    return Reading(text, begin, end, Answer(found), depth=_depth_of(found) if brackets > _HARMLESS_DEPTH else 0)


_HARMLESS_DEPTH = 100  # levels that nothing chokes on, so that they need not be counted


def _depth_of(value: JsonValue) -> int:
    """Levels of nesting, counted level by level, because a deep value would break what calls itself."""
    depth = 0
    level = [value] if type(value) in _CONTAINERS else []
    while level:
        depth += 1
        level = [item for inner in level for item in _items_of(inner) if type(item) in _CONTAINERS]
    return depth


_CONTAINERS = frozenset({list, dict})


def _items_of(container: JsonValue) -> Iterable[JsonValue]:
    return container.values() if isinstance(container, dict) else cast("list[JsonValue]", container)


def _may_have_lone_surrogates(piece: str) -> bool:
    if "\\u" in piece and _ESCAPED_SURROGATE.search(piece):
        return True
    if piece.isascii():
        return False
    try:
        piece.encode()
    except UnicodeEncodeError:
        return True
    return False


def _members(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _NotPlain
    return members


def _constant(name: str) -> None:
    raise _NotPlain(name)


_DECODER = JSONDecoder(object_pairs_hook=_members, parse_float=Decimal, parse_constant=_constant)
# As JSONDecoder does it, without its error that counts all lines. (typeshed knows only one of the two makers)
_SCAN = scanner.make_scanner(_DECODER)  # type: ignore[arg-type]


def line_of(text: str, position: int) -> int:
    """The line, counted from 1, on which this code point stands."""
    return text.count("\n", 0, position) + 1


def value_at(value: JsonValue, pointer: str) -> JsonValue:
    """The value at a JSON Pointer that exists in `value`; raises LookupError where it doesn't."""
    for token in pointer_tokens(pointer):
        if isinstance(value, dict):
            value = value[token]
        elif isinstance(value, list) and token.isdecimal():
            value = value[int(token)]
        else:
            raise LookupError(pointer)
    return value


def write(value: JsonValue, indent: int | None = None) -> str:
    """JSON text in ASCII, numbers exact, keys in their order; depth is no danger. `indent` is the width of one level."""
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
