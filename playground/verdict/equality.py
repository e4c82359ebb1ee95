"""Equality as JSON Schema defines it: 1 equals 1.0, 1 is not true, the order of keys does not count."""

from decimal import Decimal

from playground.verdict.json_text import write
from playground.verdict.violations import JsonValue


def first_equal_pair(items: list[JsonValue]) -> tuple[int, int] | None:
    """The indexes of the first item that occurred before, and of its earlier twin. Depth must be harmless."""
    seen: dict[str, int] = {}
    for index, item in enumerate(items):
        form = canonical(item)
        if form in seen:
            return seen[form], index
        seen[form] = index
    return None


def canonical(value: JsonValue) -> str:
    """A text that two values share exactly when they are equal. Depth must be harmless."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{write(key)}:{canonical(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return _number(value)
    return write(value)


def _number(value: int | Decimal) -> str:
    sign, digits, exponent = Decimal(value).as_tuple()
    written = "".join(map(str, digits)).lstrip("0")
    bare = written.rstrip("0")
    if not bare:
        return "0"
    return f"{'-' if sign else ''}{bare}e{int(exponent) + len(written) - len(bare)}"
