import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from playground.runs.side_process import LARGE, SideProcess
from playground.runs.sightings import sight
from playground.verdict import json_text
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import CheckedSchema, check
from playground.verdict.violations import Verdict

NUMBERS = '{"type": "array", "items": {"type": "integer", "maximum": 5000}}'
LONG = json.dumps(list(range(10_000)))
DEEP = "[" * 1_000 + '"' + "x" * LARGE + '"' + "]" * 1_000


@pytest.fixture
def side() -> Iterator[SideProcess]:
    made = SideProcess()
    yield made
    made.close()


def schema_of(text: str) -> CheckedSchema:
    return check(text, assert_formats=True)


def judged(side: SideProcess, reply: str, text: str = NUMBERS) -> Verdict:
    return side.judge(reply, schema_of(text), JudgeOptions(), assert_formats=True)


def essence(verdict: Verdict) -> tuple[Verdict, str | None]:
    """Fit for comparing: values nested very deeply cannot be compared by Python."""
    return replace(verdict, answer=None), json_text.write(verdict.answer.value) if verdict.answer else None


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        pytest.param(LONG, NUMBERS, id="many violations"),
        pytest.param(LONG, "true", id="valid"),
        pytest.param(LONG[:-1], NUMBERS, id="cut off"),
        pytest.param("x" * LARGE, NUMBERS, id="no json"),
        pytest.param(DEEP, "true", id="deep"),
        pytest.param("[100" + "0" * LARGE + ', 1.5e400, "\ud800"]', NUMBERS, id="odd values"),
        pytest.param(LONG, '{"type": "nonsense"}', id="broken schema"),
        pytest.param("[1]", NUMBERS, id="small"),
    ],
)
def test_the_verdict_is_the_one_that_is_given_here(side: SideProcess, reply: str, text: str) -> None:
    assert essence(judged(side, reply, text)) == essence(judge(reply, schema_of(text)))


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        pytest.param(f"First [1], then {LONG}", NUMBERS, id="large"),
        pytest.param(LONG, '{"type": "nonsense"}', id="broken schema"),
        pytest.param("As [1] says: [2]", NUMBERS, id="small"),
    ],
)
def test_what_is_seen_in_a_reply_is_what_is_seen_here(side: SideProcess, reply: str, text: str) -> None:
    schema = schema_of(text)
    assert side.sight(reply, schema, JudgeOptions(), assert_formats=True) == sight(reply, schema, JudgeOptions())
    assert bool(pid_of(side)) is (len(reply) >= LARGE)


def pid_of(side: SideProcess) -> int:
    """0 while there is no process."""
    return side.pid or 0


def test_what_is_large_is_judged_in_one_process_beside_and_what_is_small_needs_none(side: SideProcess) -> None:
    judged(side, "[1]")
    assert not pid_of(side)
    judged(side, LONG)
    first = pid_of(side)
    judged(side, LONG)
    assert first
    assert pid_of(side) == first
    side.close()
    assert not pid_of(side)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_a_process_that_was_killed_costs_nothing_but_time(side: SideProcess) -> None:
    whole = judged(side, LONG)
    assert pid_of(side)
    os.kill(pid_of(side), signal.SIGKILL)
    assert judged(side, LONG) == whole
    assert not pid_of(side)
    assert judged(side, LONG) == whole
    assert pid_of(side)


def test_closing_ends_the_work_at_hand_and_later_texts_are_judged_all_the_same(side: SideProcess) -> None:
    judged(side, LONG)  # the process runs
    got: list[Verdict] = []
    threads = [threading.Thread(target=lambda: got.append(judged(side, LONG))) for _ in range(3)]
    for thread in threads:
        thread.start()
    side.close()
    for thread in threads:
        thread.join(20)
    assert got == [judge(LONG, schema_of(NUMBERS))] * 3
    assert not pid_of(side)


def test_the_process_ends_with_the_program_that_asked_it() -> None:
    asking = (
        "from playground.runs.side_process import SideProcess\n"
        "from playground.verdict.judge import JudgeOptions\n"
        "from playground.verdict.schema import check\n"
        "side = SideProcess()\n"
        f"side.judge('x' * {LARGE}, check('true', assert_formats=True), JudgeOptions(), assert_formats=True)\n"
        "print(side.pid, flush=True)\n"
        "import os; os.kill(os.getpid(), 9)\n"
    )
    # The pipe of its errors is kept open by the process beside as well: it is at its end when both are gone.
    ended = subprocess.run([sys.executable, "-c", asking], capture_output=True, timeout=60, check=False)
    assert int(ended.stdout) > 0
    assert ended.returncode == -signal.SIGKILL
