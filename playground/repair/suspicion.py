"""Compares a repaired value with the broken one before it: what was emptied, and what changed where nothing was wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from playground.verdict.json_text import pointer_of, pointer_tokens
from playground.verdict.violations import JsonValue, Violation

# These rules speak of an object's members as a whole: mending them adds or removes members and leaves the others alone.
_ADDS_OR_REMOVES = frozenset({
    "additionalProperties", "dependentRequired", "dependencies", "maxProperties", "minProperties", "propertyNames", "required",
    "unevaluatedProperties",
})  # fmt: skip
_LONG = 20  # characters from which on a shrunk text is worth a word
_SHRUNK = 5  # a fifth or less is left

_Tokens = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suspicions:
    """JSON Pointers into the value before the repair."""

    emptied: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


def find_suspicions(before: JsonValue, after: JsonValue, violations: Sequence[Violation]) -> Suspicions:
    """What the repair from `before` to `after` did beyond the `violations` of `before`."""
    wrong = {pointer_tokens(violation.path) for violation in violations if violation.keyword not in _ADDS_OR_REMOVES}
    reshaped = {pointer_tokens(violation.path) for violation in violations if violation.keyword in _ADDS_OR_REMOVES}
    emptied: list[str] = []
    changed: list[str] = []
    waiting: list[tuple[_Tokens, JsonValue, JsonValue, bool]] = [((), before, after, False)]
    while waiting:
        tokens, old, new, excused = waiting.pop()
        excused = excused or tokens in wrong
        if _is_emptied(old, new):
            emptied.append(pointer_of(tokens))
        elif isinstance(old, dict) and isinstance(new, dict):
            gone_is_fine = excused or tokens in reshaped
            for key in reversed(old):
                path = (*tokens, key)
                if key in new:
                    waiting.append((path, old[key], new[key], excused))
                elif not (gone_is_fine or path in wrong or path in reshaped):
                    changed.append(pointer_of(path))
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            waiting += [((*tokens, str(index)), old[index], new[index], excused) for index in reversed(range(len(old)))]
        elif not excused and not _is_same(old, new):
            changed.append(pointer_of(tokens))
    return Suspicions(tuple(emptied), tuple(changed))


def _is_emptied(old: JsonValue, new: JsonValue) -> bool:
    if isinstance(old, str) and isinstance(new, str):
        return bool(old.strip()) and (not new.strip() or (len(old) >= _LONG and len(new) * _SHRUNK <= len(old)))
    if isinstance(old, (list, dict)) and isinstance(new, (list, dict)):
        return bool(old) and not new
    return new is None and old not in (None, "", [], {})


def _is_same(old: JsonValue, new: JsonValue) -> bool:
    if isinstance(old, (list, dict)) or isinstance(new, (list, dict)):
        return False  # two lists of different length, or two kinds
    return isinstance(old, bool) == isinstance(new, bool) and old == new
