"""Several places or values named in one sentence, and no more than a person reads."""

from collections.abc import Iterable, Sequence

from playground.words.text import Field, Listing, Parameter, text

_MOST_NAMED = 8  # the rest is "N more places"


def name_some(things: Sequence[Parameter]) -> Listing:
    """The first of them, and how many more there are."""
    named = list(things[:_MOST_NAMED])
    if len(things) > _MOST_NAMED:
        named.append(text("repair.fault.more_places", count=len(things) - _MOST_NAMED))
    return Listing(tuple(named))


def name_places(pointers: Iterable[str]) -> Listing:
    """The first of these JSON Pointers, and how many more there are."""
    return name_some([Field(pointer) for pointer in pointers])
