"""Filler: texts that stand where an answer should and say nothing, such as TODO, N/A, "string", <name> or lorem ipsum."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache

from playground.repair.message import Message
from playground.verdict.json_text import pointer_of
from playground.verdict.schema_walk import subschemas
from playground.verdict.violations import JsonValue
from playground.words.catalogues import wording
from playground.words.language import Language

_SHORT = 60  # characters; a longer text says something, unless it is the printers' own filler
_LOREM = "lorem ipsum"
_AROUND = " \t\n.…:!?*_-\"'“”„«»「」()（）。、"
_MARKS = re.compile(r"[.…・。?？!_\-–—*x\s]+", re.IGNORECASE)  # dots, dashes, question marks, xxx
_IN_BRACKETS = re.compile(r"<[^<>]+>|\[[^\[\]]+\]|\{[^{}]+\}|\{\{[^{}]+\}\}|＜[^＜＞]+＞|［[^［］]+］|【[^【】]+】")
_QUOTED = re.compile(r"[\"'`“”„«「『]\s*([^\"'`“”„«»「」『』\n]{1,60}?)\s*[\"'`“”»」』]")
_ALLOWS = ("enum", "examples")  # keywords that list values; `const` and `default` hold one


def is_filler(content: str) -> bool:
    """Whether a text is a filler, in any of the languages."""
    said = content.strip().casefold()
    if said.startswith(_LOREM):
        return True
    if not said or len(said) > _SHORT:
        return False
    if _MARKS.fullmatch(said):
        return said != "x"  # a name of its own, in a plane or a sum
    return _IN_BRACKETS.fullmatch(said) is not None or said in _words() or said.strip(_AROUND) in _words()


def asked_words(schema: JsonValue, messages: Sequence[Message]) -> frozenset[str]:
    """The texts that a schema names as values, or a prompt between quotation marks: whoever asks for "n/a" gets it as an answer."""
    named = {value for part in subschemas(schema) for value in _values(part.value) if isinstance(value, str)}
    quoted = {word for message in messages for word in _QUOTED.findall(message.content)}
    return frozenset(word.strip().casefold() for word in named | quoted)


def find_fillers(before: JsonValue, after: JsonValue, asked: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Pointer and text of each filler in `after` that `before` did not have at its place and nobody asked for, in their order."""
    return tuple(
        (pointer_of(tokens), content)
        for tokens, old, content in _strings(before, after)
        if content != old and content.strip().casefold() not in asked and is_filler(content)
    )


def _strings(before: JsonValue, after: JsonValue) -> Iterator[tuple[tuple[str, ...], JsonValue, str]]:
    waiting: list[tuple[tuple[str, ...], JsonValue, JsonValue]] = [((), before, after)]
    while waiting:
        tokens, old, new = waiting.pop()
        if isinstance(new, str):
            yield tokens, old, new
        elif isinstance(new, dict):
            known = old if isinstance(old, dict) else {}
            waiting += [((*tokens, key), known.get(key), new[key]) for key in reversed(new)]
        elif isinstance(new, list):
            items = old if isinstance(old, list) else []
            waiting += [
                ((*tokens, str(index)), items[index] if index < len(items) else None, new[index])
                for index in reversed(range(len(new)))
            ]


def _values(schema: dict[str, JsonValue]) -> Iterator[JsonValue]:
    for keyword in _ALLOWS:
        listed = schema.get(keyword)
        if isinstance(listed, list):
            yield from listed
    for keyword in ("const", "default"):
        yield schema.get(keyword)


@cache
def _words() -> frozenset[str]:
    """The filler words of every language: a model answers in another one than it was asked in."""
    return frozenset(word.casefold() for language in Language for word in wording("repair.filler_words", language).split("\n"))
