"""Reads the numbers and words inside JSON, sound or broken."""

import re
from dataclasses import dataclass
from decimal import Decimal

from playground.verdict.json_numbers import NumberOutOfRange, parse_number
from playground.verdict.json_value import JsonValue

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![\w.+-])")
_NUMBER_LIKE = re.compile(r"[+-]?+\.?[0-9][\w.+-]*+|[+-]\.?(?=[0-9])")
_NUMBER_MEANT = re.compile(r"-?\.?[0-9][0-9._]*(?:[eE][+-]?[0-9]*)?|-?0[xXbBoO]\w+")
_CONSTANT = re.compile(r"[+-]?(?:NaN|Infinity|inf|nan|Inf|infinity)\b")
_WORD = re.compile(r"[^\W\d][\w$]*+|\$[\w$]*+")
_WHITE = re.compile(r"\s*+")
_LITERALS: dict[str, JsonValue] = {"true": True, "false": False, "null": None}
_FOREIGN: dict[str, JsonValue] = {
    "True": True, "False": False, "None": None, "undefined": None, "TRUE": True, "FALSE": False, "NULL": None,
    "Null": None, "nil": None, "yes": True, "no": False,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number or a word, up to `end`. `fault` names what is wrong with it, in which `found` is quoted."""

    end: int
    value: JsonValue = None
    fault: str | None = None
    found: str = ""
    cut: bool = False  # the text ends inside it, so what it was to be is not known
    huge: bool = False  # a whole number of more digits than CPython turns into an int


def read_number(text: str, start: int, limit: int) -> Scalar | None:
    """What begins at `start` with a digit, a sign or a point; None where no number was meant, as in a date."""
    match = _NUMBER.match(text, start, limit)
    if match:
        return _sound_number(match)
    constant = _CONSTANT.match(text, start, limit)
    if constant:
        return _constant(constant)
    like = _NUMBER_LIKE.match(text, start, limit)
    if not like:
        return Scalar(limit, cut=True) if start + 1 >= limit else None  # a lone minus sign at the end of the text
    written = like.group()
    digits = written.lstrip("+-")
    if digits[:1] == "0" and digits[1:2].isdigit():
        return Scalar(like.end(), Decimal(0), "leading_zero", written)
    if written[0] == "+":
        return Scalar(like.end(), Decimal(0), "plus_sign", written)
    if like.end() >= limit:
        return Scalar(limit, cut=True)  # "1." or "2e"
    if not _NUMBER_MEANT.fullmatch(written):
        return None  # a date, a version, "12kg"
    return Scalar(like.end(), Decimal(0), "bad_number", written)


def read_word(text: str, start: int, limit: int) -> Scalar | None:
    """A literal of JSON, or one of another language; None for any other word."""
    match = _WORD.match(text, start, limit)
    if not match:
        return None
    word = match.group()
    if match.end() >= limit and any(name.startswith(word) for name in _LITERALS if name != word):
        return Scalar(limit, cut=True)  # "tru"
    constant = _CONSTANT.match(text, start, limit)
    if constant:
        return _constant(constant)
    if not _ends_value(text, match.end(), limit):
        return None
    if word in _LITERALS:
        return Scalar(match.end(), _LITERALS[word])
    return Scalar(match.end(), _FOREIGN[word], "literal", word) if word in _FOREIGN else None


def is_literal_at(text: str, position: int) -> bool:
    """Whether a literal, of JSON or of another language, begins here."""
    match = _WORD.match(text, position)
    return match is not None and (match.group() in _LITERALS or match.group() in _FOREIGN)


def _sound_number(match: re.Match[str]) -> Scalar:
    written = match.group()
    try:
        value = parse_number(written)
    except NumberOutOfRange:
        return Scalar(match.end(), 0, "number_range")
    return Scalar(match.end(), value, huge=isinstance(value, Decimal) and written.lstrip("-").isdigit())


def _constant(match: re.Match[str]) -> Scalar:
    return Scalar(match.end(), None, "nan", match.group())


def _ends_value(text: str, position: int, limit: int) -> bool:
    match = _WHITE.match(text, position, limit)
    behind = match.end() if match else position
    return (
        behind >= limit
        or text[behind] in ",}]:，｝］/#"
        or "\n" in text[position:behind]
        or text[behind] == '"'
        or is_literal_at(text, behind)
    )
