"""The history: what was told comes back as values, a kill loses nothing, and damage never costs the file or the run."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.exchange import Channel, EndpointFailure, Reply, Request, Source
from playground.repair.identity import scenario_hash
from playground.repair.message import Message, Role
from playground.repair.rates import Rate, Rates
from playground.repair.record import Attempt, Outcome, ResultIs, Run
from playground.repair.scenario import Scenario
from playground.store.history import History
from playground.store.history_rows import KeptRun, RunSummary
from playground.store.history_schema import VERSION
from playground.store.writer import Writer
from playground.verdict.violations import Answer, Risk, Span, Status, SyntaxChange, Verdict, Violation
from playground.words.text import Field, Text, Value, text

SCENARIO = Scenario(id="7a0f3d52-6a0e-4a5c-8a1c-0a6b5a3b1f00", title="はい", schema_text='{"broken": ')
REQUEST = Request((Message(Role.USER, "Yes or no? \ud800 😀"),), EndpointSettings(base_url="http://ai:4000"), "{}")
AT = "2026-12-01T10:00:00.000+00:00"
VALID = Verdict(Status.VALID, Answer({"a": 1}), Span(0, 8))
INVALID = Verdict(
    Status.INVALID,
    Answer({"a": 2}),
    Span(0, 8),
    (Violation("/a", "enum", text("verdict.enum", field=Field("/a"), actual=Value("2")), "/properties/a/enum", Span(6, 7)),),
)
FIXED = replace(
    VALID, changes=(SyntaxChange(Span(7, 8), ",", "", Risk.LOW, text("verdict.change.removed")),), judged_text='{"a": 1}'
)
FAILURE = EndpointFailure("timeout", text("store.title"), text("store.message"), text("store.hint"))


class Kept:
    """A history on its own writer, and what it complained about."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[str] = []
        self.writer = Writer()
        self.history = History(path, self.writer, self.hear)

    def hear(self, problem: Text) -> None:
        self.problems.append(problem.id)

    def end(self) -> None:
        self.history.close()
        assert self.writer.close(10)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "history.sqlite"


@pytest.fixture
def kept(path: Path) -> Iterator[Kept]:
    kept = Kept(path)
    yield kept
    kept.end()


def attempt(number: int, verdict: Verdict = VALID, source: Source = Source.LIVE) -> Attempt:
    return Attempt(number, REQUEST, Reply('{"a": 1}', source), verdict)


def carry_out(
    history: History,
    run_id: str,
    *attempts: Attempt,
    outcome: Outcome | None = Outcome.ACCEPTED,
    scenario: Scenario = SCENARIO,
    at: str = AT,
) -> Run:
    """Tell a whole run, or one that never ends."""
    history.run_started(run_id, scenario, at)
    for one in attempts:
        history.attempt_started(run_id, one.number, one.request)
        history.reply_grew(run_id, one.number, one.reply.text, Channel.CONTENT)
        history.attempt_judged(run_id, one)
    run = Run(run_id, scenario.id, attempts, outcome, '{"a": 1}', ResultIs.ANSWER, seconds=1.5)
    if outcome is not None:
        history.run_ended(run_id, run)
    return run


def test_a_run_comes_back_as_it_was_told(kept: Kept) -> None:
    run = carry_out(kept.history, "one", attempt(1, INVALID), attempt(2), outcome=Outcome.REPAIRED)
    assert kept.history.kept_run("one").result(10) == KeptRun(SCENARIO, run, AT)
    assert kept.history.kept_run("two").result(10) is None
    assert kept.problems == []


def test_another_process_reads_what_was_written(kept: Kept, path: Path) -> None:
    run = carry_out(kept.history, "one", attempt(1))
    kept.end()
    later = Kept(path)
    assert later.history.kept_run("one").result(10) == KeptRun(SCENARIO, run, AT)
    later.end()


def test_the_list_of_runs_has_the_latest_first(kept: Kept) -> None:
    carry_out(kept.history, "early", attempt(1), at="2026-12-01T09:00:00.000+00:00")
    carry_out(kept.history, "late", attempt(1, source=Source.RECORDED), at="2026-12-01T11:00:00.000+00:00")
    carry_out(kept.history, "killed", outcome=None, at="2026-12-01T10:00:00.000+00:00")
    carry_out(kept.history, "other", attempt(1), scenario=replace(SCENARIO, id="other"))
    hashed = scenario_hash(SCENARIO)
    assert kept.history.runs_of(SCENARIO.id).result(10) == (
        RunSummary("late", "2026-12-01T11:00:00.000+00:00", Outcome.ACCEPTED, 1, live=False, scenario_hash=hashed),
        RunSummary("killed", "2026-12-01T10:00:00.000+00:00", None, 0, live=False, scenario_hash=hashed),
        RunSummary("early", "2026-12-01T09:00:00.000+00:00", Outcome.ACCEPTED, 1, live=True, scenario_hash=hashed),
    )
    assert [run.id for run in kept.history.runs_of(SCENARIO.id, limit=1).result(10)] == ["late"]


def test_a_reply_that_was_never_whole_stays(kept: Kept) -> None:
    kept.history.run_started("one", SCENARIO, AT)
    kept.history.attempt_started("one", 1, REQUEST)
    for added, channel in (("think", Channel.REASONING), ('{"a"', Channel.CONTENT), (": 1", Channel.CONTENT)):
        kept.history.reply_grew("one", 1, added, channel)
    kept.history.run_ended("one", Run("one", SCENARIO.id, outcome=Outcome.STOPPED))
    found = kept.history.kept_run("one").result(10)
    assert found is not None
    assert found.unfinished is not None
    assert (found.unfinished.content, found.unfinished.reasoning, found.unfinished.request) == ('{"a": 1', "think", REQUEST)


def test_a_request_without_any_reply_leaves_only_its_failure(kept: Kept) -> None:
    kept.history.run_started("one", SCENARIO, AT)
    kept.history.attempt_started("one", 1, REQUEST)
    kept.history.endpoint_failed("one", 1, FAILURE)
    found = kept.history.kept_run("one").result(10)
    assert found is not None
    assert (found.run.endpoint_failures, found.run.outcome) == ((FAILURE,), None)

    kept.history.run_ended("one", Run("one", SCENARIO.id, outcome=Outcome.ENDPOINT_FAILED, endpoint_failures=(FAILURE,)))
    found = kept.history.kept_run("one").result(10)
    assert found is not None
    assert (found.run.endpoint_failures, found.unfinished) == ((FAILURE,), None)


def test_what_counts_are_live_runs_with_an_attempt(kept: Kept) -> None:
    carry_out(kept.history, "accepted", attempt(1))
    carry_out(kept.history, "fixed", attempt(1, FIXED))
    carry_out(kept.history, "repaired", attempt(1, INVALID), attempt(2, FIXED), outcome=Outcome.REPAIRED)
    carry_out(kept.history, "fell back", attempt(1, replace(VALID, status=Status.CUT_OFF)), outcome=Outcome.FELL_BACK)
    carry_out(kept.history, "stopped", attempt(1, INVALID), outcome=Outcome.STOPPED)
    # None of these counts: demonstrations, one of them only in part; a run without an attempt; another scenario's.
    carry_out(kept.history, "recorded", attempt(1, INVALID, Source.RECORDED))
    carry_out(kept.history, "mixed", attempt(1, INVALID), attempt(2, source=Source.RECORDED))
    carry_out(kept.history, "nothing came", outcome=Outcome.ENDPOINT_FAILED)
    carry_out(kept.history, "other", attempt(1, INVALID), scenario=replace(SCENARIO, id="other"))
    assert kept.history.rates_of(SCENARIO.id).result(10) == Rates(Rate(3, 5), Rate(1, 5), Rate(1, 5))


def test_counts_can_be_asked_for_the_scenario_as_it_is_now(kept: Kept) -> None:
    edited = replace(SCENARIO, schema_text="{}")
    carry_out(kept.history, "before", attempt(1, INVALID))
    carry_out(kept.history, "after", attempt(1), scenario=edited)
    assert kept.history.rates_of(SCENARIO.id).result(10) == Rates(Rate(1, 2), Rate(0, 2), Rate(0, 2))
    assert kept.history.rates_of(SCENARIO.id, scenario_hash(edited)).result(10) == Rates(Rate(0, 1), Rate(0, 1), Rate(0, 1))


def test_fifty_runs_at_once(kept: Kept) -> None:
    for number in range(50):
        kept.history.run_started(str(number), SCENARIO, AT)
    for number in range(50):
        kept.history.attempt_started(str(number), 1, REQUEST)
        for _ in range(20):
            kept.history.reply_grew(str(number), 1, "x", Channel.CONTENT)
    for number in range(50):
        kept.history.attempt_judged(str(number), attempt(1))
        kept.history.run_ended(str(number), Run(str(number), SCENARIO.id, outcome=Outcome.ACCEPTED))
    assert len(kept.history.runs_of(SCENARIO.id).result(30)) == 50
    # Equal scenarios are kept once.
    assert _rows(kept.path, "SELECT count(*) FROM scenarios") == [(1,)]
    assert _rows(kept.path, "SELECT count(*) FROM growing") == [(0,)]


def test_a_growing_reply_reaches_the_disk_while_it_grows(kept: Kept) -> None:
    kept.history.run_started("one", SCENARIO, AT)
    kept.history.attempt_started("one", 1, REQUEST)
    kept.history.reply_grew("one", 1, "so far", Channel.CONTENT)
    kept.history.runs_of(SCENARIO.id).result(10)
    for _ in range(100):
        if _rows(kept.path, "SELECT content FROM growing") == [("so far",)]:
            break
        _wait_for_due_work(kept.writer)
    assert _rows(kept.path, "SELECT content FROM growing") == [("so far",)]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folders private by itself")
def test_only_its_owner_can_read_it(kept: Kept, path: Path) -> None:
    carry_out(kept.history, "one", attempt(1))
    kept.history.kept_run("one").result(10)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert {"history.sqlite", "history.sqlite-wal"} <= set(modes)
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def _make_good_file(path: Path) -> None:
    kept = Kept(path)
    for number in range(200):
        carry_out(kept.history, str(number), attempt(1, INVALID), attempt(2))
    kept.end()


def _cut_in_half(path: Path) -> None:
    _make_good_file(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _fill_with_rubbish(path: Path) -> None:
    _make_good_file(path)
    content = bytearray(path.read_bytes())
    content[4096:40960] = b"\xa5" * (40960 - 4096)
    path.write_bytes(content)


def _write_prose(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("This is no database, but long enough to look like a file with something in it. " * 20, encoding="utf-8")


def _write_foreign_database(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE runs (wrong)")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("damage", [_cut_in_half, _fill_with_rubbish, _write_prose, _write_foreign_database])
def test_a_damaged_file_is_set_aside_and_a_new_one_begins(path: Path, damage: Callable[[Path], None]) -> None:
    damage(path)
    before = path.read_bytes()
    kept = Kept(path)
    run = carry_out(kept.history, "one", attempt(1))
    assert kept.history.kept_run("one").result(10) == KeptRun(SCENARIO, run, AT)
    assert kept.problems == ["store.history_damaged"]
    kept.end()
    (aside,) = [file for file in path.parent.iterdir() if ".damaged-" in file.name and file.suffix == ".sqlite"]
    assert aside.read_bytes() == before


def test_a_file_of_the_first_version_is_brought_up_to_date(path: Path) -> None:
    _make_good_file(path)
    connection = sqlite3.connect(path)
    connection.execute("ALTER TABLE runs DROP COLUMN first_fixed")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    kept = Kept(path)
    before = kept.history.runs_of(SCENARIO.id).result(10)
    carry_out(kept.history, "new", attempt(1, FIXED))
    assert kept.problems == []
    runs = len(before) + 1
    assert runs > 1
    assert kept.history.rates_of(SCENARIO.id).result(10).fixed == Rate(1, runs)
    kept.end()


def test_a_newer_file_is_left_alone(path: Path) -> None:
    _make_good_file(path)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    kept = Kept(path)
    carry_out(kept.history, "one", attempt(1))
    assert kept.history.kept_run("one").result(10) is None
    assert kept.history.runs_of(SCENARIO.id).result(10) == ()
    assert kept.problems == ["store.history_newer"]
    kept.end()
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_stops_nothing_and_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way", encoding="utf-8")
    kept = Kept(tmp_path / "data" / "history.sqlite")
    carry_out(kept.history, "one", attempt(1))
    assert kept.history.rates_of(SCENARIO.id).result(10) == Rates()
    assert kept.problems == ["store.history_not_kept"]
    kept.end()


def test_a_full_disk_is_said_once_and_over_when_it_is_over(kept: Kept) -> None:
    carry_out(kept.history, "before", attempt(1))
    kept.history.rates_of(SCENARIO.id).result(10)
    _limit_pages(kept, 1)  # as few as there are: SQLite takes no less
    long = replace(SCENARIO, title="x" * 100_000)
    carry_out(kept.history, "too much", attempt(1), scenario=long)
    assert kept.history.kept_run("too much").result(10) is None
    assert kept.problems == ["store.history_not_kept"]
    _limit_pages(kept, 1_000_000)
    carry_out(kept.history, "after", attempt(1), scenario=long)
    assert kept.history.kept_run("after").result(10) is not None
    assert kept.problems == ["store.history_not_kept"]


def test_a_kill_loses_nothing_that_was_told(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[2])\n"
        "from tests.store.test_history import *\n"
        "kept = Kept(Path(sys.argv[1])); carry_out(kept.history, 'one', attempt(1), outcome=None)\n"
        "kept.history.runs_of(SCENARIO.id).result(10); print('told', flush=True); sys.stdin.read()\n"
    )
    root = str(Path(__file__).resolve().parent.parent.parent)
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path), root], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "told\n"
        child.kill()
        child.wait(10)
    kept = Kept(path)
    found = kept.history.kept_run("one").result(10)
    assert found is not None
    assert (found.run.attempts, found.run.outcome, kept.problems) == ((attempt(1),), None, [])
    kept.end()


def test_two_processes_write_to_one_file(path: Path) -> None:
    first, second = Kept(path), Kept(path)
    for number in range(20):
        carry_out(first.history, f"first {number}", attempt(1))
        carry_out(second.history, f"second {number}", attempt(1))
    second.history.runs_of(SCENARIO.id).result(30)
    assert len(first.history.runs_of(SCENARIO.id).result(30)) == 40
    assert first.problems + second.problems == []
    first.end()
    second.end()


def _rows(path: Path, question: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


def _limit_pages(kept: Kept, pages: int) -> None:
    kept.writer.submit(
        lambda: kept.history._file.work(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchone())
    ).result(10)


def _wait_for_due_work(writer: Writer) -> None:
    """Until work that is due a moment later was done."""
    came = threading.Event()
    writer.later("due", 0.05, came.set)
    assert came.wait(10)
