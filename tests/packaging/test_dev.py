"""packaging/dev.py in a small checkout of its own, with a lock that asks for nothing, so that no network is needed."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.scripts import FOLDER, ROOT

PROGRAM = """
import os, sys
print("playground", *sys.argv[1:], "on", os.environ.get("QT_QPA_PLATFORM"))
sys.exit(3 if "fails" in sys.argv else 0)
"""
SET_UP = "Setting up .venv, once; this takes a minute or two."
linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dev") / "mój dossier の中"
    (folder / "packaging").mkdir(parents=True)
    (folder / "playground").mkdir()
    for name in ("dev.py", "machine.py"):
        shutil.copy(FOLDER / name, folder / "packaging")
    (folder / "packaging" / "requirements.lock").write_text("# nothing\n", encoding="ascii")
    (folder / "playground" / "__main__.py").write_text(PROGRAM, encoding="ascii")
    return folder


def develop(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}}
    return subprocess.run(
        [sys.executable, str(folder / "packaging" / "dev.py"), *arguments],
        env=environ | {"PYTHONUTF8": "1"} | environment, cwd=folder.parent, capture_output=True, encoding="utf-8", timeout=200, check=False,
    )  # fmt: skip


def test_the_first_call_sets_up_and_the_second_does_not(checkout: Path) -> None:
    first = develop(checkout, "run", "--", "check", "--schema", "a b")
    assert (first.returncode, first.stdout) == (0, "playground check --schema a b on None\n"), first.stderr
    assert SET_UP in first.stderr
    second = develop(checkout, "run", "--", "check", "fails")
    assert (second.returncode, second.stdout, second.stderr) == (3, "playground check fails on None\n", "")


def test_files_are_named_from_where_the_person_stands(checkout: Path) -> None:
    (checkout.parent / "playground").mkdir(exist_ok=True)
    (checkout.parent / "playground" / "__init__.py").write_text("raise SystemExit('the wrong playground')\n", encoding="ascii")
    program = checkout / "playground" / "__main__.py"
    program.write_text(f"{PROGRAM[: PROGRAM.index('sys.exit')]}print(os.getcwd())\n", encoding="ascii")
    try:
        done = develop(checkout, "run", "--", "check")
    finally:
        program.write_text(PROGRAM, encoding="ascii")
    assert done.stdout == f"playground check on None\n{checkout.parent}\n", done.stderr


@linux_only
def test_without_a_screen_the_window_is_proved_offscreen(checkout: Path) -> None:
    done = develop(checkout, "run")
    assert (done.returncode, done.stdout) == (0, "playground selftest on offscreen\n"), done.stderr
    assert "There is no screen here" in done.stderr


@linux_only
@pytest.mark.parametrize("environment", [{"WAYLAND_DISPLAY": "wayland-0"}, {"QT_QPA_PLATFORM": "vnc"}])
def test_with_a_screen_the_window_is_opened(checkout: Path, environment: dict[str, str]) -> None:
    done = develop(checkout, "run", **environment)
    assert done.stdout == f"playground on {environment.get('QT_QPA_PLATFORM')}\n", done.stderr


def test_a_moved_checkout_still_works_and_a_new_lock_sets_up_again(checkout: Path, tmp_path: Path) -> None:
    develop(checkout, "run", "--", "check")
    moved = tmp_path / "elsewhere"
    shutil.copytree(checkout, moved, symlinks=True)
    hidden = (checkout / "playground").rename(checkout / "hidden")
    try:
        again = develop(moved, "run", "--", "check")
        assert (again.stdout, again.stderr) == ("playground check on None\n", "")
    finally:
        hidden.rename(checkout / "playground")
    (moved / "packaging" / "requirements.lock").write_text("no-hash-is-given==1.0\n", encoding="ascii")
    broken = develop(moved, "run", "--", "check")
    assert (broken.returncode, broken.stdout) == (1, "")
    assert broken.stderr.startswith(SET_UP)
    assert broken.stderr.endswith(
        "The packages could not be installed; the lines above say why. Check the network and the disk, then try again.\n"
    )
    assert not (moved / ".venv" / "made-from").exists(), "a set-up that failed must not be taken for one that is done"


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["--help"], 0), (["paint"], 2)])
def test_without_a_job_the_jobs_are_told(checkout: Path, arguments: list[str], code: int) -> None:
    done = develop(checkout, *arguments)
    assert done.returncode == code
    assert all(f"packaging/dev.py {job}" in done.stdout for job in ("run", "test", "lint", "bench", "bundle"))


@pytest.mark.parametrize("version", [(3, 6, 9), (3, 10, 12), (3, 15, 0)])
def test_another_python_is_told_which_ones_will_do(version: tuple[int, int, int]) -> None:
    source = (FOLDER / "dev.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 6))  # an old Python must get as far as the sentence
    program = f"import sys; sys.version_info = {version}; exec(compile({source!r}, 'dev.py', 'exec'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    said = f"This program needs Python 3.11, 3.12, 3.13 or 3.14; this is Python {version[0]}.{version[1]}.\n"
    assert (done.stdout, done.stderr) == ("", said)


def test_the_readme_begins_with_the_two_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert lines[2:4] == ["    python3 packaging/dev.py run", "    python3 packaging/dev.py test"]
