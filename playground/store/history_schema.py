"""The tables of the history, and how an older file becomes a newer one. `user_version` counts the steps taken."""

import sqlite3

_FIRST = (
    # Equal snapshots of a scenario are kept once, by a digest of the file's text.
    "CREATE TABLE scenarios (digest TEXT PRIMARY KEY, content TEXT NOT NULL)",
    # scenario_hash: of what affects results. started_at: ISO 8601, UTC. outcome: NULL while the run goes on, and for ever if the
    # program was killed. live: 0 as soon as one reply was recorded or of the practice model. first_valid: of the first attempt.
    # ending: what came at the end besides the attempts.
    """
    CREATE TABLE runs (
        id TEXT PRIMARY KEY,
        scenario_id TEXT NOT NULL,
        scenario_hash TEXT NOT NULL,
        scenario_digest TEXT NOT NULL REFERENCES scenarios (digest),
        started_at TEXT NOT NULL,
        outcome TEXT,
        attempts INTEGER NOT NULL DEFAULT 0,
        live INTEGER NOT NULL DEFAULT 1,
        first_valid INTEGER,
        ending TEXT
    )
    """,
    "CREATE INDEX runs_by_scenario ON runs (scenario_id, started_at)",
    # The attempt as values: violations are never kept as worded text.
    """
    CREATE TABLE attempts (
        run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (run_id, number)
    )
    """,
    # What has come of a reply that is not judged yet.
    """
    CREATE TABLE growing (
        run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        request TEXT NOT NULL,
        content TEXT NOT NULL DEFAULT '',
        reasoning TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (run_id, number)
    )
    """,
    # number: of the attempt that it would have become.
    """
    CREATE TABLE failures (
        id INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        content TEXT NOT NULL
    )
    """,
    "CREATE INDEX failures_by_run ON failures (run_id)",
)
# first_fixed: the first attempt was valid, but only after small syntax faults had been fixed.
_FIXED = ("ALTER TABLE runs ADD COLUMN first_fixed INTEGER NOT NULL DEFAULT 0",)
# Each step runs once, in order, in one transaction. A step that has been shipped is never changed.
_STEPS = (_FIRST, _FIXED)
VERSION = len(_STEPS)


_TABLES = ("scenarios", "runs", "attempts", "growing", "failures")


class NewerHistory(Exception):
    """The file is of a later version of the program and must not be touched."""


class DamagedHistory(sqlite3.DatabaseError):
    """The file is a database, but not this one, or not a whole one."""


def check_before_use(connection: sqlite3.Connection) -> None:
    """Look at a file before anything is written to it; raises NewerHistory, DamagedHistory and sqlite3.Error."""
    # In one transaction, so that another process that is making the tables is seen either before or after.
    connection.execute("BEGIN")
    try:
        version = _version_of(connection)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    finally:
        connection.execute("ROLLBACK")
    if tables and (version == 0 or not tables.issuperset(_TABLES)):
        raise DamagedHistory(f"version {version} with {len(tables)} tables")


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the present version; the connection commits by itself. Raises NewerHistory and sqlite3.Error."""
    if _version_of(connection) == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Asked again inside the transaction: another process may have been faster.
        for step in _STEPS[_version_of(connection) :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _version_of(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise NewerHistory(version)
    return version
