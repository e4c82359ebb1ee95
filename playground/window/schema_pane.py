"""The schema: as text, as a form or in words, and below it whether it can be used."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QVBoxLayout

from playground.verdict.schema_report import SchemaReport
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.card import Card
from playground.window.controls.pill import Pill, State
from playground.window.controls.scroll_bar import use_thin_bars
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.editing import Editing
from playground.window.pane import Pane
from playground.window.schema.editor import RuleMark, SchemaEditor
from playground.window.schema.problem_list import ProblemList
from playground.window.schema.start_menu import StartMenu
from playground.window.schema.view_switch import View, ViewHeading, ViewSwitch
from playground.window.schema_checker import SchemaChecker
from playground.window.theme import Space
from playground.window.words_in_window import Wording

if TYPE_CHECKING:  # built when they are first looked at
    from playground.verdict.plain_schema.remedies import Remedy
    from playground.window.schema.coach_panel import CoachPanel
    from playground.window.schema.form_view import FormView
    from playground.window.schema.start_panel import StartPanel
    from playground.window.schema.start_source import Source
    from playground.window.schema.try_panel import TryPanel
    from playground.window.schema.words_view import WordsView

_LINES = (5, 18)


class SchemaPane(Pane):
    """Edits the schema. `rule_activated` brings the number of a violation whose rule was clicked."""

    rule_activated = Signal(int)

    def __init__(
        self, appearance: Appearance, wording: Wording, editing: Editing, checker: SchemaChecker, *, fills: bool = False
    ) -> None:
        """With `fills` the editor takes what height there is; else it is as high as its text, within limits."""
        self._fills = fills
        self._formats = Button(appearance, Kind.LINK)
        self._formats.setCheckable(True)
        self._lay_out_text = Button(appearance, Kind.LINK)
        self.views = ViewSwitch(appearance, wording)
        super().__init__(appearance, wording, ViewHeading(appearance, self.views))
        self._editing = editing
        self._checker = checker
        self.words: WordsView | None = None
        self.form: FormView | None = None
        self.start_panel: StartPanel | None = None
        self.coach: CoachPanel | None = None
        self.try_it: TryPanel | None = None
        self.try_link = Button(appearance, Kind.LINK)
        self.try_link.setCheckable(True)
        self.coach_link = Button(appearance, Kind.LINK)
        self.coach_link.setCheckable(True)
        self.start_menu = StartMenu(appearance, wording)
        self.start = Button(appearance, Kind.LINK, menu=self.start_menu)
        self.editor = SchemaEditor(appearance, wording)
        use_thin_bars(self.editor, appearance)
        self._card = Card(appearance, input_like=True)
        self._inside = QVBoxLayout(self._card)
        self._inside.setContentsMargins(2, Space.XS, 2, Space.XS)
        self._inside.addWidget(self.editor)
        self._rows = self._scrolled_rows() if fills else self.body
        self._rows.addWidget(self._card, 1 if fills else 0)
        self.pill = Pill(appearance)
        self.hints = Pill(appearance)
        self._go = Button(appearance, Kind.LINK)
        self.body.addWidget(WrappingRow(self.pill, self.hints))  # always in view, also where the rest scrolls
        self.problems = ProblemList(appearance, wording, self._go, most=1 if fills else 3)
        self._rows.addWidget(self.problems)
        self._rows.addWidget(WrappingRow(self._lay_out_text, self._formats, self.start, spacing=2))
        self._rows.addWidget(WrappingRow(self.coach_link, self.try_link, spacing=2))
        self.editor.installEventFilter(self)
        self.editor.edited.connect(self._edit)
        self.editor.rule_activated.connect(self.rule_activated)
        self.editor.place_wanted.connect(self.show_text_view)
        self.views.chosen.connect(self._choose_view)
        self.coach_link.toggled.connect(self._unfold_coach)
        self.try_link.toggled.connect(self._unfold_try)
        self.start_menu.source_chosen.connect(self._ask_for)
        self.start_menu.schema_chosen.connect(self._start_with)
        self.editor.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.editor.horizontalScrollBar().rangeChanged.connect(self._fit)
        self._lay_out_text.clicked.connect(self.editor.lay_text_out)
        self._formats.toggled.connect(self._choose_formats)
        self._go.clicked.connect(self._go_on)
        self.problems.remedy_wanted.connect(self._remedy)
        editing.changed.connect(self._show)
        checker.started.connect(self._show_state)
        checker.checked.connect(self._show_state)
        appearance.changed.connect(self._fit)
        self.retranslate()
        self._fit()

    def _scrolled_rows(self) -> QVBoxLayout:
        """Where the rows below the heading stand: in an area of its own that takes what height there is."""
        from playground.window.controls.tall import Tall  # noqa: PLC0415 - the first paint does without
        from playground.window.schema.scrolled import scrolled  # noqa: PLC0415 - as above

        inside = Tall()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(0, 0, Space.XS, 0)
        rows.setSpacing(Space.XS + 2)
        self.body.addWidget(scrolled(inside, self.appearance), 1)
        return rows

    def show_marks(self, marks: tuple[RuleMark, ...]) -> None:
        """Mark the rules that the selected attempt broke."""
        self.editor.show_marks(marks)

    @Slot()
    def show_text_view(self) -> None:
        """Show the schema as text."""
        self.views.show_view(View.TEXT)

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self.wording.say
        self.heading.say(say("window.schema"))
        self.views.retranslate()
        self._lay_out_text.setText(say("window.schema_format"))
        self._lay_out_text.setToolTip(say("window.schema_format_tip"))
        self.try_link.setText(say("schema.try"))
        self.try_link.setToolTip(say("schema.try.tip"))
        self.coach_link.setText(say("schema.coach"))
        self.coach_link.setToolTip(say("schema.coach.tip"))
        self.start.setText(say("schema.start"))
        self.start.setToolTip(say("schema.start.tip"))
        self._formats.setText(say("window.schema_formats"))
        self._formats.setToolTip(say("window.schema_formats_tip"))
        self._go.setText(say("window.schema_go"))
        self._show()
        self._show_state()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The card wears the ring of the editor inside it."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._card.set_ringed(event.type() == QEvent.Type.FocusIn)
        elif event.type() == QEvent.Type.Resize:
            QTimer.singleShot(0, self._fit)  # after the editor has broken its lines anew
        return super().eventFilter(watched, event)

    @Slot(object)
    def _choose_view(self, view: View) -> None:
        if view is View.WORDS and self.words is None:
            self._build_words()
        if view is View.FORM and self.form is None:
            self._build_form()
        self._show_other_views()
        if self.words is not None:
            self.words.setVisible(view is View.WORDS)
        if self.form is not None:
            self.form.setVisible(view is View.FORM)
        self._card.setVisible(view is not View.FORM)
        self.editor.setVisible(view is View.TEXT)
        self._lay_out_text.setVisible(view is View.TEXT)
        self._fit()

    @Slot(object)
    def _ask_for(self, source: "Source") -> None:
        from playground.window.schema.start_panel import StartPanel  # noqa: PLC0415 - not needed for the first paint

        if self.start_panel is None:
            self.start_panel = StartPanel(self.appearance, self.wording)
            self.start_panel.made.connect(self._start_with)
            self.start_panel.closed.connect(self._close_start)
            self._rows.insertWidget(self._rows.indexOf(self._card), self.start_panel)
        self.start_panel.show()
        self.start_panel.begin(source)

    @Slot(str)
    def _start_with(self, schema_text: str) -> None:
        self._close_start()
        self._editing.change("window.change.schema", schema_text=schema_text)

    @Slot()
    def _close_start(self) -> None:
        if self.start_panel is not None:
            self.start_panel.hide()
            self.start.setFocus()

    @Slot(bool)
    def _unfold_coach(self, on: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        if self.coach is None:
            from playground.window.schema.coach_panel import CoachPanel  # noqa: PLC0415 - not needed for the first paint

            self.coach = CoachPanel(self.appearance, self.wording, self._editing, self._checker)
            self._rows.addWidget(self.coach)
        self.coach.setVisible(on)
        self.coach.ask()

    @Slot(bool)
    def _unfold_try(self, on: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        if self.try_it is None:
            from playground.window.schema.try_panel import TryPanel  # noqa: PLC0415 - not needed for the first paint

            self.try_it = TryPanel(self.appearance, self.wording, self._editing, self._checker)
            self._rows.addWidget(self.try_it)
        self.try_it.setVisible(on)
        self.try_it.follow()

    def _build_words(self) -> None:
        from playground.window.schema.words_view import WordsView  # noqa: PLC0415 - not needed for the first paint

        self.words = WordsView(self.appearance, self.wording)
        self.words.rule_wanted.connect(self.editor.reveal)
        self.words.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.words.installEventFilter(self)
        self._inside.addWidget(self.words)

    def _build_form(self) -> None:
        from playground.window.schema.form_view import FormView  # noqa: PLC0415 - not needed for the first paint

        self.form = FormView(self.appearance, self.wording)
        self.form.edited.connect(self._edit_by_form)
        self._rows.insertWidget(self._rows.indexOf(self._card) + 1, self.form)

    def _show_other_views(self) -> None:
        """What is not looked at does not follow."""
        scenario = self._editing.scenario
        if self.views.view is View.WORDS and self.words is not None:
            self.words.show_schema(scenario.schema_text, formats_checked=scenario.assert_formats)
        if self.views.view is View.FORM and self.form is not None:
            self.form.show_schema(scenario.schema_text, formats_checked=scenario.assert_formats)

    @Slot()
    def _show(self) -> None:
        scenario = self._editing.scenario
        self.editor.show_text(scenario.schema_text)
        self._show_other_views()
        blocked = self._formats.blockSignals(True)
        self._formats.setChecked(scenario.assert_formats)
        self._formats.blockSignals(blocked)

    @Slot(str)
    def _edit(self, text: str) -> None:
        self._editing.change("window.change.schema", "schema_text", schema_text=text)

    @Slot(str, object)
    def _edit_by_form(self, text: str, typing: str | None) -> None:
        self._editing.change("window.change.schema", typing, schema_text=text)

    @Slot(bool)
    def _choose_formats(self, on: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        self._editing.change("window.change.formats", assert_formats=on)

    @Slot()
    def _show_state(self) -> None:
        say = self.wording.say
        checked = self._checker.latest
        if checked is None:
            self.pill.say(State.BUSY, say("window.schema_checking"))
            for nothing_known in (self.hints, self._go, self.problems):
                nothing_known.hide()
            return
        report: SchemaReport = checked.report
        self.editor.show_report(report)
        if report.errors:
            self.pill.say(State.BAD, say("window.schema_errors", count=len(report.errors)))
        else:
            self.pill.say(State.GOOD, say("window.schema_sound"))
        self.hints.setVisible(bool(report.hints))
        self.hints.say(State.WARN, say("window.schema_hints", count=len(report.hints)))
        problems = report.errors or report.hints
        self._go.setVisible(bool(problems))
        self.problems.setVisible(bool(problems))
        self.problems.show_report(report, checked.question.schema_text)

    @Slot(object)
    def _remedy(self, remedy: "Remedy") -> None:
        if remedy.schema_text is None:
            self._choose_formats(on=True)
        else:
            self._editing.change("window.change.schema", schema_text=remedy.schema_text)

    @Slot()
    def _go_on(self) -> None:
        self.editor.go_to_problem(1)
        self.editor.setFocus()

    @Slot()
    def _fit(self) -> None:
        if self._fills:
            self._card.setMinimumHeight(_LINES[0] * QFontMetrics(self.editor.font()).lineSpacing())
            return
        low, high = _LINES
        editor = self.editor
        if self.words is not None and self.views.view is View.WORDS:
            step = QFontMetrics(self.words.font()).lineSpacing()
            wanted = min(max(self.words.height_wanted(), low * step), 2 * high * step)
            self._card.setFixedHeight(wanted + 2 * Space.XS + 2)
            return
        rows = round(editor.document().documentLayout().documentSize().height())  # in lines, also of what is wrapped
        first = editor.document().firstBlock()
        line = editor.blockBoundingRect(first).height() / max(1, first.layout().lineCount())
        line = max(line, QFontMetrics(editor.font()).lineSpacing())
        bar = editor.horizontalScrollBar()
        height = min(max(rows, low), high) * line + 2 * editor.document().documentMargin()
        height += bar.sizeHint().height() if bar.maximum() > 0 else 0
        around = 2 * Space.XS + 2 * Space.XS + 6  # the card's margins, the editor's, and its frame
        self._card.setFixedHeight(round(height) + around)
