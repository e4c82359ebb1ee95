"""Laying JSON out for people: only the white space between the tokens changes, every token stays as it was written."""

import re
from dataclasses import dataclass

WIDTH = 80
INDENT = "  "
_DEEPEST = 200
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)
_CLOSING = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class _Container:
    opening: str
    members: tuple["_Member", ...]


@dataclass(frozen=True, slots=True)
class _Member:
    key: str | None
    value: "_Container | str"


class _NotLaidOut(ValueError):
    """The text is no JSON that can be laid out."""


def lay_out(text: str) -> str | None:
    """The same JSON, indented by two blanks, with short lists and objects on one line; None when the text is no JSON."""
    tokens = _TOKEN.findall(text)
    try:
        value, end = _parsed(tokens, 0, 0)
    except (_NotLaidOut, IndexError):
        return None
    if end != len(tokens):
        return None
    return _laid_out(value, "", 0) + "\n"


def _parsed(tokens: list[str], at: int, depth: int) -> tuple["_Container | str", int]:
    piece = tokens[at]
    if piece not in _CLOSING:
        if piece in "}]:,":
            raise _NotLaidOut
        return piece, at + 1
    if depth > _DEEPEST:
        raise _NotLaidOut
    closing = _CLOSING[piece]
    members: list[_Member] = []
    at += 1
    if tokens[at] == closing:
        return _Container(piece, ()), at + 1
    while True:
        key = None
        if piece == "{":
            key = tokens[at]
            if not key.startswith('"') or tokens[at + 1] != ":":
                raise _NotLaidOut
            at += 2
        value, at = _parsed(tokens, at, depth + 1)
        members.append(_Member(key, value))
        if tokens[at] == closing:
            return _Container(piece, tuple(members)), at + 1
        if tokens[at] != ",":
            raise _NotLaidOut
        at += 1


def _laid_out(value: "_Container | str", indent: str, used: int) -> str:
    """`used` is the number of columns already taken on the line where the value begins."""
    if isinstance(value, str):
        return value
    flat = _flat(value)
    if used + len(flat) <= WIDTH and not any(_nests(member.value) for member in value.members):
        return flat
    inner = indent + INDENT
    lines = []
    for member in value.members:
        lead = f"{inner}{member.key}: " if member.key else inner
        lines.append(lead + _laid_out(member.value, inner, len(lead)))
    return value.opening + "\n" + ",\n".join(lines) + f"\n{indent}{_CLOSING[value.opening]}"


def _nests(value: "_Container | str") -> bool:
    return isinstance(value, _Container) and bool(value.members) and value.opening == "{"


def _flat(value: "_Container | str") -> str:
    if isinstance(value, str):
        return value
    inner = ", ".join(f"{member.key}: {_flat(member.value)}" if member.key else _flat(member.value) for member in value.members)
    return f"{value.opening}{inner}{_CLOSING[value.opening]}"
