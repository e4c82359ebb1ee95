"""What can be set about the practice model: its character by name, and each thing by hand. They travel as extra request fields."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from playground.endpoints.practice.faults import Fault, Trouble
from playground.resources import resource
from playground.words.language import Language
from playground.words.text import Text

FIELD = "practice"  # the extra request field in which the settings stand
MODEL_PREFIX = "practice-"  # a model's name is this and the preset's
DEFAULT_PRESET = "sloppy"
_MOST_AT_ONCE = 6


class SettingsProblem(ValueError):
    """The text of the settings is not what they can be; `name` is the setting that is wrong."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True, slots=True)
class ByHand:
    """What is made at one turn (1 is the first reply), whatever chance and feedback say."""

    turn: int
    faults: tuple[Fault, ...] = ()
    trouble: Trouble | None = None  # of the first try; the next one gets through


@dataclass(frozen=True, slots=True)
class PracticeSettings:
    """A practice model's character. Weights are relative to each other; `right_at_once`, `listening` and `troubles` are from 0 to 1.

    `speed` is in tokens a second, 0 for "at once"; `wait` is what it asks for with a 429, in seconds.
    """

    preset: str = DEFAULT_PRESET
    seed: int = 1
    faults: tuple[tuple[Fault, float], ...] = ()
    at_once: int = 2  # faults in one reply, at most
    right_at_once: float = 0.0  # share of the first replies without a fault
    listening: float = 0.5  # 0 never learns, 0.5 mends what the feedback names, 1 mends all at once
    speed: float = 0.0
    by_hand: tuple[ByHand, ...] = ()
    troubles: tuple[tuple[Trouble, float], ...] = ()
    wait: float = 2.0
    language: Language | None = None  # of what it says around JSON; None is the language of the question

    def hand_of(self, turn: int) -> ByHand | None:
        """What was chosen by hand for a turn."""
        return next((chosen for chosen in self.by_hand if chosen.turn == turn), None)


@dataclass(frozen=True, slots=True)
class PracticePreset:
    """A character by name, with its words."""

    id: str
    settings: PracticeSettings

    @property
    def model(self) -> str:
        """The name under which it is asked for."""
        return MODEL_PREFIX + self.id

    @property
    def title(self) -> Text:
        """Its name in a sentence."""
        return Text(f"practice.preset.{self.id}.title")

    @property
    def meaning(self) -> Text:
        """What it does wrong."""
        return Text(f"practice.preset.{self.id}.meaning")


def fault_title(fault: Fault) -> Text:
    """A fault's name for people."""
    return Text(f"practice.fault.{fault}")


def trouble_title(trouble: Trouble) -> Text:
    """The name of an endpoint's failure for people."""
    return Text(f"practice.trouble.{trouble}")


@cache
def practice_presets() -> tuple[PracticePreset, ...]:
    """All of them, in the order in which they are offered."""
    content = json.loads(resource("practice", "presets.json").read_text("utf-8"))
    return tuple(
        PracticePreset(id, _with_changes(PracticeSettings(preset=id), settings)) for id, settings in content["presets"].items()
    )


def settings_of(model: str, changes: Mapping[str, Any] | None = None, *, base: PracticeSettings | None = None) -> PracticeSettings:
    """The settings of a model's name, or `base`, with what the extra field changes; raises SettingsProblem."""
    wanted = model.strip().removeprefix(MODEL_PREFIX)
    named = {preset.id: preset.settings for preset in practice_presets()}
    start = named.get(wanted) or base or named[DEFAULT_PRESET]
    if changes and "preset" in changes:
        if changes["preset"] not in named:
            raise SettingsProblem("preset")
        start = named[changes["preset"]]
    return _with_changes(start, changes or {})


def read_settings(model: str, extra: str) -> PracticeSettings:
    """The settings that a scenario's endpoint means by its model and its extra fields; raises SettingsProblem."""
    try:
        content = json.loads(extra) if extra.strip() else {}
    except (ValueError, RecursionError):
        raise SettingsProblem(FIELD) from None
    changes = content.get(FIELD, {}) if isinstance(content, dict) else None
    if not isinstance(changes, dict):
        raise SettingsProblem(FIELD)
    return settings_of(model, changes)


def write_settings(settings: PracticeSettings, extra: str = "{}") -> str:
    """The extra fields that mean these settings, as JSON text: what differs from the preset's, beside the other fields of `extra`.

    Raises SettingsProblem where `extra` is no JSON object.
    """
    try:
        others = json.loads(extra) if extra.strip() else {}
    except (ValueError, RecursionError):
        raise SettingsProblem(FIELD) from None
    if not isinstance(others, dict):
        raise SettingsProblem(FIELD)
    start = settings_of(settings.preset)
    changes = {
        field.name: _plain(getattr(settings, field.name)) for field in fields(settings) if _differs(field.name, settings, start)
    }
    return json.dumps({**others, FIELD: {"preset": settings.preset, **changes}}, ensure_ascii=False)


def _differs(name: str, one: PracticeSettings, other: PracticeSettings) -> bool:
    return name != "preset" and getattr(one, name) != getattr(other, name)


def _plain(value: object) -> object:
    if isinstance(value, tuple) and all(isinstance(item, ByHand) for item in value):
        return {str(hand.turn): [*hand.faults, *([hand.trouble] if hand.trouble else [])] for hand in value}
    return dict(value) if isinstance(value, tuple) else value


def _with_changes(start: PracticeSettings, changes: Mapping[str, Any]) -> PracticeSettings:
    new: dict[str, Any] = {}
    for name, value in changes.items():
        reader = _READERS.get(name)
        if reader is None:
            raise SettingsProblem(name)
        try:
            new[name] = reader(value)
        except (ValueError, TypeError, AttributeError):
            raise SettingsProblem(name) from None
    return replace(start, **new)


def _share(value: Any) -> float:
    return _number(value, 0, 1)


def _number(value: Any, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not least <= value <= most:
        raise ValueError(value)
    return float(value)


def _whole(value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(value)
    return value


def _by_hand(value: Any) -> tuple[ByHand, ...]:
    read = []
    for turn, names in value.items():
        troubles = [Trouble(name) for name in names if name in set(Trouble)]
        faults = tuple(Fault(name) for name in names if name not in set(Trouble))
        read.append(ByHand(_whole(int(turn), 1, 1000), faults, troubles[0] if troubles else None))
    return tuple(read)


_READERS: dict[str, Any] = {
    "preset": str,
    "seed": lambda value: _whole(value, -(2**63), 2**63),
    "faults": lambda value: tuple((Fault(name), _number(weight, 0, 1000)) for name, weight in value.items()),
    "at_once": lambda value: _whole(value, 1, _MOST_AT_ONCE),
    "right_at_once": _share,
    "listening": _share,
    "speed": lambda value: _number(value, 0, 100_000),
    "by_hand": _by_hand,
    "troubles": lambda value: tuple((Trouble(name), _share(likely)) for name, likely in value.items()),
    "wait": lambda value: _number(value, 0, 3600),
    "language": lambda value: None if value is None else Language(value),
}
