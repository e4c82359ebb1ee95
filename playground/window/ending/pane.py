"""The pane of the ending."""

from collections.abc import Sequence

from PySide6.QtCore import Slot

from playground.repair.scenario import Ending
from playground.repair.stops import Stop
from playground.window.appearance import Appearance
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.editing import Editing
from playground.window.ending.chooser import EndingChooser
from playground.window.pane import Pane
from playground.window.theme import TypeSize
from playground.window.words_in_window import Wording
from playground.words.text import Text


class EndingPane(Pane):
    """Shows what the schema offers, as soon as `take_stops` has brought it, and edits the scenario's ending."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing) -> None:
        super().__init__(appearance, wording, Heading(appearance))
        self._editing = editing
        self._stops: tuple[Stop, ...] = ()
        self._explained: tuple[Ending, Text] | None = None
        self.chooser = EndingChooser(appearance, wording)
        self.chooser.chosen.connect(self._choose)
        self.chooser.hide()  # until there is something to choose
        self._waiting = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.body.addWidget(self._waiting)
        self.body.addWidget(self.chooser)
        editing.changed.connect(self._show)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.heading.say(self.wording.say("ending.pane"))
        self._waiting.setText(self.wording.say("window.ending_waiting"))

    def take_stops(self, stops: Sequence[Stop], ending: Ending, explanation: Text | None) -> None:
        """What the schema offers, and what to know of the value that `ending` holds."""
        self._stops = tuple(stops)
        self._explained = (ending, explanation) if explanation is not None else None
        self._show()

    @Slot()
    def _show(self) -> None:
        if not self._stops:  # the schema has not been looked at yet
            return
        self._waiting.hide()
        self.chooser.show()
        scenario = self._editing.scenario
        explanation = self._explained[1] if self._explained and self._explained[0] == scenario.ending else None
        self.chooser.show_ending(self._stops, scenario.ending, scenario.max_attempts, explanation)

    @Slot(object)
    def _choose(self, ending: Ending) -> None:
        self._editing.change("ending.change", "ending", ending=ending)
