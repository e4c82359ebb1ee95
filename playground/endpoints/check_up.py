"""Tests a connection step by step: is there a list of models, is this one on it, and what does each mode do?"""

from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from playground.endpoints.endpoint import AskFailed, Endpoint
from playground.endpoints.failures import Kind
from playground.endpoints.probe import Hold, Probed, probe
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import EndpointFailure
from playground.words.text import Text, text

_ONLY_NO_LIST = frozenset({Kind.NO_MODEL_LIST, Kind.FORBIDDEN})  # a server may have none, and answer all the same


@dataclass(frozen=True, slots=True)
class ModelsListed:
    """The server gave its list. `there` says whether the model is on it, None where none is named; `context` is in tokens."""

    names: tuple[str, ...]
    there: bool | None
    context: int | None = None

    @property
    def message(self) -> Text:
        """The same in a sentence."""
        if self.there is False:
            return text("endpoints.check_up.model_not_listed", count=len(self.names))
        if self.context is not None:
            return text("endpoints.check_up.listed_with_context", count=len(self.names), context=self.context)
        return text("endpoints.check_up.listed", count=len(self.names))


@dataclass(frozen=True, slots=True)
class NotListed:
    """The server gave no list, and why; the test goes on only where it may have none."""

    failure: EndpointFailure
    goes_on: bool


CheckStep: TypeAlias = ModelsListed | NotListed | Probed


async def check_up(
    endpoint: Endpoint, settings: EndpointSettings, modes: Iterable[Mode], *, day: str
) -> AsyncGenerator[CheckStep, None]:
    """The steps as they are done. It ends after the first that shows that no other can succeed."""
    try:
        names = await endpoint.models()
        there = settings.model in names if settings.model else None
        context = await endpoint.context_length(settings.model) if there else None
        yield ModelsListed(names, there, context)
    except AskFailed as failed:
        goes_on = failed.failure.kind in _ONLY_NO_LIST
        yield NotListed(failed.failure, goes_on)
        if not goes_on:
            return
    for mode in modes:
        probed = await probe(endpoint, settings, mode, day=day)
        yield probed
        if probed.hold is Hold.FAILED:
            return
