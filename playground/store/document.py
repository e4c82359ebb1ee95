"""ScenarioDocument: the only way to edit a scenario. Frozen snapshots on an undo stack; no Qt, no thread of its own."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from playground.repair.scenario import Scenario
from playground.words.text import Text

MERGE_PAUSE = 2.0  # seconds without typing after which a new undo step begins
UNDO_LIMIT = 1000


class Keeper(Protocol):
    """Keeps work that no file holds yet, so that a crash loses nothing. Must not block."""

    def keep(self, document_id: str, scenario: Scenario, path: Path | None) -> None:
        """Remember this state, in the stead of the one before it."""

    def drop(self, document_id: str) -> None:
        """Nothing is unsaved any more."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One entry of the undo stack: the state that a change led to, and what the change is called."""

    scenario: Scenario
    label: Text | None
    merge_key: str | None = None
    at: float = 0.0  # of the last change that was merged into it


class ScenarioDocument:
    """A scenario being edited, with undo, redo, the file it belongs to and whether that file has it all.

    Listeners are called after each change of the scenario, the path or the saved state, on the thread of the caller.
    Used from one thread.
    """

    def __init__(
        self,
        scenario: Scenario,
        path: Path | None = None,
        *,
        saved: bool = True,
        keeper: Keeper | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`saved=False` opens recovered work: it counts as unsaved until it is written."""
        self.id = os.urandom(16).hex()
        self._steps = [_Step(scenario, None)]
        self._at = 0
        self._saved: Scenario | None = scenario if saved else None
        self._path = path
        self._keeper = keeper
        self._clock = clock
        self._listeners: list[Callable[[], None]] = []
        if not saved and keeper is not None:
            keeper.keep(self.id, scenario, path)

    @property
    def scenario(self) -> Scenario:
        """The present state."""
        return self._steps[self._at].scenario

    @property
    def path(self) -> Path | None:
        """The file it belongs to; None before the first save, and for a lesson, which is never written over."""
        return self._path

    @property
    def dirty(self) -> bool:
        """True while the file does not hold the present state. Undoing back to the saved state makes it clean again."""
        return self.scenario != self._saved

    @property
    def undo_label(self) -> Text | None:
        """What `undo` would take back, or None if there is nothing."""
        return self._steps[self._at].label if self._at else None

    @property
    def redo_label(self) -> Text | None:
        """What `redo` would bring again, or None if there is nothing."""
        return self._steps[self._at + 1].label if self._at + 1 < len(self._steps) else None

    def change(self, scenario: Scenario, label: Text, merge_key: str | None = None) -> None:
        """Put a new state in the place of the present one.

        Changes one after the other with the same `merge_key` ("schema_text", say) become one undo step as long as no pause,
        save, undo or other change comes between.
        """
        if scenario == self.scenario:
            return
        now = self._clock()
        top = self._steps[self._at]
        del self._steps[self._at + 1 :]
        goes_on = merge_key is not None and top.merge_key == merge_key and now - top.at < MERGE_PAUSE
        if goes_on and top.scenario != self._saved:
            self._steps[self._at] = replace(top, scenario=scenario, at=now)
        else:
            self._steps.append(_Step(scenario, label, merge_key, now))
            del self._steps[: -UNDO_LIMIT - 1]
            self._at = len(self._steps) - 1
        self._changed()

    def undo(self) -> None:
        """Take the last change back; nothing happens if there is none."""
        self._move(-1)

    def redo(self) -> None:
        """Bring the change that was taken back last again; nothing happens if there is none."""
        self._move(1)

    def mark_saved(self, path: Path, scenario: Scenario) -> None:
        """The file now holds `scenario`, which may be older than the present state if the person typed on meanwhile."""
        self._path = path
        self._saved = scenario
        self._end_merging()
        self._changed()

    def close(self) -> None:
        """The person has no further use for it: saved, or thrown away on purpose."""
        self._listeners.clear()
        if self._keeper is not None:
            self._keeper.drop(self.id)

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after each change; returns what ends that."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    def _move(self, by: int) -> None:
        if not 0 <= self._at + by < len(self._steps):
            return
        self._at += by
        self._end_merging()
        self._changed()

    def _end_merging(self) -> None:
        self._steps[self._at] = replace(self._steps[self._at], merge_key=None)

    def _changed(self) -> None:
        if self._keeper is not None:
            if self.dirty:
                self._keeper.keep(self.id, self.scenario, self._path)
            else:
                self._keeper.drop(self.id)
        for listener in tuple(self._listeners):
            listener()
