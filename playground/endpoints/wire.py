"""What a wire dialect is, for the one server class that speaks them all."""

from dataclasses import dataclass
from typing import Any, Literal, Protocol

from playground.endpoints.addresses import Address
from playground.endpoints.presets import Preset
from playground.endpoints.reply_draft import Growth, ReplyDraft
from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.repair.exchange import Request

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """What a server wants differently; learned from its refusals, so that the next request suits it."""

    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    stream_usage: bool = True
    system_role: bool = True  # False: the system's words stand at the beginning of the question
    same_role_twice: bool = True  # False: neighbours of one role are sent as one message
    sealed_thoughts: bool = True  # False: reasoning items are not asked for (Responses)


@dataclass(frozen=True, slots=True)
class ModelPage:
    """Names of models in the server's order; `after` is what the next page is asked for with, None on the last one.

    `contexts` pairs a name with the tokens that its context holds, for those models of which the list says it.
    """

    names: tuple[str, ...]
    after: str | None = None
    contexts: tuple[tuple[str, int], ...] = ()


class Wire(Protocol):
    """One dialect. Nothing in it remembers anything."""

    @property
    def dialect(self) -> Dialect:
        """Its name."""

    @property
    def modes(self) -> frozenset[Mode]:
        """The output modes that the dialect has, beside "prompt only"."""

    @property
    def key_header(self) -> str:
        """The header that a key goes in; in `authorization` it stands behind the word Bearer."""

    @property
    def streams_lines(self) -> bool:
        """Whether a stream is one JSON object a line (NDJSON) rather than server-sent events."""

    def url(self, address: Address, settings: EndpointSettings) -> str:
        """Where the request is sent."""

    def headers(self, request: Request, preset: Preset) -> Headers:
        """What the dialect sends beside the key and the content type."""

    def write_body(self, request: Request, preset: Preset, habits: Habits) -> bytes:
        """The request's body, exactly as it is sent; raises AskFailed when it can't be asked this way."""

    def take(self, draft: ReplyDraft, value: dict[str, Any], event: str, *, whole: bool) -> list[Growth]:
        """Put a whole answer, or one piece of a stream, into the draft; gives the text that it added."""

    def learn(self, said: str, settings: EndpointSettings, habits: Habits) -> Habits | None:
        """What a refusal (status 400 or 422) teaches about the server's names for things; None for nothing new."""

    def context_call(self, address: Address, model: str) -> tuple[str, bytes] | None:
        """Address and body of the call that tells a model's context; None where the list of models does."""

    def read_context(self, value: Any) -> int | None:
        """The tokens that the context holds, by the answer to that call; None when it does not say."""

    def models_url(self, address: Address, after: str | None) -> str:
        """Where the list of models is asked for."""

    def read_models(self, value: Any) -> ModelPage | None:
        """The names in a list of models; None when it is none."""


def key_headers(wire: Wire, preset: Preset, key: str | None) -> Headers:
    """The header that the key goes in; none without a key."""
    name = preset.key_header or wire.key_header
    return ((name, f"Bearer {key}" if name == "authorization" else key),) if key else ()
