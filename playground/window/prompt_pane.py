"""The prompt: a list of messages, shown as one plain field as long as it is one message of the user."""

import time
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from playground.repair.message import Message, Role
from playground.repair.scenario import SampleRule
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card, Ground
from playground.window.controls.fields import Choice, TextField
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.editing import Editing
from playground.window.pane import Pane
from playground.window.theme import Space, TypeSize
from playground.window.variables import Variables
from playground.window.words_in_window import Wording

# A row takes some milliseconds to make, so that two hundred of them at once would hold the window up for seconds.
_AT_ONCE = 4  # rows made at once; the rest follows in turns
_TURN = 0.008  # seconds
_DELETED_AT_ONCE = 3


class MessageRow(QWidget):
    """One message: who speaks, what is said, and buttons to move and to remove it."""

    edited = Signal(int, str)
    role_chosen = Signal(int, str)
    moved = Signal(int, int)
    removed = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording, place: int) -> None:
        super().__init__()
        self._wording = wording
        self._place = place
        self.role = Choice(appearance)
        self.up = Button(appearance, Kind.QUIET, icon="arrow-up")
        self.down = Button(appearance, Kind.QUIET, icon="arrow-down")
        self.remove = Button(appearance, Kind.QUIET, icon="trash-2")
        self.field = TextField(appearance, low=2, high=12)
        self._header = QWidget()
        header = QHBoxLayout(self._header)
        header.setContentsMargins(0, 0, 0, 0)
        header.setSpacing(0)
        header.addWidget(self.role, 1)
        header.addSpacing(Space.XS)
        for button in (self.up, self.down, self.remove):
            header.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        layout.addWidget(self._header)
        layout.addWidget(self.field)
        self.field.edited.connect(self._pass_text)
        self.role.currentIndexChanged.connect(self._pass_role)
        self.up.clicked.connect(self._move_up)
        self.down.clicked.connect(self._move_down)
        self.remove.clicked.connect(self._pass_remove)

    def show_message(self, message: Message, *, count: int, simple: bool) -> None:
        """Show a message that is one of `count`; `simple` leaves out everything but its text."""
        say = self._wording.say
        self._header.setVisible(not simple)
        self.role.show_items([(role.value, say(f"window.role.{role}")) for role in Role], message.role)
        self.role.setAccessibleName(say("window.role"))
        number = self._place + 1
        self.up.setEnabled(self._place > 0)
        self.down.setEnabled(number < count)
        self.remove.setEnabled(count > 1)
        self.up.name_it(say("window.message_up", number=number))
        self.down.name_it(say("window.message_down", number=number))
        self.remove.name_it(say("window.message_remove", number=number))
        name = say("window.prompt") if simple else say("window.message", number=number)
        self.field.editor.setAccessibleName(name)
        self.field.editor.setPlaceholderText(say("window.prompt_empty"))
        self.field.show_text(message.content)

    @Slot(str)
    def _pass_text(self, text: str) -> None:
        self.edited.emit(self._place, text)

    @Slot()
    def _pass_role(self) -> None:
        self.role_chosen.emit(self._place, self.role.chosen())

    @Slot()
    def _move_up(self) -> None:
        self.moved.emit(self._place, -1)

    @Slot()
    def _move_down(self) -> None:
        self.moved.emit(self._place, 1)

    @Slot()
    def _pass_remove(self) -> None:
        self.removed.emit(self._place)


class PromptPane(Pane):
    """Edits the scenario's messages. `model_wanted` asks for an endpoint that reads the prompt."""

    model_wanted = Signal()

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing) -> None:
        self._details = Button(appearance, Kind.LINK)
        self._details.setCheckable(True)
        super().__init__(appearance, wording, Heading(appearance, self._details))
        self._editing = editing
        self._rows: list[MessageRow] = []
        self._gone: list[MessageRow] = []  # hidden, to be deleted
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._go_on)
        self._opened_with: tuple[Message, ...] = ()
        self._list = QVBoxLayout()
        self._list.setSpacing(Space.S)
        self.body.addLayout(self._list)
        self._add = Button(appearance, Kind.OUTLINED, icon="plus", gives_way=True)
        self.body.addWidget(self._add)
        self.variables = Variables(appearance, wording, editing)
        self.body.addWidget(self.variables)
        self.hints = Label(appearance, size=TypeSize.SMALL, role="warn", wraps=True)
        self.hints.hide()
        self._hinting = False
        self.body.addWidget(self.hints)
        self._unread = Card(appearance, Ground.WARN)
        self._unread_words = Label(appearance, size=TypeSize.SMALL, wraps=True)
        self._unread_way_out = Button(appearance, Kind.OUTLINED, icon="plug", gives_way=True)
        inside = QVBoxLayout(self._unread)
        inside.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        inside.addWidget(self._unread_words)
        inside.addWidget(self._unread_way_out)
        self.body.addWidget(self._unread)
        self._details.toggled.connect(self._show)
        self._add.clicked.connect(self._add_message)
        self._unread_way_out.clicked.connect(self.model_wanted)
        editing.document_changed.connect(self._begin)
        editing.changed.connect(self._show)
        self._begin()
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self.wording.say
        self.heading.say(say("window.prompt"))
        self._details.setText(say("window.messages"))
        self._details.setToolTip(say("window.messages_tip"))
        self._add.setText(say("window.message_add"))
        self._unread_words.setText(say("window.prompt_unread"))
        self._unread_way_out.setText(say("window.prompt_unread_way_out"))
        self._show()

    @Slot()
    def begin_hints(self) -> None:
        """From now on say what looks like an oversight; called after the first paint."""
        self._hinting = True
        self._show_hints()

    def take_keyboard(self) -> None:
        """Go to the first message."""
        self._rows[0].field.setFocus()

    @property
    def simple(self) -> bool:
        """True while the prompt is shown as one plain field."""
        messages = self._editing.scenario.messages
        plain = not messages or (len(messages) == 1 and messages[0].role is Role.USER)
        return plain and not self._details.isChecked()

    @Slot()
    def _begin(self) -> None:
        self._opened_with = self._editing.scenario.messages

    @Slot()
    def _show(self) -> None:
        scenario = self._editing.scenario
        messages = scenario.messages or (Message(Role.USER, ""),)
        simple = self.simple
        if len(self._rows) > len(messages):
            self._let_go(len(messages))
        for row, message in zip(self._rows, messages, strict=False):
            row.show_message(message, count=len(messages), simple=simple)
        self._make_rows(_AT_ONCE)
        self._add.setVisible(not simple)
        demonstration = scenario.samples.rule is SampleRule.ALWAYS
        self._unread.setVisible(demonstration and scenario.messages != self._opened_with)
        self._show_hints()

    def _show_hints(self) -> None:
        if not self._hinting:
            return
        from playground.repair.hints import find_hints  # noqa: PLC0415 - after the first paint

        hints = find_hints(self._editing.scenario)
        self.hints.setText("\n".join(self.wording(hint) for hint in hints))
        self.hints.setVisible(bool(hints))

    @Slot()
    def _go_on(self) -> None:
        """A part of what `_show` and `_let_go` left for later: as many rows as make no pause that a person feels."""
        end = time.monotonic() + _TURN
        for row in self._gone[:_DELETED_AT_ONCE]:
            row.deleteLater()
        del self._gone[:_DELETED_AT_ONCE]
        while time.monotonic() < end and self._make_rows(len(self._rows) + 1):
            continue
        if self._gone:
            self._later.start()

    def _make_rows(self, most: int) -> bool:
        """Make rows until there are `most` of them or one for each message; true if some are still to be made."""
        messages, simple = self._messages(), self.simple
        while len(self._rows) < min(most, len(messages)):
            place = len(self._rows)
            self._rows.append(self._make_row(place))
            self._rows[place].show_message(messages[place], count=len(messages), simple=simple)
        more = len(self._rows) < len(messages)
        if more:
            self._later.start()
        return more

    def _let_go(self, left: int) -> None:
        """Take the rows behind the first `left` ones away."""
        for row in self._rows[left:]:
            self._list.removeWidget(row)
            row.hide()
            self._gone.append(row)
        del self._rows[left:]
        self._later.start()

    def _make_row(self, place: int) -> MessageRow:
        row = MessageRow(self.appearance, self.wording, place)
        row.edited.connect(self._edit)
        row.role_chosen.connect(self._choose_role)
        row.moved.connect(self._move)
        row.removed.connect(self._remove)
        self._list.addWidget(row)
        return row

    def _messages(self) -> list[Message]:
        return list(self._editing.scenario.messages) or [Message(Role.USER, "")]

    @Slot(int, str)
    def _edit(self, place: int, text: str) -> None:
        messages = self._messages()
        messages[place] = replace(messages[place], content=text)
        self._editing.change("window.change.prompt", f"message_{place}", messages=tuple(messages))

    @Slot(int, str)
    def _choose_role(self, place: int, role: str) -> None:
        messages = self._messages()
        messages[place] = replace(messages[place], role=Role(role))
        self._details.setChecked(True)  # the field does not fold away under the pointer
        self._editing.change("window.change.role", messages=tuple(messages))

    @Slot(int, int)
    def _move(self, place: int, by: int) -> None:
        messages = self._messages()
        messages[place], messages[place + by] = messages[place + by], messages[place]
        self._editing.change("window.change.order", messages=tuple(messages))

    @Slot(int)
    def _remove(self, place: int) -> None:
        messages = self._messages()
        del messages[place]
        self._editing.change("window.change.message_removed", messages=tuple(messages))

    @Slot()
    def _add_message(self) -> None:
        messages = self._messages()
        role = Role.ASSISTANT if messages[-1].role is Role.USER else Role.USER
        self._editing.change("window.change.message_added", messages=(*messages, Message(role, "")))
        self._make_rows(len(messages) + 1)
        self._rows[-1].field.setFocus()
