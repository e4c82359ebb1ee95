"""Work that no file holds yet, kept beside the history, so that a crash or a power cut loses a second of typing at most.

Each process keeps its own folder under a lock that ends with it; a folder whose lock is free is what a crash left behind.
"""

import json
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from playground.repair.scenario import Scenario
from playground.repair.scenario_format import ScenarioProblem, parse_scenario, write_scenario
from playground.store.atomic import set_aside, write_atomically
from playground.store.file_lock import FileLock, take_lock
from playground.store.file_problems import FileProblem, problem_of
from playground.store.folders import make_folder
from playground.store.writer import Writer
from playground.words.text import Text, text

_DELAY = 1.0  # seconds from a change to its being kept
_LOCK = "lock"
_DAMAGED = ".damaged-"


@dataclass(frozen=True, slots=True)
class Leftover:
    """Work that an earlier process did not save. `path` is the file that it belonged to, `at` when it was kept (UTC)."""

    scenario: Scenario
    path: Path | None
    at: datetime
    kept_in: Path


@dataclass(frozen=True, slots=True)
class Leftovers:
    """All of it, and what a person should be told about files that could not be read."""

    found: tuple[Leftover, ...] = ()
    problems: tuple[Text, ...] = ()


class Recovery:
    """Keeps unsaved documents (a `Keeper` of ScenarioDocument) and finds what earlier processes left.

    `on_problem` is called on the writer's thread, once until keeping works again.
    """

    def __init__(self, folder: Path, writer: Writer, on_problem: Callable[[Text], None]) -> None:
        self._folder = folder
        self._own = folder / uuid4().hex
        self._writer = writer
        self._on_problem = on_problem
        self._troubled = False
        self._locks: list[FileLock] = []

    def keep(self, document_id: str, scenario: Scenario, path: Path | None) -> None:
        """Remember this state a moment later, in the stead of the one before it."""
        self._writer.later(("unsaved", document_id), _DELAY, lambda: self._keep(document_id, scenario, path))

    def drop(self, document_id: str) -> None:
        """Nothing of this document is unsaved any more."""
        self._writer.forget(("unsaved", document_id))
        self._writer.submit(lambda: self._remove(self._file(document_id)))

    def leftovers(self) -> Future[Leftovers]:
        """What earlier processes did not save; from now on it belongs to this one."""
        return self._writer.submit(self._find)

    def adopt(self, leftover: Leftover, document_id: str) -> Future[None]:
        """The leftover is now open as this document, and is kept as such."""
        return self._writer.submit(lambda: self._adopt(leftover, document_id))

    def discard(self, leftover: Leftover) -> Future[None]:
        """The person does not want it."""
        return self._writer.submit(lambda: self._remove(leftover.kept_in))

    def close(self) -> Future[None]:
        """Give the own folder back, if nothing is in it, and every lock; the writer must still be open."""
        return self._writer.submit(self._close)

    # What follows runs on the writer's thread.

    def _file(self, document_id: str) -> Path:
        return self._own / f"{document_id}.json"

    def _keep(self, document_id: str, scenario: Scenario, path: Path | None) -> None:
        content = {
            "path": str(path) if path else None,
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "scenario": write_scenario(scenario),
        }
        try:
            self._open_own_folder()
            write_atomically(self._file(document_id), json.dumps(content), private=True)
        except FileProblem as problem:
            if not self._troubled:
                self._troubled = True
                self._on_problem(text("store.not_kept_meanwhile", reason=problem.text))
        else:
            self._troubled = False

    def _open_own_folder(self) -> None:
        if not self._own.is_dir():
            make_folder(self._folder)
            make_folder(self._own)
            if (lock := take_lock(self._own / _LOCK)) is not None:
                self._locks.append(lock)

    def _find(self) -> Leftovers:
        found: list[Leftover] = []
        problems: list[Text] = []
        try:
            folders = sorted(path for path in self._folder.iterdir() if path.is_dir() and path != self._own)
        except OSError:
            return Leftovers()
        for folder in folders:
            lock = take_lock(folder / _LOCK)
            if lock is None:
                continue
            files = [file for file in sorted(folder.glob("*.json")) if _DAMAGED not in file.name]
            if not files:
                lock.release()
                self._remove_folder(folder)
                continue
            self._locks.append(lock)
            for file in files:
                leftover = _read(file)
                if isinstance(leftover, Text):
                    problems.append(leftover)
                else:
                    found.append(leftover)
        return Leftovers(tuple(sorted(found, key=lambda leftover: leftover.at)), tuple(problems))

    def _adopt(self, leftover: Leftover, document_id: str) -> None:
        try:
            self._open_own_folder()
            leftover.kept_in.replace(self._file(document_id))
        except (OSError, FileProblem):
            # It stays where it was, which loses nothing; the document keeps its own copy besides.
            return
        self._remove_folder(leftover.kept_in.parent)

    def _remove(self, file: Path) -> None:
        with suppress(OSError):
            file.unlink(missing_ok=True)

    def _remove_folder(self, folder: Path) -> None:
        """Remove it if nothing but its lock is in it."""
        with suppress(OSError):
            if [path.name for path in folder.iterdir()] == [_LOCK]:
                (folder / _LOCK).unlink()
                folder.rmdir()

    def _close(self) -> None:
        for lock in self._locks:
            lock.release()
        self._locks.clear()
        self._remove_folder(self._own)


def _read(file: Path) -> Leftover | Text:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        scenario = parse_scenario(content["scenario"])
        path = Path(content["path"]) if content["path"] else None
        at = datetime.fromisoformat(content["at"])
    except OSError as error:
        return problem_of(error, file).text
    except (ValueError, KeyError, TypeError, RecursionError, ScenarioProblem):
        try:
            aside = set_aside(file)
        except FileProblem as problem:
            return problem.text
        return text("store.leftover_damaged", aside=str(aside))
    return Leftover(scenario, path, at, file)
