"""JSON as it crosses the wire: read with every accident of servers in mind, written so that nothing in it can break."""

import json
from typing import Any, NoReturn


class NotJson(ValueError):
    """The bytes are no JSON of any server: bad UTF-8, bad syntax, NaN, too deep, or a number beyond reason."""


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_refuse)  # made once: it is asked for every token of every stream


def read_json(content: bytes | str) -> Any:
    """The value; raises NotJson and nothing else."""
    try:
        if isinstance(content, bytes):
            content = content.decode(json.detect_encoding(content))
        return _DECODER.decode(content)
    except (ValueError, RecursionError) as error:
        raise NotJson(type(error).__name__) from None


def write_json(value: object) -> str:
    """ASCII JSON text, so that a lone surrogate cannot break the request; raises ValueError for NaN and infinities."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def escape_json(json_text: str) -> str:
    """JSON text in ASCII, otherwise as it was written: order, numbers and blanks stay."""
    if json_text.isascii():
        return json_text
    return "".join(character if character.isascii() else json.dumps(character)[1:-1] for character in json_text)
