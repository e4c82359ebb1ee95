"""Places in a text. They count Unicode code points."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open range of code points."""

    start: int
    end: int
