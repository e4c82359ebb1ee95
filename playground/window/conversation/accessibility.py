"""What a screen reader gets of the message view: a list, its messages, and in each message its violations.

Qt makes one interface per QObject, so each message and each mark gets a small object once it is asked for. Two traps of
PySide6 6.11 were measured: `interface_cast` must return a VoidPtr, None ends the process; and Qt deletes an interface with its
object, so the Python side may only keep what the object keeps.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QObject, QPoint, QRect, QRectF
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import Shiboken, VoidPtr

from playground.window.conversation.cards import SIGNS, Card, CardRole, MarkKind, Tone
from playground.window.conversation.header import Words, write_pill
from playground.window.conversation.shown import Shown
from playground.window.conversation.stops import Stop

if TYPE_CHECKING:
    from playground.window.conversation.view import ConversationView

# Qt's null pointer and its void pointer: the stubs promise an interface and a number.
_OrNone: TypeAlias = Any

_NAME_LIMIT = 2000  # characters of a message that are part of its name; a megabyte would hold up the reader


class CardObject(QObject):
    """Stands for a card; its marks' objects are its children."""

    def __init__(self, view: "ConversationView", card_id: str) -> None:
        super().__init__(view)
        self.view = view
        self.card_id = card_id
        self.marks: dict[int, MarkObject] = {}
        self.interface: QAccessibleInterface | None = None

    @property
    def index(self) -> int | None:
        """Where the card stands now; None when it is gone."""
        return self.view.stack.index_of(self.card_id)

    @property
    def card(self) -> Card | None:
        """The card as it is now."""
        index = self.index
        return None if index is None else self.view.stack.boxes[index].card

    def numbered_marks(self) -> list[int]:
        """The marks that a reader is told of, by their places in the card's list."""
        card = self.card
        return [] if card is None or card.role is CardRole.FEEDBACK else list(range(len(card.marks)))

    def mark_object(self, mark: int) -> "MarkObject":
        """The object of a mark."""
        if mark not in self.marks:
            self.marks[mark] = MarkObject(self, mark)
        return self.marks[mark]


class MarkObject(QObject):
    """Stands for a mark of a card."""

    def __init__(self, parent: CardObject, mark: int) -> None:
        super().__init__(parent)
        self.of = parent
        self.mark = mark
        self.interface: QAccessibleInterface | None = None


class Objects:
    """The objects of one view's cards."""

    def __init__(self, view: "ConversationView") -> None:
        self._view = view
        self._objects: dict[str, CardObject] = {}
        self.interface: QAccessibleInterface | None = None

    def make_interface(self) -> QAccessibleInterface:
        """The interface of the view itself."""
        self.interface = _ViewInterface(self._view)
        return self.interface

    def of(self, index: int) -> CardObject:
        """The object of the card at this place."""
        card_id = self._view.stack.boxes[index].card.id
        if card_id not in self._objects:
            self._objects[card_id] = CardObject(self._view, card_id)
        return self._objects[card_id]

    def follow(self, before: Sequence[Card], after: Sequence[Card]) -> None:
        """The list changed: let go of the cards that went, and tell readers of those that came."""
        known = {card.id for card in before}
        wanted = {card.id for card in after}
        for card_id in [held for held in self._objects if held not in wanted]:
            self._objects.pop(card_id).deleteLater()  # Qt tells readers
        if QAccessible.isActive():
            for index, card in enumerate(after):
                if card.id not in known:
                    QAccessible.updateAccessibility(QAccessibleEvent(self.of(index), QAccessible.Event.ObjectCreated))


class _Interface(QAccessibleInterface):
    """What cards and marks have in common."""

    def __init__(self, thing: QObject) -> None:
        super().__init__()
        self._thing = thing

    def isValid(self) -> bool:
        return Shiboken.isValid(self._thing)

    def object(self) -> QObject:
        return self._thing

    def childAt(self, x: int, y: int) -> _OrNone:
        for place in range(self.childCount()):
            child = self.child(place)
            if child is not None and child.rect().contains(QPoint(x, y)):
                return child
        return None

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> _OrNone:
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Nothing can be changed here."""

    def window(self) -> _OrNone:
        parent = self.parent()
        return parent.window() if parent is not None else None

    def interface_cast(self, kind: QAccessible.InterfaceType) -> _OrNone:
        if kind is QAccessible.InterfaceType.ActionInterface:
            if not hasattr(self, "_actions"):
                self._actions = _Actions(self)
            return VoidPtr(Shiboken.getCppPointer(self._actions)[0])
        return VoidPtr(0)

    def action_names(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction()]

    def act(self, name: str) -> None:
        """Carry an action out."""


class _Actions(QAccessibleActionInterface):
    def __init__(self, owner: _Interface) -> None:
        super().__init__()
        self._owner = owner

    def actionNames(self) -> list[str]:
        return self._owner.action_names() if self._owner.isValid() else []

    def doAction(self, name: str) -> None:
        if self._owner.isValid():
            self._owner.act(name)

    def keyBindingsForAction(self, name: str) -> list[str]:
        return []


class _CardInterface(_Interface):
    def __init__(self, thing: CardObject) -> None:
        super().__init__(thing)
        self._card = thing

    def parent(self) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self._card.view)

    def childCount(self) -> int:
        return len(self._card.numbered_marks())

    def child(self, index: int) -> _OrNone:
        marks = self._card.numbered_marks()
        if not 0 <= index < len(marks):
            return None
        return QAccessible.queryAccessibleInterface(self._card.mark_object(marks[index]))

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        thing = child.object()
        marks = self._card.numbered_marks()
        return marks.index(thing.mark) if isinstance(thing, MarkObject) and thing.of is self._card and thing.mark in marks else -1

    def rect(self) -> QRect:
        index = self._card.index
        if index is None:
            return QRect()
        return self._card.view.rect_on_screen(index, self._card.view.stack.boxes[index].rect).toRect()

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        view, state = self._card.view, QAccessible.State()
        state.focusable = True
        state.selectable = True
        state.readOnly = True
        index, card = self._card.index, self._card.card
        state.focused = view.hasFocus() and view.stop == Stop(index if index is not None else -1)
        state.selected = card is not None and card.attempt is not None and card.attempt == view.selected_attempt
        state.busy = card is not None and card.growing
        return state

    def text(self, kind: QAccessible.Text) -> str:
        card = self._card.card
        if card is None:
            return ""
        if kind is QAccessible.Text.Name:
            return name_card(self._card.view, card)
        if kind is QAccessible.Text.Value:
            return Shown(card.body, 0, len(card.body)).text
        return ""

    def act(self, name: str) -> None:
        if (index := self._card.index) is not None:
            self._card.view.activate(Stop(index))


class _MarkInterface(_Interface):
    def __init__(self, thing: MarkObject) -> None:
        super().__init__(thing)
        self._mark = thing

    def parent(self) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self._mark.of)

    def rect(self) -> QRect:
        index = self._mark.of.index
        view = self._mark.of.view
        if index is None or self._mark.mark >= len(view.stack.boxes[index].card.marks):
            return QRect()
        return view.rect_on_screen(index, QRectF(view.stack.boxes[index].rect_of_mark(self._mark.mark))).toRect()

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Link if self._numbered() else QAccessible.Role.Note

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = self._numbered()
        view, index = self._mark.of.view, self._mark.of.index
        state.focused = index is not None and view.hasFocus() and view.stop == Stop(index, self._mark.mark)
        return state

    def text(self, kind: QAccessible.Text) -> str:
        card = self._mark.of.card
        if card is None or self._mark.mark >= len(card.marks):
            return ""
        mark = card.marks[self._mark.mark]
        if kind is QAccessible.Text.Name:
            return name_mark(self._mark.of.view, card, self._mark.mark)
        if kind is QAccessible.Text.Value and mark.span is not None:
            return Shown(card.body, mark.span.start, min(mark.span.end, mark.span.start + _NAME_LIMIT, len(card.body))).text
        if kind is QAccessible.Text.Description and mark.advice is not None:
            return self._mark.of.view.wording(mark.advice)
        return ""

    def act(self, name: str) -> None:
        if (index := self._mark.of.index) is not None:
            self._mark.of.view.activate(Stop(index, self._mark.mark))

    def _numbered(self) -> bool:
        card = self._mark.of.card
        return card is not None and self._mark.mark < len(card.marks) and card.marks[self._mark.mark].number is not None


class _ViewInterface(QAccessibleWidget):
    def __init__(self, view: "ConversationView") -> None:
        super().__init__(view, QAccessible.Role.List)
        self._view = view

    def childCount(self) -> int:
        return len(self._view.stack.boxes)

    def child(self, index: int) -> _OrNone:
        if not 0 <= index < len(self._view.stack.boxes):
            return None
        return QAccessible.queryAccessibleInterface(self._view.objects.of(index))

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        thing = child.object()
        index = thing.index if isinstance(thing, CardObject) else None
        return -1 if index is None else index

    def childAt(self, x: int, y: int) -> _OrNone:
        found = self._view.where(self._view.viewport().mapFromGlobal(QPoint(x, y)).toPointF())
        return self.child(found[0]) if found is not None else None

    def focusChild(self) -> _OrNone:
        stop = self._view.stop
        if not self._view.hasFocus() or stop is None or stop.card >= len(self._view.stack.boxes):
            return None
        return QAccessible.queryAccessibleInterface(_object_of(self._view, stop))


@cache
def install() -> None:
    """Tell Qt of the interfaces, once per process: Qt keeps every factory that it is given."""
    QAccessible.installFactory(_make)


def _make(_class_name: str, thing: QObject | None) -> QAccessibleInterface | None:
    # Python's half of an interface lives as long as its object, which is as long as Qt's half.
    if isinstance(thing, CardObject):
        thing.interface = _CardInterface(thing)
        return thing.interface
    if isinstance(thing, MarkObject):
        thing.interface = _MarkInterface(thing)
        return thing.interface
    objects = getattr(thing, "objects", None)
    if isinstance(objects, Objects):
        return objects.make_interface()
    return None


def name_card(view: "ConversationView", card: Card) -> str:
    """Who speaks, from where, how it stands, and what it says."""
    wording = view.wording
    words = Words.of(card, wording)
    sign = SIGNS[card.tone]
    parts = [f"{sign} {words.title}" if sign and card.role is CardRole.CLOSING else words.title, *words.badges]
    parts += [part for part in (words.pill, words.aside) if part]
    if card.body:
        body = Shown(card.body, 0, min(len(card.body), _NAME_LIMIT)).text.replace("\u2028", "\n")
        parts.append(
            body if len(card.body) <= _NAME_LIMIT else wording.say("conversation.shortened", text=body, count=len(card.body))
        )
    return ". ".join([*parts, *words.notes])


def name_mark(view: "ConversationView", card: Card, mark: int) -> str:
    """A violation by its number and its message, or a note."""
    shown = card.marks[mark]
    message = view.wording(shown.message)
    if shown.number is None or shown.kind is MarkKind.NOTE:
        return view.wording.say("conversation.note", message=message)
    return view.wording.say("conversation.violation", number=shown.number, message=message)


def announce(view: "ConversationView", sentence: str) -> None:
    """Say something that the keyboard does not stand on."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, sentence))


def news(view: "ConversationView", before: Sequence[Card], after: Sequence[Card]) -> list[str]:
    """What is worth saying aloud: replies that have just been judged or broken off, notices, and what came of the run."""
    known = {card.id: card for card in before}
    said: list[str] = []
    for card in after:
        old = known.get(card.id)
        judged = card.role is CardRole.MODEL and not card.growing and card.pill is not None and (old is None or old.growing)
        if judged and card.pill is not None:
            said.append(f"{view.wording(card.title)}: {write_pill(card.pill, view.wording)}")
        elif old is None and card.role is CardRole.JUDGED and card.aside is not None:
            said.append(f"{view.wording(card.title)}: {view.wording(card.aside)}")
        elif old is None and (card.role is CardRole.CLOSING or (card.role is CardRole.NOTICE and card.tone is Tone.WARN)):
            said.append(name_card(view, card))
    return said


def announce_news(view: "ConversationView", before: Sequence[Card], after: Sequence[Card]) -> None:
    """Announce what has just happened."""
    if QAccessible.isActive():
        for sentence in news(view, before, after):
            announce(view, sentence)


def tell_focus(view: "ConversationView", stop: Stop) -> None:
    """Tell readers where the keyboard is."""
    if QAccessible.isActive() and view.hasFocus():
        QAccessible.updateAccessibility(QAccessibleEvent(_object_of(view, stop), QAccessible.Event.Focus))


def _object_of(view: "ConversationView", stop: Stop) -> QObject:
    thing = view.objects.of(stop.card)
    return thing if stop.mark is None else thing.mark_object(stop.mark)
