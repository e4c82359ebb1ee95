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


def extend_open_strings(states: list[bool], body: str, rows: list[Row], start: int) -> None:
    """For each row, whether it begins inside a string of the JSON that begins at `start`; `states` holds the first rows already."""
    for index in range(len(states), len(rows)):
        begin = rows[index].start
        previous = max(start, rows[index - 1].start) if index else start
        if begin <= start or body[begin - 1] == "\n":  # no JSON string goes over a line end
            states.append(False)
            continue
        feed = body.rfind("\n", previous, begin)
        before = body[max(previous, feed + 1) : begin]
        open_before = index > 0 and states[-1] and feed < 0
        quotes = (_ESCAPED.sub("", before) if "\\" in before else before).count('"')
        states.append(open_before ^ (quotes % 2 == 1))


def _kind_of_string(body: str, end: int) -> JsonColour:
    return JsonColour.KEY if _COLON.match(body, end, end + 80) else JsonColour.STRING
