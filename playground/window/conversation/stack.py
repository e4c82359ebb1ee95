"""The cards one below the other: which card lies at a height, and what changes when cards come, grow and go."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from playground.window.conversation.card_box import CardBox
from playground.window.conversation.cards import Card
from playground.window.conversation.look import Look
from playground.window.words_in_window import Wording

_MOST_LAYOUTS = 160  # rows kept laid out; each holds some 100 kB of glyphs


class CardStack:
    """Boxes of cards with the heights between them. Heights start at the top margin's upper edge."""

    def __init__(self, look: Look, wording: Wording) -> None:
        self.boxes: list[CardBox] = []
        self._look = look
        self._wording = wording
        self._column = 600.0
        self._tops: list[float] = [0.0]
        self.sum()

    @property
    def cards(self) -> list[Card]:
        """The cards as shown."""
        return [box.card for box in self.boxes]

    @property
    def height(self) -> float:
        """From the top margin to the bottom margin."""
        return self._tops[-1] - self._look.gap + self._look.top_margin if self.boxes else 0.0

    def set_cards(self, cards: Sequence[Card]) -> None:
        """Show exactly these cards. A card with a known id keeps its box, and with it whether it is folded."""
        known = {box.card.id: box for box in self.boxes}
        boxes = []
        for card in cards:
            box = known.pop(card.id, None)
            if box is None:
                box = CardBox(card, self._look, self._wording, self._column)
            elif box.card != card:
                box.change(card)
            boxes.append(box)
        self.boxes = boxes
        self.sum()

    def set_look(self, look: Look, column: float) -> None:
        """Lay out everything anew."""
        self._look = look
        self._column = column
        for box in self.boxes:
            box.set_look(look, column)
        self.sum()

    def index_of(self, card_id: str) -> int | None:
        """Where the card with this id stands."""
        return next((index for index, box in enumerate(self.boxes) if box.card.id == card_id), None)

    def top_of(self, index: int) -> float:
        """The upper edge of a card."""
        return self._tops[index]

    def at(self, y: float) -> int:
        """The card at this height, or the nearest one above; -1 where there are no cards."""
        if not self.boxes:
            return -1
        return min(max(0, bisect_right(self._tops, y) - 1), len(self.boxes) - 1)

    def within(self, top: float, bottom: float) -> Iterable[tuple[int, CardBox]]:
        """The cards between these heights."""
        index = self.at(top)
        while 0 <= index < len(self.boxes) and self._tops[index] < bottom:
            yield index, self.boxes[index]
            index += 1

    def sum(self) -> None:
        """Add the heights up again after a box changed its own."""
        gap = self._look.gap
        self._tops = list(accumulate((box.height + gap for box in self.boxes), initial=float(self._look.top_margin)))

    def settle(self, top: float, bottom: float) -> float:
        """Lay out what lies between these heights; by how much what begins above `top` grew meanwhile."""
        above = 0.0
        changed = False
        for index, box in self.within(top, bottom):
            offset = self._tops[index]
            changes = box.settle(top - offset, bottom - offset)
            changed = changed or bool(changes)
            above += sum(grown for row_top, grown in changes if offset + row_top < top - 1)
        if changed:
            self.sum()
        return above

    def forget(self, top: float, bottom: float) -> None:
        """Let go of layouts out of view when there are many."""
        if sum(len(box.layouts) for box in self.boxes) <= _MOST_LAYOUTS:
            return
        for index, box in enumerate(self.boxes):
            offset = self._tops[index]
            for row in list(box.layouts):
                if not top <= offset + box.row_top(row) <= bottom:
                    del box.layouts[row]
