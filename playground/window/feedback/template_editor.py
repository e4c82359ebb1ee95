"""The wording of the chosen strategy in the language of the feedback, to be read and changed."""

from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.repair.templates import PLACEHOLDERS, check_template, feedback_language, own_template, set_template, template_of
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import TextField
from playground.window.controls.label import Label
from playground.window.controls.menu import Menu
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.editing import Editing
from playground.window.feedback.completion import Choice, Completion
from playground.window.feedback.placeholder_colours import PlaceholderColours
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording


class TemplateEditor(QWidget):
    """Edits the scenario's own templates; what is not the person's own is the strategy's."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing) -> None:
        super().__init__()
        self._wording = wording
        self._editing = editing
        self.field = TextField(appearance, low=3, high=14)
        PlaceholderColours(appearance, self.field.editor.document())
        self.completion = Completion(appearance, self.field.editor)
        self.hints = Label(appearance, size=TypeSize.SMALL, role="warn", wraps=True)
        self.menu = Menu(appearance, self)
        self.insert = Button(appearance, Kind.LINK, icon="braces", menu=self.menu)
        self.reset = Button(appearance, Kind.LINK, icon="undo-2", gives_way=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        layout.addWidget(self.field)
        layout.addWidget(WrappingRow(self.insert, self.reset))
        layout.addWidget(self.hints)
        self.field.edited.connect(self._edit)
        self.reset.clicked.connect(self._reset)
        editing.changed.connect(self._show)
        wording.language_changed.connect(self.retranslate)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._wording.say
        self.field.editor.setAccessibleName(say("window.wording"))
        self.reset.setText(say("window.wording_reset"))
        self.insert.setText(say("window.wording_insert"))
        self.insert.setToolTip(say("window.wording_insert_tip"))
        choices = [Choice(known.name, self._wording(known.meaning)) for known in PLACEHOLDERS]
        self.completion.offer(choices)
        self.menu.clear()
        for choice in choices:
            action = self.menu.addAction(f"{{{choice.name}}}\t{choice.meaning}".replace("&", "&&"))
            action.triggered.connect(partial(self.completion.insert, choice.name))
        self._show()

    @Slot()
    def _show(self) -> None:
        scenario = self._editing.scenario
        template = template_of(scenario, feedback_language(scenario))
        self.field.show_text(template)
        hints = check_template(template, scenario.feedback.strategy)
        self.hints.setText("\n".join(self._wording(hint) for hint in hints))
        self.hints.setVisible(bool(hints))
        self.field.editor.setAccessibleDescription(self.hints.text())
        self.reset.setEnabled(own_template(scenario.feedback, feedback_language(scenario)) is not None)

    @Slot(str)
    def _edit(self, template: str) -> None:
        scenario = self._editing.scenario
        merge_key = f"template {scenario.feedback.strategy} {feedback_language(scenario)}"
        self._set("window.change.wording", template, merge_key)

    @Slot()
    def _reset(self) -> None:
        self._set("window.change.wording_reset", None)

    def _set(self, label: str, template: str | None, merge_key: str | None = None) -> None:
        scenario = self._editing.scenario
        feedback = set_template(scenario.feedback, feedback_language(scenario), template)
        self._editing.change(label, merge_key, feedback=feedback)
