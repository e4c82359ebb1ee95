"""A text as wished: by its format, its pattern, its length; else a few plain words."""

import json
import re
from collections.abc import Iterator
from functools import cache

from playground.endpoints.practice.demands import Wish
from playground.endpoints.practice.draws import Draws
from playground.endpoints.practice.ecma_patterns import NotAPattern, texts_for
from playground.resources import resource
from playground.verdict.drafts import DRAFTS
from playground.verdict.json_text import read, write
from playground.verdict.schema import CheckedSchema, check, satisfies
from playground.verdict.violations import JsonValue

_KEYWORDS = ("pattern", "minLength", "maxLength", "format")
_STRETCHES = (0, 1, 2, 3, 1, 4, 6, 2, 8, 12, 3, 16, 24, 32, 5, 48, 64, 96, 128, 200, 300)
_ROUNDS = 3
_NAME_PARTS = re.compile(r"[A-Z]+(?![a-z])|[^\W\d_A-Z][^\W\d_A-Z]*|[A-Z][^\W\d_A-Z]*")  # of camelCase, snake_case and kebab-case
_LONGEST = 200_000  # characters


def text_for(wish: Wish, name: str, draws: Draws, draft: str) -> str:
    """A text; `name` is the key that it will stand under. Raises CannotServe, naming the keyword that stands in the way."""
    least, most = wish.largest("minLength", 0), wish.smallest("maxLength")
    if least > _LONGEST or (most is not None and least > most):
        raise wish.refuse("minLength")
    patterns = [str(pattern) for _, pattern in wish.all("pattern")]
    formats = [str(named) for _, named in wish.all("format")]
    if not patterns and not formats:
        return _fitted(_plain(name, draws), least, most, draws)
    trial = _trial(wish, draft)
    for candidate in _candidates(patterns, formats, least, most, name, draws):
        if trial is None or satisfies(trial, read(write(candidate))):
            return candidate
    raise wish.refuse("pattern", "format")


def _candidates(patterns: list[str], formats: list[str], least: int, most: int | None, name: str, draws: Draws) -> Iterator[str]:
    examples = [example for named in formats for example in draws.shuffled(formatted().get(named, ()))]
    yield from examples
    if not patterns:
        yield from (_fitted(example, least, most, draws) for example in examples)
    plain = _plain(name, draws)
    yield from (plain, _fitted(plain, least, most, draws))
    for _ in range(_ROUNDS):
        for stretch in _STRETCHES:
            built = [text for pattern in patterns for text in _built(pattern, draws, stretch)]
            yield from built
            if len(built) > 1:
                yield "".join(built)
                yield "".join(draws.shuffled(built))
    yield _fitted("", least, most, draws)


def _built(pattern: str, draws: Draws, stretch: int) -> list[str]:
    try:
        return [texts_for(pattern, draws, stretch)]
    except NotAPattern:
        return []


def _trial(wish: Wish, draft: str) -> CheckedSchema | None:
    """The rules for the text alone, as a schema."""
    rules: list[JsonValue] = [
        {key: schema[key] for key in _KEYWORDS if key in schema} for _, schema in wish.schemas if set(_KEYWORDS) & schema.keys()
    ]
    checked = _checked(write({"$schema": next(known.uri for known in DRAFTS if known.name == draft), "allOf": rules}))
    return checked if checked.ok else None


def fits_pattern(pattern: str, text: str) -> bool:
    """Whether a text is one that the pattern asks for."""
    return satisfies(_checked(write({"pattern": pattern})), read(write(text)))


@cache
def _checked(schema_text: str) -> CheckedSchema:
    return check(schema_text, assert_formats=True)


@cache
def _data() -> dict[str, dict[str, tuple[str, ...]]]:
    content = json.loads(resource("practice", "texts.json").read_text("utf-8"))
    return {group: {name: tuple(texts) for name, texts in held.items()} for group, held in content.items()}


def formatted() -> dict[str, tuple[str, ...]]:
    """Texts of each format, by its name."""
    return _data()["formats"]


def _plain(name: str, draws: Draws) -> str:
    """A text that could stand under this key."""
    words = {word.casefold() for word in _NAME_PARTS.findall(name)}
    known = next((texts for part, texts in _data()["names"].items() if part in words), None)
    return draws.pick(known or _data()["plain"]["words"])


def _fitted(text: str, least: int, most: int | None, draws: Draws) -> str:
    """The text made longer or shorter."""
    words = _data()["plain"]["words"]
    while len(text) < least:
        text = f"{text} {draws.pick(words)}" if text else draws.pick(words)
        if len(text) < least // 2:
            text = f"{text} {text}"
    if most is not None and len(text) > most:
        cut = text[:most].rstrip()
        text = cut + "a" * (max(least, 1 if most else 0) - len(cut)) if len(cut) < max(least, 1) else cut
        text = text[:most]
    return text
