"""Builds the one-folder program with PyInstaller, says how large it is, and with `--check` proves it in another folder.

Run by `dev.py bundle`, in the virtual environment.
"""

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
BUDGET = 180  # megabytes
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
        environment = dict(os.environ, PLAYGROUND_HOME=str(Path(elsewhere) / "home"))
        runs = [[program, "selftest"], [program, "run", str(lesson), "--json"]]
        with _screen(environment):
            return [fault for command in runs if (fault := _run(command, environment, elsewhere))]


def _run(command: list[str], environment: dict[str, str], folder: str) -> str | None:
    name = " ".join(command[1:3])
    try:
        code = subprocess.run(command, check=False, cwd=folder, env=environment, timeout=TIME_LIMIT).returncode
    except subprocess.TimeoutExpired:
        return f"`playground {name}` did not end within {TIME_LIMIT} s."
    return f"`playground {name}` ended with {code}." if code else None


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
