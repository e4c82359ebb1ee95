"""One exchange with a model: the request that goes there, the reply or the failure that comes back, as frozen values."""

from dataclasses import dataclass
from enum import StrEnum

from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.message import Message
from playground.verdict.violations import Finish
from playground.words.text import Text


@dataclass(frozen=True, slots=True)
class AskedFields:
    """The places of the last answer that a model is asked to send anew, and those that must go; JSON Pointers, none the root."""

    send: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model: the whole list of messages and how it is to be asked."""

    messages: tuple[Message, ...]
    endpoint: EndpointSettings
    schema_text: str
    asked: AskedFields | None = None  # the reply is merged into the last answer; None where a whole answer is asked for


class Source(StrEnum):
    """Who answered."""

    LIVE = "live"
    RECORDED = "recorded"
    PRACTICE = "practice"


class Channel(StrEnum):
    """Where in the model's answer the text stood."""

    CONTENT = "content"
    TOOL_CALL = "tool_call"
    REASONING = "reasoning"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the endpoint reported them; None is "not reported", never 0."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None
    reasoning_tokens: int | None = None
    cached_tokens: int | None = None

    @property
    def spent(self) -> int | None:
        """The total, or what was reported of it; None where nothing was."""
        if self.total_tokens is not None:
            return self.total_tokens
        reported = [tokens for tokens in (self.input_tokens, self.output_tokens) if tokens is not None]
        return sum(reported) if reported else None


@dataclass(frozen=True, slots=True)
class EndpointFailure:
    """A request that got no answer, in words. `kind` is stable (see the failures of `endpoints`); no key is ever in it."""

    kind: str
    title: Text
    message: Text
    hint: Text
    status: int | None = None
    retry_after: float | None = None  # seconds
    nearest_mode: Mode | None = None  # after a refused mode, the nearest one that this server should take


@dataclass(frozen=True, slots=True)
class Reply:
    """The text the model sent, unchanged. `seconds` is the time from sending to the last byte.

    `native` holds, as JSON text, what the text alone would lose and the next request must give back: the name and id of a
    tool call, signed thoughts. Only `endpoints` reads it.
    """

    text: str
    source: Source
    channel: Channel = Channel.CONTENT
    finish: Finish = Finish.UNKNOWN
    refusal: str | None = None
    reasoning: str | None = None
    usage: Usage | None = None
    seconds: float = 0.0
    first_token_seconds: float | None = None
    model: str | None = None  # as the server named it
    failure: EndpointFailure | None = None  # why a recorded sample stands in, if one does
    endless_blanks: bool = False  # nothing but white space came any more, so the program broke the stream off
    native: str | None = None
