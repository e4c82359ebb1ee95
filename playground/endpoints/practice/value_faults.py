"""Faults in what an answer says: each finds a change to a right answer that our own verdict calls exactly that fault.

Nothing is guessed from the schema: a change is tried, and taken where the violation that belongs to the fault comes of it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from playground.endpoints.practice.draws import Draws
from playground.endpoints.practice.faults import Fault
from playground.endpoints.practice.json_editing import Change, Edit, apply_edits, overlaps, places_in
from playground.endpoints.practice.talk import placeholders, translations, unexpected_keys, unlisted_values
from playground.verdict.json_text import pointer_of, read, write
from playground.verdict.schema import CheckedSchema, violations
from playground.verdict.violations import JsonValue, Violation

_MOST_TRIALS = 60  # changes that are tried for one fault
_LONG = 6_000  # characters that surely break a limit, if there is one
_FAR = 10**9

Trial = tuple[Edit, str, str | None]  # the change, where its violation is to be, and the key that it is about


@dataclass(frozen=True, slots=True)
class Ground:
    """What faults are made in: a right answer, its schema, and the places that have a fault already."""

    value: JsonValue
    schema: CheckedSchema
    taken: tuple[str, ...] = ()

    def places(self, draws: Draws) -> list[tuple[str, JsonValue]]:
        """The free places, in an order of chance."""
        free = [
            place
            for place in places_in(self.value)
            if not any(overlaps(place[0], other) for other in self.taken if other or place[0] == "")
        ]
        return draws.shuffled(free)

    def violations_of(self, edit: Edit) -> list[Violation]:
        """What would be wrong after the change, branches of anyOf and oneOf laid open."""
        return list(_flat(violations(self.schema, read(write(apply_edits(self.value, [edit]))))))


def find_edit(fault: Fault, ground: Ground, draws: Draws) -> Edit | None:
    """A change that makes this fault; None where the answer leaves no room for it."""
    for count, (edit, path, key) in enumerate(_TRIALS[fault](ground, draws)):
        if count == _MOST_TRIALS:
            break
        broken = ground.violations_of(edit)
        if fault in _VALID:
            if not broken:
                return edit
        elif any(each.keyword in _KEYWORDS[fault] and each.path == path and key in (None, each.key) for each in broken):
            return edit
    if fault is Fault.PLACEHOLDER:  # where any text will do, a placeholder is valid, and no less wrong
        return next((edit for edit, _, _ in _placeholders(ground, draws)), None)
    return None


def _flat(broken: Sequence[Violation]) -> Iterator[Violation]:
    for each in broken:
        yield each
        yield from _flat(each.branch)


def _texts(ground: Ground, draws: Draws) -> Iterator[tuple[str, str]]:
    return ((path, value) for path, value in ground.places(draws) if isinstance(value, str))


def _numbers(ground: Ground, draws: Draws) -> Iterator[tuple[str, int | Decimal]]:
    for path, value in ground.places(draws):
        if isinstance(value, int | Decimal) and not isinstance(value, bool):
            yield path, value


def _wrong_values(ground: Ground, draws: Draws) -> Iterator[Trial]:
    for path, value in ground.places(draws):
        if isinstance(value, str):
            for other in draws.shuffled(unlisted_values()):
                yield Edit(path, value=other), path, None
        elif isinstance(value, int) and not isinstance(value, bool):
            yield Edit(path, value=value + draws.between(1, 9)), path, None


def _other_cases(ground: Ground, draws: Draws) -> Iterator[Trial]:
    for path, value in _texts(ground, draws):
        for other in (value.capitalize(), value.upper(), value.lower(), value.title()):
            if other != value:
                yield Edit(path, value=other), path, None


def _translated(ground: Ground, draws: Draws) -> Iterator[Trial]:
    for path, value in _texts(ground, draws):
        for other in translations(value):
            yield Edit(path, value=other), path, None


def _without_key(ground: Ground, draws: Draws) -> Iterator[Trial]:
    for path, value in ground.places(draws):
        for key in draws.shuffled(list(value)) if isinstance(value, dict) else ():
            yield Edit(path + pointer_of((key,)), Change.REMOVE), path, key


def _with_key(ground: Ground, draws: Draws) -> Iterator[Trial]:
    for path, value in ground.places(draws):
        for key, item in draws.shuffled(unexpected_keys()) if isinstance(value, dict) else ():
            if isinstance(value, dict) and key not in value:
                yield Edit(path + pointer_of((key,)), value=item), path, key


def _numbers_as_text(ground: Ground, draws: Draws) -> Iterator[Trial]:
    return ((Edit(path, value=write(value)), path, None) for path, value in _numbers(ground, draws))


def _too_long(ground: Ground, draws: Draws) -> Iterator[Trial]:
    for path, value in _texts(ground, draws):
        words = f"{value} " if value.strip() else "and so on "
        longest = (words * (_LONG // len(words) + 1)).strip()
        limit = _limit(ground.violations_of(Edit(path, value=longest)), path, "maxLength")
        if limit is not None and limit < _LONG:
            cut = (words * (limit // len(words) + 20))[: limit + draws.between(4, 30)].rstrip()
            yield Edit(path, value=cut if len(cut) > limit else cut + "." * (limit + 1 - len(cut))), path, None


def _beyond(ground: Ground, draws: Draws) -> Iterator[Trial]:
    for path, value in _numbers(ground, draws):
        for far, keywords, step in ((_FAR, ("maximum", "exclusiveMaximum"), 1), (-_FAR, ("minimum", "exclusiveMinimum"), -1)):
            broken = ground.violations_of(Edit(path, value=value + far))
            limit = next((found for keyword in keywords if (found := _limit(broken, path, keyword)) is not None), None)
            if limit is not None:
                yield Edit(path, value=limit + step * draws.between(1, 20)), path, None


def _limit(broken: Sequence[Violation], path: str, keyword: str) -> int | None:
    """The whole number that a rule names as its limit."""
    for each in broken:
        if each.keyword == keyword and each.path == path and each.expected is not None:
            read_limit = read(each.expected).answer
            if read_limit is not None and isinstance(read_limit.value, int | Decimal):
                return int(read_limit.value)
    return None


def _emptied(ground: Ground, draws: Draws) -> Iterator[Trial]:
    empty: list[JsonValue] = []
    return ((Edit(path, value=empty), path, None) for path, value in ground.places(draws) if isinstance(value, list) and value)


def _wrong_types(ground: Ground, draws: Draws) -> Iterator[Trial]:
    for path, value in ground.places(draws):
        if not path:
            continue
        others: list[JsonValue] = [[value], {"value": value}]
        if isinstance(value, list):
            others = [value[0] if value else None, write(value)]
        elif isinstance(value, dict):
            others = [[value], write(value)]
        for other in draws.shuffled(others):
            yield Edit(path, value=other), path, None


def _placeholders(ground: Ground, draws: Draws) -> Iterator[Trial]:
    for path, value in _texts(ground, draws):
        for other in draws.shuffled(placeholders()):
            if other != value:
                yield Edit(path, value=other), path, None


def _hollowed(ground: Ground, draws: Draws) -> Iterator[Trial]:
    """What was there is emptied, where the schema allows it."""
    empty: list[JsonValue] = []
    for path, value in ground.places(draws):
        if isinstance(value, str) and value.strip():
            yield Edit(path, value=""), path, None
        elif isinstance(value, list) and value and path:
            yield Edit(path, value=empty), path, None
        if path and value not in ("", None) and value != []:
            yield Edit(path, value=None), path, None


_TRIALS: dict[Fault, Callable[[Ground, Draws], Iterator[Trial]]] = {
    Fault.WRONG_ENUM: _wrong_values,
    Fault.OTHER_CASE: _other_cases,
    Fault.TRANSLATED_VALUE: _translated,
    Fault.MISSING_KEY: _without_key,
    Fault.EXTRA_KEY: _with_key,
    Fault.NUMBER_AS_TEXT: _numbers_as_text,
    Fault.TEXT_TOO_LONG: _too_long,
    Fault.OUT_OF_BOUNDS: _beyond,
    Fault.LIST_EMPTY: _emptied,
    Fault.NESTED_WRONG_TYPE: _wrong_types,
    Fault.PLACEHOLDER: _placeholders,
    Fault.SUSPICIOUS: _hollowed,
}
_LISTED = frozenset({"enum", "const"})
_KEYWORDS: dict[Fault, frozenset[str]] = {
    Fault.WRONG_ENUM: _LISTED,
    Fault.OTHER_CASE: _LISTED,
    Fault.TRANSLATED_VALUE: _LISTED,
    Fault.MISSING_KEY: frozenset({"required", "dependentRequired", "dependencies"}),
    Fault.EXTRA_KEY: frozenset({"additionalProperties", "unevaluatedProperties", "propertyNames"}),
    Fault.NUMBER_AS_TEXT: frozenset({"type"}),
    Fault.TEXT_TOO_LONG: frozenset({"maxLength"}),
    Fault.OUT_OF_BOUNDS: frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}),
    Fault.LIST_EMPTY: frozenset({"minItems", "contains"}),
    Fault.NESTED_WRONG_TYPE: frozenset({"type"}),
    Fault.PLACEHOLDER: frozenset({"pattern", "format", "enum", "const", "minLength", "maxLength"}),
}
_VALID = frozenset({Fault.SUSPICIOUS})
