"""Lines above the conversation: what the person should know just now, with a way out beside it."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card, Ground
from playground.window.controls.label import Label
from playground.window.theme import Space
from playground.window.words_in_window import Wording
from playground.words.text import Text


class Notice(Card):
    """One line, perhaps with a title, a button and a way to put it away."""

    def __init__(self, appearance: Appearance, wording: Wording, ground: Ground) -> None:
        super().__init__(appearance, ground)
        self._wording = wording
        self._texts: tuple[Text | None, Text | None, Text | None] = (None, None, None)
        self._act: Callable[[], None] | None = None
        self.title = Label(appearance, weight=QFont.Weight.DemiBold)
        self.words = Label(appearance, wraps=True)
        self.button = Button(appearance, Kind.OUTLINED)
        self.put_away = Button(appearance, Kind.QUIET, icon="x")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(Space.M, Space.XS + 2, Space.S, Space.XS + 2)
        layout.setSpacing(Space.M)
        said = QVBoxLayout()
        said.setSpacing(0)
        said.addWidget(self.title)
        said.addWidget(self.words)
        layout.addLayout(said, 1)
        layout.addWidget(self.button)
        layout.addWidget(self.put_away)
        self.setMinimumHeight(appearance.scaled(42))
        self.button.clicked.connect(self._do)
        self.put_away.clicked.connect(self.hide)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    def say(self, words: Text, *, title: Text | None = None, way_out: Text | None = None, closable: bool = True) -> None:
        """Show it with these words."""
        self._texts = (title, words, way_out)
        self.put_away.setVisible(closable)
        self.retranslate()
        self.show()

    def on_press(self, act: Callable[[], None] | None) -> None:
        """What its button does."""
        self._act = act

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        widgets: tuple[Label | Button, ...] = (self.title, self.words, self.button)
        for widget, text in zip(widgets, self._texts, strict=True):
            widget.setText(self._wording(text) if text is not None else "")
            widget.setVisible(text is not None)
        self.put_away.name_it(self._wording.say("window.put_away"))

    @Slot()
    def _do(self) -> None:
        if self._act is not None:
            self._act()


class Notices(QWidget):
    """A stack of notices by name; each name has at most one."""

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._by_name: dict[str, Notice] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(Space.S)

    def show_notice(
        self,
        name: str,
        words: Text,
        *,
        title: Text | None = None,
        ground: Ground = Ground.PLAIN,
        way_out: Text | None = None,
        act: Callable[[], None] | None = None,
        closable: bool = True,
    ) -> None:
        """Show a notice, in the stead of the one of the same name."""
        notice = self._by_name.get(name)
        if notice is None:
            notice = self._by_name[name] = Notice(self._appearance, self._wording, ground)
            self._layout.addWidget(notice)
        notice.set_ground(ground)
        notice.on_press(act)
        notice.say(words, title=title, way_out=way_out, closable=closable)

    def find_notice(self, name: str) -> Notice:
        """The notice of that name; raises KeyError if it was never shown."""
        return self._by_name[name]

    def hide_notice(self, name: str) -> None:
        """Take a notice away."""
        if name in self._by_name:
            self._by_name[name].hide()

    def shown(self) -> tuple[str, ...]:
        """The names of the notices that are shown."""
        return tuple(name for name, notice in self._by_name.items() if not notice.isHidden())
