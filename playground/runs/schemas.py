"""Schemas that were checked lately: ten runs of one scenario check it once."""

from playground.repair.loop import LoopState, begin
from playground.repair.scenario import Scenario
from playground.verdict.schema import CheckedSchema

_KEPT = 8


class Schemas:
    """Used on the thread of the judge alone."""

    def __init__(self) -> None:
        self._checked: dict[tuple[str, bool], CheckedSchema] = {}  # the one used last comes last

    def begin(self, scenario: Scenario, run_id: str) -> LoopState:
        """The state before the first request; raises RunRefused."""
        key = (scenario.schema_text, scenario.assert_formats)
        state = begin(scenario, run_id=run_id, checked=self._checked.pop(key, None))
        self._checked[key] = state.schema
        if len(self._checked) > _KEPT:
            del self._checked[next(iter(self._checked))]
        return state
