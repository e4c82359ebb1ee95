"""Copies of values that leave out what would be too much for the engine."""

from playground.verdict.json_text import pointer_of
from playground.verdict.violations import JsonValue

MOST_VALUES = 100_000  # of a wrong value that are looked through; the engine holds all that is wrong in memory at once
MOST_DEPTH = 200  # levels; the engine calls itself for each, so deeper values are cut there first, and deeper schemas refused


def without_depth(value: JsonValue, pointer: str, depth: int, cut: dict[str, None]) -> JsonValue:
    """A copy whose lists and objects end at the deepest level that is looked at; a text stands for each that was cut off."""
    if not isinstance(value, list | dict):
        return value
    if depth == MOST_DEPTH:
        cut[pointer] = None
        return f"cut off at {pointer}"
    if isinstance(value, dict):
        return {key: without_depth(item, pointer + pointer_of([key]), depth + 1, cut) for key, item in value.items()}
    return [without_depth(item, f"{pointer}/{index}", depth + 1, cut) for index, item in enumerate(value)]


def within_size(value: JsonValue, limit: int) -> tuple[JsonValue, dict[str, None]]:
    """The first `limit` values, and the pointers of the lists and objects that had to be cut for it, outer ones first.

    The depth of the value must be harmless.
    """
    cut: dict[str, None] = {}
    left = limit

    def copy(value: JsonValue, pointer: str) -> JsonValue:
        nonlocal left
        left -= 1
        if not isinstance(value, list | dict):
            return value
        members: dict[str, JsonValue] = {}
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if left <= 0:
                cut[pointer] = None
                break
            members[str(key)] = copy(item, pointer + pointer_of([key]))
        return members if isinstance(value, dict) else list(members.values())

    return copy(value, ""), dict(sorted(cut.items()))
