"""What differs between two answers, place by place."""

from dataclasses import dataclass

from playground.verdict.json_text import pointer_of, write
from playground.verdict.violations import JsonValue


@dataclass(frozen=True, slots=True)
class Change:
    """A place whose value differs. `before` and `after` are JSON texts; None where the place was not there."""

    pointer: str
    before: str | None
    after: str | None


def find_changes(before: JsonValue, after: JsonValue) -> tuple[Change, ...]:
    """The smallest places that differ, in the order of `after`, what is gone from an object last."""
    found: list[Change] = []
    waiting: list[tuple[tuple[str, ...], JsonValue, JsonValue]] = [((), before, after)]
    while waiting:
        tokens, old, new = waiting.pop()
        if isinstance(old, dict) and isinstance(new, dict):
            found += [Change(pointer_of((*tokens, key)), None, write(new[key])) for key in new if key not in old]
            found += [Change(pointer_of((*tokens, key)), write(old[key]), None) for key in old if key not in new]
            waiting += [((*tokens, key), old[key], new[key]) for key in reversed(new) if key in old]
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            waiting += [((*tokens, str(index)), old[index], new[index]) for index in reversed(range(len(old)))]
        elif write(old) != write(new):
            found.append(Change(pointer_of(tokens), write(old), write(new)))
    return tuple(found)
