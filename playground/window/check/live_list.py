"""The verdicts on a whole list of replies, found a part at a time and anew when the schema changes."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from playground.repair.scenario import Scenario
from playground.store.file_problems import FileProblem
from playground.store.reply_files import NamedReply, holds_many, read_replies
from playground.window.check.live_verdict import what_counts
from playground.window.check.reply_csv import write_csv
from playground.window.check.reply_rows import JudgedReply, summarise
from playground.window.editing import Editing
from playground.window.futures import Futures
from playground.window.judging.bench import Bench
from playground.window.judging.latest import Latest
from playground.words.language import Language

_PAUSE = 400  # milliseconds after the last key in the schema, before a whole list is judged again
_PART = 25  # replies judged before others may have their turn


class LiveList(QObject):
    """`begun` with the replies' source when there is another list, `judged` with a place in the list and the JudgedReplies from there
    on, `read` with the text of a file that is one reply, `problem` with a Text."""

    begun = Signal(str, object)
    judged = Signal(int, object)
    read = Signal(str)
    problem = Signal(object)

    def __init__(self, editing: Editing, bench: Bench, futures: Futures, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._bench = bench
        self._futures = futures
        self._replies: tuple[NamedReply, ...] = ()
        self._done = 0
        self._judged_for: tuple[object, ...] | None = None
        self._latest = Latest(bench, futures, self)
        self._latest.found.connect(self._take_part)
        editing.changed.connect(self._follow)

    def open(self, paths: Sequence[Path]) -> None:
        """Read a reply, or a list of them."""

        def read() -> tuple[bool, tuple[NamedReply, ...]]:
            several = len(paths) > 1 or any(holds_many(path) for path in paths)
            return several, tuple(reply for path in paths for reply in read_replies(path))

        def take(found: tuple[bool, tuple[NamedReply, ...]]) -> None:
            several, replies = found
            if several:
                self._begin(paths[0].name, replies)
            else:
                self.read.emit(replies[0].text)

        self._futures.then(self, self._bench.submit(read), take, self._refuse)

    def export(self, path: Path, judged: Sequence[JudgedReply], language: Language) -> None:
        """Write what is known as CSV."""
        work = self._bench.submit(lambda: write_csv(path, judged, language))
        self._futures.then(self, work, lambda _: None, self._refuse)

    @Slot()
    def close(self) -> None:
        """The list is put away."""
        self._replies = ()

    def _begin(self, source: str, replies: tuple[NamedReply, ...]) -> None:
        self._replies = replies
        self._judged_for = None
        self.begun.emit(source, replies)
        self._follow()

    def _refuse(self, error: BaseException) -> None:
        if not isinstance(error, FileProblem):
            raise error
        self.problem.emit(error.text)

    @Slot()
    def _follow(self) -> None:
        """The whole list is judged again when what it depends on has changed."""
        wanted = what_counts(self._editing.scenario)
        if not self._replies or wanted == self._judged_for:
            return
        pause = 0 if self._judged_for is None else _PAUSE
        self._judged_for = wanted
        self._done = 0
        self._ask_part(pause)

    def _ask_part(self, pause: int = 0) -> None:
        self._latest.ask(self._part(), pause)

    def _part(self) -> Callable[[], tuple[int, tuple[JudgedReply, ...]]]:
        bench, scenario, first = self._bench, self._editing.scenario, self._done
        replies = self._replies[first : first + _PART]
        return lambda: (first, _judge_part(bench, replies, scenario))

    @Slot(object)
    def _take_part(self, part: tuple[int, tuple[JudgedReply, ...]]) -> None:
        first, judged = part
        if not self._replies or self._replies[first] is not judged[0].reply:
            return  # another list lies open, or none
        self._done = first + len(judged)
        self.judged.emit(first, judged)
        if self._done < len(self._replies):
            self._ask_part()


def _judge_part(bench: Bench, part: Sequence[NamedReply], scenario: Scenario) -> tuple[JudgedReply, ...]:
    """On the worker's thread."""
    return tuple(summarise(reply, bench.judge(reply.text, scenario)) for reply in part)
