"""Like violations put together by the rule that they break, so that sixty wrong items are one line; every single one stays."""

from collections.abc import Iterable
from dataclasses import dataclass

from playground.verdict.violations import Violation
from playground.words.text import Field, Listing, Parameter, Text


@dataclass(frozen=True, slots=True)
class ViolationGroup:
    """Violations that differ in nothing but their place, in the order of the text; never empty."""

    members: tuple[Violation, ...]

    @property
    def first(self) -> Violation:
        """The one that stands for all."""
        return self.members[0]

    @property
    def others(self) -> tuple[str, ...]:
        """Where the others are, as JSON Pointers."""
        return tuple(violation.path for violation in self.members[1:])


def group_violations(violations: Iterable[Violation]) -> tuple[ViolationGroup, ...]:
    """The violations in their order, those that differ in nothing but their place put with the first of their kind."""
    groups: dict[object, list[Violation]] = {}
    for violation in violations:
        groups.setdefault(_kind_of(violation), []).append(violation)
    return tuple(ViolationGroup(tuple(members)) for members in groups.values())


def place_inside(violation: Violation) -> str:
    """What the rule's own field adds to the violation's place: the pointer of the key that is missing there, for instance."""
    fields = (value for _, value in violation.short.parameters if isinstance(value, Field))
    inner = (_without_place(field, violation.path).pointer for field in fields)
    return next((pointer for pointer in inner if pointer.startswith("/")), "")


def _kind_of(violation: Violation) -> object:
    branch = tuple(_rule_of(inner, violation.path) for inner in violation.branch)
    return _rule_of(violation, violation.path), branch


def _rule_of(violation: Violation, path: str) -> object:
    return violation.schema_path, _without_place(Field(violation.path), path), _relative(violation.short, path)


def _relative(parameter: Parameter, path: str) -> Parameter:
    """The same with its places counted from `path`."""
    match parameter:
        case Field():
            return _without_place(parameter, path)
        case Text(id, parameters):
            return Text(id, tuple((name, _relative(value, path)) for name, value in parameters))
        case Listing(items, joined_by):
            return Listing(tuple(_relative(item, path) for item in items), joined_by)
    return parameter


def _without_place(field: Field, path: str) -> Field:
    return Field(field.pointer[len(path) :]) if (field.pointer + "/").startswith(path + "/") else field
