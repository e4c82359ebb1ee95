"""The stops of the fallback slider, as frozen values; `fallbacks` finds those that a schema offers."""

from dataclasses import dataclass
from enum import StrEnum

from playground.repair.scenario import Ending, EndingKind
from playground.words.text import Text


class StopKind(StrEnum):
    """What one stop of the fallback slider offers."""

    ERROR = "error"
    UNKNOWN = "unknown"
    ENUM = "enum"
    DEFAULT = "default"
    BEST = "best"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop. `value` is the JSON text of the whole fallback (for OWN: the shape to fill in); `allowed` says whether the
    schema takes it, and is None where there is no value."""

    kind: StopKind
    caption: Text
    explanation: Text
    value: str | None = None
    allowed: bool | None = None

    @property
    def ending(self) -> Ending:
        """The ending that choosing this stop sets."""
        match self.kind:
            case StopKind.ERROR:
                return Ending()
            case StopKind.BEST:
                return Ending(EndingKind.BEST_ATTEMPT)
            case _:
                return Ending(EndingKind.FALLBACK, self.value)
