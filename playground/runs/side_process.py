"""A process beside the window that judges what is large.

Reading and validating a megabyte keeps Python's lock for a third of a second, and a window in the same process would stand still.
The process starts with the first large text and ends when its owner closes it, or dies: its standard input is at an end then.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, TypeAlias

from playground.runs.sightings import Sighting, sight
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import CheckedSchema, check
from playground.verdict.violations import Answer, Verdict

COMMAND = "judge-beside"  # what the program is called with for this; of no use to a person
LARGE = 40_000  # characters of a reply from which on it is judged beside: what is shorter takes less than a frame

_ENDED = (OSError, EOFError, ValueError, pickle.UnpicklingError)  # what reading or writing raises when the process is gone

_Question: TypeAlias = tuple[str, str, str, JudgeOptions, bool]  # what is wanted, the reply, the schema's text, and how to judge
_JUDGE, _SIGHT = "judge", "sight"

_log = logging.getLogger(__name__)


class SideProcess:
    """Judges large texts in a process of its own, small ones at once. Safe from any thread; one text after the other.

    When the process cannot be started or dies, the text is judged where the caller stands: slower to the eye, never wrong.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        process = self._process
        return process.pid if process is not None else None

    def judge(self, reply: str, schema: CheckedSchema, options: JudgeOptions, *, assert_formats: bool) -> Verdict:
        """The verdict on a reply; never raises. Call it from a worker's thread: it waits.

        `assert_formats` is how `schema` was checked; it is checked anew in the other process.
        """
        if len(reply) < LARGE or not schema.ok:
            return judge(reply, schema, options)
        with self._lock:
            verdict = None if self._closed else self._ask((_JUDGE, reply, schema.text, options, assert_formats), _read_verdict)
        return judge(reply, schema, options) if verdict is None else replace(verdict, schema=schema.report)

    def sight(self, reply: str, schema: CheckedSchema, options: JudgeOptions, *, assert_formats: bool) -> Sighting:
        """How the JSON of a reply was found; otherwise as `judge`."""
        if len(reply) < LARGE:
            return sight(reply, schema, options)
        with self._lock:
            found = None if self._closed else self._ask((_SIGHT, reply, schema.text, options, assert_formats), pickle.load)
        return sight(reply, schema, options) if found is None else found

    def close(self) -> None:
        """End the process without waiting for what it is at."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()  # who waits for a verdict reads the end of the output
        with self._lock:
            self._forget()

    def _ask(self, question: _Question, read: Callable[[IO[bytes]], Any]) -> Any:
        """What `read` makes of the answer; None where there is none."""
        try:
            process = self._process or self._start()
            if process.stdin is None or process.stdout is None:  # pragma: no cover - both were asked for
                return None
            _write(process.stdin, question)
            return read(process.stdout)
        except _ENDED as problem:
            if not self._closed:
                _log.warning("the judge's own process ended: %s", problem)
            self._forget()
            return None

    def _start(self) -> subprocess.Popen[bytes]:
        frozen = getattr(sys, "frozen", False)
        package = str(Path(__file__).parents[2])
        paths = [package, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, COMMAND] if frozen else [sys.executable, "-m", "playground", COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ if frozen else {**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        return self._process

    def _forget(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in filter(None, (process.stdin, process.stdout)):
                with contextlib.suppress(OSError):  # what was not sent yet is lost
                    pipe.close()
            process.wait()


def serve() -> int:
    """In the other process: answer until standard input is at its end."""
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    with contextlib.suppress(KeyboardInterrupt, *_ENDED):
        while True:
            wanted, reply, schema_text, options, assert_formats = pickle.load(questions)  # noqa: S301 - from the program itself
            schema = _check(schema_text, assert_formats)
            if wanted == _SIGHT:
                parts: tuple[bytes, ...] = (pickle.dumps(sight(reply, schema, options)),)
            else:
                parts = _pack(judge(reply, schema, options))
            for part in parts:
                answers.write(part)
            answers.flush()
    return 0


def _write(pipe: IO[bytes], question: _Question) -> None:
    pipe.write(pickle.dumps(question))
    pipe.flush()


def _read_verdict(pipe: IO[bytes]) -> Verdict | None:
    """In two parts: unpacking one keeps Python's lock, and the window draws between them."""
    verdict: Verdict | None = pickle.load(pipe)  # noqa: S301 - from the program itself
    if verdict is None:
        return None
    answer: Answer | None = pickle.load(pipe)  # noqa: S301 - as above
    return replace(verdict, answer=answer)


def _pack(verdict: Verdict) -> tuple[bytes, ...]:
    """The verdict without its answer, then the answer; None alone where the answer is nested too deeply to be packed."""
    try:
        return pickle.dumps(replace(verdict, answer=None)), pickle.dumps(verdict.answer)
    except RecursionError:
        return (pickle.dumps(None),)


@lru_cache(maxsize=8)
def _check(schema_text: str, assert_formats: bool) -> CheckedSchema:  # noqa: FBT001 - a key of the cache
    return check(schema_text, assert_formats=assert_formats)
