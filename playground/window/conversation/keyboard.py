"""The keyboard on the message view: from message to message, from violation to violation, selecting and copying."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from playground.window.conversation.selection import Place, Selection
from playground.window.conversation.stops import Stop, last_stop, next_stop

if TYPE_CHECKING:
    from playground.window.conversation.view import ConversationView

_STEP = 3  # lines that Up and Down scroll inside a message higher than the view


class Keyboard:
    """Belongs to one view, which hands its key events on."""

    def __init__(self, view: "ConversationView") -> None:
        self._view = view

    def take(self, event: QKeyEvent) -> bool:
        """True when the key meant something here."""
        view = self._view
        for sequence, action in (
            (QKeySequence.StandardKey.Copy, view.message_actions.copy),
            (QKeySequence.StandardKey.SelectAll, view.select_all),
            (QKeySequence.StandardKey.Find, view.find_requested.emit),
        ):
            if event.matches(sequence):
                action()
                return True
        if view.message_actions.take_key(event):
            return True
        if event.key() in {Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Home, Qt.Key.Key_End}:
            return self._scroll(Qt.Key(event.key()))
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if shift and event.key() in {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down}:
            return self._extend(Qt.Key(event.key()), by_word=control)
        match event.key():
            case Qt.Key.Key_Down:
                return self._step(1)
            case Qt.Key.Key_Up:
                return self._step(-1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if view.stop is not None:
                view.activate(view.stop)
                return True
            case Qt.Key.Key_Escape if view.selection is not None:
                view.select(None)
                return True
        return False

    def tab(self, *, forward: bool) -> bool:
        """The next card or violation; False at the ends, where the keyboard leaves the view."""
        view = self._view
        cards = view.cards
        if not cards:
            return False
        stop = next_stop(cards, view.stop, forward=forward) if view.stop is not None else Stop(0)
        if stop is None:
            return False
        view.set_stop(stop)
        return True

    def arrive(self, reason: Qt.FocusReason) -> None:
        """The keyboard came to the view: by Tab to the first message in view, backwards to the last."""
        view = self._view
        if not view.stack.boxes:
            return
        if reason is Qt.FocusReason.TabFocusReason:
            view.set_stop(view.stop or Stop(max(0, view.stack.at(view.offset + 24.0))))
        elif reason is Qt.FocusReason.BacktabFocusReason:
            view.set_stop(view.stop or last_stop(view.cards, len(view.stack.boxes) - 1))

    def _scroll(self, key: Qt.Key) -> bool:
        view = self._view
        bar = view.verticalScrollBar()
        match key:
            case Qt.Key.Key_PageDown:
                bar.setValue(bar.value() + bar.pageStep() - view.look.line_height)
                return self._follow_scroll()
            case Qt.Key.Key_PageUp:
                bar.setValue(bar.value() - bar.pageStep() + view.look.line_height)
                return self._follow_scroll()
            case Qt.Key.Key_Home:
                bar.setValue(0)
                return self._go(0)
            case _:
                view.scroll_to_end()
                return self._go(len(view.stack.boxes) - 1)

    def _go(self, index: int) -> bool:
        if 0 <= index < len(self._view.stack.boxes):
            self._view.set_stop(Stop(index))
        return True

    def _step(self, by: int) -> bool:
        """To the next message; through one that is higher than the view, in steps."""
        view = self._view
        if not view.stack.boxes:
            return True
        if view.stop is None:
            return self._go(max(0, view.stack.at(view.offset + 24.0)))
        index = view.stop.card
        box = view.stack.boxes[index]
        bar = view.verticalScrollBar()
        top = view.stack.top_of(index)
        hidden = top + box.height - (view.offset + bar.pageStep()) if by > 0 else view.offset - top
        if hidden > 0 and box.height > bar.pageStep() - 48:
            bar.setValue(bar.value() + by * round(min(_STEP * view.look.line_height, hidden + 12)))
            return True
        return self._go(index + by)

    def _follow_scroll(self) -> bool:
        view = self._view
        if view.stack.boxes:
            view.stop = Stop(max(0, view.stack.at(view.offset + view.viewport().height() / 3)))
            view.viewport().update()
        return True

    def _extend(self, key: Qt.Key, *, by_word: bool) -> bool:
        """Draw the selection on, from the message where the keyboard is if nothing is selected yet."""
        view = self._view
        cards = view.cards
        if not cards:
            return True
        start = Place(view.stop.card if view.stop is not None else 0, 0)
        selection = view.selection or Selection(start, start)
        head = selection.head
        body = cards[head.card].body
        match key:
            case Qt.Key.Key_Right:
                head = _step_in(body, head, 1, by_word=by_word)
            case Qt.Key.Key_Left:
                head = _step_in(body, head, -1, by_word=by_word)
            case Qt.Key.Key_Down:
                at_end = head.offset == len(body) and head.card + 1 < len(cards)
                head = Place(head.card + 1, len(cards[head.card + 1].body)) if at_end else Place(head.card, len(body))
            case _:
                at_start = head.offset == 0 and head.card > 0
                head = Place(head.card - 1, 0) if at_start else Place(head.card, 0)
        view.select(Selection(selection.anchor, head))
        view.scroll_to(head.card, lambda: view.stack.boxes[head.card].rect_of(head.offset, head.offset))
        return True


def _step_in(body: str, place: Place, by: int, *, by_word: bool) -> Place:
    offset = min(max(0, place.offset + by), len(body))
    while by_word and 0 < offset < len(body) and body[offset - 1].isspace() == body[offset].isspace():
        offset += by
    return Place(place.card, offset)
