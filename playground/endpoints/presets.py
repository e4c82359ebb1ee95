"""What is known in advance about servers: dated data in resources/endpoints/presets.json, read into frozen values.

A person's own file, named by PLAYGROUND_PRESETS, has the same form; what it says of a preset counts, and its other presets are added.
"""

import json
import os
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Literal

from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.resources import resource
from playground.words.text import Text, text

OTHER = "other"
OWN_FILE = "PLAYGROUND_PRESETS"  # an environment variable
TIME_LIMIT = 60.0  # seconds
MAX_TOKENS = 2000


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of server. `default_key` is public (the lab's) and no secret; limits in seconds and tokens."""

    id: str
    name: str = ""  # of a person's own preset; the others have theirs in the catalogues
    dialects: tuple[Dialect, ...] = (Dialect.CHAT_COMPLETIONS,)  # the best one first
    base_url: str = ""
    example_url: str = ""  # where everyone has an address of their own
    model: str = ""
    default_key: str | None = None
    key_needed: bool = False
    model_needed: bool = True
    modes: tuple[Mode, ...] = tuple(Mode)
    time_limit: float = TIME_LIMIT
    max_tokens: int = MAX_TOKENS
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    tool_choice: Literal["named", "required"] = "named"
    grammar_field: Literal["json_schema", "structured_outputs", "response_format"] = "json_schema"
    key_header: str | None = None  # None: the dialect's own
    returns_thoughts: bool = False  # wants reasoning_content back beside a tool call
    sealed_thoughts: bool = False  # gives sealed reasoning items where they are asked for (Responses)
    local: bool = False  # runs on the person's own computer as a rule, at `base_url`
    rules: str = ""  # the id of its strict subset (see `subsets`); empty where nobody knows it
    version: str = "2026-10-21"  # of Anthropic's dialect
    sampling_version: str = "2023-06-01"  # of the same, the last one that knows temperature
    title: Text = field(init=False)

    def __post_init__(self) -> None:
        title = text("endpoints.preset.own", name=self.name) if self.name else Text(f"endpoints.preset.{self.id}")
        object.__setattr__(self, "title", title)

    @property
    def settings(self) -> EndpointSettings:
        """The settings that a person starts from after choosing this kind of server."""
        return EndpointSettings(
            preset=self.id,
            dialect=self.dialects[0],
            base_url=self.base_url,
            model=self.model,
            time_limit=self.time_limit,
            max_tokens=self.max_tokens,
        )

    def speaks(self, wanted: Dialect) -> Dialect:
        """The dialect to use where this one is wanted: itself, if this kind of server speaks it."""
        return wanted if wanted in self.dialects else self.dialects[0]


@dataclass(frozen=True, slots=True)
class Presets:
    """All presets in the order in which they are offered, the day of what is known, and what is wrong with the person's own file."""

    all: tuple[Preset, ...]
    as_of: str
    problem: Text | None = None


def presets() -> tuple[Preset, ...]:
    """All presets, in the order in which they are offered."""
    return read_presets().all


def preset(id: str) -> Preset:
    """The preset of that id; of an unknown one "other", so that a scenario from a newer version still runs."""
    by_id = {known.id: known for known in presets()}
    return by_id.get(id) or by_id[OTHER]


def read_presets() -> Presets:
    """The bundled presets and the person's own."""
    return _read_presets(os.environ.get(OWN_FILE, ""))


@cache
def _read_presets(own: str) -> Presets:
    content = json.loads(resource("endpoints", "presets.json").read_text("utf-8"))
    entries: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in content["presets"]}
    bundled = tuple(_read(entry) for entry in entries.values())
    if not own:
        return Presets(bundled, content["as_of"])
    try:
        added = json.loads(Path(own).read_text("utf-8-sig"))["presets"]
        for entry in added:
            named = entry if entry["id"] in entries else {"name": entry["id"], **entry}
            entries[entry["id"]] = entries.get(entry["id"], {}) | named
        last = entries.pop(OTHER)
        return Presets(tuple(_read(entry) for entry in (*entries.values(), last)), content["as_of"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        return Presets(bundled, content["as_of"], text("endpoints.preset.own_unreadable", file=own, reason=_reason(error)))


def _reason(error: Exception) -> str:
    return str(error)[:200] or type(error).__name__


def _read(entry: dict[str, Any]) -> Preset:
    values = dict(entry)
    if "dialects" in values:
        values["dialects"] = tuple(Dialect(dialect) for dialect in values["dialects"])
    if "modes" in values:
        values["modes"] = tuple(Mode(mode) for mode in values["modes"])
    read = Preset(**values)
    for known in fields(Preset):
        if known.init and type(known.default) in {str, bool, int, float}:
            _check_kind(known.name, getattr(read, known.name), known.default)
    if not read.dialects or Mode.PROMPT not in read.modes:
        raise ValueError(f"{read.id}: no dialect, or no mode")
    return read


def _check_kind(name: str, value: object, like: object) -> None:
    """A number for a number, a text for a text: what is wrong shows here and not in the middle of a run."""
    if isinstance(like, bool | str):
        right = isinstance(value, type(like))
    else:
        right = isinstance(value, int | float) and not isinstance(value, bool) and value > 0
    if not right:
        raise ValueError(f"{name}: {value!r}")
