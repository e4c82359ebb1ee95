"""What is known in advance about servers: dated data in resources/endpoints/presets.json, read into frozen values."""

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.resources import resource
from playground.words.text import Text

OTHER = "other"
TIME_LIMIT = 60.0  # seconds
MAX_TOKENS = 2000


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of server. `default_key` is public (the lab's) and no secret; limits in seconds and tokens."""

    id: str
    dialect: Dialect = Dialect.CHAT_COMPLETIONS
    base_url: str = ""
    model: str = ""
    default_key: str | None = None
    key_needed: bool = False
    model_needed: bool = True
    modes: tuple[Mode, ...] = tuple(Mode)
    time_limit: float = TIME_LIMIT
    max_tokens: int = MAX_TOKENS
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    tool_choice: Literal["named", "required"] = "named"
    grammar_field: Literal["json_schema", "structured_outputs"] = "json_schema"
    key_header: str | None = None  # None: the dialect's own
    version: str = "2026-10-21"  # of Anthropic's dialect
    sampling_version: str = "2023-06-01"  # of the same, the last one that knows temperature
    title: Text = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", Text(f"endpoints.preset.{self.id}"))

    @property
    def settings(self) -> EndpointSettings:
        """The settings that a person starts from after choosing this kind of server."""
        return EndpointSettings(
            preset=self.id,
            dialect=self.dialect,
            base_url=self.base_url,
            model=self.model,
            time_limit=self.time_limit,
            max_tokens=self.max_tokens,
        )


@cache
def presets() -> tuple[Preset, ...]:
    """All presets, in the order in which they are offered."""
    content = json.loads(resource("endpoints", "presets.json").read_text("utf-8"))
    return tuple(_read(entry) for entry in content["presets"])


def preset(id: str) -> Preset:
    """The preset of that id; of an unknown one "other", so that a scenario from a newer version still runs."""
    by_id = {known.id: known for known in presets()}
    return by_id.get(id) or by_id[OTHER]


def _read(entry: dict[str, Any]) -> Preset:
    values = dict(entry)
    values["dialect"] = Dialect(values["dialect"])
    values["modes"] = tuple(Mode(mode) for mode in values["modes"])
    return Preset(**values)
