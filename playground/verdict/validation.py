"""A value against a sound schema: every broken rule, worded and placed, in the order of the text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground.verdict.broken_rules import BrokenRule, Mark, Subject, all_rules
from playground.verdict.engine import TRIAL
from playground.verdict.engine_paths import EMPTY_NAME
from playground.verdict.engine_values import for_engine, needs_care
from playground.verdict.json_text import Place, Reading, write
from playground.verdict.parted_engine import PartedSchema
from playground.verdict.schema_growth import Growth
from playground.verdict.value_cuts import MOST_DEPTH, MOST_VALUES, within_size, without_depth
from playground.verdict.violations import JsonValue, Span, Violation
from playground.verdict.wording import Broken, word

# What a list or an object may satisfy only by what was cut off.
_ABOUT_THE_REST = frozenset({
    "required", "dependentRequired", "dependencies", "minItems", "minProperties", "contains", "minContains", "const", "enum",
})  # fmt: skip


_FEW_FORMS = 2  # with more, fewer values are looked through


@dataclass(frozen=True, slots=True)
class Rules:
    """A sound schema, ready to judge: the engine's validator, and the schema as it is written."""

    engine: Any
    value: JsonValue
    reading: Reading
    resources: Mapping[str, str]  # where the schemas with a URI of their own begin in it
    recursive: bool  # a reference leads back into itself, so it looks as deep as a value goes
    growth: Growth
    parted: PartedSchema | None  # judges values for which the engine's work would grow beyond measure

    def validator_for(self, value: JsonValue, *, empty_names: bool) -> Any:
        """Who judges this value; None where nobody can in time."""
        if not self.growth.is_large(value):
            return self.engine
        return None if empty_names else self.parted


def find_violations(schema: Rules, reading: Reading) -> tuple[Violation, ...]:
    """All violations of the value that was read, in the order of its text; of a very large one those of its first values."""
    value = reading.answer.value if reading.answer else None
    deep: dict[str, None] = {}
    if reading.depth > MOST_DEPTH:
        value = without_depth(value, "", 0, deep)
    large: dict[str, None] = {}
    limit = MOST_VALUES * _FEW_FORMS // max(schema.growth.forms, _FEW_FORMS)
    if reading.text.count(",", reading.start, reading.end) >= limit:
        value, large = within_size(value, limit)
    rules = _rules_broken_by(value, schema, reading)
    if deep:
        rules = [rule for rule in rules if rule.at not in deep]
        if schema.recursive:
            rules.append(_unlisted("too_deep", next(iter(deep)), MOST_DEPTH))
    if large:
        rules = [rule for rule in rules if rule.broken.path not in large or rule.broken.keyword not in _ABOUT_THE_REST]
        rules.append(_unlisted("too_large", next(iter(large)), limit))
    places = reading.places(rule.at for rule in _flat(rules))
    schema_places = schema.reading.places(rule.schema_path for rule in _flat(rules))
    placed = [_placed(rule, places, schema_places) for rule in rules]
    return tuple(sorted(placed, key=lambda violation: violation.span.start if violation.span else 0))


def fits(schema: Rules, reading: Reading) -> bool:
    """Whether the value that was read breaks no rule."""
    value = reading.answer.value if reading.answer else None
    if reading.depth > MOST_DEPTH:
        return not find_violations(schema, reading)
    hidden = needs_care(reading) or needs_care(schema.reading)
    validator = schema.validator_for(value, empty_names=False)
    return validator is not None and bool(validator.is_valid(for_engine(value) if hidden else value))


def _rules_broken_by(value: JsonValue, schema: Rules, reading: Reading) -> list[BrokenRule]:
    hidden = needs_care(reading) or needs_care(schema.reading)
    empty = _has_empty_names(reading) or _has_empty_names(schema.reading)
    validator = schema.validator_for(value, empty_names=empty)
    if validator is None:
        return [_unlisted("too_many_forms", "", None)]
    return list(all_rules(validator, Subject(schema.value, value, hidden, {**schema.resources, TRIAL: ""}, empty)))


def _unlisted(kind: str, path: str, limit: int | None) -> BrokenRule:
    """That something was not looked at to the end."""
    broken = Broken(kind, path, limit)
    return BrokenRule(broken, word(broken), "", path)


def _has_empty_names(reading: Reading) -> bool:
    return '""' in reading.text and bool(EMPTY_NAME.search(reading.text, reading.start, reading.end))


def _flat(rules: Sequence[BrokenRule]) -> Iterator[BrokenRule]:
    for rule in rules:
        yield rule
        yield from _flat(rule.branch)


def _placed(rule: BrokenRule, places: Mapping[str, Place], schema_places: Mapping[str, Place]) -> Violation:
    broken = rule.broken
    schema_place = schema_places.get(rule.schema_path)
    return Violation(
        path=broken.path,
        keyword=broken.keyword,
        message=rule.wording.message,
        schema_path=rule.schema_path,
        span=_span(places.get(rule.at), rule.mark),
        expected=None if broken.expected is None and broken.keyword != "const" else write(broken.expected),
        actual=None if broken.key is not None or isinstance(broken.actual, list | dict) else write(broken.actual),
        schema_span=schema_place.value if schema_place else None,
        branch=tuple(_placed(inner, places, schema_places) for inner in rule.branch),
        rule=rule.wording.rule,
        key=broken.key,
        advice=rule.advice,
    )


def _span(place: Place | None, mark: Mark) -> Span | None:
    if place is None:  # pragma: no cover - every value that was read has its place
        return None
    if mark == "key" and place.key is not None:
        return place.key
    return place.close if mark == "close" and place.close is not None else place.value
