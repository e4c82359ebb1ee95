"""Puts the fields that a model sent anew into the last answer, and changes nothing else.

The text of the merged answer holds the sent values letter by letter, so that whatever is said about them has its place in the reply.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from playground.repair.asked_fields import REMOVE, names_of_fields
from playground.repair.exchange import AskedFields
from playground.verdict.json_text import Reading, pointer_of, pointer_tokens, value_at, write
from playground.verdict.violations import JsonValue, Span
from playground.words.quoting import unescape_json


@dataclass(frozen=True, slots=True)
class SentField:
    """A field that was asked for, and where the text that was read has its value."""

    pointer: str
    span: Span


@dataclass(frozen=True, slots=True)
class Sent:
    """What of a reply is merged. `ignored` are keys that nobody asked for."""

    fields: tuple[SentField, ...]
    remove: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spliced:
    """A part of a merged text that stands letter by letter in another one, from `source` on."""

    span: Span
    source: int


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged answer as text, indented by two."""

    text: str
    spliced: tuple[Spliced, ...]

    def span_in_source(self, span: Span) -> Span | None:
        """Where the same characters stand in the text that the sent values were taken from; None where they don't."""
        for part in self.spliced:
            if part.span.start <= span.start and span.end <= part.span.end:
                shift = part.source - part.span.start
                return Span(span.start + shift, span.end + shift)
        return None


def find_sent(reading: Reading, base: JsonValue, asked: AskedFields) -> Sent | None:
    """The asked fields in a JSON object whose keys name them, or in an answer of the same shape as the last one; None where the
    reply holds none of them."""
    value = reading.answer.value if reading.answer else None
    if isinstance(value, dict):
        named = _find_named(reading, value, asked)
        if named is not None:
            return named
    nested = [pointer for pointer in asked.send if _has_same_shape(value, base, pointer)]
    places = reading.places(nested)
    remove = tuple(pointer for pointer in asked.remove if nested and not _exists(value, pointer))
    return Sent(tuple(SentField(pointer, places[pointer].value) for pointer in nested), remove) if nested else None


def merge(base: JsonValue, sent: Sent, source: str) -> Merged:
    """The last answer with the sent fields in it and the others as they were. `source` is the text that `sent` was found in."""
    mark = "@"
    written = write(base)
    while mark in written:
        mark += "@"
    value = base
    for pointer in sent.remove:
        value = _without(value, pointer_tokens(pointer))
    for index, field in enumerate(sent.fields):
        value = _with(value, pointer_tokens(field.pointer), f"{mark}{index}{mark}")
    pieces = re.split(f'"{mark}(\\d+){mark}"', unescape_json(write(value, indent=2)))
    parts: list[str] = []
    spliced: list[Spliced] = []
    length = 0
    for number, piece in enumerate(pieces):
        part = piece
        if number % 2:
            span = sent.fields[int(piece)].span
            part = source[span.start : span.end]
            spliced.append(Spliced(Span(length, length + len(part)), span.start))
        parts.append(part)
        length += len(part)
    return Merged("".join(parts), tuple(spliced))


def _find_named(reading: Reading, value: Mapping[str, JsonValue], asked: AskedFields) -> Sent | None:
    names = names_of_fields(asked)
    taken: dict[str, str] = {}  # pointer -> key; a pointer itself wins over its other names
    remove: dict[str, None] = {}
    ignored: list[str] = []
    for key, item in value.items():
        pointer = names.get(key)
        if pointer is not None and (key == pointer or pointer not in taken):
            taken[pointer] = key
        elif key in asked.remove:
            remove[key] = None
        elif key == REMOVE and asked.remove:
            wanted = [name for name in (item if isinstance(item, list) else [item]) if isinstance(name, str)]
            meant = {name: place for place in asked.remove for name in (place, place[1:])}
            remove.update((meant[name], None) for name in wanted if name in meant)
            ignored += [name for name in wanted if name not in meant]
        else:
            ignored.append(key)
    if not (taken or remove) or (ignored and not any(key in value for key in (*asked.send, *asked.remove))):
        return None  # a whole answer, or something else altogether
    places = reading.places(pointer_of((key,)) for key in taken.values())
    fields = tuple(SentField(pointer, places[pointer_of((key,))].value) for pointer, key in taken.items())
    return Sent(fields, tuple(remove), tuple(ignored))


def _exists(value: JsonValue, pointer: str) -> bool:
    try:
        value_at(value, pointer)
    except (LookupError, ValueError):
        return False
    return True


def _has_same_shape(value: JsonValue, base: JsonValue, pointer: str) -> bool:
    """Whether a place is there, and every list on the way to it is as long as in the last answer, so that an index means the same."""
    for token in pointer_tokens(pointer):
        if isinstance(value, dict) and isinstance(base, dict) and token in value:
            value, base = value[token], base.get(token)
        elif isinstance(value, list) and isinstance(base, list) and int(token) < len(value) == len(base):
            value, base = value[int(token)], base[int(token)]
        else:
            return False
    return True


def _without(value: JsonValue, tokens: Sequence[str]) -> JsonValue:
    """The value without one member of an object; whatever is not there is left alone."""
    first, *rest = tokens
    if isinstance(value, dict) and first in value:
        if rest:
            return {**value, first: _without(value[first], rest)}
        return {key: item for key, item in value.items() if key != first}
    if isinstance(value, list) and rest:
        return [_without(item, rest) if str(index) == first else item for index, item in enumerate(value)]
    return value


def _with(value: JsonValue, tokens: Iterable[str], new: JsonValue) -> JsonValue:
    """The value with another one at this place, in a copy of nothing but what is around it."""
    first, *rest = tokens
    if isinstance(value, dict):
        return {**value, first: _with(value.get(first, {}), rest, new) if rest else new}
    if isinstance(value, list):
        return [(_with(item, rest, new) if rest else new) if str(index) == first else item for index, item in enumerate(value)]
    return value
