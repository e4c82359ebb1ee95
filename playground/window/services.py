"""What every window is given: the parts of the program that live longer than one window."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:  # this module is loaded before the first paint, and needs none of them then
    from collections.abc import Callable

    from playground.repair.endpoint_settings import EndpointSettings
    from playground.repair.exchange import EndpointFailure
    from playground.repair.scenario import Scenario
    from playground.runs.events import Event
    from playground.store.document import Keeper
    from playground.window.appearance import Appearance
    from playground.window.endpoint_desk import Keys
    from playground.window.futures import Futures
    from playground.window.preferences import Preferences
    from playground.window.rates import RateSource
    from playground.window.words_in_window import Wording
    from playground.words.language import Language


class Runs(Protocol):
    """As much of `playground.runs.engine.Engine` as the window uses. Each method is safe at any moment and never waits."""

    def start(
        self, scenario: Scenario, key: str | None, listener: Callable[[Event], None], *, allow_plain_http: bool = False
    ) -> str:
        """Begin a run and give its id."""

    def cancel(self, run_id: str) -> None:
        """Stop a run."""

    def models(
        self,
        settings: EndpointSettings,
        key: str | None,
        listener: Callable[[tuple[str, ...] | EndpointFailure], None],
        *,
        allow_plain_http: bool = False,
    ) -> None:
        """Ask a server for its models."""


class Services(NamedTuple):
    """Handed on by the composition root; nothing in it is global."""

    appearance: Appearance
    wording: Wording
    preferences: Preferences
    keys: Keys
    runs: Runs
    rates: RateSource
    futures: Futures
    keeper: Keeper
    lessons: Callable[[Language], list[tuple[str, str]]]  # the name of each one's folder, and its title in this language
