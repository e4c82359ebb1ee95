"""Recorded samples as what answers: alone, or standing in for a model that doesn't."""

from dataclasses import replace

from playground.endpoints.endpoint import Answerer, AskFailed, Watcher
from playground.endpoints.failures import Kind, fail
from playground.repair.exchange import Channel, Reply, Request, Source
from playground.repair.message import Role
from playground.verdict.violations import Finish


class RecordedSamples:
    """Answers with the sample for this turn: as many assistant messages as stand in the request were answered before it."""

    def __init__(self, replies: tuple[str, ...]) -> None:
        self._replies = replies

    async def ask(self, request: Request, watcher: Watcher) -> Reply:
        """The sample for this turn, the last one again after that; raises AskFailed when there are none."""
        if not self._replies:
            raise fail(Kind.NO_SAMPLE)
        turn = sum(message.role is Role.ASSISTANT for message in request.messages)
        sample = self._replies[min(turn, len(self._replies) - 1)]
        if sample:
            watcher.grew(sample, Channel.CONTENT)
        return Reply(sample, Source.RECORDED, finish=Finish.STOP)


class ModelThenSamples:
    """The model first; whatever keeps it from answering, the sample for this turn stands in, with the reason."""

    def __init__(self, model: Answerer, samples: RecordedSamples) -> None:
        self._model = model
        self._samples = samples

    async def ask(self, request: Request, watcher: Watcher) -> Reply:
        """The model's reply, or the sample with `failure` set."""
        try:
            return await self._model.ask(request, watcher)
        except AskFailed as failed:
            watcher.stands_in(failed.failure)
            return replace(await self._samples.ask(request, watcher), failure=failed.failure)


class Unusable:
    """A model whose settings can't be used: every ask says why."""

    def __init__(self, failed: AskFailed) -> None:
        self._failed = failed

    async def ask(self, request: Request, watcher: Watcher) -> Reply:  # noqa: ARG002 - every request fails alike
        """Raises AskFailed."""
        raise AskFailed(self._failed.failure)
