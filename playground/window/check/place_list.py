"""Places one below the other under a heading; many of them a part at a time."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.check.place_card import PlaceCard
from playground.window.check.places import Place
from playground.window.controls.button import Button, Kind
from playground.window.controls.heading import Heading
from playground.window.theme import Space
from playground.window.words_in_window import Wording

_SHOWN_AT_ONCE = 12  # each is a widget


class PlaceList(QWidget):
    """Hidden while there is nothing to list. `activated` and `pointed` bring a Span, as the cards do."""

    activated = Signal(object)
    pointed = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._places: tuple[Place, ...] = ()
        self._made: list[PlaceCard] = []
        self._most = _SHOWN_AT_ONCE
        self._heading = Heading(appearance)
        self._more = Button(appearance, Kind.LINK)
        self._more.clicked.connect(self._show_more)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(Space.S)
        self._layout.addWidget(self._heading)
        self._layout.addWidget(self._more)

    @property
    def cards(self) -> tuple[PlaceCard, ...]:
        """The cards that are shown, in their order."""
        return tuple(card for card in self._made if not card.isHidden())

    def show_places(self, title: str, places: Sequence[Place]) -> None:
        """List these; without a `title` there is no heading."""
        if len(places) < len(self._places):
            self._most = _SHOWN_AT_ONCE
        self._places = tuple(places)
        self._heading.say(title)
        self._heading.setVisible(bool(title))
        self._fill()

    def _fill(self) -> None:
        shown = self._places[: self._most]
        while len(self._made) < len(shown):
            card = PlaceCard(self._appearance, self._wording)
            card.activated.connect(self.activated)
            card.pointed.connect(self.pointed)
            self._layout.insertWidget(len(self._made) + 1, card)
            self._made.append(card)
        for card, place in zip(self._made, shown, strict=False):
            card.show_place(place)
            card.show()
        for card in self._made[len(shown) :]:
            card.hide()
        rest = len(self._places) - len(shown)
        self._more.setVisible(rest > 0)
        self._more.setText(self._wording.say("check.show_more", count=rest))
        self.setVisible(bool(self._places))

    @Slot()
    def _show_more(self) -> None:
        self._most += _SHOWN_AT_ONCE
        self._fill()
