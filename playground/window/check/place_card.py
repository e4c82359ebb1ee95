"""One place in a text as a card: what it is, how it stands, what is written there, and why."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QFocusEvent, QFont, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.verdict.spans import Span
from playground.window.appearance import Appearance
from playground.window.check.places import Place
from playground.window.controls.card import Card, Ground
from playground.window.controls.label import Label
from playground.window.controls.pill import Pill, State
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.conversation.cards import Tone
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_STATES = {Tone.GOOD: State.GOOD, Tone.BAD: State.BAD, Tone.WARN: State.WARN}


class PlaceCard(Card):
    """`activated` with the Span that was clicked; `pointed` with it while the pointer or the keyboard is on it, else with None."""

    activated = Signal(object)
    pointed = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(appearance, parent=parent)
        self._wording = wording
        self._place: Place | None = None
        self._title = Label(appearance, weight=QFont.Weight.DemiBold)
        self._pill = Pill(appearance)
        self._excerpt = Label(appearance, size=TypeSize.SMALL, mono=True, wraps=True)
        self._message = Label(appearance, role="muted", wraps=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        layout.setSpacing(Space.XS)
        layout.addWidget(WrappingRow(self._title, self._pill))
        layout.addWidget(self._excerpt)
        layout.addWidget(self._message)

    @property
    def span(self) -> Span | None:
        """Where it is."""
        return self._place.span if self._place is not None else None

    def show_place(self, place: Place) -> None:
        """Show this place."""
        self._place = place
        title, message = self._wording(place.title), self._wording(place.message)
        state = self._wording(place.state) if place.state is not None else ""
        self._title.setText(title)
        self._pill.setVisible(bool(state))
        self._pill.say(_STATES[place.tone] if place.tone is not None else State.PLAIN, state)
        self._excerpt.setText(place.excerpt)
        self._excerpt.setVisible(bool(place.excerpt))
        self._message.setText(message)
        self.set_ground(Ground.ACCENT if place.chosen else Ground.PLAIN)
        self._message.set_role("text" if place.chosen else "muted")
        goes = place.span is not None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if goes else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if goes else Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(", ".join(filter(None, (title, state))))
        self.setAccessibleDescription(message)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._activate()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # or the release would go to what lies below

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._activate()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(self.span)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(self.span if self.hasFocus() else None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.set_ringed(True)
        self.pointed.emit(self.span)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.set_ringed(False)
        self.pointed.emit(None)

    @Slot()
    def _activate(self) -> None:
        if self.span is not None:
            self.activated.emit(self.span)
