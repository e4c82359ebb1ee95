"""Changes to a JSON value at a place, in a copy."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from playground.verdict.json_text import pointer_of, pointer_tokens
from playground.verdict.violations import JsonValue


class Change(StrEnum):
    """What is done at the place."""

    PUT = "put"  # another value, or a key that was not there
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Edit:
    """One change at a JSON Pointer."""

    path: str
    change: Change = Change.PUT
    value: JsonValue = None


def apply_edits(value: JsonValue, edits: Iterable[Edit]) -> JsonValue:
    """The value with the changes made; a place that is not there is left alone."""
    for edit in edits:
        value = _edited(value, pointer_tokens(edit.path), edit)
    return value


def _edited(value: JsonValue, tokens: Sequence[str], edit: Edit) -> JsonValue:
    if not tokens:
        return edit.value
    first, *rest = tokens
    if isinstance(value, dict):
        if not rest and edit.change is Change.REMOVE:
            return {key: item for key, item in value.items() if key != first}
        if rest and first not in value:
            return value
        return {**value, first: _edited(value.get(first), rest, edit)}
    if isinstance(value, list) and first.isdecimal() and int(first) < len(value):
        return [_edited(item, rest, edit) if index == int(first) else item for index, item in enumerate(value)]
    return value


def places_in(value: JsonValue, path: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Every value inside, itself first, with its JSON Pointer."""
    yield path, value
    members: Iterable[tuple[str | int, JsonValue]] = ()
    if isinstance(value, dict):
        members = value.items()
    elif isinstance(value, list):
        members = enumerate(value)
    for token, item in members:
        yield from places_in(item, path + pointer_of((token,)))


def overlaps(one: str, other: str) -> bool:
    """Whether one of two places lies inside the other."""
    return one == other or one.startswith(other + "/") or other.startswith(one + "/")
