"""Whether a wrong value is an allowed one written a little differently; a translation is never claimed to be known."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from playground.verdict.violations import JsonValue

MOST_COMPARED = 1000


@dataclass(frozen=True, slots=True)
class NearMiss:
    """The allowed value that was nearly met, and what differs."""

    value: str
    kind: Literal["blank", "case", "unicode", "accent"]


def near_miss(actual: JsonValue, allowed: Sequence[JsonValue]) -> NearMiss | None:
    """The first allowed text that differs from `actual` only by blanks, case, Unicode form or accents, in this order."""
    if not isinstance(actual, str) or len(actual) > MOST_COMPARED:
        return None
    texts = [value for value in allowed[:MOST_COMPARED] if isinstance(value, str)]
    for value in texts:
        kind = difference(actual, value)
        if kind:
            return NearMiss(value, kind)
    return None


def difference(first: str, second: str) -> Literal["blank", "case", "unicode", "accent"] | None:
    """What alone makes two different texts differ; None where it is more than that."""
    if "".join(first.split()) == "".join(second.split()):
        return "blank"
    if unicodedata.normalize("NFKC", first) == unicodedata.normalize("NFKC", second):
        return "unicode"
    if _folded(first) == _folded(second):
        return "case"
    if _bare(first) == _bare(second):
        return "accent"
    return None


def kinship(value: str) -> str:
    """Equal for any two texts between which `difference` finds something: what to sort by before comparing."""
    return "".join(_bare(value).split())


def _folded(value: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", value).casefold().split())


def _bare(value: str) -> str:
    """Without accents; only for Latin letters, since marks make other letters in other scripts."""
    parts = unicodedata.normalize("NFKD", _folded(value)).replace("ł", "l")
    return "".join(part for part in parts if not ("\u0300" <= part <= "\u036f"))
