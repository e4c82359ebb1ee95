"""The feedback: which strategy, in which language, in which words, and what it would send."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from playground.repair.scenario import Strategy
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.fields import Choice
from playground.window.controls.heading import Heading
from playground.window.controls.label import Label
from playground.window.controls.switch import Switch
from playground.window.editing import Editing
from playground.window.futures import Futures
from playground.window.pane import Pane
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording
from playground.words.language import Language

if TYPE_CHECKING:  # built when they are unfolded
    from playground.window.feedback.preview import Preview
    from playground.window.feedback.template_editor import TemplateEditor
    from playground.window.kept_runs import KeptRuns

_AS_PROMPT = "prompt"


class FeedbackPane(Pane):
    """Edits the scenario's feedback. The language chosen here is that of what is sent, never that of the window."""

    def __init__(self, appearance: Appearance, wording: Wording, editing: Editing, futures: Futures) -> None:
        self.wording_link = Button(appearance, Kind.LINK)
        self.preview_link = Button(appearance, Kind.LINK)
        for link in (self.wording_link, self.preview_link):
            link.setCheckable(True)
        super().__init__(appearance, wording, Heading(appearance, self.wording_link, self.preview_link))
        self._editing = editing
        self._futures = futures
        self._runs: KeptRuns | None = None
        self.templates: TemplateEditor | None = None
        self.preview: Preview | None = None
        self.strategy = Choice(appearance)
        self.language = Choice(appearance)
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addWidget(self.strategy, 3)
        row.addWidget(self.language, 2)
        self._what = Label(appearance, size=TypeSize.SMALL, role="muted", wraps=True)
        self.fix = Switch(appearance)
        self._unfolded = QVBoxLayout()
        self._unfolded.setSpacing(Space.M)
        self.body.addLayout(row)
        self.body.addWidget(self._what)
        self.body.addWidget(self.fix)
        self.body.addLayout(self._unfolded)
        self.strategy.currentIndexChanged.connect(self._choose_strategy)
        self.language.currentIndexChanged.connect(self._choose_language)
        self.fix.toggled.connect(self._choose_fix)
        self.wording_link.toggled.connect(self._unfold_wording)
        self.preview_link.toggled.connect(self._unfold_preview)
        editing.changed.connect(self._show)
        self.retranslate()

    def follow_runs(self, runs: "KeptRuns") -> None:
        """The preview answers the run that is shown."""
        self._runs = runs
        if self.preview is not None:
            self.preview.follow_runs(runs)

    def close_preview(self) -> None:
        """The window goes; wait for nothing."""
        if self.preview is not None:
            self.preview.close_worker()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self.wording.say
        self.heading.say(say("window.feedback"))
        self.wording_link.setText(say("window.wording"))
        self.wording_link.setToolTip(say("window.wording_tip"))
        self.preview_link.setText(say("window.preview"))
        self.preview_link.setToolTip(say("window.preview_tip"))
        self.strategy.setAccessibleName(say("window.strategy"))
        self.language.setAccessibleName(say("window.feedback_language"))
        self.language.setToolTip(say("window.feedback_language"))
        self.fix.say(say("window.fix_small_faults"), say("window.fix_small_faults.what"))
        self._show()

    @Slot()
    def _show(self) -> None:
        scenario = self._editing.scenario
        say = self.wording.say
        self.strategy.show_items([(item.value, say(f"window.strategy.{item}")) for item in Strategy], scenario.feedback.strategy)
        prompt_language = say("window.language_of_prompt", language=say(f"window.language.{scenario.language}"))
        languages = [(_AS_PROMPT, prompt_language)] + [(item.value, say(f"window.language.{item}")) for item in Language]
        sent = scenario.feedback.language or scenario.language
        self.language.show_items(languages, scenario.feedback.language or _AS_PROMPT, short=say(f"window.language.{sent}"))
        what = say(f"window.strategy.{scenario.feedback.strategy}.what")
        self._what.setText(what)
        self.strategy.setAccessibleDescription(what)
        self.fix.show_state(scenario.fix_small_faults)

    @Slot(bool)
    def _unfold_wording(self, unfolded: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        if self.templates is None:
            from playground.window.feedback.template_editor import TemplateEditor  # noqa: PLC0415 - see above

            self.templates = TemplateEditor(self.appearance, self.wording, self._editing)
            self._unfolded.insertWidget(0, self.templates)
        self.templates.setVisible(unfolded)

    @Slot(bool)
    def _unfold_preview(self, unfolded: bool) -> None:  # noqa: FBT001 - as above
        if self.preview is None:
            from playground.window.feedback.preview import Preview  # noqa: PLC0415 - see above

            self.preview = Preview(self.appearance, self.wording, self._editing, self._futures)
            if self._runs is not None:
                self.preview.follow_runs(self._runs)
            self._unfolded.addWidget(self.preview)
        self.preview.setVisible(unfolded)
        self.preview.weighing.set_active(unfolded)

    @Slot()
    def _choose_strategy(self) -> None:
        feedback = replace(self._editing.scenario.feedback, strategy=Strategy(self.strategy.chosen()))
        self._editing.change("window.change.strategy", feedback=feedback)

    @Slot()
    def _choose_language(self) -> None:
        chosen = self.language.chosen()
        language = None if chosen == _AS_PROMPT else Language(chosen)
        feedback = replace(self._editing.scenario.feedback, language=language)
        self._editing.change("window.change.feedback_language", feedback=feedback)

    @Slot(bool)
    def _choose_fix(self, on: bool) -> None:  # noqa: FBT001 - as above
        self._editing.change("window.change.fix_small_faults", fix_small_faults=on)
