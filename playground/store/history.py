"""Every run, kept as it happens: what is received is committed at once, a growing reply each second.

Nothing here blocks or raises: all work is done in order on the writer's thread, and what is asked is answered by Future, so
that an answer always contains everything that was told before the question.
"""

import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TypeVar

from playground.repair.exchange import Channel, EndpointFailure, Request
from playground.repair.rates import Rates
from playground.repair.record import Attempt, Run
from playground.repair.scenario import Scenario
from playground.store.history_file import HistoryFile, Job
from playground.store.history_rows import (
    KeptRun,
    RunSummary,
    end_run,
    insert_attempt,
    insert_failure,
    insert_request,
    insert_run,
    select_rates,
    select_run,
    select_runs,
    update_growth,
)
from playground.store.writer import Writer
from playground.words.text import Text

_Result = TypeVar("_Result")
_GROWING = 1.0  # seconds between two writes of a reply that grows


class History:
    """The history of all runs. `on_problem` is called on the writer's thread, once for each kind of trouble."""

    def __init__(self, path: Path, writer: Writer, on_problem: Callable[[Text], None]) -> None:
        self._writer = writer
        self._file = HistoryFile(path, on_problem)
        self._growing: dict[tuple[str, int], _Growth] = {}
        self._waiting: list[Job] = []  # what is told faster than it is written goes into one transaction
        self._lock = threading.Lock()

    def run_started(self, run_id: str, scenario: Scenario, at: str) -> None:
        """A run begins; `at` is ISO 8601, UTC."""
        self._write(lambda connection: insert_run(connection, run_id, scenario, at))

    def attempt_started(self, run_id: str, number: int, request: Request) -> None:
        """A request is sent."""
        self._write(lambda connection: insert_request(connection, run_id, number, request))

    def reply_grew(self, run_id: str, number: int, added: str, channel: Channel) -> None:
        """More of a reply has come."""
        key = (run_id, number)
        with self._lock:
            self._growing.setdefault(key, _Growth()).add(added, channel)
        self._writer.later(("growing", key), _GROWING, lambda: self._keep_growth(key))

    def attempt_judged(self, run_id: str, attempt: Attempt) -> None:
        """A reply is whole and judged."""
        self._end_growth((run_id, attempt.number))
        self._write(lambda connection: insert_attempt(connection, run_id, attempt))

    def endpoint_failed(self, run_id: str, number: int, failure: EndpointFailure) -> None:
        """A request got no answer, whether or not it is tried again."""
        self._write(lambda connection: insert_failure(connection, run_id, number, failure))

    def run_ended(self, run_id: str, run: Run) -> None:
        """A run is over, in whatever way."""
        with self._lock:
            unfinished = [key for key in self._growing if key[0] == run_id]
        for key in unfinished:
            # Of a run that was stopped in the middle of a reply, what had come stays.
            if (growth := self._end_growth(key)) is not None:
                self._write(partial(_keep, key, growth.joined()))
        self._write(lambda connection: end_run(connection, run_id, run))

    def runs_of(self, scenario_id: str, limit: int = 200) -> Future[tuple[RunSummary, ...]]:
        """The latest runs of a scenario, the latest first; empty if the history cannot be read."""
        return self._read(lambda connection: select_runs(connection, scenario_id, limit), ())

    def kept_run(self, run_id: str) -> Future[KeptRun | None]:
        """One run with all its attempts; None if it is not there or was written by a version that this one cannot read."""
        return self._read(lambda connection: select_run(connection, run_id), None)

    def rates_of(self, scenario_id: str, scenario_hash: str | None = None) -> Future[Rates]:
        """The rates of a scenario; with a hash, only of the runs of its version that has this hash."""
        return self._read(lambda connection: select_rates(connection, scenario_id, scenario_hash), Rates())

    def close(self) -> Future[None]:
        """Let the file go once everything told so far is written; the writer must still be open."""
        return self._writer.submit(self._file.close)

    def _write(self, job: Job) -> None:
        with self._lock:
            self._waiting.append(job)
            first = len(self._waiting) == 1
        if first:
            self._writer.submit(self._write_waiting)

    def _write_waiting(self) -> None:
        with self._lock:
            jobs, self._waiting = self._waiting, []
        self._file.work_through(jobs)

    def _read(self, job: Callable[[sqlite3.Connection], _Result], otherwise: _Result) -> Future[_Result]:
        def read() -> _Result:
            result = self._file.work(job)
            return otherwise if result is None else result

        return self._writer.submit(read)

    def _keep_growth(self, key: tuple[str, int]) -> None:
        with self._lock:
            growth = self._growing.get(key)
            grown = growth.joined() if growth else None
        if grown is not None:
            self._file.work(partial(_keep, key, grown))

    def _end_growth(self, key: tuple[str, int]) -> "_Growth | None":
        self._writer.forget(("growing", key))
        with self._lock:
            return self._growing.pop(key, None)


def _keep(key: tuple[str, int], grown: tuple[str, str], connection: sqlite3.Connection) -> None:
    update_growth(connection, *key, *grown)


class _Growth:
    """The pieces of a reply, by where they stood."""

    def __init__(self) -> None:
        self._content: list[str] = []
        self._reasoning: list[str] = []

    def add(self, added: str, channel: Channel) -> None:
        (self._reasoning if channel is Channel.REASONING else self._content).append(added)

    def joined(self) -> tuple[str, str]:
        return "".join(self._content), "".join(self._reasoning)
