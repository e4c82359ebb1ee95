"""What becomes of a key between the person and the wire: cleaned, checked, and masked in whatever comes back."""

import html
import json
import re
from functools import lru_cache
from urllib.parse import quote

from playground.endpoints.failures import Kind, fail

# What is copied along with a key: blanks, quotation marks of programs, invisible characters; and what stands before it in files.
_AROUND = " \t\r\n\f\v\"'`;,\ufeff\u200b\u00a0\u2028\u2029"
_NAMED = re.compile(
    r"(?:(?:export\s|set\s|\$env:)?\s*[A-Z_]{0,60}(?:KEY|TOKEN)\s*=|(?:x-)?(?:goog-)?api-key:|authorization:)?\s*[\"']?(?:bearer(?:\s|$))?",
    re.IGNORECASE,
)
MASK = "•••"
_SHORTEST_MASKED = 6  # characters; masking "lab" would tear words apart


def clean_key(pasted: str | None) -> str | None:
    """The key without the blanks and newlines of pasting; None when nothing is left. Raises AskFailed for what no header can carry."""
    if pasted is None:
        return None
    key = pasted.strip(_AROUND)
    key = _NAMED.sub("", key, count=1).strip(_AROUND)
    if not key:
        return None
    if not key.isascii() or not key.isprintable() or " " in key:
        raise fail(Kind.KEY_INVALID)
    return key


def mask_key(content: str, key: str | None) -> str:
    """The text with every appearance of the key covered."""
    if not key or len(key) < _SHORTEST_MASKED:
        return content
    for written in _forms_of(key):
        content = content.replace(written, MASK)
    return content


@lru_cache(maxsize=8)
def _forms_of(key: str) -> tuple[str, ...]:
    """The key as it stands in texts, addresses, JSON inside JSON, and HTML."""
    return tuple(dict.fromkeys((key, quote(key, safe=""), json.dumps(key)[1:-1], html.escape(key))))


def split_before_key(content: str, key: str | None) -> tuple[str, str]:
    """What can be shown, and an end that may be the beginning of the key and must wait for what follows."""
    if not key or len(key) < _SHORTEST_MASKED:
        return content, ""
    for length in range(min(len(key) - 1, len(content)), 0, -1):
        if content[-length] == key[0] and key.startswith(content[-length:]):
            return content[:-length], content[-length:]
    return content, ""
