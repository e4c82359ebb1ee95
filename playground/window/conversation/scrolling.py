"""Scrolling the message view: heights are estimates until a card comes into view, and yet nothing jumps."""

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QAbstractScrollArea

from playground.window.conversation.look import Look
from playground.window.conversation.stack import CardStack

_AT_END = 3  # pixels from the bottom that still count as being there
_NEAR_END = 120  # pixels; so near, no button is needed to go there
_AIR = 8.0  # pixels left above and below what is brought into view
_ROUNDS = 6  # laying out what is in view may bring more into view; it settles long before this


class Scroller:
    """Keeps the scroll bar of one view and the heights of its cards in step.

    `following` is True while the newest message stays in view as it grows: until the person scrolls up.
    """

    def __init__(self, area: QAbstractScrollArea, stack: CardStack) -> None:
        self._area = area
        self._stack = stack
        self._settling = False
        self.following = True

    @property
    def offset(self) -> int:
        """How far it is scrolled down, in pixels."""
        return self._area.verticalScrollBar().value()

    @property
    def at_end(self) -> bool:
        """True when the newest message is in view, or nearly."""
        return self.following or self.offset >= self._area.verticalScrollBar().maximum() - _NEAR_END

    def scrolled(self) -> bool:
        """The bar moved; True when the person moved it."""
        if self._settling:
            return False
        self.following = self.offset >= self._area.verticalScrollBar().maximum() - _AT_END
        return True

    def settle(self) -> None:
        """Lay out what is in view, without moving it; stay at the end while following."""
        if self._settling:
            return
        height = self._area.viewport().height()
        for _ in range(_ROUNDS):
            self._stack.sum()
            self._fit_bar()
            offset = self.offset
            before = self._stack.height
            above = self._stack.settle(float(offset), float(offset + height))
            self._fit_bar(offset + round(above))
            if self.offset == offset and self._stack.height == before:
                break
        self._stack.forget(self.offset - height, self.offset + 2.0 * height)

    def lay_out_anew(self, look: Look, column: float) -> None:
        """For another width, appearance or language; what stood at the top stays there."""
        index = self._stack.at(float(self.offset))
        part = 0.0
        if index >= 0:
            part = (self.offset - self._stack.top_of(index)) / self._stack.boxes[index].height
        self._stack.set_look(look, column)
        if index >= 0 and not self.following:
            self._stack.boxes[index].ensure()
            self._stack.sum()
            self._fit_bar(round(self._stack.top_of(index) + part * self._stack.boxes[index].height))

    def scroll_to(self, index: int, find: Callable[[], QRectF]) -> None:
        """Bring a part of a card into view; nothing moves when it is there already.

        `find` gives the part in the card's own coordinates. It is asked again, because what comes into view is laid out then
        and may push the part on.
        """
        height = self._area.viewport().height()
        for _ in range(_ROUNDS):
            rect = find()
            self._stack.sum()
            self._fit_bar()
            top = self._stack.top_of(index) + rect.top()
            bottom = top + min(rect.height(), height - 2.0 * _AIR)
            if top >= self.offset + _AIR and bottom <= self.offset + height - _AIR:
                return
            before = self.offset
            self.following = False
            self._fit_bar(round(top - max(2.0 * _AIR, (height - min(rect.height(), float(height))) / 3)))
            self.settle()
            if self.offset == before:  # the very top or the very end
                return

    def _fit_bar(self, value: int | None = None) -> None:
        settling, self._settling = self._settling, True
        bar = self._area.verticalScrollBar()
        bar.setPageStep(self._area.viewport().height())
        bar.setRange(0, max(0, round(self._stack.height) - self._area.viewport().height()))
        if self.following:
            bar.setValue(bar.maximum())
        elif value is not None:
            bar.setValue(value)
        self._settling = settling
