"""Lone surrogates, which no UTF-8 can carry, on their way into the engine: each becomes a private character of its own."""

import re

from playground.verdict.violations import JsonValue

_LONE = re.compile("[\ud800-\udfff]")
_SHIFT = 0x10F000 - 0xD800 + 0x800  # U+D800..U+DFFF -> U+10F800..U+10FFFF


def hide_surrogates(value: JsonValue) -> JsonValue:
    """The value with private characters instead of lone surrogates; the very same object where it has none.

    Lengths, equality and patterns come out as before. The depth of the value must be harmless.
    """
    if isinstance(value, str):
        return _LONE.sub(lambda found: chr(ord(found.group()) + _SHIFT), value) if _LONE.search(value) else value
    if isinstance(value, list):
        items = [hide_surrogates(item) for item in value]
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    if isinstance(value, dict):
        members = {str(hide_surrogates(key)): hide_surrogates(item) for key, item in value.items()}
        same = all(new is old for new, old in zip(members.values(), value.values(), strict=True)) and list(members) == list(value)
        return value if same else members
    return value


def show_surrogates(text: str) -> str:
    """The text with its lone surrogates back."""
    return re.sub("[\U0010f800-\U0010ffff]", lambda found: chr(ord(found.group()) - _SHIFT), text)
