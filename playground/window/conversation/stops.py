"""Where the keyboard can be in the message view, and which place follows which. Without Qt."""

from collections.abc import Sequence
from typing import NamedTuple

from playground.window.conversation.cards import Card, CardRole


class Stop(NamedTuple):
    """A card, or one of its marks by its place in the card's list."""

    card: int
    mark: int | None = None


def next_stop(cards: Sequence[Card], stop: Stop, *, forward: bool) -> Stop | None:
    """The stop that Tab leads to: a card, its violations one by one, the next card. None beyond the ends."""
    stops = [Stop(stop.card), *_marks_of(cards, stop.card)]
    at = stops.index(stop) if stop in stops else 0
    if forward:
        if at + 1 < len(stops):
            return stops[at + 1]
        return Stop(stop.card + 1) if stop.card + 1 < len(cards) else None
    if at > 0:
        return stops[at - 1]
    return last_stop(cards, stop.card - 1) if stop.card > 0 else None


def last_stop(cards: Sequence[Card], card: int) -> Stop:
    """The last stop of a card: its last violation, or the card itself."""
    return (_marks_of(cards, card) or [Stop(card)])[-1]


def keep_stop(cards: Sequence[Card], stop: Stop) -> Stop | None:
    """The same stop after the cards changed, or the nearest that there still is."""
    if not cards:
        return None
    card = min(stop.card, len(cards) - 1)
    return stop if card == stop.card and (stop.mark is None or stop.mark < len(cards[card].marks)) else Stop(card)


def _marks_of(cards: Sequence[Card], card: int) -> list[Stop]:
    if cards[card].role not in {CardRole.MODEL, CardRole.JUDGED}:  # a feedback's discs are those of the reply before it
        return []
    numbered = [(mark.number, place) for place, mark in enumerate(cards[card].marks) if mark.number is not None]
    return [Stop(card, place) for _, place in sorted(numbered)]
