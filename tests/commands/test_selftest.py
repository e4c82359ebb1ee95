"""The selftest as a process: sound on a sound checkout, failing where something is wrong, and never endless."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def run_selftest(*typed: str, program: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
    environ = os.environ | {"PYTHONPATH": str(ROOT), "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"} | more
    start = ["-c", f"import sys; from playground.cli import main\n{program}\nsys.exit(main(sys.argv[1:]))"]
    return subprocess.run(
        [sys.executable, *start, "selftest", "--language", "en", *typed],
        env=environ, capture_output=True, encoding="utf-8", timeout=150, check=False,
    )  # fmt: skip


def test_a_checkout_is_sound_and_the_report_says_so(tmp_path: Path) -> None:
    done = run_selftest("--report", str(tmp_path / "report.txt"))
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr, lines[-1]) == (0, "", "Everything is sound.")
    assert [line for line in lines[:-1] if not line.startswith("✓ ")] == []
    assert len(lines) == 11
    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == done.stdout


@pytest.mark.parametrize(
    ("work", "mark"),
    [
        ("raise OSError('no disk')", "✕ settings and history"),
        ("logging.getLogger('x').warning('unwanted'); return before(path)", "✕ nothing logged"),
        ("import warnings; warnings.warn('unwanted'); return before(path)", "✕ nothing logged"),
    ],
)
def test_what_is_not_sound_has_its_mark(work: str, mark: str) -> None:
    done = run_selftest(program=_replace_load_settings(work))
    assert done.returncode == 1
    assert [line for line in done.stdout.splitlines() if line.startswith(mark)]


def test_a_part_that_hangs_is_ended_with_a_sentence(tmp_path: Path) -> None:
    hanging = _replace_load_settings("threading.Event().wait()")
    done = run_selftest("--timeout", "10", "--report", str(tmp_path / "report.txt"), program=hanging)
    assert done.returncode == 1
    assert "was not done within 10 seconds" in done.stdout
    assert "was not done within 10 seconds" in (tmp_path / "report.txt").read_text(encoding="utf-8")


def test_a_windowed_program_writes_its_report_without_streams(tmp_path: Path) -> None:
    done = run_selftest("--report", str(tmp_path / "report.txt"), program="sys.stdout = sys.stderr = sys.stdin = None")
    assert (done.returncode, done.stdout) == (0, "")
    assert "Everything is sound." in (tmp_path / "report.txt").read_text(encoding="utf-8")


def _replace_load_settings(work: str) -> str:
    return f"""
import logging, threading
import playground.commands.selftest_steps as steps
before = steps.load_settings
def replaced(path):
    {work}
steps.load_settings = replaced
"""
