"""How often live runs needed repair or fell back, and whether that can be told yet."""

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

LINE = 0.05  # the lessons' line: above it prompt, schema or model is wrong
_Z = 1.959963984540054  # of a two-sided 95 % interval


class Reading(StrEnum):
    """Where a rate stands to the line."""

    NONE = "none"  # no run yet
    TOO_FEW = "too_few"  # the interval holds the line
    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class Rate:
    """`hits` of `runs`."""

    hits: int
    runs: int

    @property
    def share(self) -> float:
        """From 0 to 1; 0 where there is no run."""
        return self.hits / self.runs if self.runs else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval by Wilson (1927), from 0 to 1; everything is possible where there is no run."""
        if not self.runs:
            return 0.0, 1.0
        square = _Z * _Z
        centre = self.share + square / (2 * self.runs)
        spread = _Z * sqrt(self.share * (1 - self.share) / self.runs + square / (4 * self.runs * self.runs))
        scale = 1 + square / self.runs
        low = 0.0 if self.hits == 0 else (centre - spread) / scale
        high = 1.0 if self.hits == self.runs else (centre + spread) / scale
        return low, high

    @property
    def reading(self) -> Reading:
        """What may be said of it."""
        if not self.runs:
            return Reading.NONE
        low, high = self.interval
        if low > LINE:
            return Reading.ABOVE
        return Reading.BELOW if high < LINE else Reading.TOO_FEW


@dataclass(frozen=True, slots=True)
class Rates:
    """Of the live runs with an attempt: those whose first attempt was not valid, and those that fell back."""

    repair: Rate
    fallback: Rate
