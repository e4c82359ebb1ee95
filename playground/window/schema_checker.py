"""Looks the schema over in a worker thread, a moment after the last key."""

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from playground.repair.scenario import Ending, EndingKind
from playground.window.editing import Editing
from playground.window.futures import Futures
from playground.words.language import Language
from playground.words.text import Text

Made = TypeVar("Made")

if TYPE_CHECKING:  # what validates is loaded by the worker, after the first paint
    from collections.abc import Callable
    from concurrent.futures import Future, ThreadPoolExecutor

    from playground.repair.stops import Stop
    from playground.verdict.schema_report import SchemaReport

_PAUSE = 200  # milliseconds after the last key


class Question(NamedTuple):
    """What the result depends on."""

    schema_text: str
    assert_formats: bool
    language: Language
    ending: Ending


class SchemaLook(NamedTuple):
    """What there is to know about a schema: its report, the endings it offers, and what to know of the chosen fallback."""

    question: Question
    report: "SchemaReport"
    stops: "tuple[Stop, ...]"
    explanation: Text | None


class SchemaChecker(QObject):
    """`started` when a check is due, `checked` with a SchemaLook when it is done. A late result of an older text is dropped."""

    started = Signal()
    checked = Signal(object)

    def __init__(self, editing: Editing, futures: Futures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._futures = futures
        self._worker: ThreadPoolExecutor | None = None
        self._helper: ThreadPoolExecutor | None = None
        self._closed = False
        self._wanted: Question | None = None
        self._latest: SchemaLook | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._check)
        editing.changed.connect(self._follow)

    @property
    def latest(self) -> SchemaLook | None:
        """The last result; None while the present text is being checked."""
        return self._latest

    @Slot()
    def begin(self) -> None:
        """Check at once; called after the first paint."""
        self._wanted = None
        self._follow()
        self._timer.start(0)

    def close(self) -> None:
        """End the workers without waiting for them."""
        self._closed = True
        self._timer.stop()
        for worker in (self._worker, self._helper):
            if worker is not None:
                worker.shutdown(wait=False, cancel_futures=True)

    def have_done(self, owner: QObject, work: "Callable[[], Made]", take: "Callable[[Made], None]") -> None:
        """Have something else made from the schema, beside the checks, and hand it to `take` unless `owner` is gone by then."""
        if self._closed:
            return
        if self._helper is None:
            from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - as above

            self._helper = ThreadPoolExecutor(1, thread_name_prefix="schema-help")
        self._futures.then(owner, self._helper.submit(work), take)

    @Slot()
    def _follow(self) -> None:
        scenario = self._editing.scenario
        wanted = Question(scenario.schema_text, scenario.assert_formats, scenario.language, scenario.ending)
        before = self._wanted
        if wanted == before:
            return
        self._wanted = wanted
        self._timer.start(_PAUSE)
        if before is None or (before.schema_text, before.assert_formats) != (wanted.schema_text, wanted.assert_formats):
            self._latest = None
            self.started.emit()

    @Slot()
    def _check(self) -> None:
        if self._wanted is None:
            return
        if self._worker is None:
            from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - after the first paint

            self._worker = ThreadPoolExecutor(1, thread_name_prefix="schema")
        wanted = self._wanted
        future: Future[SchemaLook] = self._worker.submit(_look_over, wanted)
        self._futures.then(self, future, lambda checked: self._take(wanted, checked))

    def _take(self, wanted: Question, checked: SchemaLook) -> None:
        if wanted == self._wanted:
            self._latest = checked
            self.checked.emit(checked)


def _look_over(question: Question) -> SchemaLook:
    """On the worker's thread."""
    from playground.repair.fallbacks import explain_value, find_stops  # noqa: PLC0415 - loaded by the worker, after the first paint
    from playground.verdict.schema import check  # noqa: PLC0415 - as above

    checked = check(question.schema_text, assert_formats=question.assert_formats)
    ending = question.ending
    known = ending.kind is EndingKind.FALLBACK and ending.value is not None and checked.ok
    explanation = explain_value(ending.value, checked) if known and ending.value is not None else None
    return SchemaLook(question, checked.report, find_stops(checked, question.language) if checked.ok else (), explanation)
