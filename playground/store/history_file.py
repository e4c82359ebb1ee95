"""The history's file: opened, mended or set aside. Used from the writer's thread alone."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from playground.store.atomic import set_aside
from playground.store.file_problems import FileProblem, problem_of
from playground.store.folders import make_folder
from playground.store.history_schema import NewerHistory, migrate
from playground.words.text import Text, text

_Result = TypeVar("_Result")
_WAIT = 5.0  # seconds for another process that is writing
_CHECKED_WHOLE = 20_000_000  # bytes; a larger file is only looked at where it is read
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_SENTENCES = {
    sqlite3.SQLITE_FULL: "store.disk_full",
    sqlite3.SQLITE_READONLY: "store.no_permission",
    sqlite3.SQLITE_PERM: "store.no_permission",
    sqlite3.SQLITE_CANTOPEN: "store.no_permission",
}


class HistoryFile:
    """One SQLite file (WAL), readable by its owner alone. Trouble is told once, until it is over, and stops nothing."""

    def __init__(self, path: Path, on_problem: Callable[[Text], None]) -> None:
        self._path = path
        self._on_problem = on_problem
        self._connection: sqlite3.Connection | None = None
        self._given_up = False  # a newer version's file: left alone
        self._told: str | None = None

    def work(self, job: Callable[[sqlite3.Connection], _Result]) -> _Result | None:
        """Do this in one transaction; None if that was impossible, which the person has been told."""
        for _ in range(2):
            try:
                connection = self._open()
                if connection is None:
                    return None
                result = _in_transaction(connection, job)
            except sqlite3.DatabaseError as error:
                if _code_of(error) in _DAMAGED and self._begin_anew():
                    continue
                self._tell(_problem_of(error, self._path))
                return None
            except FileProblem as problem:
                self._tell(problem.text)
                return None
            self._told = None
            return result
        return None

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
        connection = sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            # A kill of the program loses nothing; a power cut can lose the last commits but not the file.
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
            self._check(connection)
            migrate(connection)
        except NewerHistory:
            connection.close()
            self._given_up = True
            self._on_problem(text("store.history_newer", file=str(self._path)))
            return None
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection

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
            damage = sqlite3.DatabaseError(found)
            damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damage

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
        if self._told != problem.id:
            self._told = problem.id
            self._on_problem(text("store.history_not_kept", reason=problem))


def _in_transaction(connection: sqlite3.Connection, job: Callable[[sqlite3.Connection], _Result]) -> _Result:
    connection.execute("BEGIN")
    try:
        result = job(connection)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    return result


def _code_of(error: sqlite3.DatabaseError) -> int:
    # The low byte is the kind; the rest tells finer things apart. Errors that Python itself raises carry no code.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _problem_of(error: sqlite3.DatabaseError, path: Path) -> Text:
    sentence = _SENTENCES.get(_code_of(error))
    if sentence is None:
        return text("store.other_trouble", file=str(path), reason=str(error))
    return text(sentence, file=str(path))
