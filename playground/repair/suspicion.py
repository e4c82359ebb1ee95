"""Compares a repaired value with the broken one before it: what was emptied or shrank to next to nothing, what changed where nothing was
wrong, and which words were put in that say nothing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from playground.repair.fillers import find_fillers
from playground.verdict.json_text import pointer_of, pointer_tokens
from playground.verdict.violations import JsonValue, Violation

# These rules speak of an object's members as a whole: mending them adds or removes members and leaves the others alone.
_ADDS = frozenset({"dependentRequired", "dependencies", "minProperties", "required"})
_REMOVES = frozenset({"additionalProperties", "maxProperties", "propertyNames", "unevaluatedProperties"})
_LONG = 20  # characters from which on a shrunk text is worth a word
_MANY = 5  # items, likewise
_SHRUNK = 5  # a fifth or less is left

_Tokens = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suspicions:
    """JSON Pointers into the value before the repair; those of `changed` may also be new in the one after it, and those of `fillers`,
    each with its text, are of the one after it."""

    emptied: tuple[str, ...] = ()
    shortened: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    fillers: tuple[tuple[str, str], ...] = ()


def find_suspicions(
    before: JsonValue, after: JsonValue, violations: Sequence[Violation], asked: Collection[str] = ()
) -> Suspicions:
    """What the repair from `before` to `after` did beyond the `violations` of `before`. `asked` are texts that are no filler."""
    excuses = _read_excuses(violations)
    emptied: list[str] = []
    shortened: list[str] = []
    changed: list[str] = []
    waiting: list[tuple[_Tokens, JsonValue, JsonValue, bool]] = [((), before, after, False)]
    while waiting:
        tokens, old, new, excused = waiting.pop()
        excused = excused or tokens in excuses.wrong
        if _is_emptied(old, new):
            emptied.append(pointer_of(tokens))
        elif _is_shortened(old, new):
            shortened.append(pointer_of(tokens))
        elif isinstance(old, dict) and isinstance(new, dict):
            waiting += [
                ((*tokens, key), old[key], new[key], excused)
                for key in reversed(old)
                if key in new and not _is_same(old[key], new[key])
            ]
            if not excused:
                changed += [pointer_of((*tokens, key)) for key in old if key not in new and not excuses.may_go(tokens, key)]
                changed += [pointer_of((*tokens, key)) for key in new if key not in old and not excuses.may_come(tokens, key)]
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            waiting += [
                ((*tokens, str(index)), old[index], new[index], excused)
                for index in reversed(range(len(old)))
                if not _is_same(old[index], new[index])
            ]
        elif not excused and not _is_same(old, new):
            changed.append(pointer_of(tokens))
    return Suspicions(tuple(emptied), tuple(shortened), tuple(changed), find_fillers(before, after, asked))


@dataclass(frozen=True, slots=True)
class _Excuses:
    """What the violations give a reason for: places that are wrong, members that are named, and objects that need or have too many."""

    wrong: frozenset[_Tokens]
    named: frozenset[_Tokens]
    growing: frozenset[_Tokens]
    shrinking: frozenset[_Tokens]
    renamed: frozenset[_Tokens]  # objects with a member too many, which may come back under another name

    def may_go(self, tokens: _Tokens, key: str) -> bool:
        member = (*tokens, key)
        return tokens in self.shrinking or member in self.wrong or member in self.named

    def may_come(self, tokens: _Tokens, key: str) -> bool:
        return tokens in self.growing or tokens in self.renamed or (*tokens, key) in self.named


def _read_excuses(violations: Sequence[Violation]) -> _Excuses:
    placed = [(pointer_tokens(violation.path), violation.keyword, violation.key) for violation in violations]
    return _Excuses(
        wrong=frozenset(path for path, keyword, _ in placed if keyword not in _ADDS | _REMOVES),
        named=frozenset((*path, key) for path, _, key in placed if key is not None),
        growing=frozenset(path for path, keyword, key in placed if keyword in _ADDS and key is None),
        shrinking=frozenset(path for path, keyword, key in placed if keyword in _REMOVES and key is None),
        renamed=frozenset(path for path, keyword, _ in placed if keyword in _REMOVES),
    )


def _is_emptied(old: JsonValue, new: JsonValue) -> bool:
    if isinstance(old, str) and isinstance(new, str):
        return bool(old.strip()) and not new.strip()
    if isinstance(old, (list, dict)) and isinstance(new, (list, dict)):
        return bool(old) and not new
    return new is None and old not in (None, "", [], {})


def _is_shortened(old: JsonValue, new: JsonValue) -> bool:
    if isinstance(old, str) and isinstance(new, str):
        return len(old) >= _LONG and len(new) * _SHRUNK <= len(old)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) >= _MANY and len(new) * _SHRUNK <= len(old)
    return False


def _is_same(old: JsonValue, new: JsonValue) -> bool:
    """Whether two scalars are the same; lists and objects are compared by what is in them."""
    if isinstance(old, (list, dict)) or isinstance(new, (list, dict)):
        return False
    return isinstance(old, bool) == isinstance(new, bool) and old == new
