r"""JSON values as they stand in a sentence: readable, shortened, and without control characters or lone surrogates.

Nothing here parses numbers, so that 1e400 and 5,000 digits stay what they are.
"""

import json
import re

# Controls, direction overrides, line separators and lone surrogates: shown as \uXXXX, never obeyed.
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_SHORT_ESCAPES = {"\n": r"\n", "\r": r"\r", "\t": r"\t", "\b": r"\b", "\f": r"\f"}
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def decode_string(json_text: str) -> str | None:
    """The content of a JSON string, or None when the text is another kind of JSON (or none at all)."""
    if not json_text.startswith('"'):
        return None
    try:
        content = json.loads(json_text)
    except ValueError:
        return None
    return content if isinstance(content, str) else None


def make_visible(text: str) -> str:
    r"""The text on one line, with what cannot be seen written as an escape such as \n or \u202e."""
    return _INVISIBLE.sub(_escape, text)


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, the last being … when something was left out."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def write_readably(json_text: str, limit: int) -> str:
    """JSON on one line with its characters unescaped where they can be read, shortened as a whole.

    A long string is shortened inside its quotation marks, so that it stays JSON.
    """
    content = decode_string(json_text)
    if content is not None:
        return quote_json(shorten(content, limit))
    return shorten(make_visible(unescape_json(json_text).replace("\n", " ")), limit)


def unescape_json(json_text: str) -> str:
    """The same JSON with every character that can be seen written as itself instead of as an escape."""
    return _JSON_STRING.sub(_unescape, json_text)


def _unescape(match: re.Match[str]) -> str:
    content = decode_string(match[0]) if "\\u" in match[0] else None
    return match[0] if content is None else quote_json(content)


def quote_json(content: str) -> str:
    """The text as a JSON string that can be read."""
    return make_visible(json.dumps(content, ensure_ascii=False))


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    return _SHORT_ESCAPES.get(character) or f"\\u{ord(character):04x}"
