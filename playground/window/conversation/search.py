"""Find in the conversation: where a text stands in the bodies of the cards."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

HITS_LIMIT = 2000  # beyond it nobody steps through, and a single letter in a megabyte would hold up the window


@dataclass(frozen=True, slots=True)
class Hit:
    """A half-open range of a card's body."""

    card: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Hits:
    """What was found, in the order of the conversation; `more` when the limit was reached."""

    found: tuple[Hit, ...] = ()
    more: bool = False


def find_hits(bodies: Iterable[str], wanted: str, *, match_case: bool = False) -> Hits:
    """Every place of `wanted`, not overlapping. An empty text is found nowhere."""
    if not wanted:
        return Hits()
    pattern = re.compile(re.escape(wanted), re.NOFLAG if match_case else re.IGNORECASE)
    found: list[Hit] = []
    for card, body in enumerate(bodies):
        for match in pattern.finditer(body):
            if len(found) == HITS_LIMIT:
                return Hits(tuple(found), more=True)
            found.append(Hit(card, match.start(), match.end()))
    return Hits(tuple(found))
