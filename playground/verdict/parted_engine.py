"""A schema judged in parts: each place that a reference leads to has a validator of its own, and what it said of a value is kept.

The engine follows every form into every other and lists all that is wrong in all of them, which multiplies at each level: five forms
of an expression, eight levels deep, take it minutes, and its memory may not suffice. In parts the work grows with the schema and the
value alone, and errors are listed only where somebody looks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import jsonschema_rs

from playground.verdict.drafts import Draft
from playground.verdict.engine import engine_at, trial_registry
from playground.verdict.schema_references import local_target
from playground.verdict.schema_walk import Subschema, subschemas
from playground.verdict.violations import JsonValue

PART = "playground:part"  # the keyword that stands for a reference


@dataclass(frozen=True, slots=True)
class PartedSchema:
    """A sound schema whose references are followed one by one."""

    registry: jsonschema_rs.Registry = field(repr=False)
    draft: Draft
    assert_formats: bool

    def is_valid(self, value: JsonValue) -> bool:
        """Whether the value breaks no rule."""
        return _Parts(self).fits("", value)

    def iter_errors(self, value: JsonValue) -> list["PartedError"]:
        """What is wrong, but for what the references lead to: that is in the errors whose kind is PART, which can be `followed`."""
        return _errors(_Parts(self), "", (), value, set())


def part(value: JsonValue, draft: Draft, walked: Sequence[Subschema], *, assert_formats: bool) -> PartedSchema:
    """Makes the parts of a sound schema that `growth_of` says has them; raises ValueError or ReferencingError."""
    changes = {id(sub.value): sub for sub in walked if local_target(sub) is not None}
    parted = _without_references(value, changes, draft)
    return PartedSchema(trial_registry(parted, draft, list(subschemas(parted))), draft, assert_formats)


def _without_references(value: JsonValue, changes: dict[int, Subschema], draft: Draft) -> JsonValue:
    if isinstance(value, list):
        return [_without_references(item, changes, draft) for item in value]
    if not isinstance(value, dict):
        return value
    sub = changes.get(id(value))
    if sub is None:
        return {key: _without_references(item, changes, draft) for key, item in value.items()}
    counting = (
        ("$defs", "definitions") if draft.name in ("04", "06", "07") else value
    )  # nothing else counts beside a reference there
    kept = {key: _without_references(item, changes, draft) for key, item in value.items() if key != "$ref" and key in counting}
    return {**kept, PART: local_target(sub)}


class _Parts:
    """The validators of the parts, and what they said, for one value."""

    def __init__(self, schema: PartedSchema) -> None:
        self._schema = schema
        self._engines: dict[str, Any] = {}
        self._said: dict[tuple[str, str], bool] = {}

    def engine(self, pointer: str) -> Any:
        """The validator of the schema there."""
        if pointer not in self._engines:
            schema = self._schema
            self._engines[pointer] = engine_at(
                schema.registry, pointer, schema.draft, assert_formats=schema.assert_formats, keywords={PART: self._keyword}
            )
        return self._engines[pointer]

    def fits(self, pointer: str, value: JsonValue) -> bool:
        """Whether the schema there allows the value. `repr` tells 1 and 1.0 and True apart."""
        asked = pointer, repr(value)
        if asked not in self._said:
            self._said[asked] = bool(self.engine(pointer).is_valid(value))
        return self._said[asked]

    def _keyword(self, _: JsonValue, pointer: str, __: Sequence[str | int]) -> "_Reference":
        return _Reference(self, pointer)


@dataclass(frozen=True, slots=True)
class _Reference:
    """What the engine asks in place of following a reference."""

    parts: _Parts
    pointer: str

    def validate(self, instance: JsonValue) -> None:
        """Raises ValueError with the pointer, which comes back as the error's message."""
        if not self.parts.fits(self.pointer, instance):
            raise ValueError(self.pointer)


def followed(errors: Sequence[Any]) -> Iterator[Any]:
    """These errors, and in place of each that stands for a reference what is behind it. The engine's own come back as they are."""
    pending = list(reversed(errors))
    while pending:
        error = pending.pop()
        if error.kind.name == PART:
            pending.extend(reversed(error.behind()))
        else:
            yield error


_Listed: TypeAlias = set[tuple[str, tuple[str | int, ...]]]  # parts and the places of the values that they were asked about


def _errors(parts: _Parts, pointer: str, place: tuple[str | int, ...], value: JsonValue, listed: _Listed) -> list["PartedError"]:
    return [PartedError(error, parts, place, listed) for error in parts.engine(pointer).iter_errors(value)]


@dataclass(frozen=True, slots=True)
class PartedError:
    """An error that a part's validator found, with its place in the whole value. Else it is what the engine's errors are."""

    error: Any
    parts: _Parts
    before: tuple[str | int, ...]  # where the value stands that the part was asked about
    listed: _Listed

    @property
    def instance_path(self) -> list[str | int]:
        """The tokens of that place."""
        return [*self.before, *self.error.instance_path]

    @property
    def kind(self) -> "PartedKind":
        """What is wrong."""
        return PartedKind(self)

    def behind(self) -> list["PartedError"]:
        """The errors behind a reference; none where they were listed before."""
        pointer, place = self.error.message, tuple(self.instance_path)
        if (pointer, place) in self.listed:
            return []
        self.listed.add((pointer, place))
        return _errors(self.parts, pointer, place, self.error.instance, self.listed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.error, name)


@dataclass(frozen=True, slots=True)
class PartedKind:
    """The kind of an error. The errors of its forms are those of the value itself, also where a reference leads to them."""

    of: PartedError

    @property
    def context(self) -> list[list[PartedError]]:
        """For each form what is wrong by it; what a reference to another value leads to is not followed yet."""
        return [self._of_form(errors) for errors in self.of.error.kind.context]

    def _of_form(self, errors: Sequence[Any]) -> list[PartedError]:
        listed: _Listed = set()
        place = self.of.instance_path
        pending = [PartedError(error, self.of.parts, self.of.before, listed) for error in reversed(errors)]
        found: list[PartedError] = []
        while pending:
            error = pending.pop()
            if error.kind.name == PART and error.instance_path == place:
                pending.extend(reversed(error.behind()))
            else:
                found.append(error)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.of.error.kind, name)
