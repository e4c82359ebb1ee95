"""What can be done with a message: one list for its menu, its buttons and the keys."""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence

from playground.window.conversation import accessibility
from playground.window.conversation.selection import write_selected

if TYPE_CHECKING:
    from playground.window.conversation.view import ConversationView


class Act(StrEnum):
    """One thing to do with one message."""

    COPY = "copy"
    COPY_JSON = "copy_json"
    EXPLAIN = "explain"
    CHECK = "check"
    KEEP = "keep"
    FOLD = "fold"
    UNFOLD = "unfold"
    MORE = "more"  # the menu


class Offer(NamedTuple):
    """An act as it is offered for a message: its icon, the id of its words, and its key."""

    act: Act
    icon: str
    words: str
    key: QKeySequence.StandardKey | str | None = None


_COPY = Offer(Act.COPY, "copy", "conversation.copy_message", QKeySequence.StandardKey.Copy)
_COPY_REPLY = _COPY._replace(words="conversation.copy_reply")
_COPY_JSON = Offer(Act.COPY_JSON, "braces", "conversation.copy_json", "Ctrl+Shift+C")
_EXPLAIN = Offer(Act.EXPLAIN, "scan-search", "conversation.explain", "Ctrl+J")
_CHECK = Offer(Act.CHECK, "circle-check", "conversation.check", "Ctrl+Shift+K")
_KEEP_PASS = Offer(Act.KEEP, "bookmark-plus", "conversation.keep_pass", "Ctrl+D")
_KEEP_FAIL = _KEEP_PASS._replace(words="conversation.keep_fail")
_FOLD = Offer(Act.FOLD, "chevron-up", "conversation.fold")
_UNFOLD = Offer(Act.UNFOLD, "chevron-down", "conversation.open")
_MORE = Offer(Act.MORE, "ellipsis", "conversation.more")
_KEYED = (_COPY_JSON, _EXPLAIN, _CHECK, _KEEP_PASS)
_BUTTONS = (Act.COPY, Act.EXPLAIN, Act.CHECK, Act.KEEP, Act.FOLD, Act.UNFOLD)


class MessageActions:
    """Belongs to one view."""

    def __init__(self, view: "ConversationView") -> None:
        self._view = view
        self.done: tuple[str, Act] | None = None  # what was just copied, by the card's id: its button says so

    def offers(self, index: int) -> list[Offer]:
        """What can be done with the message at `index`; nothing where there is none."""
        if not 0 <= index < len(self._view.stack.boxes):
            return []
        box = self._view.stack.boxes[index]
        facts = box.card.facts
        offers: list[Offer] = []
        if box.card.body:
            offers.append(_COPY_REPLY if facts is not None else _COPY)
        if facts is not None:
            if facts.json is not None:
                offers.append(_COPY_JSON)
            offers += [_EXPLAIN, _CHECK, _KEEP_PASS if facts.valid else _KEEP_FAIL]
        if box.foldable:
            offers.append(_UNFOLD if box.folded else _FOLD)
        return offers

    def buttons(self, index: int) -> list[Offer]:
        """Those that have a button; the others are one press away."""
        offers = self.offers(index)
        shown = [offer for offer in offers if offer.act in _BUTTONS]
        return [*shown, _MORE] if len(shown) < len(offers) else shown

    def carry_out(self, act: Act, index: int) -> None:
        """Do it with the message at `index`."""
        view = self._view
        box = view.stack.boxes[index]
        facts = box.card.facts
        match act:
            case Act.COPY:
                self._copy(view.cards[index].body, "conversation.copied", act, index)
            case Act.FOLD | Act.UNFOLD:
                view.fold(index, folded=act is Act.FOLD)
            case Act.MORE:
                view.pointer.open_menu(index)
            case Act.COPY_JSON if facts is not None and facts.json is not None:
                self._copy(facts.json, "conversation.json_copied", act, index)
            case Act.EXPLAIN if facts is not None:
                view.explanation_wanted.emit(box.card.body)
            case Act.CHECK if facts is not None:
                view.check_wanted.emit(facts.judged)
            case Act.KEEP if facts is not None:
                view.case_wanted.emit(facts.judged, facts.valid)
            case _:
                pass

    def take_key(self, event: QKeyEvent) -> bool:
        """True when the key is that of something that can be done with the message where the keyboard is."""
        act = next((known.act for known in _KEYED if known.key is not None and _is_key(event, known.key)), None)
        index = self._view.stop.card if self._view.stop is not None else -1
        if act is None or act not in {offer.act for offer in self.offers(index)}:
            return False
        self.carry_out(act, index)
        return True

    def selected_text(self) -> str:
        """The selected text, verbatim; "" when nothing is selected."""
        view = self._view
        if view.selection is None or view.selection.empty:
            return ""
        return write_selected(view.cards, [view.wording(card.title) for card in view.stack.cards], view.selection)

    def copy(self) -> None:
        """Copy the selected text, or else the message where the keyboard is."""
        text, stop = self.selected_text(), self._view.stop
        if text:
            QGuiApplication.clipboard().setText(text)
        elif stop is not None:
            self.carry_out(Act.COPY, stop.card)

    def _copy(self, text: str, said: str, act: Act, index: int) -> None:
        view = self._view
        QGuiApplication.clipboard().setText(text)
        self.done = (view.stack.boxes[index].card.id, act)
        accessibility.announce(view, view.wording.say(said))
        view.viewport().update()


def _is_key(event: QKeyEvent, key: QKeySequence.StandardKey | str) -> bool:
    if isinstance(key, QKeySequence.StandardKey):
        return event.matches(key)
    return QKeySequence(event.keyCombination()) == QKeySequence(key)
