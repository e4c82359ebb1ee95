"""Unsaved work survives the end of its process, however it ends, and is offered once."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from playground.repair.scenario import Scenario
from playground.store.document import ScenarioDocument
from playground.store.recovery import Leftovers, Recovery
from playground.store.writer import Writer
from playground.words.text import Text, text

SCENARIO = Scenario(id="7a0f3d52-6a0e-4a5c-8a1c-0a6b5a3b1f00", title="はい", schema_text='{"broken": ')


class Process:
    """One run of the program: its writer and its recovery."""

    def __init__(self, folder: Path) -> None:
        self.problems: list[Text] = []
        self.writer = Writer()
        self.recovery = Recovery(folder, self.writer, self.problems.append)

    def leftovers(self) -> Leftovers:
        return self.recovery.leftovers().result(10)

    def end(self) -> None:
        self.recovery.close().result(10)
        self.writer.close(10)

    def die(self) -> None:
        """End without tidying up, as a killed process does: what was told is written, the locks fall, the files stay."""
        self.writer.close(10)
        for lock in self.recovery._locks:
            lock.release()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "unsaved"


@pytest.fixture
def process(folder: Path) -> Iterator[Process]:
    process = Process(folder)
    yield process
    if not process.writer.submit(lambda: None).cancelled():
        process.end()


def test_what_a_killed_process_had_open_comes_back(folder: Path, process: Process) -> None:
    document = ScenarioDocument(SCENARIO, Path("/somewhere/a.json"), keeper=process.recovery)
    document.change(replace(SCENARIO, title="typed"), text("store.test"))
    process.die()

    later = Process(folder)
    (leftover,) = later.leftovers().found
    assert (leftover.scenario, leftover.path) == (replace(SCENARIO, title="typed"), Path("/somewhere/a.json"))
    later.end()


def test_saved_and_closed_work_leaves_nothing(folder: Path, process: Process) -> None:
    saved = ScenarioDocument(SCENARIO, keeper=process.recovery)
    saved.change(replace(SCENARIO, title="typed"), text("store.test"))
    saved.mark_saved(Path("a.json"), saved.scenario)
    thrown_away = ScenarioDocument(SCENARIO, keeper=process.recovery)
    thrown_away.change(replace(SCENARIO, title="typed"), text("store.test"))
    thrown_away.close()
    process.end()
    assert list(folder.rglob("*")) == [] == list(Process(folder).leftovers().found)


def test_what_another_process_has_open_is_left_alone(folder: Path, process: Process) -> None:
    process.recovery.keep("document", SCENARIO, None)
    process.writer.forget("nothing")
    process.writer.submit(lambda: process.recovery._keep("document", SCENARIO, None)).result(10)
    other = Process(folder)
    assert other.leftovers() == Leftovers()
    other.end()


def test_a_leftover_is_offered_to_one_process_only(folder: Path, process: Process) -> None:
    process.recovery.keep("document", SCENARIO, None)
    process.die()
    first, second = Process(folder), Process(folder)
    assert len(first.leftovers().found) == 1
    assert second.leftovers().found == ()
    first.end()
    second.end()


def test_an_adopted_leftover_belongs_to_its_new_document(folder: Path, process: Process) -> None:
    process.recovery.keep("document", SCENARIO, None)
    process.die()
    second = Process(folder)
    (leftover,) = second.leftovers().found
    document = ScenarioDocument(leftover.scenario, leftover.path, saved=False, keeper=second.recovery)
    second.recovery.adopt(leftover, document.id).result(10)
    second.die()

    third = Process(folder)
    (again,) = third.leftovers().found
    assert again.scenario == SCENARIO
    third.recovery.discard(again).result(10)
    third.end()
    last = Process(folder)
    assert last.leftovers() == Leftovers()
    last.end()
    assert list(folder.rglob("*")) == []


def test_a_damaged_leftover_is_set_aside_and_said(folder: Path, process: Process) -> None:
    process.recovery.keep("document", SCENARIO, None)
    process.die()
    (file,) = folder.rglob("*.json")
    file.write_text("{", encoding="utf-8")

    later = Process(folder)
    leftovers = later.leftovers()
    assert (leftovers.found, [problem.id for problem in leftovers.problems]) == ((), ["store.leftover_damaged"])
    assert [path.read_text(encoding="utf-8") for path in folder.rglob("*.damaged-*")] == ["{"]
    later.end()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_said_once(folder: Path, process: Process) -> None:
    folder.mkdir(mode=0o500)
    _keep_twice(process)
    assert [problem.id for problem in process.problems] == ["store.not_kept_meanwhile"]


def test_a_file_in_the_folders_place_is_said_once(folder: Path, process: Process) -> None:
    folder.write_text("in the way", encoding="utf-8")
    _keep_twice(process)
    assert [problem.id for problem in process.problems] == ["store.not_kept_meanwhile"]
    assert process.leftovers() == Leftovers()


def _keep_twice(process: Process) -> None:
    for title in ("one", "two"):
        process.writer.submit(lambda title=title: process.recovery._keep("d", replace(SCENARIO, title=title), None)).result(10)  # type: ignore[misc]  # mypy infers no type for a default


def test_a_real_kill_frees_the_lock(folder: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path\n"
        "from playground.repair.scenario import Scenario\n"
        "from playground.store.recovery import Recovery; from playground.store.writer import Writer\n"
        "writer = Writer(); recovery = Recovery(Path(sys.argv[1]), writer, print)\n"
        "writer.submit(lambda: recovery._keep('d', Scenario(id='7a0f3d52-6a0e-4a5c-8a1c-0a6b5a3b1f00'), None)).result()\n"
        "print('kept', flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "kept\n"
        before = Process(folder)
        assert before.leftovers().found == ()
        before.end()
        child.kill()
        child.wait(10)
    after = Process(folder)
    assert len(after.leftovers().found) == 1
    after.end()
