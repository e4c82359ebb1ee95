"""The bar that finds text in the conversation: what, how many, next, previous, and whether capitals count."""

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import LineField
from playground.window.conversation.search import Hits, find_hits
from playground.window.conversation.view import ConversationView
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_WAIT = 120  # milliseconds after the last key
_WAIT_FOR_TEXT = 400  # milliseconds between two looks at a conversation that grows


class FindBar(QWidget):
    """Looks in one view. `closed` comes when the person has done."""

    closed = Signal()

    def __init__(self, view: ConversationView, appearance: Appearance, wording: Wording, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._appearance = appearance
        self._wording = wording
        self._hits = Hits()
        self._now = -1
        self.field = LineField(appearance, parent=self)
        self.count = QLabel(self)
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.case = Button(appearance, Kind.QUIET, parent=self)
        self.case.setText("Aa")
        self.case.setCheckable(True)
        self.previous = Button(appearance, Kind.QUIET, icon="chevron-up", parent=self)
        self.next = Button(appearance, Kind.QUIET, icon="chevron-down", parent=self)
        self.close_button = Button(appearance, Kind.QUIET, icon="x", parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.XXL, Space.S, Space.XXL, Space.S)
        row.setSpacing(Space.XS)
        row.addWidget(self.field, 1)
        for widget in (self.count, self.case, self.previous, self.next, self.close_button):
            row.addWidget(widget)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT)
        self._timer.timeout.connect(self.look)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_WAIT_FOR_TEXT)
        self._again.timeout.connect(self._look_again)
        self.field.textChanged.connect(self._typed)
        self.case.toggled.connect(self._typed)
        self.next.clicked.connect(self.go_on)
        self.previous.clicked.connect(self.go_back)
        self.close_button.clicked.connect(self.done)
        view.cards_changed.connect(self._cards_changed)
        appearance.changed.connect(self._themed)
        wording.language_changed.connect(self._themed)
        self._themed()

    @property
    def hits(self) -> Hits:
        """What was found."""
        return self._hits

    def open(self) -> None:
        """Show the bar, ready to type; what is selected is looked for at once."""
        chosen = self._view.message_actions.selected_text()
        self.show()
        if chosen and "\n" not in chosen:
            self.field.setText(chosen)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self.look()

    @Slot()
    def done(self) -> None:
        """Hide the bar and what was lifted out."""
        self.hide()
        self._timer.stop()
        self._view.show_hits((), None)
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    @Slot()
    def look(self) -> None:
        """Look for what is typed, from what is in view on."""
        self._timer.stop()
        self._find()
        self._now = next((place for place, hit in enumerate(self._hits.found) if hit.card >= self._first_in_view()), 0)
        self._show()

    @Slot()
    def go_on(self) -> None:
        """The next place; after the last one the first."""
        self._go(1)

    @Slot()
    def go_back(self) -> None:
        """The place before; before the first one the last."""
        self._go(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.done()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F3}:
            self._go(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._appearance.theme.surface)
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._appearance.theme.line)
        painter.end()

    def _go(self, by: int) -> None:
        if self._timer.isActive():
            self.look()
            return
        if self._hits.found:
            self._now = (self._now + by) % len(self._hits.found)
            self._show()

    def _first_in_view(self) -> int:
        return self._view.stack.at(float(self._view.offset))

    def _find(self) -> None:
        self._hits = find_hits((card.body for card in self._view.cards), self.field.text(), match_case=self.case.isChecked())

    def _show(self, *, move: bool = True) -> None:
        found = self._hits.found
        now = found[self._now] if 0 <= self._now < len(found) else None
        if move:
            self._view.show_hits(found, now)
        else:
            self._view.lift_out(found, now)
        if not self.field.text():
            words = ""
        elif not found:
            words = self._wording.say("conversation.find.none")
        else:
            id = "conversation.find.many" if self._hits.more else "conversation.find.place"
            words = self._wording.say(id, number=self._now + 1, total=len(found))
        self.count.setText(words)
        self.next.setEnabled(bool(found))
        self.previous.setEnabled(bool(found))

    @Slot()
    def _typed(self) -> None:
        self._timer.start()

    @Slot()
    def _cards_changed(self) -> None:
        if not self.isHidden() and self.field.text() and not self._again.isActive():
            self._again.start()

    @Slot()
    def _look_again(self) -> None:
        # The places of what was found may be wrong now. Looking again does not move the view: the person is reading.
        if self.isHidden():
            return
        known = self._hits.found[self._now] if 0 <= self._now < len(self._hits.found) else None
        self._find()
        self._now = self._hits.found.index(known) if known in self._hits.found else min(0, len(self._hits.found) - 1)
        self._show(move=False)

    @Slot()
    def _themed(self) -> None:
        say = self._wording.say
        self.field.setPlaceholderText(say("conversation.find.what"))
        self.field.setAccessibleName(say("conversation.find.what"))
        self.case.setAccessibleName(say("conversation.find.case"))
        self.case.setToolTip(say("conversation.find.case"))
        self.previous.name_it(say("conversation.find.previous"))
        self.next.name_it(say("conversation.find.next"))
        self.close_button.name_it(say("conversation.find.close"))
        self.count.setFont(self._appearance.font(TypeSize.SMALL))
        self._show(move=False)
        self.update()
