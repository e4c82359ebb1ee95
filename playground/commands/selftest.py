"""`playground selftest`: proves that a checkout or a bundle is whole on this machine, always within a time limit."""

import faulthandler
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playground.commands.arguments import SelftestOptions
from playground.commands.selftest_steps import Bench, Failure, steps
from playground.commands.speech import Speech
from playground.store.atomic import write_atomically
from playground.store.file_problems import FileProblem
from playground.words.text import Text, text

_GRACE = 5.0  # seconds after which a thread that Python cannot reach is ended the hard way


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the table; the time is in milliseconds."""

    name: Text
    sound: bool
    milliseconds: int
    detail: str


class _Log(logging.Handler):
    """Collects what is logged at warning or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """See logging.Handler."""
        self.heard.append(f"{record.name}: {record.getMessage()}")


def selftest(options: SelftestOptions, speech: Speech) -> int:
    """Try every part, print a table; 0 if everything is sound, else 1."""
    table = _Table(speech, Path(options.report) if options.report else None)
    watchdog = _Watchdog(options.time_limit, table, speech)
    log = _Log()
    logging.captureWarnings(capture=True)
    logging.getLogger().addHandler(log)
    # Left over files are no reason to fail; on Windows a database may stay open a moment longer.
    with TemporaryDirectory(prefix="playground-selftest-", ignore_cleanup_errors=True) as home:
        bench = Bench(Path(home), speech)
        for name, step in steps():
            watchdog.step = name
            table.add(_try(name, lambda step=step: step(bench)))  # type: ignore[misc]  # mypy infers no type for a default
    watchdog.end()
    logging.getLogger().removeHandler(log)
    table.add(_Line(text("cli.selftest.quiet"), not log.heard, 0, "; ".join(log.heard[:3])))
    return table.finish()


def _try(name: Text, step: Callable[[], str]) -> _Line:
    start = time.perf_counter()
    try:
        sound, detail = True, step()
    except Failure as failure:
        sound, detail = False, str(failure)
    except Exception as error:  # noqa: BLE001 - whatever a part raises is what is to be found out
        sound, detail = False, f"{type(error).__name__}: {error}"
    return _Line(name, sound, round((time.perf_counter() - start) * 1000), detail)


class _Table:
    """Lines as they come, on standard output and at the end in a file."""

    def __init__(self, speech: Speech, file: Path | None) -> None:
        self._speech = speech
        self._file = file
        self._written: list[str] = []
        self._failed = 0

    def add(self, line: _Line) -> None:
        """One more line."""
        self._failed += not line.sound
        mark = "✓" if line.sound else "✕"
        detail = " ".join(line.detail.split())
        self.write(f"{mark} {self._speech.word(line.name)}  {line.milliseconds} ms  {detail}".rstrip())

    def write(self, words: str) -> None:
        """A line as it is."""
        self._written.append(words)
        self._speech.give(words)

    def finish(self) -> int:
        """The sentence under the table, the file, and the exit code."""
        sentence = text("cli.selftest.unsound", count=self._failed) if self._failed else text("cli.selftest.sound")
        self.write(self._speech.word(sentence))
        return 1 if self._failed or not self.save() else 0

    def save(self) -> bool:
        """Write the file, if one was asked for."""
        if self._file is not None:
            try:
                write_atomically(self._file, "\n".join(self._written) + "\n")
            except FileProblem as problem:
                self._speech.say(problem.text)
                return False
        return True


class _Watchdog:
    """Ends the process when the time is over: from a thread, or from C where Python itself is stuck."""

    def __init__(self, time_limit: float, table: _Table, speech: Speech) -> None:
        self.step = text("cli.selftest.imports")
        self._time_limit = time_limit
        self._table = table
        self._speech = speech
        self._timer = threading.Timer(time_limit, self._bite)
        self._timer.daemon = True
        self._timer.start()
        self._has_streams = sys.stderr is not None
        if self._has_streams:
            faulthandler.dump_traceback_later(time_limit + _GRACE, exit=True)

    def end(self) -> None:
        """All is done in time."""
        self._timer.cancel()
        if self._has_streams:
            faulthandler.cancel_dump_traceback_later()

    def _bite(self) -> None:
        late = text("cli.selftest.late", seconds=round(self._time_limit), step=self.step)
        self._table.write(self._speech.word(late))
        self._table.save()
        os._exit(1)
