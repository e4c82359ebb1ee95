"""Which view of the schema is shown: its text, a form, or words."""

from enum import StrEnum

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.heading import Heading
from playground.window.theme import Space
from playground.window.words_in_window import Wording


class View(StrEnum):
    """A view of the schema."""

    TEXT = "text"
    FORM = "form"
    WORDS = "words"


class ViewSwitch(QWidget):
    """Three small buttons of which one is down. `chosen` with a View when the person chose another one."""

    chosen = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._wording = wording
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.buttons = {view: Button(appearance, Kind.LINK, gives_way=True) for view in View}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for button in self.buttons.values():
            button.setCheckable(True)
            self._group.addButton(button)
            layout.addWidget(button)
        layout.addStretch(1)
        self._group.buttonToggled.connect(self._tell)
        self.show_view(View.TEXT)
        self.retranslate()

    @property
    def view(self) -> View:
        """The present one."""
        return next(view for view, button in self.buttons.items() if button.isChecked())

    def show_view(self, view: View) -> None:
        """Show which one is chosen."""
        self.buttons[view].setChecked(True)

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.setAccessibleName(self._wording.say("schema.view"))
        for view, button in self.buttons.items():
            button.setText(self._wording.say(f"schema.view.{view}"))
            button.setToolTip(self._wording.say(f"schema.view.{view}_switch_tip"))

    @Slot(object, bool)
    def _tell(self, button: QWidget, on: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        if on:
            self.chosen.emit(next(view for view, each in self.buttons.items() if each is button))


class ViewHeading(Heading):
    """A heading with the switch beside it, or below it where there is no room."""

    def __init__(self, appearance: Appearance, switch: ViewSwitch) -> None:
        super().__init__(appearance, switch)
        self._switch = switch
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        layout = self.layout()
        if not isinstance(layout, QBoxLayout):
            return
        words = self._label.fontMetrics().horizontalAdvance(self._label.text())
        fits = words + 2 * Space.XS + self._switch.sizeHint().width() <= self.width()
        direction = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        if direction is not layout.direction():
            layout.setDirection(direction)
