"""What the person chose about the program, as one frozen value kept in one JSON file; never a key, never a scenario."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playground.store.atomic import set_aside, write_atomically
from playground.store.file_problems import FileProblem, problem_of
from playground.store.folders import make_folder
from playground.words.language import Language
from playground.words.text import Text, text

TEXT_SCALE_LIMITS = (50, 200)  # per cent
PACE_LIMITS = (0.25, 8.0)
RECENT_LIMIT = 12


@dataclass(frozen=True, slots=True)
class Settings:
    """None for language or theme is "as the system has it". `text_scale` is in per cent, `pace` a factor of reading pace.

    `key_variables` pairs an endpoint's origin ("https://api.example.org:443") with the environment variable that holds its
    key; `plain_http_hosts` are the origins that may get a key over plain http. `unknown` keeps the fields of a newer version.
    """

    language: Language | None = None
    theme: str | None = None
    text_scale: int = 100
    font: str | None = None
    window_geometry: str | None = None  # base64 of what Qt gave
    window_state: str | None = None
    check_state: str | None = None  # of the Check view's columns, as above
    check_explains: bool = False  # the Check view shows how the JSON was found
    recent: tuple[str, ...] = ()  # paths of scenario files, the latest first
    last_opened: str | None = None
    pace: float = 1.0
    key_variables: tuple[tuple[str, str], ...] = ()
    plain_http_hosts: tuple[str, ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()

    def variable_for(self, origin: str) -> str | None:
        """The environment variable that the person named for this origin."""
        return dict(self.key_variables).get(origin)

    def with_variable(self, origin: str, variable: str | None) -> "Settings":
        """These settings with another variable for this origin, or none."""
        pairs = dict(self.key_variables)
        pairs.pop(origin, None)
        if variable:
            pairs[origin] = variable
        return replace(self, key_variables=tuple(sorted(pairs.items())))

    def with_recent(self, path: str) -> "Settings":
        """These settings with this file as the latest of the recent ones."""
        others = [other for other in self.recent if other != path]
        return replace(self, recent=(path, *others)[:RECENT_LIMIT], last_opened=path)

    def without_recent(self, path: str) -> "Settings":
        """These settings without a file that is gone."""
        last = None if self.last_opened == path else self.last_opened
        return replace(self, recent=tuple(other for other in self.recent if other != path), last_opened=last)


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings, and what a person should be told about their file."""

    settings: Settings
    problems: tuple[Text, ...] = ()


def load_settings(path: Path) -> LoadedSettings:
    """Read the settings; never raises. A damaged file is set aside under a new name, a damaged field gets its default."""
    try:
        content = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return LoadedSettings(Settings())
    except UnicodeDecodeError:
        return _start_anew(path)
    except OSError as error:
        return LoadedSettings(Settings(), (problem_of(error, path).text,))
    try:
        read = json.loads(content)
    except (ValueError, RecursionError):
        return _start_anew(path)
    if not isinstance(read, dict):
        return _start_anew(path)
    return _from_json(read, path)


def save_settings(path: Path, settings: Settings) -> None:
    """Write the settings; raises FileProblem."""
    written: dict[str, Any] = {name: json.loads(value) for name, value in settings.unknown}
    for name in _READERS:
        written[name] = getattr(settings, name)
    written["key_variables"] = dict(settings.key_variables)
    make_folder(path.parent)
    write_atomically(path, json.dumps(written, ensure_ascii=False, indent=2) + "\n", private=True)


def _start_anew(path: Path) -> LoadedSettings:
    try:
        aside = set_aside(path)
    except FileProblem as problem:
        return LoadedSettings(Settings(), (problem.text,))
    return LoadedSettings(Settings(), (text("store.settings_damaged", file=str(path), aside=str(aside)),))


def _from_json(read: dict[str, Any], path: Path) -> LoadedSettings:
    known: dict[str, Any] = {}
    damaged: list[str] = []
    for name, reader in _READERS.items():
        if name not in read:
            continue
        try:
            known[name] = reader(read[name])
        except (ValueError, TypeError):
            damaged.append(name)
    unknown = tuple((name, json.dumps(value)) for name, value in read.items() if name not in _READERS)
    problems = tuple(text("store.settings_field", name=name, file=str(path)) for name in damaged)
    return LoadedSettings(Settings(**known, unknown=unknown), problems)


# One reader per field: each takes what JSON gave and raises ValueError or TypeError for what it cannot be.


def _word(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise TypeError(value)


def _words(value: object) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise TypeError(value)


def _language(value: object) -> Language | None:
    return None if value is None else Language(str(value))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(value)
    return value


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise TypeError(value)


def _text_scale(value: object) -> int:
    return round(min(max(_number(value), TEXT_SCALE_LIMITS[0]), TEXT_SCALE_LIMITS[1]))


def _pace(value: object) -> float:
    return float(min(max(_number(value), PACE_LIMITS[0]), PACE_LIMITS[1]))


def _pairs(value: object) -> tuple[tuple[str, str], ...]:
    if isinstance(value, dict) and all(isinstance(item, str) for item in value.values()):
        return tuple(sorted(value.items()))
    raise TypeError(value)


_READERS: dict[str, Callable[[object], object]] = {
    "language": _language,
    "theme": _word,
    "text_scale": _text_scale,
    "font": _word,
    "window_geometry": _word,
    "window_state": _word,
    "check_state": _word,
    "check_explains": _flag,
    "recent": _words,
    "last_opened": _word,
    "pace": _pace,
    "key_variables": _pairs,
    "plain_http_hosts": _words,
}
