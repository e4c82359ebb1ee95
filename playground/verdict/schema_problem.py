"""Something about a schema that has no place in the text yet."""

from dataclasses import dataclass

from playground.words.text import Text


@dataclass(frozen=True, slots=True)
class Problem:
    """An error or a hint at a JSON Pointer of the schema; `at_key` points at the key there, not at its value."""

    kind: str
    message: Text
    path: str
    at_key: bool = False
