"""Where the values, keys and closing brackets of a sound JSON text stand; found only for the pointers that are wanted."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from playground.verdict.pointers import pointer_tokens
from playground.verdict.spans import Span

_SPACE = re.compile(r"[ \t\n\r]*+")
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_SCALAR = re.compile(r"[-+.0-9eE]++|true|false|null")  # what follows may be no JSON
_INNER = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\]]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one value stands. `key` is there for values of an object, `close` (the last bracket) for objects and lists."""

    value: Span
    key: Span | None = None
    close: Span | None = None


@dataclass(slots=True)
class _Wanted:
    """A node of the tree of wanted pointers."""

    pointer: str | None = None
    children: dict[str, "_Wanted"] = field(default_factory=dict)


@dataclass(slots=True)
class _Open:
    """An object or list that is being walked through."""

    wanted: _Wanted
    start: int
    is_object: bool
    key: Span | None
    index: int = 0


def _tree_of(pointers: Iterable[str]) -> _Wanted:
    root = _Wanted()
    for pointer in pointers:
        node = root
        for token in pointer_tokens(pointer):
            node = node.children.setdefault(token, _Wanted())
        node.pointer = pointer
    return root


def find_places(text: str, start: int, pointers: Iterable[str]) -> dict[str, Place]:
    """The places of those `pointers` that exist in the sound JSON value at `start`; of duplicate keys the last counts."""
    found: dict[str, Place] = {}
    root = _tree_of(pointers)
    stack: list[_Open] = []
    wanted: _Wanted | None = root
    key: Span | None = None
    position = _end_of(_SPACE, text, start)
    while True:
        # One value begins at `position`; `wanted` is its node, or None where nothing in it is asked for.
        if text[position] in "{[" and wanted is not None and wanted.children:
            stack.append(_Open(wanted, position, text[position] == "{", key))
            position = _end_of(_SPACE, text, position + 1)
        else:
            end = skip_value(text, position)
            if wanted is not None and wanted.pointer is not None:
                close = Span(end - 1, end) if text[position] in "{[" else None
                found[wanted.pointer] = Place(Span(position, end), key, close)
            position = end
        while stack:  # after a value, or just behind an opening bracket
            top = stack[-1]
            position = _end_of(_SPACE, text, position)
            if text[position] == ",":
                position = _end_of(_SPACE, text, position + 1)
            elif text[position] in "}]":
                stack.pop()
                position += 1
                if top.wanted.pointer is not None:
                    found[top.wanted.pointer] = Place(Span(top.start, position), top.key, Span(position - 1, position))
                continue
            if top.is_object:
                key_end = _end_of(_STRING, text, position)
                key = Span(position, key_end)
                wanted = top.wanted.children.get(decode_string(text[position:key_end]))
                if wanted is not None:
                    _forget(wanted, found)
                position = _end_of(_SPACE, text, key_end)
                position = _end_of(_SPACE, text, position + 1)  # behind the colon
            else:
                key = None
                wanted = top.wanted.children.get(str(top.index))
                top.index += 1
            break
        else:
            return found


def _forget(wanted: _Wanted, found: dict[str, Place]) -> None:
    """Drop what was found under an earlier key of the same name."""
    if not found:
        return
    nodes = [wanted]
    while nodes:
        node = nodes.pop()
        if node.pointer is not None:
            found.pop(node.pointer, None)
        nodes.extend(node.children.values())


def skip_value(text: str, position: int) -> int:
    """Where the sound value that begins at `position` ends."""
    first = text[position]
    if first == '"':
        return _end_of(_STRING, text, position)
    if first not in "{[":
        return _end_of(_SCALAR, text, position)
    depth = 0
    for match in _INNER.finditer(text, position):
        token = match.group()
        if token in ("{", "["):
            depth += 1
        elif token in ("}", "]"):
            depth -= 1
            if depth == 0:
                return match.end()
    raise ValueError("not a sound JSON value")


def _end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    if match is None:
        raise ValueError("not a sound JSON value")
    return match.end()


_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_ESCAPE = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\(.)", re.DOTALL)


def decode_string(quoted: str) -> str:
    """The value of a JSON string with its quotation marks. An unknown escape stands for its own character."""
    return decode_escapes(quoted[1:-1])


def decode_escapes(inner: str) -> str:
    """Text with its JSON escapes resolved; two escaped surrogates that belong together become one character."""
    return _ESCAPE.sub(_unescape, inner) if "\\" in inner else inner


def _unescape(match: re.Match[str]) -> str:
    high, low, code, short = match.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    return chr(int(code, 16)) if code else _ESCAPES.get(short, short)
