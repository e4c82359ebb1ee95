"""The extraction view: every piece of the reply, the chosen one and why, and where the lessons' simple extractors fail."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.check.live_sighting import Sighted
from playground.window.check.place_list import PlaceList
from playground.window.check.places import places_of_pieces, places_of_takings
from playground.window.controls.button import Button, Kind
from playground.window.controls.label import Label
from playground.window.theme import Space
from playground.window.words_in_window import Wording


class ExtractionFold(QWidget):
    """`turned` when a person opens or closes it; `activated` and `pointed` with the Span of a piece."""

    turned = Signal(bool)
    activated = Signal(object)
    pointed = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._wording = wording
        self._sighted: Sighted | None = None
        self.button = Button(appearance, Kind.LINK, icon="chevron-down")
        self.button.setCheckable(True)
        self._nothing = Label(appearance, role="muted", wraps=True)
        self.pieces = PlaceList(appearance, wording)
        self.takings = PlaceList(appearance, wording)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.S)
        layout.addWidget(self.button)
        layout.addWidget(self._nothing)
        for places in (self.pieces, self.takings):
            layout.addWidget(places)
            places.activated.connect(self.activated)
            places.pointed.connect(self.pointed)
        self.button.toggled.connect(self._turn)
        self.retranslate()

    @property
    def opened(self) -> bool:
        """Whether the person looks into it."""
        return self.button.isChecked()

    def open(self) -> None:
        """Open it, if it is not."""
        self.button.setChecked(True)

    def show_sighting(self, sighted: Sighted | None) -> None:
        """Show what was seen; None while nothing is known."""
        self._sighted = sighted
        self._fill()

    @Slot()
    def retranslate(self) -> None:
        """Word everything anew."""
        self.button.setText(self._wording.say("check.found"))
        self._nothing.setText(self._wording.say("check.found_none"))
        self._fill()

    @Slot(bool)
    def _turn(self, opened: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        self.button.show_icon("chevron-up" if opened else "chevron-down")
        self._fill()
        self.turned.emit(opened)

    def _fill(self) -> None:
        sighted = self._sighted if self.opened else None
        self._nothing.setVisible(sighted is not None and not sighted.sighting.pieces)
        if sighted is None:
            self.pieces.show_places("", ())
            self.takings.show_places("", ())
            return
        judged, sighting = sighted.judged, sighted.sighting
        self.pieces.show_places("", places_of_pieces(sighting, judged.reply))
        takings = places_of_takings(sighting, judged.reply, judged.verdict)
        self.takings.show_places(self._wording.say("check.simple"), takings)
