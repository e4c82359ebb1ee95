"""The errors and hints of the schema in words, each with what one press can do about it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from playground.verdict.schema_report import SchemaProblem, SchemaReport
from playground.window.appearance import Appearance
from playground.window.controls.button import Button, Kind
from playground.window.controls.label import Label
from playground.window.controls.tall import Tall
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.theme import Space, TypeSize
from playground.window.words_in_window import Wording


class ProblemList(Tall):
    """`remedy_wanted` with a Remedy whose button was pressed. The button `go` stands below the first problem."""

    remedy_wanted = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording, go: Button, *, most: int) -> None:
        """At most `most` problems are shown, and how many more there are."""
        super().__init__()
        self._appearance = appearance
        self._wording = wording
        self._most = most
        self._go = go
        self.buttons: list[Button] = []
        self.labels: list[Label] = []
        self._shown: tuple[tuple[SchemaProblem, ...], str, object] | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(Space.XS)
        self._inside: QWidget | None = None

    def show_report(self, report: SchemaReport, schema_text: str) -> None:
        """Show the errors, else the hints, of the check of this text."""
        found = report.errors or report.hints
        problems = tuple(sorted(found, key=lambda problem: problem.span.start if problem.span is not None else -1))
        asked = (problems, schema_text, self._wording.language)
        if asked == self._shown:
            return
        self._shown = asked
        self.clear()
        self.setVisible(bool(problems))
        self.setAccessibleName(self._wording.say("schema.problems"))
        if not problems:
            return
        self._inside = Tall()
        layout = QVBoxLayout(self._inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for problem in problems[: self._most]:
            self._add(layout, problem, schema_text, bad=bool(report.errors))
        if len(problems) > self._most:
            more = Label(self._appearance, size=TypeSize.SMALL, role="muted", wraps=True)
            more.setText(self._wording.say("schema.problems.more", count=len(problems) - self._most))
            layout.addWidget(more)
        self._layout.addWidget(self._inside)
        self._inside.show()

    def clear(self) -> None:
        """Show nothing."""
        if self._inside is not None:
            self._go.setParent(self)  # it outlives what it stands in
            self._inside.hide()
            self._inside.deleteLater()
            self._inside = None
        self.buttons, self.labels = [], []

    def _add(self, layout: QVBoxLayout, problem: SchemaProblem, schema_text: str, *, bad: bool) -> None:
        from playground.verdict.plain_schema.remedies import remedy_for  # noqa: PLC0415 - not needed for the first paint

        label = Label(self._appearance, size=TypeSize.SMALL, role="bad" if bad else "warn", wraps=True)
        words = self._wording(problem.message)
        label.setText(words if problem.line is None else self._wording.say("window.in_line", line=problem.line, what=words))
        self.labels.append(label)
        layout.addWidget(label)
        remedy = remedy_for(problem, schema_text)
        first = len(self.labels) == 1
        if remedy is None:
            if first:
                layout.addWidget(self._go, 0, Qt.AlignmentFlag.AlignLeft)
                self._go.show()
            return
        button = Button(self._appearance, Kind.LINK, icon="check", gives_way=True)
        button.setText(self._wording(remedy.label))
        button.setToolTip(self._wording.say("schema.remedy.tip"))
        button.clicked.connect(partial(self.remedy_wanted.emit, remedy))
        self.buttons.append(button)
        layout.addWidget(WrappingRow(button, self._go) if first else button)
        if first:
            self._go.show()
