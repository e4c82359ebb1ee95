"""Takes a JSON object apart field by field and collects what is wrong, so that a person is told of all of it at once."""

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from math import isfinite
from typing import TypeVar

from playground.verdict.json_value import JsonValue
from playground.verdict.pointers import pointer_of, pointer_tokens, value_at
from playground.words.quoting import quote_json
from playground.words.text import Field, Listing, Text, Value, text

Choice = TypeVar("Choice", bound=StrEnum)
Default = TypeVar("Default")

_ABSENT = object()


class Complaints:
    """What is wrong with a file, in the order in which it was found: sentences with JSON Pointers."""

    def __init__(self) -> None:
        self.found: list[tuple[Text, str]] = []

    def add(self, id: str, pointer: str, **parameters: Text | Value | Listing | str) -> None:
        """Complain about the value at a pointer."""
        self.found.append((text(id, field=Field(pointer), **parameters), pointer))


class Fields:
    """The fields of one JSON object. Each is taken by name; a wrong one is complained about and gives its default.

    What nobody took is left over: fields of a newer program, kept as they are.
    """

    def __init__(self, value: JsonValue, pointer: str, complaints: Complaints) -> None:
        self._pointer = pointer
        self._complaints = complaints
        self._left: dict[str, JsonValue] = dict(value) if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            complaints.add("repair.file.no_object", pointer)

    def pointer(self, name: str) -> str:
        """Where a field of this object stands."""
        return self._pointer + pointer_of((name,))

    def holds(self, name: str) -> bool:
        """Whether the field is there and was not taken yet."""
        return name in self._left

    def names(self) -> tuple[str, ...]:
        """The fields that were not taken yet."""
        return tuple(self._left)

    def take(self, name: str) -> JsonValue:
        """The field as it is; null where it is absent."""
        return self._left.pop(name, None)

    def string(self, name: str, default: str) -> str:
        """A text."""
        value = self._left.pop(name, _ABSENT)
        if value is _ABSENT:
            return default
        if isinstance(value, str):
            return value
        return self._complain("repair.file.no_text", name, default)

    def string_or_none(self, name: str) -> str | None:
        """A text, or null."""
        return None if self._take_null(name) else self.string(name, "")

    def flag(self, name: str, *, default: bool) -> bool:
        """true or false."""
        value = self._left.pop(name, _ABSENT)
        if value is _ABSENT:
            return default
        if isinstance(value, bool):
            return value
        return self._complain("repair.file.no_flag", name, default)

    def number(self, name: str, default: float, *, zero: bool = False) -> float:
        """A number above zero (or zero itself, where `zero` says so)."""
        value = self._left.pop(name, _ABSENT)
        if value is _ABSENT:
            return default
        number = _float_of(value) if isinstance(value, (int, Decimal)) and not isinstance(value, bool) else None
        if number is None or number < 0 or (number == 0 and not zero):
            return self._complain("repair.file.no_number", name, default)
        return number

    def number_or_none(self, name: str, *, zero: bool = False) -> float | None:
        """A number above zero, or null."""
        return None if self._take_null(name) else self.number(name, 1.0, zero=zero)

    def whole(self, name: str, default: int, *, most: int | None = None) -> int:
        """A whole number from 1 to `most`."""
        value = self._left.pop(name, _ABSENT)
        if value is _ABSENT:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and value >= 1 and (most is None or value <= most):
            return value
        if most is None:
            return self._complain("repair.file.no_whole", name, default)
        self._complaints.add("repair.file.out_of_range", self.pointer(name), most=str(most))
        return default

    def whole_or_none(self, name: str, default: int | None) -> int | None:
        """A whole number from 1, or null; `default` where it is absent."""
        if name not in self._left:
            return default
        return None if self._take_null(name) else self.whole(name, 1)

    def choice(self, name: str, default: Choice) -> Choice:
        """One of the words of an enumeration."""
        value = self._left.pop(name, _ABSENT)
        if value is _ABSENT:
            return default
        kind = type(default)
        if isinstance(value, str) and value in [member.value for member in kind]:
            return kind(value)
        allowed = Listing(tuple(Value(quote_json(member.value)) for member in kind), "or")
        self._complaints.add("repair.file.no_choice", self.pointer(name), allowed=allowed)
        return default

    def choice_or_none(self, name: str, first: Choice) -> Choice | None:
        """One of the words of an enumeration, or null; `first` is any of them."""
        return None if self._take_null(name) else self.choice(name, first)

    def inner(self, name: str) -> "Fields":
        """An object; an absent one is like an empty one."""
        return Fields(self._left.pop(name, {}), self.pointer(name), self._complaints)

    def items(self, name: str) -> Iterator[tuple[JsonValue, str]]:
        """The items of a list with their pointers; an absent list is like an empty one."""
        value = self._left.pop(name, [])
        if not isinstance(value, list):
            self._complaints.add("repair.file.no_list", self.pointer(name))
            return
        for index, item in enumerate(value):
            yield item, f"{self.pointer(name)}/{index}"

    def strings(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        found = []
        for item, pointer in self.items(name):
            if isinstance(item, str):
                found.append(item)
            else:
                self._complaints.add("repair.file.no_text", pointer)
        return tuple(found)

    def pairs(self, name: str) -> tuple[tuple[str, str], ...]:
        """An object of texts."""
        inner = self.inner(name)
        return tuple((key, inner.string(key, "")) for key in inner.names())

    def left_over(self) -> Iterator[tuple[str, JsonValue]]:
        """The fields that nobody took, with their pointers."""
        for name, value in self._left.items():
            yield self.pointer(name), value

    def _take_null(self, name: str) -> bool:
        """Whether the field is null or absent; then it is taken."""
        if self._left.get(name) is not None:
            return False
        self._left.pop(name, None)
        return True

    def _complain(self, id: str, name: str, default: Default) -> Default:
        self._complaints.add(id, self.pointer(name))
        return default


def put_back(value: JsonValue, pointer: str, part: JsonValue) -> None:
    """Put a field that nobody knew back to its place, where that place still exists and is free."""
    *parents, name = pointer_tokens(pointer)
    try:
        parent = value_at(value, pointer_of(parents))
    except LookupError:
        return
    if isinstance(parent, dict):
        parent.setdefault(name, part)


def _float_of(value: int | Decimal) -> float | None:
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if isfinite(number) else None
