"""What ends a run before its last attempt, and what counts as a violation: switches, and budgets of the whole run."""

from dataclasses import replace

from PySide6.QtCore import QRegularExpression, Slot
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from playground.repair.scenario import Budgets
from playground.window.appearance import Appearance
from playground.window.controls.fields import LineField
from playground.window.controls.labelled import Labelled
from playground.window.controls.switch import Switch
from playground.window.editing import Editing
from playground.window.theme import Space
from playground.window.words_in_window import Wording

_RULES = ("same_reply", "same_violations", "raise_limit_once", "duplicate_key_is_violation")


class LimitRules(QWidget):
    """Edits the scenario's stop rules and budgets."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing) -> None:
        super().__init__()
        self._wording = wording
        self._editing = editing
        self.switches = {rule: Switch(appearance) for rule in _RULES}
        self.seconds = LineField(appearance)
        self.seconds.setValidator(QRegularExpressionValidator(QRegularExpression(r"([1-9]\d{0,4})?"), self))
        self._seconds = Labelled(appearance, self.seconds)
        self.tokens = LineField(appearance)
        self.tokens.setValidator(QRegularExpressionValidator(QRegularExpression(r"([1-9]\d{0,7})?"), self))
        self._tokens = Labelled(appearance, self.tokens)
        self._lay_out()
        for rule, switch in self.switches.items():
            switch.setObjectName(rule)
            switch.toggled.connect(self._choose_rule)
        self.seconds.editingFinished.connect(self._edit_budgets)
        self.tokens.editingFinished.connect(self._edit_budgets)
        editing.changed.connect(self._show)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        for rule, switch in self.switches.items():
            switch.say(say(f"window.rule.{rule}"))
        self._seconds.say(say("window.budget.seconds"))
        self._tokens.say(say("window.budget.tokens"))
        for field in (self.seconds, self.tokens):
            field.setPlaceholderText(say("window.budget.none"))
        self._show()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, Space.XS, 0, 0)
        layout.setSpacing(Space.XS)
        for switch in self.switches.values():
            layout.addWidget(switch)
        grid = QGridLayout()
        grid.setSpacing(Space.S)
        grid.addWidget(self._seconds, 0, 0)
        grid.addWidget(self._tokens, 0, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        layout.addSpacing(Space.XS)
        layout.addLayout(grid)

    @Slot()
    def _show(self) -> None:
        scenario = self._editing.scenario
        for rule, switch in self.switches.items():
            switch.show_state(getattr(scenario.stop_rules, rule))
        budgets = scenario.budgets
        self.seconds.show_text(f"{budgets.seconds:g}" if budgets.seconds is not None else "")
        self.tokens.show_text(str(budgets.total_tokens) if budgets.total_tokens is not None else "")

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
