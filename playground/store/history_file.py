"""The history's file: opened, mended or set aside. Used from the writer's thread alone."""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias, TypeVar

from playground.store.atomic import set_aside
from playground.store.file_problems import FileProblem, problem_of
from playground.store.folders import make_folder
from playground.store.history_schema import DamagedHistory, NewerHistory, check_before_use, migrate
from playground.words.text import Text, text

_Result = TypeVar("_Result")
Job: TypeAlias = Callable[[sqlite3.Connection], object]
_WAIT = 5.0  # seconds for another process that is writing
_LOOK = 0.05  # seconds between two looks whether it is done
_CHECKED_WHOLE = 20_000_000  # bytes; a larger file is only looked at where it is read
_SENTENCES = {
    sqlite3.SQLITE_FULL: "store.disk_full",
    sqlite3.SQLITE_BUSY: "store.in_use",
    sqlite3.SQLITE_READONLY: "store.no_permission",
    sqlite3.SQLITE_PERM: "store.no_permission",
    sqlite3.SQLITE_CANTOPEN: "store.no_permission",
}


class HistoryFile:
    """One SQLite file (WAL), readable by its owner alone. Each kind of trouble is told once, and stops nothing."""

    def __init__(self, path: Path, on_problem: Callable[[Text], None]) -> None:
        self._path = path
        self._on_problem = on_problem
        self._connection: sqlite3.Connection | None = None
        self._given_up = False  # a newer version's file: left alone
        self._told: set[str] = set()

    def work(self, job: Callable[[sqlite3.Connection], _Result]) -> _Result | None:
        """Do this in one transaction; None if that was impossible, which the person has been told."""
        for _ in range(2):
            try:
                connection = self._open()
                if connection is None:
                    return None
                return _in_transaction(connection, job)
            except sqlite3.DatabaseError as error:
                if _is_damage(error) and self._begin_anew():
                    continue
                # What belongs to a run whose beginning could not be kept is not kept either; that has been told.
                if not isinstance(error, sqlite3.IntegrityError):
                    self._tell(_problem_of(error, self._path))
                return None
            except FileProblem as problem:
                self._tell(problem.text)
                return None
        return None

    def work_through(self, jobs: list[Job]) -> None:
        """Do these in one transaction; where that fails, each in its own, so that one that is impossible costs no other."""
        if len(jobs) > 1 and self._connection is not None:
            try:
                _in_transaction(self._connection, lambda connection: [job(connection) for job in jobs])
            except sqlite3.DatabaseError:
                pass
            else:
                return
        for job in jobs:
            self.work(job)

    def close(self) -> None:
        """Let the file go; the next work opens it again."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection | None:
        if self._connection is not None or self._given_up:
            return self._connection
        make_folder(self._path.parent)
        self._make_private()
        try:
            self._connection = self._connect()
        except NewerHistory:
            self._given_up = True
            self._on_problem(text("store.history_newer", file=str(self._path)))
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        """Open, check and mend the file. While another process does the same, SQLite says "locked" at once, however long it may wait."""
        end = time.monotonic() + _WAIT
        while True:
            connection = sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
            try:
                self._prepare(connection)
            except BaseException as error:
                connection.close()
                busy = isinstance(error, sqlite3.OperationalError) and _code_of(error) == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > end:
                    raise
                time.sleep(_LOOK)
            else:
                return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        check_before_use(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        # A kill of the program loses nothing; a power cut can lose the last commits but not the file.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        self._check(connection)
        migrate(connection)

    def _make_private(self) -> None:
        """Make the file before SQLite does, with its owner's permissions, which SQLite gives its side files as well."""
        try:
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise problem_of(error, self._path) from error

    def _check(self, connection: sqlite3.Connection) -> None:
        if self._path.stat().st_size > _CHECKED_WHOLE:
            return
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise DamagedHistory(found)

    def _begin_anew(self) -> bool:
        self.close()
        try:
            aside = set_aside(self._path)
        except FileProblem as problem:
            self._tell(problem.text)
            return False
        for ending in ("-wal", "-shm"):
            with suppress(OSError):
                self._path.with_name(self._path.name + ending).rename(aside.with_name(aside.name + ending))
        self._on_problem(text("store.history_damaged", aside=str(aside)))
        return True

    def _tell(self, problem: Text) -> None:
        if problem.id not in self._told:
            self._told.add(problem.id)
            self._on_problem(text("store.history_not_kept", reason=problem))


def _in_transaction(connection: sqlite3.Connection, job: Callable[[sqlite3.Connection], _Result]) -> _Result:
    # At once for writing: a transaction that begins by reading could not wait for another process's.
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = job(connection)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    return result


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return isinstance(error, DamagedHistory) or _code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _code_of(error: sqlite3.DatabaseError) -> int:
    # The low byte is the kind; the rest tells finer things apart. Errors that Python itself raises carry no code.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _problem_of(error: sqlite3.DatabaseError, path: Path) -> Text:
    sentence = _SENTENCES.get(_code_of(error))
    if sentence is None:
        return text("store.other_trouble", file=str(path), reason=str(error))
    return text(sentence, file=str(path))
