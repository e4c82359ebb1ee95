"""JSON Pointers (RFC 6901)."""

from collections.abc import Iterable

from playground.verdict.json_value import JsonValue


def pointer_tokens(pointer: str) -> tuple[str, ...]:
    """The unescaped parts of a JSON Pointer (RFC 6901)."""
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])


def pointer_of(tokens: Iterable[str | int]) -> str:
    """The JSON Pointer of these parts."""
    return "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in tokens)


def value_at(value: JsonValue, pointer: str) -> JsonValue:
    """The value at a JSON Pointer that exists in `value`; raises LookupError where it doesn't."""
    for token in pointer_tokens(pointer):
        if isinstance(value, dict):
            value = value[token]
        elif isinstance(value, list) and token.isdecimal():
            value = value[int(token)]
        else:
            raise LookupError(pointer)
    return value
