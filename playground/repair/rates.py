"""Repair rate and fallback rate of live runs, with how sure they are; demonstrations don't count."""

from dataclasses import dataclass
from enum import Enum
from math import sqrt

LINE = 0.05  # above it, the lessons say, prompt, schema or model are wrong
_Z = 1.959963984540054  # 95 %


class Reading(Enum):
    """Where a rate lies beside the line, as far as its interval tells."""

    NONE = "none"  # no run yet
    TOO_FEW = "too_few"  # the interval holds the line: too few runs to tell
    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class Rate:
    """`hits` out of `runs`."""

    hits: int
    runs: int

    @property
    def share(self) -> float:
        """From 0 to 1; 0 while there are no runs."""
        return self.hits / self.runs if self.runs else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the true share (Wilson), from 0 to 1; everything while there are no runs."""
        if not self.runs:
            return 0.0, 1.0
        spread = _Z * _Z / self.runs
        middle = (self.share + spread / 2) / (1 + spread)
        half = _Z * sqrt(self.share * (1 - self.share) / self.runs + spread / (4 * self.runs)) / (1 + spread)
        low = 0.0 if self.hits == 0 else middle - half
        high = 1.0 if self.hits == self.runs else middle + half
        return low, high

    @property
    def reading(self) -> Reading:
        """Beside the line, or too few runs to tell."""
        if not self.runs:
            return Reading.NONE
        low, high = self.interval
        if low <= LINE <= high:
            return Reading.TOO_FEW
        return Reading.ABOVE if low > LINE else Reading.BELOW


@dataclass(frozen=True, slots=True)
class Rates:
    """Of one scenario's live runs with an attempt: how many had a first attempt that was not valid (blocked and cut off among them),
    how many fell back, and how many had a first attempt that was valid only after small syntax faults had been fixed. Those are
    counted apart: they needed no repair by the model, and yet the model's reply was not valid."""

    repair: Rate = Rate(0, 0)
    fallback: Rate = Rate(0, 0)
    fixed: Rate = Rate(0, 0)
