"""Sound JSON at the speed of the standard library's scanner; whatever that cannot judge is left to the strict reader."""

import re
from dataclasses import dataclass
from decimal import Decimal
from json import JSONDecodeError, JSONDecoder, scanner
from typing import cast

from playground.verdict.json_value import JsonValue

_SPACE = re.compile(r"[ \t\n\r]*+")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class _NotPlain(Exception):
    """Something that only the strict reader handles: a double key, a constant, a huge number."""


class Uncounted(str):
    """A text whose lines the library's error doesn't count each time that something broken is tried."""

    __slots__ = ()

    def count(self, *_: object) -> int:
        """Nothing is counted."""
        return 0

    def rfind(self, *_: object) -> int:
        """Nothing is looked for."""
        return 0


@dataclass(frozen=True, slots=True)
class NotPlain:
    """Why a text could not be read plainly: a syntax fault at this place of it, or (None) something that needs a closer look."""

    fault_at: int | None


def read_plainly(text: str, start: int, limit: int) -> tuple[JsonValue, int, int] | None:
    """The value that begins at `start` or behind white space there, and its half-open range; None where the text is not sound
    or needs a closer look."""
    plain = read_or_tell_why_not(text, start, limit)
    return None if isinstance(plain, NotPlain) else plain


def read_or_tell_why_not(text: str, start: int, limit: int) -> tuple[JsonValue, int, int] | NotPlain:
    """As `read_plainly`, with the place of the fault where there is none."""
    space = _SPACE.match(text, start, limit)
    begin = space.end() if space else start
    if begin >= limit:
        return NotPlain(None)
    try:
        value, end = _SCAN(text, begin)
    except JSONDecodeError as error:
        return NotPlain(error.pos)
    except StopIteration as error:
        return NotPlain(error.value)
    except (ValueError, RecursionError, ArithmeticError, _NotPlain):
        return NotPlain(None)
    if end > limit or _may_have_lone_surrogates(text[begin:end]):
        return NotPlain(None)
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
