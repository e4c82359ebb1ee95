"""Builds the one-folder program with PyInstaller, says how large it is, and with `--check` proves it in another folder.

Run by `dev.py bundle`, in the virtual environment.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "dist" / "playground"
BUDGET = 170  # megabytes
FOREIGN = ("Qml", "Quick", "Pdf", "WebEngine")
TIME_LIMIT = 120  # seconds for each run of the bundle
MEGABYTE = 1_000_000


def main(arguments: list[str]) -> int:
    """Build, weigh, and check if asked to."""
    _build()
    faults = _weigh()
    if "--check" in arguments and not faults:
        faults = _check()
    for fault in faults:
        print(f"bundle: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _build() -> None:
    started = time.monotonic()
    subprocess.run(
        [
            sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
            "--distpath", str(ROOT / "dist"), "--workpath", str(ROOT / "build"), str(ROOT / "packaging" / "playground.spec"),
        ],
        check=True,
        cwd=ROOT,
    )  # fmt: skip
    print(f"Built dist/playground in {time.monotonic() - started:.0f} s.")


def _weigh() -> list[str]:
    sizes: Counter[str] = Counter()
    foreign = []
    for path in FOLDER.rglob("*"):
        if path.is_file() and not path.is_symlink():
            parts = path.relative_to(FOLDER).parts
            sizes["/".join(parts[:2]) if len(parts) > 2 else "."] += path.stat().st_size
            if path.name.startswith(("libQt6", "Qt6", "Qt")) and any(part in path.name for part in FOREIGN):
                foreign.append(path.name)
    for name, size in sizes.most_common(12):
        print(f"{size / MEGABYTE:8.1f} MB  {name}")
    total = sum(sizes.values()) / MEGABYTE
    print(f"{total:8.1f} MB  in all (at most {BUDGET})")
    faults = [f"{name} has no place in this program; find what pulls it in." for name in foreign]
    if total > BUDGET:
        faults.append(f"{total:.0f} MB are more than {BUDGET}; the table above says where they lie.")
    return faults


def _check() -> list[str]:
    """The bundle in another folder, in a window, without this checkout: its selftest, and one lesson."""
    with tempfile.TemporaryDirectory() as elsewhere:
        moved = Path(elsewhere) / "moved here"
        shutil.copytree(FOLDER, moved, symlinks=True)
        program = str(moved / ("playground.exe" if os.name == "nt" else "playground"))
        lesson = next((moved / "_internal" / "resources" / "lessons").glob("01-*/en.json"))
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "QT_"))}
        environment["PLAYGROUND_HOME"] = str(Path(elsewhere) / "home")
        with _screen(environment):
            faults = [_check_selftest([program, "selftest"], environment, elsewhere)]
            faults += [_check_lesson([program, "run", str(lesson), "--json"], environment, elsewhere)]
    return [fault for fault in faults if fault]


def _check_selftest(command: list[str], environment: dict[str, str], folder: str) -> str | None:
    code, table = _run(command, environment, folder)
    print(table, end="", flush=True)
    if code != 0:
        return f"`playground selftest` ended with {code}; the table above says what is wrong."
    if "DISPLAY" in environment and "xcb" not in table:
        return "There is a screen, but the window was not shown on it."
    return None


def _check_lesson(command: list[str], environment: dict[str, str], folder: str) -> str | None:
    code, said = _run(command, environment, folder)
    try:
        run = json.loads(said)
        told = (run["outcome"], [attempt["verdict"]["status"] for attempt in run["attempts"]])
    except (ValueError, KeyError) as error:
        return f"`playground run` ended with {code} and no report of a run: {error!r}."
    print(f"The first lesson: {told[0]}, after {', '.join(told[1])}.", flush=True)
    if code != 0 or told != ("repaired", ["no_json", "invalid", "valid"]):
        return f"The first lesson ended with {code}, not with its repair on the third attempt."
    return None


def _run(command: list[str], environment: dict[str, str], folder: str) -> tuple[int, str]:
    """Exit code and standard output."""
    try:
        done = subprocess.run(
            command, check=False, cwd=folder, env=environment, timeout=TIME_LIMIT, stdout=subprocess.PIPE, encoding="utf-8"
        )
    except subprocess.TimeoutExpired as late:
        return 124, str(late.stdout or "")
    return done.returncode, done.stdout


class _screen:  # noqa: N801 - reads as what it does: with _screen(...)
    """A virtual screen where there is none and Xvfb is there; its DISPLAY is put into the environment."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> None:
        if not sys.platform.startswith("linux") or self._environment.get("DISPLAY") or shutil.which("Xvfb") is None:
            return
        reading, writing = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as answer:
            self._environment["DISPLAY"] = f":{answer.readline().strip()}"
        self._environment.pop("QT_QPA_PLATFORM", None)

    def __exit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
