"""The cases of the scenario: what each should be, and whether it is."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from playground.repair.cases import CaseResult
from playground.repair.scenario import Case
from playground.window.appearance import Appearance
from playground.window.check.case_checker import CaseChecker
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.controls.pill import Pill, State
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.controls.tall import Tall
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.conversation.derivation import pill_of
from playground.window.editing import Editing
from playground.window.theme import Space, TypeSize
from playground.window.title_field import TitleField
from playground.window.words_in_window import Wording


def append_case(editing: Editing, title: str, reply: str, *, should_pass: bool) -> None:
    """Add a case to the scenario, to be undone like every edit."""
    editing.change("check.change.add", cases=(*editing.scenario.cases, Case(title, reply, should_pass)))


class CaseRow(Card):
    """One case. `wanted` when its reply shall be shown."""

    wanted = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing, place: int) -> None:
        super().__init__(appearance)
        self._wording = wording
        self._editing = editing
        self._place = place
        self.state = Pill(appearance)
        self.title = TitleField(appearance)
        self.flip = Button(appearance, Kind.LINK, icon="refresh-cw")
        self.edit = Button(appearance, Kind.QUIET, icon="pencil")
        self.delete = Button(appearance, Kind.QUIET, icon="trash-2")
        above = QHBoxLayout()
        above.setSpacing(Space.XS)
        above.addWidget(self.title, 1)
        above.addWidget(self.edit)
        above.addWidget(self.delete)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.S, Space.XS, Space.XS, Space.S)
        layout.setSpacing(Space.XS)
        layout.addLayout(above)
        layout.addWidget(WrappingRow(self.state, self.flip, spacing=Space.XS))
        self.title.renamed.connect(self._rename)
        self.flip.clicked.connect(self._flip)
        self.edit.clicked.connect(lambda: self.wanted.emit(self._place))
        self.delete.clicked.connect(self._delete)

    def show_case(self, case: Case, result: CaseResult | None) -> None:
        """Show a case and what came of it, if that is known."""
        say = self._wording.say
        shown = case.title or say("check.case_untitled", number=self._place + 1)
        self.title.say(case.title, shown)
        self.title.setAccessibleName(say("check.case_title", title=shown))
        self.edit.name_it(say("check.case_edit", title=shown))
        self.delete.name_it(say("check.case_delete", title=shown))
        self.flip.setText(say("check.should_pass" if case.should_pass else "check.should_fail"))
        self.flip.setAccessibleName(f"{self.flip.text()}. {say('check.case_flip', title=shown)}")
        self.flip.setToolTip(say("check.case_flip", title=shown))
        if result is None:
            self.state.say(State.BUSY, say("check.checking"))
            return
        found = self._wording(pill_of(result.verdict).text)
        self.state.say(
            State.GOOD if result.as_expected else State.BAD,
            say("check.case_right" if result.as_expected else "check.case_wrong", found=found),
        )

    @property
    def _case(self) -> Case:
        return self._editing.scenario.cases[self._place]

    def _put(self, label: str, *instead: Case) -> None:
        cases = self._editing.scenario.cases
        self._editing.change(label, cases=(*cases[: self._place], *instead, *cases[self._place + 1 :]))

    @Slot(str)
    def _rename(self, title: str) -> None:
        self._put("check.change.rename", replace(self._case, title=title))

    @Slot()
    def _flip(self) -> None:
        self._put("check.change.flip", replace(self._case, should_pass=not self._case.should_pass))

    @Slot()
    def _delete(self) -> None:
        self._put("check.change.delete")


class CaseList(QWidget):
    """`case_wanted` with the place of a case whose reply shall be shown."""

    case_wanted = Signal(int)

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing, checker: CaseChecker) -> None:
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._editing = editing
        self._checker = checker
        self.rows: list[CaseRow] = []
        self._heading = Heading(appearance)
        self.count = Pill(appearance)
        self._empty = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        use_thin_bars(area, appearance)
        inside = Tall()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, Space.S, 0)
        self._list.setSpacing(Space.S)
        self._list.addWidget(self._empty)
        self._list.addStretch(1)
        area.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS + 2)
        layout.addWidget(self._heading)
        layout.addWidget(self.count)
        layout.addWidget(area, 1)
        checker.changed.connect(self._show)
        editing.changed.connect(self._show)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self._heading.say(self._wording.say("check.cases"))
        self._empty.setText(self._wording.say("check.cases_empty"))
        self._show()

    @Slot()
    def _show(self) -> None:
        cases, results = self._editing.scenario.cases, self._checker.results
        while len(self.rows) > len(cases):
            row = self.rows.pop()
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(cases):
            row = CaseRow(self._appearance, self._wording, self._editing, len(self.rows))
            row.wanted.connect(self.case_wanted)
            self._list.insertWidget(len(self.rows), row)
            self.rows.append(row)
        for row, case, result in zip(self.rows, cases, results, strict=True):
            row.show_case(case, result)
        self._empty.setVisible(not cases)
        self.count.setVisible(bool(cases))
        right = self._checker.count
        if right is None:
            self.count.say(State.BUSY, self._wording.say("check.checking"))
        else:
            state = State.GOOD if right == len(cases) else State.BAD
            self.count.say(state, self._wording.say("check.count", right=right, count=len(cases)))
