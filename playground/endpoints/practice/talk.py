"""What the practice model says besides JSON, and the words in which it goes wrong: data in resources/practice, read once."""

import json
import re
from functools import cache
from typing import Any

from playground.resources import resource
from playground.verdict.violations import JsonValue
from playground.words.language import Language

_KANA = re.compile("[\u3040-\u30ff]")
_POLISH = re.compile("[ąćęłńśźż]", re.IGNORECASE)
_FRENCH = re.compile(r"[àâçèêëîïôùûœ]|\b(?:est|une|les|des|dans|pour|vous|oui|répondez)\b", re.IGNORECASE)


@cache
def _data(name: str) -> Any:
    return json.loads(resource("practice", f"{name}.json").read_text("utf-8"))


def phrases(kind: str, language: Language) -> tuple[str, ...]:
    """What can be said on an occasion: "before" and "behind" the JSON, "prose", "refusal", "comment", "thought", "draft"."""
    return tuple(_data("talk")[language][kind])


def unlisted_values() -> tuple[str, ...]:
    """Values that a model likes to invent where a list was given."""
    return tuple(_data("slips")["unlisted"])


def placeholders() -> tuple[str, ...]:
    """What stands where something still had to be filled in."""
    return tuple(_data("slips")["placeholders"])


def unexpected_keys() -> tuple[tuple[str, JsonValue], ...]:
    """Keys that nobody asked for, each with its value."""
    return tuple(_data("slips")["keys"].items())


def translations(word: str) -> tuple[str, ...]:
    """The same word in the other languages; none for a word that is not known."""
    plain = word.casefold()
    found = [row for row in _data("slips")["translations"] if plain in row]
    return tuple(dict.fromkeys(other for row in found for other in row if other != plain))


def heard(kind: str) -> tuple[str, ...]:
    """Pieces of a feedback, in small letters, that name a fault of this kind."""
    return tuple(_data("heard").get(kind, ()))


def guess_language(text: str) -> Language:
    """The language of a text, as far as its letters and a few words tell; else English."""
    if _KANA.search(text):
        return Language.JAPANESE
    if _POLISH.search(text):
        return Language.POLISH
    return Language.FRENCH if len(_FRENCH.findall(text)) > 1 else Language.ENGLISH
