"""Measures the budgets and prints each figure beside its reference: `python packaging/dev.py bench`.

Every figure is taken in turns with its reference, so that a busy machine slows both.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent

_STOPS = ("200 tokens a second", "1 MB on one line", "200 messages of 2 kB", "50 runs at once", "a hostile pattern")


@dataclass(frozen=True, slots=True)
class Figure:
    """One row: medians, and how many times the reference the figure may be."""

    what: str
    ours: float
    reference: float
    at_most: float
    beside: str
    unit: str = "ms"

    @property
    def ratio(self) -> float:
        """Ours in units of the reference."""
        return self.ours / self.reference

    @property
    def kept(self) -> bool:
        """True while the budget is kept."""
        return self.ratio <= self.at_most


def main() -> int:
    """Print the table; 1 if a budget is broken."""
    print(f"{'what':52} {'ours':>10} {'reference':>10} {'ratio':>7} {'at most':>8}")
    broken = False
    for figure in _figures():
        broken = broken or not figure.kept
        sign = "✓" if figure.kept else "✕ over"
        print(
            f"{figure.what:52} {figure.ours:7.1f} {figure.unit} {figure.reference:7.1f} {figure.unit} {figure.ratio:6.2f}× {figure.at_most:7.2f}× {sign}  ({figure.beside})",
            flush=True,
        )
    return 1 if broken else 0


def _figures() -> Iterator[Figure]:
    ours, reference = _in_turns(11, lambda: _started("first_paint.py", "ours"), lambda: _started("first_paint.py", "reference"))
    yield Figure("process start to first paint of the whole window", ours, reference, 1.4, "an empty window with three docks")
    for concurrency in (1, 20):
        values = [_numbers("attempt.py", str(concurrency)) for _ in range(3)]
        ours, reference = (statistics.median(column) for column in zip(*values, strict=True))
        yield Figure(f"cost of one attempt, {concurrency} at once", ours, reference, 1.6, "the same loop in bare httpx and json")
    for kind, words, at_most in (
        ("valid", "1 MB of 5,000 objects, valid", 0.6),
        ("violations", "the same with 1,500 violations, placed and worded", 1.3),
    ):
        values = [_numbers("verdict.py", kind) for _ in range(5)]
        ours, reference = (statistics.median(column) for column in zip(*values, strict=True))
        yield Figure(words, ours, reference, at_most, "json.loads and jsonschema's iter_errors")
    *stops, grown = (min(column) for column in zip(*(_numbers("window.py") for _ in range(3)), strict=True))
    for what, stop in zip(_STOPS, stops, strict=True):
        yield Figure(f"longest stop of the window: {what}", stop, 50.0, 1.0, "a budget of 50 ms")
    yield Figure("memory that all of this takes", grown, 60.0, 1.0, "a budget of 60 MB", "MB")


def _in_turns(times: int, ours: Callable[[], float], reference: Callable[[], float]) -> tuple[float, float]:
    pairs = [(ours(), reference()) for _ in range(times + 1)][1:]  # the first turn warms the disk's cache
    return statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)


def _started(script: str, *arguments: str) -> float:
    """Milliseconds from the start of a process to what it reports as the clock's time."""
    begun = time.clock_gettime(time.CLOCK_MONOTONIC) if hasattr(time, "clock_gettime") else time.monotonic()
    return (_numbers(script, *arguments)[0] - begun) * 1000


def _numbers(script: str, *arguments: str) -> list[float]:
    done = subprocess.run(
        [sys.executable, str(HERE / script), *arguments],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
        env=_environment(),
    )
    return [float(word) for word in done.stdout.splitlines()[-1].split()]


def _environment() -> dict[str, str]:
    """Ours with compiled files, as on any second start; where Python may not write them the program alone would be compiled anew."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


if __name__ == "__main__":
    sys.exit(main())
