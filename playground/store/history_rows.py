"""Runs as rows of the history's tables, and back. Every function works inside a transaction of its caller."""

import sqlite3
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256

from playground.repair.exchange import EndpointFailure, Request, Source
from playground.repair.identity import scenario_hash
from playground.repair.rates import Rate, Rates
from playground.repair.record import Attempt, Outcome, Run
from playground.repair.record_format import read_record, write_record
from playground.repair.scenario import Scenario
from playground.repair.scenario_format import ScenarioProblem, parse_scenario, write_scenario
from playground.verdict.violations import Status


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of a list of runs. `outcome` is None for a run that goes on or was killed; `started_at` is ISO 8601, UTC."""

    id: str
    started_at: str
    outcome: Outcome | None
    attempts: int
    live: bool
    scenario_hash: str


@dataclass(frozen=True, slots=True)
class UnfinishedReply:
    """What had come of a reply that was never judged."""

    number: int
    request: Request
    content: str
    reasoning: str


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run with the scenario as it was then."""

    scenario: Scenario
    run: Run
    started_at: str
    unfinished: UnfinishedReply | None = None


def insert_run(connection: sqlite3.Connection, run_id: str, scenario: Scenario, at: str) -> None:
    """A run that begins."""
    content, digest, hash_ = _snapshot(scenario)
    connection.execute("INSERT OR IGNORE INTO scenarios (digest, content) VALUES (?, ?)", (digest, content))
    connection.execute(
        "INSERT INTO runs (id, scenario_id, scenario_hash, scenario_digest, started_at) VALUES (?, ?, ?, ?, ?)",
        (run_id, scenario.id, hash_, digest, at),
    )


@lru_cache(maxsize=8)
def _snapshot(scenario: Scenario) -> tuple[str, str, str]:
    """The scenario's text, its digest and its hash; kept for the next of many runs."""
    content = write_scenario(scenario)
    return content, sha256(content.encode("utf-8", "surrogatepass")).hexdigest(), scenario_hash(scenario)


def insert_request(connection: sqlite3.Connection, run_id: str, number: int, request: Request) -> None:
    """A request that is sent, whose reply has yet to come."""
    connection.execute(
        "INSERT OR REPLACE INTO growing (run_id, number, request) VALUES (?, ?, ?)", (run_id, number, write_record(request))
    )


def update_growth(connection: sqlite3.Connection, run_id: str, number: int, content: str, reasoning: str) -> None:
    """As much of a reply as has come so far."""
    connection.execute(
        "UPDATE growing SET content = ?, reasoning = ? WHERE run_id = ? AND number = ?", (content, reasoning, run_id, number)
    )


def insert_attempt(connection: sqlite3.Connection, run_id: str, attempt: Attempt) -> None:
    """A reply that is whole and judged."""
    connection.execute(
        "INSERT OR REPLACE INTO attempts (run_id, number, content) VALUES (?, ?, ?)",
        (run_id, attempt.number, write_record(attempt)),
    )
    connection.execute("DELETE FROM growing WHERE run_id = ? AND number = ?", (run_id, attempt.number))
    connection.execute(
        "UPDATE runs SET attempts = max(attempts, ?), live = live AND ? WHERE id = ?",
        (attempt.number, attempt.reply.source is Source.LIVE, run_id),
    )
    if attempt.number == 1:
        valid = attempt.verdict.status is Status.VALID
        fixed = valid and bool(attempt.verdict.changes)
        connection.execute("UPDATE runs SET first_valid = ?, first_fixed = ? WHERE id = ?", (valid, fixed, run_id))


def insert_failure(connection: sqlite3.Connection, run_id: str, number: int, failure: EndpointFailure) -> None:
    """A request that got no answer."""
    connection.execute("INSERT INTO failures (run_id, number, content) VALUES (?, ?, ?)", (run_id, number, write_record(failure)))


def end_run(connection: sqlite3.Connection, run_id: str, run: Run) -> None:
    """A run that is over. Its attempts have their own rows; a reply of which nothing came leaves none."""
    connection.execute(
        "UPDATE runs SET outcome = ?, ending = ? WHERE id = ?", (run.outcome, write_record(replace(run, attempts=())), run_id)
    )
    connection.execute("DELETE FROM growing WHERE run_id = ? AND content = '' AND reasoning = ''", (run_id,))


def select_runs(connection: sqlite3.Connection, scenario_id: str, limit: int) -> tuple[RunSummary, ...]:
    """The latest runs of a scenario, the latest first."""
    rows = connection.execute(
        "SELECT id, started_at, outcome, attempts, live, scenario_hash FROM runs WHERE scenario_id = ?"
        " ORDER BY started_at DESC, rowid DESC LIMIT ?",
        (scenario_id, limit),
    )
    return tuple(
        RunSummary(run_id, started_at, Outcome(outcome) if outcome else None, attempts, bool(live and attempts), hash_)
        for run_id, started_at, outcome, attempts, live, hash_ in rows
    )


def select_run(connection: sqlite3.Connection, run_id: str) -> KeptRun | None:
    """A run with everything that was kept of it; None if it is not there or cannot be understood."""
    row = connection.execute(
        "SELECT content, scenario_id, started_at, ending FROM runs JOIN scenarios ON digest = scenario_digest WHERE id = ?",
        (run_id,),
    ).fetchone()
    if row is None:
        return None
    content, scenario_id, started_at, ending = row
    try:
        attempts = tuple(
            read_record(Attempt, text)
            for (text,) in connection.execute("SELECT content FROM attempts WHERE run_id = ? ORDER BY number", (run_id,))
        )
        run = read_record(Run, ending) if ending else Run(run_id, scenario_id, endpoint_failures=_failures(connection, run_id))
        return KeptRun(parse_scenario(content), replace(run, attempts=attempts), started_at, _unfinished(connection, run_id))
    except (ValueError, ScenarioProblem):
        return None


def select_rates(connection: sqlite3.Connection, scenario_id: str, hash_: str | None) -> Rates:
    """How the live runs of a scenario went; of any version of it where no hash is given."""
    runs, first_not_valid, fell_back, first_fixed = connection.execute(
        "SELECT count(*), coalesce(sum(NOT first_valid), 0), coalesce(sum(outcome IS ?), 0), coalesce(sum(first_fixed), 0)"
        " FROM runs WHERE scenario_id = ? AND scenario_hash = coalesce(?, scenario_hash) AND live AND attempts > 0",
        (Outcome.FELL_BACK, scenario_id, hash_),
    ).fetchone()
    return Rates(Rate(first_not_valid, runs), Rate(fell_back, runs), Rate(first_fixed, runs))


def _failures(connection: sqlite3.Connection, run_id: str) -> tuple[EndpointFailure, ...]:
    rows = connection.execute("SELECT content FROM failures WHERE run_id = ? ORDER BY id", (run_id,))
    return tuple(read_record(EndpointFailure, text) for (text,) in rows)


def _unfinished(connection: sqlite3.Connection, run_id: str) -> UnfinishedReply | None:
    row = connection.execute(
        "SELECT number, request, content, reasoning FROM growing WHERE run_id = ? ORDER BY number DESC", (run_id,)
    ).fetchone()
    if row is None:
        return None
    number, request, content, reasoning = row
    return UnfinishedReply(number, read_record(Request, request), content, reasoning)
