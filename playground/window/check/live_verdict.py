"""The verdict on the reply that a person types, a moment after each key in the reply or in the schema."""

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from playground.repair.scenario import Scenario
from playground.runs.side_process import LARGE
from playground.verdict.violations import Verdict
from playground.window.conversation.cards import Mark
from playground.window.editing import Editing
from playground.window.findings.entries import Entry, entries_of, group_entries, marks_of
from playground.window.futures import Futures
from playground.window.judging.bench import Bench
from playground.window.judging.latest import Latest

_PAUSE = 200  # milliseconds after the last key in a large reply


class Judged(NamedTuple):
    """A verdict, and the texts that it is about."""

    reply: str
    schema_text: str
    verdict: Verdict
    entries: tuple[Entry, ...]
    groups: tuple[tuple[Entry, ...], ...]
    marks: tuple[Mark, ...]


class LiveVerdict(QObject):
    """`waiting` when a verdict is out of date, `judged` with a Judged when there is a new one."""

    waiting = Signal()
    judged = Signal(object)

    def __init__(self, editing: Editing, bench: Bench, futures: Futures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._bench = bench
        self._reply = ""
        self._active = False
        self._asked: tuple[object, ...] | None = None
        self._current: Judged | None = None
        self._latest = Latest(bench, futures, self)
        self._latest.found.connect(self._take)
        editing.changed.connect(self._follow)

    @property
    def latest(self) -> Judged | None:
        """The verdict on the texts as they stand; None while it is being found, or there is no reply."""
        return self._current

    def set_active(self, active: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        """Judge only while somebody looks."""
        self._active = active
        self._follow()

    def judge(self, reply: str) -> None:
        """Judge this reply from now on."""
        self._reply = reply
        self._follow()

    @Slot()
    def _follow(self) -> None:
        scenario = self._editing.scenario
        asked = (self._reply, *what_counts(scenario))
        if not self._active or asked == self._asked:
            return
        self._asked = asked
        self._current = None
        self.waiting.emit()
        reply, bench = self._reply, self._bench
        self._latest.ask(lambda: _judge(bench, reply, scenario), _PAUSE if len(reply) >= LARGE else 0)

    @Slot(object)
    def _take(self, judged: Judged) -> None:
        self._current = judged
        self.judged.emit(judged)


def _judge(bench: Bench, reply: str, scenario: Scenario) -> Judged:
    """On the worker's thread."""
    verdict = bench.judge(reply, scenario)
    entries = entries_of(verdict, scenario.schema_text, reply)
    return Judged(reply, scenario.schema_text, verdict, entries, group_entries(verdict, entries), marks_of(verdict, entries))


def what_counts(scenario: Scenario) -> tuple[object, ...]:
    """What of a scenario a verdict depends on."""
    return scenario.schema_text, scenario.assert_formats, scenario.fix_small_faults, scenario.stop_rules.duplicate_key_is_violation
