"""Values that the engine cannot take as they are, on their way into it: lone surrogates and whole numbers of very many digits.

A lone surrogate, which no UTF-8 can carry, becomes a private character of its own, so that lengths, equality and patterns come out as
before. A huge whole number gets a fraction of zero: the engine then keeps it as a Decimal and not as an int, which CPython would
refuse to read.
"""

import re
from decimal import Decimal

from playground.verdict.json_text import Reading
from playground.verdict.violations import JsonValue

_LONE = re.compile("[\ud800-\udfff]")
_PRIVATE = re.compile("[\U0010f800-\U0010ffff]")
_SHIFT = 0x10F800 - 0xD800


def needs_care(reading: Reading) -> bool:
    """Whether a value that was read holds anything that the engine cannot take."""
    return reading.huge or any(note.kind == "lone_surrogate" for note in reading.notes)


def for_engine(value: JsonValue, *, huge: bool = False) -> JsonValue:
    """The value as the engine can take it; the same object where nothing differs. The depth of the value must be harmless.

    `huge` also gives whole numbers of very many digits another form; needed only where the engine hands them back.
    """
    if isinstance(value, str):
        return _LONE.sub(lambda found: chr(ord(found.group()) + _SHIFT), value) if _LONE.search(value) else value
    if isinstance(value, list):
        items = [for_engine(item, huge=huge) for item in value]
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    if isinstance(value, dict):
        members = {str(for_engine(key)): for_engine(item, huge=huge) for key, item in value.items()}
        same = all(new is old for new, old in zip(members.values(), value.values(), strict=True)) and list(members) == list(value)
        return value if same else members
    if huge and isinstance(value, int | Decimal) and not isinstance(value, bool):
        return _number(value)
    return value


_FEW = 10**500


def _number(value: int | Decimal) -> int | Decimal:
    if isinstance(value, Decimal) and value.as_tuple().exponent != 0:
        return value
    if -_FEW < value < _FEW:
        return value
    sign, digits, _ = Decimal(value).as_tuple()
    return Decimal((sign, (*digits, 0), -1))


def as_written(text: str) -> str:
    """Text that came back from the engine, with its lone surrogates."""
    return _PRIVATE.sub(lambda found: chr(ord(found.group()) - _SHIFT), text)
