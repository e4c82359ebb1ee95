"""The feedback: which strategy, in which language, in which words."""

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from playground.repair.scenario import FeedbackSettings, Strategy
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import Choice, TextField
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.editing import Editing
from playground.window.pane import Pane
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.language import Language

_AS_PROMPT = "prompt"


class FeedbackPane(Pane):
    """Edits the scenario's feedback. The language chosen here is that of what is sent, never that of the window."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing) -> None:
        self._wording_link = Button(appearance, Kind.LINK)
        self._wording_link.setCheckable(True)
        super().__init__(appearance, wording, Heading(appearance, self._wording_link))
        self._editing = editing
        self.strategy = Choice(appearance)
        self.language = Choice(appearance)
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(self.strategy, 3)
        row.addWidget(self.language, 2)
        self.body.addLayout(row)
        self._own = QWidget()
        own = QVBoxLayout(self._own)
        own.setContentsMargins(0, 0, 0, 0)
        own.setSpacing(Space.XS)
        self.template = TextField(appearance, low=3, high=12)
        self._hints = Label(appearance, size=TypeSize.SMALL, role="warn", wraps=True)
        self._placeholders = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self._reset = Button(appearance, Kind.OUTLINED, icon="undo-2")
        for widget in (self.template, self._hints, self._placeholders, self._reset):
            own.addWidget(widget)
        self.body.addWidget(self._own)
        self._own.hide()
        self.strategy.currentIndexChanged.connect(self._choose_strategy)
        self.language.currentIndexChanged.connect(self._choose_language)
        self.template.edited.connect(self._edit_template)
        self._reset.clicked.connect(self._reset_template)
        self._wording_link.toggled.connect(self._unfold)
        editing.changed.connect(self._show)
        self.retranslate()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self.wording.say
        self.heading.say(say("window.feedback"))
        self._wording_link.setText(say("window.wording"))
        self._wording_link.setToolTip(say("window.wording_tip"))
        self._reset.setText(say("window.wording_reset"))
        self.strategy.setAccessibleName(say("window.strategy"))
        self.language.setAccessibleName(say("window.feedback_language"))
        self.language.setToolTip(say("window.feedback_language"))
        self.template.editor.setAccessibleName(say("window.wording"))
        self._show()

    def _sent_language(self) -> Language:
        scenario = self._editing.scenario
        return scenario.feedback.language or scenario.language

    @Slot()
    def _show(self) -> None:
        scenario = self._editing.scenario
        say = self.wording.say
        self.strategy.show_items([(item.value, say(f"window.strategy.{item}")) for item in Strategy], scenario.feedback.strategy)
        prompt_language = say("window.language_of_prompt", language=say(f"window.language.{scenario.language}"))
        languages = [(_AS_PROMPT, prompt_language)] + [(item.value, say(f"window.language.{item}")) for item in Language]
        self.language.show_items(
            languages, scenario.feedback.language or _AS_PROMPT, short=say(f"window.language.{self._sent_language()}")
        )
        what = say(f"window.strategy.{scenario.feedback.strategy}.what")
        self.strategy.setToolTip(what)
        self.strategy.setAccessibleDescription(what)
        if self._own.isVisibleTo(self):
            self._show_template()

    def _show_template(self) -> None:
        from playground.repair import templates  # noqa: PLC0415 - not at the start: only the unfolded wording needs it

        scenario = self._editing.scenario
        language = self._sent_language()
        template = templates.template_of(scenario, language)
        self.template.show_text(template)
        hints = templates.check_template(template, scenario.feedback.strategy)
        self._hints.setText("\n".join(self.wording(hint) for hint in hints))
        self._hints.setVisible(bool(hints))
        names = "  ".join(f"{{{placeholder.name}}}" for placeholder in templates.PLACEHOLDERS)
        self._placeholders.setText(self.wording.say("window.wording_placeholders", names=names))
        self._reset.setEnabled(templates.own_template(scenario.feedback, language) is not None)

    @Slot(bool)
    def _unfold(self, unfolded: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        self._own.setVisible(unfolded)
        self._show()

    def _change(self, label: str, settings: FeedbackSettings, merge_key: str | None = None) -> None:
        self._editing.change(label, merge_key, feedback=settings)

    @Slot()
    def _choose_strategy(self) -> None:
        settings = self._editing.scenario.feedback
        self._change("window.change.strategy", replace(settings, strategy=Strategy(self.strategy.chosen())))

    @Slot()
    def _choose_language(self) -> None:
        chosen = self.language.chosen()
        language = None if chosen == _AS_PROMPT else Language(chosen)
        self._change("window.change.feedback_language", replace(self._editing.scenario.feedback, language=language))

    @Slot(str)
    def _edit_template(self, template: str) -> None:
        self._set_template("window.change.wording", template, "feedback_template")

    @Slot()
    def _reset_template(self) -> None:
        self._set_template("window.change.wording_reset", None)

    def _set_template(self, label: str, template: str | None, merge_key: str | None = None) -> None:
        from playground.repair import templates  # noqa: PLC0415 - as above

        settings = templates.set_template(self._editing.scenario.feedback, self._sent_language(), template)
        self._change(label, settings, merge_key)
