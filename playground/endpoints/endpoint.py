"""What can be asked: everything that answers, and endpoints among it."""

from typing import Protocol

from playground.repair.exchange import Channel, EndpointFailure, Reply, Request


class AskFailed(Exception):
    """A request that got no answer. `after_first_token` forbids trying again; `may_retry` is the server's own word on it."""

    def __init__(self, failure: EndpointFailure, *, after_first_token: bool = False, may_retry: bool | None = None) -> None:
        super().__init__(failure.kind)
        self.failure = failure
        self.after_first_token = after_first_token
        self.may_retry = may_retry


class Watcher(Protocol):
    """Is told, on the asyncio thread, how an ask is going."""

    def grew(self, added: str, channel: Channel) -> None:
        """More text has come."""

    def retries(self, failure: EndpointFailure, retry: int, wait: float) -> None:
        """The transport waits `wait` seconds before its retry number `retry`."""

    def stands_in(self, failure: EndpointFailure) -> None:
        """No model answered: a recorded sample will, and what grew so far counts no more."""


class Answerer(Protocol):
    """Whatever answers requests. Cancelling the task of `ask` closes the socket."""

    async def ask(self, request: Request, watcher: Watcher) -> Reply:
        """One whole answer, retries of transport included; raises AskFailed."""


class Endpoint(Answerer, Protocol):
    """A model's server, by one configuration."""

    async def models(self) -> tuple[str, ...]:
        """The names of the models that the server offers; raises AskFailed."""

    async def context_length(self, model: str) -> int | None:
        """The tokens that the model's context holds, where the server says it; raises AskFailed."""

    async def close(self) -> None:
        """Give its connections back."""
