"""A selection of text across cards, as a value."""

from collections.abc import Sequence
from typing import NamedTuple

from playground.window.conversation.cards import Card


class Place(NamedTuple):
    """Between two characters of a card's body; `offset` counts code points."""

    card: int
    offset: int


class Selection(NamedTuple):
    """From where it began to where it was drawn; either may come first."""

    anchor: Place
    head: Place

    @property
    def first(self) -> Place:
        """The end nearer the top."""
        return min(self.anchor, self.head)

    @property
    def last(self) -> Place:
        """The end nearer the bottom."""
        return max(self.anchor, self.head)

    @property
    def empty(self) -> bool:
        """True when nothing lies between the two ends."""
        return self.anchor == self.head

    def range_in(self, card: int, length: int) -> tuple[int, int] | None:
        """The selected range of one card's body of this length; None where nothing of it is selected."""
        if not self.first.card <= card <= self.last.card:
            return None
        start = self.first.offset if card == self.first.card else 0
        end = self.last.offset if card == self.last.card else length
        return (start, end) if start < end else None


def write_selected(cards: Sequence[Card], titles: Sequence[str], selection: Selection) -> str:
    """The selected text, verbatim. Of several cards each stands below its title, with an empty line between them."""
    parts: list[tuple[int, str]] = []
    for index in range(selection.first.card, min(selection.last.card + 1, len(cards))):
        chosen = selection.range_in(index, len(cards[index].body))
        if chosen is not None:
            parts.append((index, cards[index].body[slice(*chosen)]))
    if len(parts) == 1:
        return parts[0][1]
    return "\n\n".join(f"{titles[index]}\n{part}" for index, part in parts)
