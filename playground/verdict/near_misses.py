"""Whether a wrong value is an allowed one written a little differently; a translation is never claimed to be known."""

import difflib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from playground.verdict.violations import JsonValue

MOST_COMPARED = 1000
_MOST_GUESSED = 100  # texts among which a misspelt one is looked for
_LONGEST_GUESSED = 60  # characters of such a text
_CROSSED = str.maketrans("łŁ", "lL")  # letters that NFKD does not take apart
_ALIKE = 0.75  # share of what two texts have in common, for one to be perhaps a slip of the pen for the other


@dataclass(frozen=True, slots=True)
class NearMiss:
    """The allowed value that was nearly met, and what differs."""

    value: str
    kind: Literal["blank", "case", "unicode", "accent", "writing"]


def near_miss(actual: JsonValue, allowed: Sequence[JsonValue]) -> NearMiss | None:
    """The first allowed text that differs from `actual` only by blanks, case, Unicode form, accents or several of these."""
    if not isinstance(actual, str) or len(actual) > MOST_COMPARED:
        return None
    return _first_near(actual, tuple(value for value in allowed[:MOST_COMPARED] if isinstance(value, str)))


@lru_cache(maxsize=1024)  # the same slip stands in hundreds of violations
def _first_near(actual: str, texts: tuple[str, ...]) -> NearMiss | None:
    for value in _by_kinship(texts).get(kinship(actual), ()):
        kind = difference(actual, value)
        if kind:
            return NearMiss(value, kind)
    return None


@lru_cache(maxsize=64)
def _by_kinship(texts: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    kin: dict[str, list[str]] = {}
    for value in texts:
        kin.setdefault(kinship(value), []).append(value)
    return kin


@lru_cache(maxsize=1024)
def nearest(actual: str, others: tuple[str, ...]) -> str | None:
    """The text that was perhaps meant: one that differs in little more than its writing, else one with a slip of the pen."""
    near = near_miss(actual, others)
    if near is not None:
        return near.value
    if len(actual) > _LONGEST_GUESSED or len(others) > _MOST_GUESSED:
        return None
    plain = _letters(actual)
    same = [other for other in others if _letters(other) == plain] if plain else []
    short = [other for other in others if len(other) <= _LONGEST_GUESSED]
    close = same or difflib.get_close_matches(actual, short, n=1, cutoff=_ALIKE)
    return close[0] if close else None


def _letters(value: str) -> str:
    return "".join(part for part in _bare(value) if part.isalnum())


def difference(first: str, second: str) -> Literal["blank", "case", "unicode", "accent", "writing"] | None:
    """What alone makes two different texts differ ("writing": several of these); None where it is more than that."""
    if "".join(first.split()) == "".join(second.split()):
        return "blank"
    if unicodedata.normalize("NFKC", first) == unicodedata.normalize("NFKC", second):
        return "unicode"
    if unicodedata.normalize("NFKC", first).casefold() == unicodedata.normalize("NFKC", second).casefold():
        return "case"
    if _unaccented(first) == _unaccented(second):
        return "accent"
    return "writing" if kinship(first) == kinship(second) else None


def kinship(value: str) -> str:
    """Equal for any two texts between which `difference` finds something: what to sort by before comparing."""
    return "".join(_bare(value).split())


def _bare(value: str) -> str:
    return _unaccented(" ".join(unicodedata.normalize("NFKC", value).casefold().split())).casefold()


def _unaccented(value: str) -> str:
    """Without accents; only for Latin letters, since marks make other letters in other scripts."""
    parts = unicodedata.normalize("NFKD", value).translate(_CROSSED)
    return "".join(part for part in parts if not ("\u0300" <= part <= "\u036f"))
