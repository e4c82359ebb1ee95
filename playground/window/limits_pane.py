"""How many attempts there may be, and what ends a run before."""

from dataclasses import replace

from PySide6.QtCore import QRegularExpression, Slot
from PySide6.QtGui import QFont, QRegularExpressionValidator
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from playground.repair.scenario import MAX_ATTEMPTS_LIMIT, Budgets
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import LineField
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.controls.labelled import Labelled
from playground.window.controls.slider import Slider
from playground.window.controls.switch import Switch
from playground.window.editing import Editing
from playground.window.pane import Pane
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording

_RULES = ("same_reply", "same_violations", "raise_limit_once", "duplicate_key_is_violation")


class LimitsPane(Pane):
    """The slider of attempts with what it means in words; folded away, the rules that end a run sooner and its budgets."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing) -> None:
        self.unfold = Button(appearance, Kind.LINK)
        self.unfold.setCheckable(True)
        super().__init__(appearance, wording, Heading(appearance, self.unfold))
        self._editing = editing
        self.slider = Slider(appearance, 1, MAX_ATTEMPTS_LIMIT)
        self._count = Label(appearance, weight=QFont.Weight.DemiBold)
        self._meaning = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.rules = {rule: Switch(appearance) for rule in _RULES}
        self.seconds = LineField(appearance)
        self.seconds.setValidator(QRegularExpressionValidator(QRegularExpression(r"([1-9]\d{0,4})?"), self))
        self._seconds = Labelled(appearance, self.seconds)
        self.tokens = LineField(appearance)
        self.tokens.setValidator(QRegularExpressionValidator(QRegularExpression(r"([1-9]\d{0,7})?"), self))
        self._tokens = Labelled(appearance, self.tokens)
        self._more = QWidget()
        self._lay_out()
        self._more.hide()
        self.unfold.toggled.connect(self._more.setVisible)
        self.slider.valueChanged.connect(self._choose)
        for rule, switch in self.rules.items():
            switch.setObjectName(rule)
            switch.toggled.connect(self._choose_rule)
        self.seconds.editingFinished.connect(self._edit_budgets)
        self.tokens.editingFinished.connect(self._edit_budgets)
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
        for rule, switch in self.rules.items():
            switch.say(say(f"window.rule.{rule}"))
        self._seconds.say(say("window.budget.seconds"))
        self._tokens.say(say("window.budget.tokens"))
        for field in (self.seconds, self.tokens):
            field.setPlaceholderText(say("window.budget.none"))
        self._show()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addWidget(self.slider, 1)
        row.addWidget(self._count)
        more = QVBoxLayout(self._more)
        more.setContentsMargins(0, Space.XS, 0, 0)
        more.setSpacing(Space.XS)
        for switch in self.rules.values():
            more.addWidget(switch)
        grid = QGridLayout()
        grid.setSpacing(Space.S)
        grid.addWidget(self._seconds, 0, 0)
        grid.addWidget(self._tokens, 0, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        more.addSpacing(Space.XS)
        more.addLayout(grid)
        self.body.setSpacing(Space.XS)
        self.body.addLayout(row)
        self.body.addWidget(self._meaning)
        self.body.addWidget(self._more)

    @Slot()
    def _show(self) -> None:
        scenario = self._editing.scenario
        count = scenario.max_attempts
        blocked = self.slider.blockSignals(True)
        self.slider.setValue(count)
        self.slider.blockSignals(blocked)
        say = self.wording.say
        words = say("window.attempts", count=count)
        meaning = say("window.only_first") if count == 1 else say("window.first_and_repairs", count=count - 1)
        self._count.setText(words)
        self.slider.setAccessibleDescription(f"{words}: {meaning}")
        self._meaning.setText(" · ".join([meaning, *self._sooner()]))
        for rule, switch in self.rules.items():
            switch.show_state(getattr(scenario.stop_rules, rule))
        budgets = scenario.budgets
        self.seconds.show_text(f"{budgets.seconds:g}" if budgets.seconds is not None else "")
        self.tokens.show_text(str(budgets.total_tokens) if budgets.total_tokens is not None else "")

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

    @Slot(bool)
    def _choose_rule(self, on: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        rules = replace(self._editing.scenario.stop_rules, **{self.sender().objectName(): on})
        self._editing.change("window.change.rules", stop_rules=rules)

    @Slot()
    def _edit_budgets(self) -> None:
        budgets = Budgets(
            seconds=float(self.seconds.text()) if self.seconds.text() else None,
            total_tokens=int(self.tokens.text()) if self.tokens.text() else None,
        )
        if budgets != self._editing.scenario.budgets:
            self._editing.change("window.change.budgets", budgets=budgets)
