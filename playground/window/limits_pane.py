"""How many attempts there may be, and what ends a run before."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout

from playground.repair.scenario import MAX_ATTEMPTS_LIMIT
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.controls.slider import Slider
from playground.window.editing import Editing
from playground.window.pane import Pane
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

if TYPE_CHECKING:  # built when they are unfolded
    from playground.window.limit_rules import LimitRules


class LimitsPane(Pane):
    """The slider of attempts with what it means in words; folded away, the rules that end a run sooner and its budgets."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing) -> None:
        self.unfold = Button(appearance, Kind.LINK)
        self.unfold.setCheckable(True)
        super().__init__(appearance, wording, Heading(appearance, self.unfold))
        self._editing = editing
        self.rules: LimitRules | None = None
        self.slider = Slider(appearance, 1, MAX_ATTEMPTS_LIMIT)
        self._count = Label(appearance, weight=QFont.Weight.DemiBold)
        self.meaning = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addWidget(self.slider, 1)
        row.addWidget(self._count)
        self.body.setSpacing(Space.XS)
        self.body.addLayout(row)
        self.body.addWidget(self.meaning)
        self.unfold.toggled.connect(self._unfold)
        self.slider.valueChanged.connect(self._choose)
        editing.changed.connect(self._show)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self.wording.say
        self.heading.say(say("window.at_most"))
        self.unfold.setText(say("window.rules"))
        self.unfold.setToolTip(say("window.rules_tip"))
        self.slider.setAccessibleName(say("window.attempts_slider"))
        self._show()

    @Slot(bool)
    def _unfold(self, unfolded: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        if self.rules is None:
            from playground.window.limit_rules import LimitRules  # noqa: PLC0415 - see above

            self.rules = LimitRules(self.appearance, self.wording, self._editing)
            self.body.addWidget(self.rules)
        self.rules.setVisible(unfolded)

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
        self.slider.setAccessibleDescription(f"{words}: {meaning}")
        self.meaning.setText(" · ".join([meaning, *self._sooner()]))

    def _sooner(self) -> list[str]:
        """What may end the run sooner; said also while the rules are folded away."""
        say, scenario = self.wording.say, self._editing.scenario
        rules, budgets = scenario.stop_rules, scenario.budgets
        said = [say("window.ends_when_the_same")] if rules.same_reply or rules.same_violations else []
        if budgets.seconds is not None:
            said.append(say("window.budget.after_seconds", number=budgets.seconds))
        if budgets.total_tokens is not None:
            said.append(say("window.budget.after_tokens", count=budgets.total_tokens))
        return said

    @Slot(int)
    def _choose(self, count: int) -> None:
        self._editing.change("window.change.attempts", "max_attempts", max_attempts=count)
