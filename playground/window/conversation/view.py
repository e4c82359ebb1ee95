"""The message view: cards one below the other, painted from rows that are laid out when they come into view.

It shows cards and knows nothing of runs. What it takes: cards, growth, and what is selected. What it tells: which attempt and
which violation a person chose.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.painting import fill
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.controls.viewport import use_own_viewport
from playground.window.conversation import accessibility
from playground.window.conversation.card_box import CardBox
from playground.window.conversation.card_painting import paint_card
from playground.window.conversation.cards import Card, CardRole
from playground.window.conversation.emphasis import emphasize
from playground.window.conversation.growth import Growth
from playground.window.conversation.highlights import Highlights
from playground.window.conversation.keyboard import Keyboard
from playground.window.conversation.look import Look
from playground.window.conversation.message_actions import MessageActions
from playground.window.conversation.pointer import Pointer
from playground.window.conversation.scrolling import Scroller
from playground.window.conversation.selection import Place, Selection
from playground.window.conversation.stack import CardStack
from playground.window.conversation.stops import Stop, keep_stop
from playground.window.words_in_window import Wording

if TYPE_CHECKING:
    from playground.window.conversation.search import Hit

_WIDEST = 1000  # pixels at 100 %; longer lines are hard to read
_HEAD = 200.0  # pixels of a card that must be in view when its attempt is selected


class ConversationView(QAbstractScrollArea):
    """Signals: what the person activated, and whether the newest message is in view."""

    violation_activated = Signal(int, int)  # attempt, index in the verdict's list
    attempt_selected = Signal(int)
    end_in_view = Signal(bool)
    cards_changed = Signal()  # bodies may have changed: what was found must be looked for again
    find_requested = Signal()
    check_wanted = Signal(str)  # a reply to check without a model
    explanation_wanted = Signal(str)  # a reply whose JSON was found, or not
    case_wanted = Signal(str, bool)  # a reply to keep, and whether it passes
    resized = Signal()

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        use_own_viewport(self)
        accessibility.install()
        self.appearance = appearance
        self.wording = wording
        self.look = Look(appearance)
        self.stack = CardStack(self.look, wording)
        self.stop: Stop | None = None
        self._ring = False
        self.lifted = Highlights()
        self._growth = Growth(self._show_grown, self)
        self._scroller = Scroller(self, self.stack)
        self.message_actions = MessageActions(self)
        self.pointer = Pointer(self)
        self._keyboard = Keyboard(self)
        self.objects = accessibility.Objects(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        use_thin_bars(self, appearance)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        appearance.changed.connect(self._themed)
        wording.language_changed.connect(self._themed)
        self._themed()

    # What it shows

    @property
    def cards(self) -> list[Card]:
        """The cards as shown, with what has grown since."""
        self.flush()
        return self.stack.cards

    def set_cards(self, cards: Sequence[Card]) -> None:
        """Show exactly these cards. Cards known by their id keep their place, selection and fold."""
        self.flush()
        before = self.stack.cards
        known = [card.id for card in before]
        shown = [card.id for card in cards]
        self.stack.set_cards(cards)
        if not set(known) & set(shown):  # another conversation
            self.lifted = Highlights()
            self._scroller.following = True
            self.stop = None
        elif shown[: len(known)] != known:
            self.lifted.selection = None
        if self.stop is not None:
            self.stop = keep_stop(cards, self.stop)
        if known != shown:
            self.objects.follow(before, cards)
        self._content_changed()
        accessibility.announce_news(self, before, list(cards))

    def append(self, card: Card) -> None:
        """Show one card more, at the end."""
        self.set_cards([*self.cards, card])

    def change(self, card_id: str, card: Card) -> None:
        """Show another state of a card; does nothing when it is not shown."""
        self.set_cards([card if shown.id == card_id else shown for shown in self.cards])

    def grow(self, card_id: str, added: str) -> None:
        """Append to a card's body. Many calls a second cost no more than 30."""
        self._growth.add(card_id, added)

    def flush(self) -> None:
        """Show at once what has grown."""
        self._growth.flush()

    # What is selected

    @property
    def selection(self) -> Selection | None:
        """The selected text."""
        return self.lifted.selection

    @property
    def selected_attempt(self) -> int | None:
        """The attempt that is outlined."""
        return self.lifted.attempt

    @property
    def chosen_violation(self) -> tuple[int, int] | None:
        """Attempt and index of the violation that is outlined."""
        return self.lifted.violation

    def select_attempt(self, number: int | None, *, scroll: bool = True) -> None:
        """Outline an attempt; tells nobody."""
        self.lifted.select_attempt(number)
        index = self._card_of_attempt(number)
        if index is not None and scroll:
            box = self.stack.boxes[index]
            self.scroll_to(index, lambda: QRectF(0, 0, box.rect.width(), min(box.height, _HEAD)))
        self.viewport().update()

    def select_violation(self, attempt: int, index: int) -> None:
        """Outline a violation and bring it into view; tells nobody."""
        self.lifted.choose(attempt, index)
        marks = [self.lifted.chosen_mark(box.card) for box in self.stack.boxes]
        card, mark = next(((card, mark) for card, mark in enumerate(marks) if mark is not None), (None, None))
        if card is not None and mark is not None:
            box, place = self.stack.boxes[card], mark
            if box.folded:
                box.set_folded(folded=False)
            self.scroll_to(card, lambda: box.rect_of_mark(place))
            self.stop = Stop(card, mark)
        self.viewport().update()

    def activate(self, stop: Stop) -> None:
        """As a click or Enter does: choose the violation or the attempt, and tell. A folded message is opened."""
        box = self.stack.boxes[stop.card]
        card = box.card
        if stop.mark is not None and card.attempt is not None and card.marks[stop.mark].number is not None:
            index = card.marks[stop.mark].index
            self.lifted.choose(card.attempt, index)
            self.viewport().update()
            self.violation_activated.emit(card.attempt, index)
            return
        if box.folded and box.foldable:
            self.fold(stop.card, folded=False)
        if card.role is CardRole.MODEL and card.attempt is not None:
            self.select_attempt(card.attempt, scroll=False)
            self.attempt_selected.emit(card.attempt)

    def fold(self, index: int, *, folded: bool) -> None:
        """Show the beginning of a message only, or all of it."""
        self.stack.boxes[index].set_folded(folded=folded)
        self._scroller.following = False
        self._content_changed()

    def select(self, selection: Selection | None) -> None:
        """Select text."""
        self.lifted.selection = selection
        self.viewport().update()

    def select_all(self) -> None:
        """Select the text of all cards."""
        cards = self.cards
        if cards:
            self.select(Selection(Place(0, 0), Place(len(cards) - 1, len(cards[-1].body))))

    def show_hits(self, hits: "Sequence[Hit]", now: "Hit | None") -> None:
        """Lift out what was found, and bring the present one into view."""
        self.lift_out(hits, now)
        if now is not None and now.card < len(self.stack.boxes):
            box = self.stack.boxes[now.card]
            if box.folded:
                box.set_folded(folded=False)
            self.scroll_to(now.card, lambda: box.rect_of(now.start, now.end))
        self.viewport().update()

    def lift_out(self, hits: "Sequence[Hit]", now: "Hit | None") -> None:
        """Lift out what was found, without moving the view."""
        self.lifted.show_hits(hits, now)
        self.viewport().update()

    # Scrolling

    @property
    def offset(self) -> int:
        """How far it is scrolled down, in pixels."""
        return self._scroller.offset

    def scroll_to_end(self) -> None:
        """Go to the newest message and stay there while it grows."""
        self._scroller.following = True
        self._settle()

    def scroll_to(self, index: int, find: Callable[[], QRectF]) -> None:
        """Bring a part of a card into view; `find` gives it in the card's own coordinates."""
        self._scroller.scroll_to(index, find)
        self._settle()

    def where(self, point: QPointF) -> tuple[int, CardBox, QPointF] | None:
        """The card at or above a point of the viewport, and the point in the card's own coordinates."""
        y = point.y() + self.offset
        index = self.stack.at(y)
        if index < 0:
            return None
        return index, self.stack.boxes[index], QPointF(point.x() - self._left, y - self.stack.top_of(index))

    def place_at(self, point: QPointF) -> Place | None:
        """The place in the text nearest to a point of the viewport."""
        found = self.where(point)
        if found is None:
            return None
        index, box, local = found
        return Place(index, box.place_at(local))

    def rect_in_viewport(self, index: int, rect: QRectF) -> QRectF:
        """A part of a card in the viewport's coordinates."""
        return rect.translated(self._left, self.stack.top_of(index) - self.offset)

    def rect_on_screen(self, index: int, rect: QRectF) -> QRectF:
        """A part of a card in global coordinates."""
        return self.rect_in_viewport(index, rect).translated(self.viewport().mapToGlobal(QPoint(0, 0)))

    def set_stop(self, stop: Stop | None, *, ring: bool = True) -> None:
        """Put the keyboard somewhere and bring it into view."""
        self.stop = stop
        self._ring = ring
        if stop is not None and ring:
            box = self.stack.boxes[stop.card]
            mark = stop.mark
            self.scroll_to(
                stop.card,
                lambda: box.rect.adjusted(0, -self.look.button_size, 0, 6) if mark is None else box.rect_of_mark(mark),
            )
            accessibility.tell_focus(self, stop)
        self.viewport().update()

    def has_keyboard(self, index: int) -> bool:
        """True while the keyboard stands on a card, and has been used there."""
        return self._ring and self.hasFocus() and self.stop is not None and self.stop.card == index

    # Events

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill(painter, event.rect(), self.look.theme.ground)
        offset, area = self.offset, event.rect()
        for index, box in self.stack.within(offset + area.top() - 8, offset + area.bottom() + 8):
            top = self.stack.top_of(index) - offset
            painter.save()
            painter.translate(self._left, top)
            paint_card(painter, box, self.look, emphasize(self, index), area.top() - top - 8, area.bottom() - top + 8)
            painter.restore()
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._column != self._last_column:
            self._lay_out_anew()
        self._settle()
        self.resized.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if self._scroller.scrolled():
            self._settle()
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if self.pointer.take_hover(event):
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._ring = False
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.pointer.double_click(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.pointer.show_menu(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._ring = True
        if not self._keyboard.take(event):
            event.ignore()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: FBT001 - as Qt has it
        return self._keyboard.tab(forward=next) or super().focusNextPrevChild(next)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._keyboard.arrive(event.reason())
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(self.appearance.scaled(680), self.appearance.scaled(600))

    # Inner workings

    @property
    def _column(self) -> float:
        width = self.viewport().width()
        return float(min(width - 2 * min(self.look.margin, width // 20), self.appearance.scaled(_WIDEST)))

    @property
    def _left(self) -> float:
        return max(0.0, (self.viewport().width() - self._column) / 2)

    @Slot()
    def _themed(self) -> None:
        self.look = Look(self.appearance)
        self.setAccessibleName(self.wording.say("conversation.name"))
        self.verticalScrollBar().setSingleStep(self.look.line_height)
        self._lay_out_anew()
        self._settle()

    def _lay_out_anew(self) -> None:
        self._last_column = self._column
        self._scroller.lay_out_anew(self.look, self._column)

    def _show_grown(self, grown: dict[str, str]) -> None:
        for card_id, added in grown.items():
            index = self.stack.index_of(card_id)
            if index is not None:
                self.stack.boxes[index].grow(added)
        self.stack.sum()
        self._content_changed()

    def _content_changed(self) -> None:
        self._settle()
        self.viewport().update()
        self.cards_changed.emit()

    def _settle(self) -> None:
        self._scroller.settle()
        self.end_in_view.emit(self._scroller.at_end)
        self.viewport().update()

    def _card_of_attempt(self, number: int | None) -> int | None:
        return next(
            (index for index, box in enumerate(self.stack.boxes) if box.card.role is CardRole.MODEL and box.card.attempt == number),
            None,
        )
