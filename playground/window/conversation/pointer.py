"""The mouse on the message view: selecting text across cards, clicks, buttons, tool tips and the context menu."""

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QHelpEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QMenu, QToolTip

from playground.window.controls.menu import Menu
from playground.window.conversation.cards import Card
from playground.window.conversation.emphasis import buttons_of
from playground.window.conversation.message_actions import Act, Offer
from playground.window.conversation.selection import Place, Selection
from playground.window.conversation.stops import Stop
from playground.window.icons import icon

if TYPE_CHECKING:
    from playground.window.conversation.view import ConversationView

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_WORD_REACH = 400  # code points looked at on each side of a double click


class Pointer:
    """Belongs to one view, which hands its mouse events on."""

    def __init__(self, view: "ConversationView") -> None:
        self._view = view
        self._pressed: QPointF | None = None
        self._anchor: Place | None = None
        self._dragging = False
        self._last_double: tuple[float, QPointF] | None = None
        self._at = QPointF()
        self._scroll_timer = QTimer(view)
        self._scroll_timer.setInterval(30)
        self._scroll_timer.timeout.connect(self._scroll_on)
        self.hovered: int | None = None
        self.pressable: Offer | None = None  # the button under the pointer

    def press(self, event: QMouseEvent) -> None:
        """Begin to select; with Shift, draw the selection to here."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        view, point = self._view, event.position()
        self._pressed, self._dragging = point, False
        if self._button_at(point) is not None:
            self._anchor = None
            return
        place = view.place_at(point)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and view.selection is not None and place is not None:
            self._anchor = view.selection.anchor
            view.select(Selection(self._anchor, place))
            self._dragging = True
            return
        if self._is_third_click(event) and place is not None:
            self._anchor = None
            self._select_line(place)
            return
        self._anchor = place
        view.select(None)
        found = view.where(point)
        if found is not None:
            view.set_stop(Stop(found[0]), ring=False)

    def move(self, event: QMouseEvent) -> None:
        """Draw the selection, or show what is under the pointer."""
        point = event.position()
        self._at = point
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self._hover(point)
            return
        if self._pressed is None or self._anchor is None:
            return
        if not self._dragging and (point - self._pressed).manhattanLength() < QGuiApplication.styleHints().startDragDistance() / 2:
            return
        self._dragging = True
        self._draw_to(point)
        outside = not 0 <= point.y() <= self._view.viewport().height()
        if outside != self._scroll_timer.isActive():
            self._scroll_timer.start() if outside else self._scroll_timer.stop()

    def release(self, event: QMouseEvent) -> None:
        """A click without a drag activates what lies there."""
        self._scroll_timer.stop()
        pressed, self._pressed = self._pressed, None
        if pressed is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        view, point = self._view, event.position()
        if self._dragging:
            self._dragging = False
            if QGuiApplication.clipboard().supportsSelection() and (text := view.message_actions.selected_text()):
                QGuiApplication.clipboard().setText(text, QGuiApplication.clipboard().Mode.Selection)
            return
        button = self._button_at(pressed)
        if button is not None:
            if button == self._button_at(point):
                view.message_actions.carry_out(button[1].act, button[0])
            return
        found = view.where(point)
        if found is None or self._anchor is None:
            return
        index, box, local = found
        if not box.rect.contains(local):
            return
        unfold = box.unfold_rect
        if unfold is not None and unfold.adjusted(-6, -4, 6, 6).contains(local):
            view.fold(index, folded=False)
            return
        view.activate(Stop(index, box.mark_at(local)))

    def double_click(self, event: QMouseEvent) -> None:
        """Select the word; a third click selects the line."""
        point = event.position()
        if event.button() is not Qt.MouseButton.LeftButton or self._button_at(point) is not None:
            return
        self._last_double = (event.timestamp(), point)
        self._pressed = None
        place = self._view.place_at(point)
        if place is None:
            return
        body = self._view.cards[place.card].body
        first = max(0, place.offset - _WORD_REACH)
        for match in _WORD.finditer(body, first, min(len(body), place.offset + _WORD_REACH)):
            if match.start() <= place.offset < match.end():
                self._view.select(Selection(Place(place.card, match.start()), Place(place.card, match.end())))
                return

    def take_hover(self, event: QEvent) -> bool:
        """Tool tips, and the pointer leaving; True when nothing more is to be done."""
        if event.type() == QEvent.Type.Leave:
            self.hovered = self.pressable = None
            self._view.viewport().update()
        if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
            return False
        words = self._tip_at(QPointF(event.pos()))
        if words:
            QToolTip.showText(event.globalPos(), words, self._view.viewport())
        else:
            QToolTip.hideText()
        return True

    def show_menu(self, event: QContextMenuEvent) -> None:
        """What can be done with the message, and with the whole conversation."""
        view = self._view
        by_keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        if by_keyboard:
            index = view.stop.card if view.stop is not None else -1
        else:
            found = view.where(QPointF(event.pos()))
            index = found[0] if found is not None else -1
        at = view.viewport().mapToGlobal(view.viewport().rect().center()) if by_keyboard else event.globalPos()
        if by_keyboard and index >= 0:
            at = view.rect_on_screen(index, view.stack.boxes[index].rect).topLeft().toPoint() + QPoint(24, 36)
            at.setY(max(at.y(), view.viewport().mapToGlobal(QPoint(0, 0)).y()))
        self._pop_up(index, at)

    def open_menu(self, index: int) -> None:
        """The menu of a card, below its last button."""
        view = self._view
        buttons = buttons_of(view, index)
        rect = buttons[-1][1] if buttons else view.stack.boxes[index].rect
        self._pop_up(index, view.rect_on_screen(index, rect).bottomLeft().toPoint() + QPoint(0, 4))

    def make_menu(self, index: int) -> Menu:
        """The context menu of the card at `index` (-1: of none)."""
        view, say = self._view, self._view.wording.say
        menu = Menu(view.appearance, view)
        if view.message_actions.selected_text():
            copy = menu.addAction(say("conversation.copy"), view.message_actions.copy)
            copy.setShortcut(QKeySequence.StandardKey.Copy)
            menu.addSeparator()
        offers = view.message_actions.offers(index)
        for offer in offers:
            self._add(menu, offer, index)
        if offers:
            menu.addSeparator()
        if view.stack.boxes:
            every = menu.addAction(say("conversation.select_all"), view.select_all)
            every.setShortcut(QKeySequence.StandardKey.SelectAll)
            find = menu.addAction(say("conversation.find"), view.find_requested.emit)
            find.setShortcut(QKeySequence.StandardKey.Find)
        return menu

    # Inner workings

    def _pop_up(self, index: int, at: QPoint) -> None:
        menu = self.make_menu(index)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def _add(self, menu: QMenu, offer: Offer, index: int) -> None:
        view = self._view
        action = menu.addAction(view.wording.say(offer.words), lambda: view.message_actions.carry_out(offer.act, index))
        action.setIcon(icon(offer.icon, view.look.theme.muted, size=view.appearance.scaled(16)))
        if offer.key is not None and not (offer.act is Act.COPY and view.message_actions.selected_text()):
            action.setShortcut(QKeySequence(offer.key))

    def _is_third_click(self, event: QMouseEvent) -> bool:
        if self._last_double is None:
            return False
        at, point = self._last_double
        self._last_double = None
        soon = event.timestamp() - at < QGuiApplication.styleHints().mouseDoubleClickInterval()
        return soon and (event.position() - point).manhattanLength() < QGuiApplication.styleHints().startDragDistance()

    def _select_line(self, place: Place) -> None:
        body = self._view.cards[place.card].body
        end = body.find("\n", place.offset)
        start = body.rfind("\n", 0, place.offset) + 1
        self._view.select(Selection(Place(place.card, start), Place(place.card, end if end >= 0 else len(body))))

    def _draw_to(self, point: QPointF) -> None:
        place = self._view.place_at(point)
        if place is not None and self._anchor is not None:
            self._view.select(Selection(self._anchor, place))

    def _scroll_on(self) -> None:
        view = self._view
        height = view.viewport().height()
        beyond = self._at.y() - height if self._at.y() > height else min(0.0, self._at.y())
        view.verticalScrollBar().setValue(view.offset + round(beyond / 2))
        self._draw_to(QPointF(self._at.x(), min(max(0.0, self._at.y()), height - 1.0)))

    def _hover(self, point: QPointF) -> None:
        view = self._view
        found = view.where(point)
        hovered = None
        button = self._button_at(point)
        shape = Qt.CursorShape.ArrowCursor
        if found is not None:
            index, box, local = found
            if box.rect.contains(local):
                hovered = index
                body = box.body_top <= local.y() <= box.notes_top
                shape = Qt.CursorShape.IBeamCursor if body and box.rows else shape
                if box.mark_at(local) is not None or (box.unfold_rect is not None and box.unfold_rect.contains(local)):
                    shape = Qt.CursorShape.PointingHandCursor
        if button is not None:  # it may stand beyond its card's edge
            hovered = button[0]
        if hovered != self.hovered:
            self.hovered = hovered
            view.message_actions.done = None
            view.viewport().update()
        pressable = button[1] if button is not None else None
        if pressable != self.pressable:
            self.pressable = pressable
            view.viewport().update()
        if button is not None:
            shape = Qt.CursorShape.PointingHandCursor
        if view.viewport().cursor().shape() != shape:
            view.viewport().setCursor(shape)

    def _button_at(self, point: QPointF) -> tuple[int, Offer] | None:
        view = self._view
        for index in dict.fromkeys([self.hovered, view.stop.card if view.stop is not None else None]):
            if index is None or index >= len(view.stack.boxes):
                continue
            for offer, rect in buttons_of(view, index):
                if view.rect_in_viewport(index, rect).contains(point):
                    return index, offer
        return None

    def _tip_at(self, point: QPointF) -> str:
        button = self._button_at(point)
        if button is not None:
            return self._view.wording.say(button[1].words)
        found = self._view.where(point)
        if found is None:
            return ""
        _, box, local = found
        mark = box.mark_at(local) if box.rect.contains(local) else None
        return write_mark(self._view, box.card, mark) if mark is not None else ""


def write_mark(view: "ConversationView", card: Card, mark: int) -> str:
    """A mark in words, with its number and what to do."""
    shown = card.marks[mark]
    words = view.wording(shown.message)
    if shown.number is not None:
        words = f"{shown.number}  {words}"
    return words if shown.advice is None else f"{words}\n{view.wording(shown.advice)}"
