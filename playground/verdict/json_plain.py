"""Sound JSON at the speed of the standard library's scanner; whatever that cannot judge is left to the strict reader."""

import re
from decimal import Decimal
from json import JSONDecoder, scanner
from typing import cast

from playground.verdict.json_value import JsonValue

_SPACE = re.compile(r"[ \t\n\r]*+")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class _NotPlain(Exception):
    """Something that only the strict reader handles: a double key, a constant, a huge number."""


def read_plainly(text: str, start: int, limit: int) -> tuple[JsonValue, int, int] | None:
    """The value that begins at `start` or behind white space there, and its half-open range; None where the text is not sound
    or needs a closer look."""
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
    return cast("JsonValue", value), begin, end


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
