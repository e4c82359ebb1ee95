"""Passing over parts of a broken text in one go, so that the reader's time is not spent on what need not be looked at one by one."""

import re

_STRING = r'"[^"\\\x00-\x1f]*+"'
_SCALAR = rf"(?:{_STRING}|-?(?:0|[1-9][0-9]*+)(?![\w.+-])|true\b|false\b|null\b)"
_LIST = rf"\[\s*+(?:{_SCALAR}\s*+(?:,\s*+(?=[^\s\]])|(?=\])))*\]"
_VALUE = rf"(?:{_SCALAR}|{_LIST})"
_OBJECT = rf"\{{\s*+(?:{_STRING}\s*+:\s*+{_VALUE}\s*+(?:,\s*+(?=\")|(?=\}})))*\}}"
_ANY = rf"(?:{_VALUE}|{_OBJECT})"
_MANY = "{1,10000}"  # the engine remembers each round
_MEMBERS = re.compile(rf"\s*+(?:{_STRING}\s*+:\s*+{_ANY}\s*+,\s*+){_MANY}")
_ITEMS = re.compile(rf"\s*+(?:{_ANY}\s*+,\s*+){_MANY}")

_TOKEN = re.compile(
    r'"(?:[^"\\\n]++|\\.)*+"?+'  # a text, up to the end of the line where it is not closed
    r"|(?<=[\s,:{\[])'(?:[^'\\\n]++|\\.)*+'?+"
    r"|[\[{［｛]|(?P<close>[\]}］｝])"
    r"|(?P<end>```|~~~|\n[ \t]*+\n[ \t]*+(?=[^\W\d][\w'’]*+[ ,]++[^\W\d][\w'’]*+ ))",  # a fence, or a paragraph of prose
    re.DOTALL,
)


def skip_members(text: str, start: int, limit: int, *, in_object: bool) -> int:
    """Where the sound members, or items, end that follow each other from `start` on, each with its comma; `start` where there is none."""
    pattern = _MEMBERS if in_object else _ITEMS
    while match := pattern.match(text, start, limit):
        start = match.end()
    return start


def end_of_piece(text: str, start: int, limit: int, depth: int) -> tuple[int, int]:
    """Where a piece of which `depth` brackets are open at `start` ends, counted by brackets alone, and how many are open there."""
    for token in _TOKEN.finditer(text, start, limit):
        if token["close"]:
            depth -= 1
            if depth == 0:
                return token.end(), 0
        elif token["end"]:
            return token.start(), depth
        elif token[0] in "[{［｛":
            depth += 1
    return limit, depth
