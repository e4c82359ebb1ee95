"""What is lifted out of the cards just now: selected text, what was found, the selected attempt, the chosen violation."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from playground.window.conversation.cards import Card, CardRole

if TYPE_CHECKING:
    from playground.window.conversation.search import Hit
    from playground.window.conversation.selection import Selection


class Highlights:
    """Belongs to one view, which changes it and paints from it."""

    def __init__(self) -> None:
        self.selection: Selection | None = None
        self.attempt: int | None = None
        self.violation: tuple[int, int] | None = None  # attempt, index in the verdict's list
        self.hit_now: Hit | None = None
        self._hits: Sequence[Hit] = ()
        self._by_card: dict[int, list[tuple[int, int]]] = {}

    def select_attempt(self, number: int | None) -> None:
        """Lift out an attempt; a violation of another one is let go."""
        self.attempt = number
        if self.violation is not None and self.violation[0] != number:
            self.violation = None

    def choose(self, attempt: int, index: int) -> None:
        """Lift out a violation and its attempt."""
        self.attempt = attempt
        self.violation = (attempt, index)

    def show_hits(self, hits: "Sequence[Hit]", now: "Hit | None") -> None:
        """Lift out what was found."""
        self.hit_now = now
        if hits is self._hits:  # stepping through them
            return
        self._hits = hits
        self._by_card = {}
        for hit in hits:
            self._by_card.setdefault(hit.card, []).append((hit.start, hit.end))

    def hits_in(self, card: int) -> Sequence[tuple[int, int]]:
        """What was found in a card, in its order."""
        return self._by_card.get(card, ())

    def hit_now_in(self, card: int) -> tuple[int, int] | None:
        """The present place of what was found, if it is in this card."""
        now = self.hit_now
        return (now.start, now.end) if now is not None and now.card == card else None

    def lifts(self, card: Card) -> bool:
        """True for the card of the selected attempt."""
        return card.role is CardRole.MODEL and card.attempt is not None and card.attempt == self.attempt

    def chosen_mark(self, card: Card) -> int | None:
        """The mark of the chosen violation, by its place in this card's list."""
        if self.violation is None or card.role not in {CardRole.MODEL, CardRole.JUDGED} or card.attempt != self.violation[0]:
            return None
        return next(
            (place for place, mark in enumerate(card.marks) if mark.number is not None and mark.index == self.violation[1]), None
        )
