"""Shows replies that would pass and replies that would fail, with why, and keeps them as cases."""

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.repair.scenario import Case
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card
from playground.window.controls.fields import TextField
from playground.window.controls.label import Label
from playground.window.controls.pill import Pill, State
from playground.window.controls.tall import Tall
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.editing import Editing
from playground.window.schema.coaching import Coached, CoachQuestion, CoachReply, coach
from playground.window.schema_checker import SchemaChecker
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.text import Listing


class CoachPanel(Tall):
    """Follows the schema while it is in view. `shown` when other replies are shown."""

    shown = Signal()

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing, checker: SchemaChecker) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._editing = editing
        self._checker = checker
        self._seed = 0
        self._asked: CoachQuestion | None = None
        self.coached: Coached | None = None
        self.keep: list[Button] = []
        self.what = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.others = Button(appearance, Kind.LINK, icon="refresh-cw", gives_way=True)
        self._rows: QWidget | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(Space.S)
        self._layout.addWidget(self.what)
        self._layout.addWidget(self.others, 0, Qt.AlignmentFlag.AlignLeft)
        self.others.clicked.connect(self._ask_for_others)
        editing.changed.connect(self.ask)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language; the replies are made in it too."""
        self.setAccessibleName(self._wording.say("schema.coach"))
        self.others.setText(self._wording.say("schema.coach.others"))
        self.ask()
        self._show()

    @Slot()
    def ask(self) -> None:
        """Have replies made, if the panel is looked at and they are not those of the present schema."""
        scenario = self._editing.scenario
        asked = CoachQuestion(scenario.schema_text, scenario.assert_formats, self._wording.language, self._seed)
        if self.isHidden() or asked == self._asked:
            return
        self._asked = asked
        self._checker.have_done(self, partial(coach, asked), self._take)

    @Slot()
    def _ask_for_others(self) -> None:
        self._seed += 1
        self.ask()

    def _take(self, coached: Coached) -> None:
        if coached.question == self._asked:
            self.coached = coached
            self._show()

    def _show(self) -> None:
        if self._rows is not None:
            self._rows.hide()
            self._rows.deleteLater()
            self._rows = None
        self.keep = []
        say, coached = self._wording.say, self.coached
        self.others.setVisible(coached is not None and bool(coached.passing))
        if coached is None:
            self.what.setText(say("schema.coach.waiting"))
        elif not coached.usable:
            self.what.setText(say("schema.coach.unusable"))
        elif coached.unserved:
            self.what.setText(say("schema.coach.unserved", keywords=Listing(coached.unserved)))
        else:
            self.what.setText(say("schema.coach.what"))
            self._show_replies(coached)
        self.shown.emit()

    def _show_replies(self, coached: Coached) -> None:
        self._rows = Tall()
        layout = QVBoxLayout(self._rows)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.S)
        for passes, replies in ((True, coached.passing), (False, coached.failing)):
            for number, reply in enumerate(replies, 1):
                layout.addWidget(self._card(reply, number, passes=passes))
        if not coached.failing:
            nothing_fails = Label(self._appearance, size=TypeSize.SMALL, role="muted", wraps=True)
            nothing_fails.setText(self._wording.say("schema.coach.nothing_fails"))
            layout.addWidget(nothing_fails)
        self._layout.insertWidget(1, self._rows)
        self._rows.show()

    def _card(self, reply: CoachReply, number: int, *, passes: bool) -> Card:
        say = self._wording.say
        card = Card(self._appearance)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(Space.S, Space.S, Space.S, Space.S)
        inside.setSpacing(Space.XS)
        pill = Pill(self._appearance)
        pill.say(State.GOOD if passes else State.BAD, say("schema.coach.passes" if passes else "schema.coach.fails"))
        keep = Button(self._appearance, Kind.LINK, icon="bookmark-plus", gives_way=True)
        keep.setText(say("schema.coach.keep"))
        title = say("schema.coach.case_passes" if passes else "schema.coach.case_fails", number=number)
        keep.clicked.connect(partial(self._keep, Case(title, reply.text, passes), keep))
        self.keep.append(keep)
        inside.addWidget(WrappingRow(pill, keep))
        field = TextField(self._appearance, low=1, high=8, mono=True, read_only=True)
        field.show_text(reply.text)
        field.editor.setAccessibleName(title)
        inside.addWidget(field)
        for reason in reply.reasons:
            why = Label(self._appearance, size=TypeSize.SMALL, role="bad", wraps=True, weight=QFont.Weight.Medium)
            why.setText(self._wording(reason))
            inside.addWidget(why)
        return card

    def _keep(self, case: Case, button: Button) -> None:
        self._editing.change("check.change.add", cases=(*self._editing.scenario.cases, case))
        button.setText(self._wording.say("schema.coach.kept"))
        button.setEnabled(False)
