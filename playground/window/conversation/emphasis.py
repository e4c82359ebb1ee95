"""What is lifted out of a card just now, put together from the view that shows it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

from playground.window.conversation.card_painting import Emphasis
from playground.window.conversation.message_actions import Offer

if TYPE_CHECKING:
    from playground.window.conversation.view import ConversationView

_AIR = 4.0  # pixels between the upper edge of the view and the buttons of a card that begins above it


def emphasize(view: "ConversationView", index: int) -> Emphasis:
    """For painting the card at `index`."""
    card, lifted, stop = view.stack.boxes[index].card, view.lifted, view.stop
    focused = view.has_keyboard(index)
    done, pressable = view.message_actions.done, view.pointer.pressable
    return Emphasis(
        selected=lifted.lifts(card),
        focused=focused,
        chosen_mark=stop.mark if focused and stop is not None and stop.mark is not None else lifted.chosen_mark(card),
        selection=lifted.selection.range_in(index, len(card.body)) if lifted.selection is not None else None,
        hits=lifted.hits_in(index),
        hit_now=lifted.hit_now_in(index),
        buttons=[
            ("check" if done == (card.id, offer.act) else offer.icon, rect, offer == pressable)
            for offer, rect in buttons_of(view, index)
        ],
    )


def buttons_of(view: "ConversationView", index: int) -> list[tuple[Offer, QRectF]]:
    """The buttons of a card under the pointer or the keyboard, in the card's own coordinates."""
    if index != view.pointer.hovered and not view.has_keyboard(index):
        return []
    offers = view.message_actions.buttons(index)
    seen_from = view.offset - view.stack.top_of(index) + _AIR
    return list(zip(offers, view.stack.boxes[index].button_places(len(offers), seen_from), strict=True))
