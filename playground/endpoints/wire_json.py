"""JSON as it crosses the wire: read with every accident of servers in mind, written so that nothing in it can break."""

import json
from decimal import Decimal, DecimalException
from typing import Any, NoReturn

from playground.verdict import json_text


class NotJson(ValueError):
    """The bytes are no JSON of any server: bad UTF-8, bad syntax, NaN, too deep, or a number beyond reason."""


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


# Made once: it is asked for every token of every stream. Fractions stay what they are: arguments of a call are a reply's text.
_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=Decimal)


def read_json(content: bytes | str) -> Any:
    """The value, fractions as Decimal; raises NotJson and nothing else."""
    try:
        if isinstance(content, bytes):
            content = content.decode(json.detect_encoding(content))
        return _DECODER.decode(content)
    except (ValueError, RecursionError, DecimalException) as error:
        raise NotJson(type(error).__name__) from None


def write_json(value: Any) -> str:
    """ASCII JSON text, so that a lone surrogate cannot break the request; raises ValueError for NaN and infinities."""
    return json.dumps(value, allow_nan=False) if isinstance(value, float) else json_text.write(value)


def escape_json(content: str) -> str:
    """JSON text in ASCII, otherwise as it was written: order, numbers and blanks stay."""
    if content.isascii():
        return content
    return "".join(character if character.isascii() else json.dumps(character)[1:-1] for character in content)
