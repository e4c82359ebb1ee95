#!/usr/bin/env python3
"""Sets a checkout up and does a job in it: run, test, lint, bench, bundle. Standard library only; Linux, macOS and Windows.

python3 packaging/dev.py run              the window (Windows: py packaging\\dev.py run)
python3 packaging/dev.py run -- ARGS      the command, as in: run -- check --schema FILE
python3 packaging/dev.py test [ARGS]      all tests, or those that pytest is told by ARGS
python3 packaging/dev.py lint             format, lint and types
python3 packaging/dev.py bench            the budgets, each figure beside its reference
python3 packaging/dev.py bundle           the one-folder program in dist/; with --check it is tried in another folder
"""

import sys

if not (3, 11) <= sys.version_info[:2] <= (3, 14):  # an other Python is told so before it meets what it cannot read or install
    sys.exit("This program needs Python 3.11, 3.12, 3.13 or 3.14; this is Python {}.{}.".format(*sys.version_info[:2]))

import hashlib
import os
import subprocess
import sysconfig
from pathlib import Path

import machine

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "packaging" / "requirements.lock"
VENV = ROOT / ".venv"
STAMP = VENV / "made-from"
WITHOUT_WINDOW = ("check", "run", "practice", "--help", "-h", "--version")


def main(arguments: list[str]) -> int:
    """Do the job that was asked for and return its exit code."""
    jobs = {"run": run, "test": test, "lint": lint, "bench": bench, "bundle": bundle}
    if not arguments or arguments[0] not in jobs:
        print(__doc__)
        return 0 if arguments[:1] in ([], ["-h"], ["--help"]) else 2
    rest = arguments[1:]
    try:
        return jobs[arguments[0]](rest[1:] if rest[:1] == ["--"] else rest)
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str]) -> int:
    """The window, or the command; without a screen, the window offscreen and the selftest's table."""
    if arguments and arguments[0] in WITHOUT_WINDOW:
        machine.provide(machine.VENV)
        return call(_program(set_up(), *arguments), folder=None)
    on_x11 = "DISPLAY" in os.environ and not {"WAYLAND_DISPLAY", "QT_QPA_PLATFORM"} & os.environ.keys()
    machine.provide(machine.VENV + machine.QT + (machine.SCREEN if on_x11 else []))
    python = set_up()
    if arguments or has_screen():
        return call(_program(python, *arguments), folder=None)
    machine.say("There is no screen here, so the window is opened without one and checked. On a desktop the same command shows it.")
    return call(_program(python, "selftest"), QT_QPA_PLATFORM="offscreen")


def test(arguments: list[str]) -> int:
    """All tests. What only some tests need may be missing; they are skipped then."""
    machine.provide(machine.VENV + machine.QT, wishes=machine.SCREEN + machine.VIRTUAL_SCREEN + machine.KEYRING)
    return call([set_up(), "-m", "pytest", *arguments])


def lint(_arguments: list[str]) -> int:
    """Format, lint, types and words; every fault is shown, not only the first kind."""
    machine.provide(machine.VENV)
    python = set_up()
    checks = [
        ["-m", "ruff", "format", "--check", "--quiet", "."],
        ["-m", "ruff", "check", "--quiet", "."],
        ["-m", "mypy"],
        ["packaging/words.py", "check"],
    ]
    codes = [call([python, *check]) for check in checks]
    return 1 if any(codes) else 0


def bench(arguments: list[str]) -> int:
    """The budgets, measured side by side with their references."""
    machine.provide(machine.VENV + machine.QT)
    return call([set_up(), "packaging/bench/table.py", *arguments])


def bundle(arguments: list[str]) -> int:
    """The one-folder program in dist/, its size by folder, and a check of what is in it."""
    machine.provide(machine.VENV + machine.QT + machine.SCREEN + machine.BUNDLE, wishes=machine.VIRTUAL_SCREEN)
    return call([set_up(), "packaging/bundle.py", *arguments])


def set_up() -> str:
    """The path of a Python that has everything of the lock; makes or renews the virtual environment where it must."""
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    made_from = hashlib.sha256(LOCK.read_bytes() + sys.version.encode()).hexdigest()
    if python.exists() and STAMP.exists() and STAMP.read_text(encoding="ascii") == made_from:
        return str(python)
    machine.say("Setting up .venv, once; this takes a minute or two.")
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        sys.exit(
            f"{made.stdout}{made.stderr}The folder .venv could not be made. Close what runs from it, or delete it, then try again."
        )
    # -qq, because pip's warnings are about its own settings on this machine; what stops it is shown.
    pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes", "--only-binary=:all:"]
    if subprocess.run([*pip, "-r", str(LOCK)], check=False).returncode != 0:
        sys.exit("The packages could not be installed; the lines above say why. Check the network and the disk, then try again.")
    _put_on_path()
    STAMP.write_text(made_from, encoding="ascii")
    return str(python)


def _put_on_path() -> None:
    """Let .venv find this checkout. The path is relative: it outlives a move, and is ASCII wherever the checkout lies."""
    place = sysconfig.get_path("purelib", "venv", {"base": str(VENV), "platbase": str(VENV)})
    Path(place, "repair_loop_playground.pth").write_text(f"{os.path.relpath(ROOT, place)}\n", encoding="ascii")


def has_screen() -> bool:
    """True where a window can be shown."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _program(python: str, *arguments: str) -> list[str]:
    # -P, because a folder that the person stands in may hold a "playground" too.
    return [python, "-P", "-m", "playground", *arguments]


def call(command: list[str], folder: Path | None = ROOT, **environment: str) -> int:
    """Run a command and return its exit code; Ctrl+C is the command's to answer.

    It runs in the checkout. None leaves it where the person stands, who may name files from there.
    """
    process = subprocess.Popen(command, cwd=folder, env=dict(os.environ, **environment))
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
