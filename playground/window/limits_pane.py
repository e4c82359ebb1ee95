"""How many attempts there may be."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout

from playground.repair.scenario import MAX_ATTEMPTS_LIMIT
from playground.window.appearance import Appearance
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.controls.slider import Slider
from playground.window.editing import Editing
from playground.window.pane import Pane
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording


class LimitsPane(Pane):
    """The slider of attempts, with what it means in words."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing) -> None:
        super().__init__(appearance, wording, Heading(appearance))
        self._editing = editing
        self.slider = Slider(appearance, 1, MAX_ATTEMPTS_LIMIT)
        self._count = Label(appearance, weight=QFont.Weight.DemiBold)
        self._meaning = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addWidget(self.slider, 1)
        row.addWidget(self._count)
        self.body.setSpacing(Space.XS)
        self.body.addLayout(row)
        self.body.addWidget(self._meaning)
        self.slider.valueChanged.connect(self._choose)
        editing.changed.connect(self._show)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.heading.say(self.wording.say("window.at_most"))
        self.slider.setAccessibleName(self.wording.say("window.attempts_slider"))
        self._show()

    @Slot()
    def _show(self) -> None:
        count = self._editing.scenario.max_attempts
        blocked = self.slider.blockSignals(True)
        self.slider.setValue(count)
        self.slider.blockSignals(blocked)
        say = self.wording.say
        words = say("window.attempts", count=count)
        meaning = say("window.only_first") if count == 1 else say("window.first_and_repairs", count=count - 1)
        self._count.setText(words)
        self._meaning.setText(meaning)
        self.slider.setAccessibleDescription(f"{words}: {meaning}")

    @Slot(int)
    def _choose(self, count: int) -> None:
        self._editing.change("window.change.attempts", "max_attempts", max_attempts=count)
