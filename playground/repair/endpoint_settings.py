"""Where and how a model is asked, without any key."""

from dataclasses import dataclass
from enum import StrEnum


class Mode(StrEnum):
    """How JSON is asked for."""

    PROMPT = "prompt"
    JSON = "json"
    SCHEMA = "schema"
    TOOL = "tool"
    GRAMMAR = "grammar"


class Dialect(StrEnum):
    """A wire protocol."""

    CHAT_COMPLETIONS = "chat_completions"
    RESPONSES = "responses"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"
    OLLAMA = "ollama"


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """An endpoint and what is asked of it. Limits in seconds; `temperature` and `max_tokens` are not sent when None.

    `extra` is the text of a JSON object merged into the request; it cannot replace model, messages or stream.
    """

    preset: str = "other"
    dialect: Dialect = Dialect.CHAT_COMPLETIONS
    base_url: str = ""
    model: str = ""
    mode: Mode = Mode.PROMPT
    stream: bool = True
    time_limit: float = 60.0
    max_tokens: int | None = 2000
    temperature: float | None = None
    extra: str = "{}"
