"""Which characters of a stretch of JSON are keys, strings and numbers; tolerant, because replies are often broken."""

import re
from collections.abc import Iterator
from enum import StrEnum

from playground.window.conversation.rows import Row

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b')
_REST_OF_STRING = re.compile(r'(?:[^"\\\n]|\\.)*"?')
_COLON = re.compile(r"\s*:")
_ESCAPED = re.compile(r"\\.", re.DOTALL)


class JsonColour(StrEnum):
    """A colour of JSON text."""

    KEY = "key"
    STRING = "string"
    NUMBER = "number"


def colour_json(body: str, start: int, end: int, *, in_string: bool = False) -> Iterator[tuple[int, int, JsonColour]]:
    """(start, end, colour) for the tokens of `body[start:end]`; `in_string` when a string is open at `start`."""
    if in_string and (rest := _REST_OF_STRING.match(body, start, end)):
        yield start, rest.end(), _kind_of_string(body, rest.end())
        start = rest.end()
    for token in _TOKEN.finditer(body, start, end):
        if token[0].startswith('"'):
            yield token.start(), token.end(), _kind_of_string(body, token.end())
        else:
            yield token.start(), token.end(), JsonColour.NUMBER


def find_open_strings(body: str, rows: list[Row], start: int) -> list[bool]:
    """For each row, whether it begins inside a string of the JSON that begins at `start`."""
    states: list[bool] = []
    open_now = False
    previous = start
    for row in rows:
        if row.start <= start or body[row.start - 1] == "\n":
            open_now = False
        else:
            line = body[previous : row.start]
            line = line[line.rfind("\n") + 1 :]
            if "\n" in body[previous : row.start]:
                open_now = False
            quotes = (_ESCAPED.sub("", line) if "\\" in line else line).count('"')
            open_now ^= quotes % 2 == 1
        previous = max(start, row.start)
        states.append(open_now)
    return states


def _kind_of_string(body: str, end: int) -> JsonColour:
    return JsonColour.KEY if _COLON.match(body, end, end + 80) else JsonColour.STRING
