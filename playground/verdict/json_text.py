"""The strict JSON reader (RFC 8259) that keeps the place of every value, key and fault. Nothing else knows how.

Sound text is read at the speed of `json`; places are looked up afterwards, only for the pointers that are wanted. Broken text goes
through the scanner, which names its faults.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from playground.verdict.json_places import Place, find_places
from playground.verdict.json_plain import NotPlain, read_or_tell_why_not
from playground.verdict.json_scanner import Scan, scan, scan_members
from playground.verdict.json_strings import MOST_FAULTS
from playground.verdict.json_writer import write
from playground.verdict.pointers import pointer_of, pointer_tokens, value_at
from playground.verdict.violations import Answer, Fault, JsonValue, Note, Span
from playground.words.text import text as words

__all__ = [
    "NotPlain",
    "Place",
    "Reading",
    "line_of",
    "pointer_of",
    "pointer_tokens",
    "read",
    "read_members",
    "read_prefix",
    "read_quick",
    "read_slowly",
    "value_at",
    "write",
]

_SPACE = re.compile(r"[ \t\n\r]*+")


@dataclass(frozen=True, slots=True)
class Reading:
    """One JSON value as it stands in a text, or why there is none.

    `start` and `end` bound the value, or the broken piece. Spans count in the whole of `text`.
    """

    text: str
    start: int
    end: int
    answer: Answer | None
    faults: tuple[Fault, ...] = ()
    notes: tuple[Note, ...] = ()
    cut_off: bool = False
    depth: int = 0  # levels of nesting; 0 when it was not counted (then it is harmless)
    huge: bool = False  # has a whole number of more digits than CPython turns into an int

    @property
    def span(self) -> Span:
        """Where the value, or the broken piece, stands."""
        return Span(self.start, self.end)

    def places(self, pointers: Iterable[str]) -> Mapping[str, Place]:
        """The places of those JSON Pointers that exist in the value; one walk through the text, whatever their number."""
        wanted = set(pointers)
        return find_places(self.text, self.start, wanted) if self.answer is not None and wanted else {}

    def place(self, pointer: str) -> Place | None:
        """The place of one JSON Pointer; use `places` for many."""
        return self.places((pointer,)).get(pointer)


def read(text: str, start: int = 0, end: int | None = None) -> Reading:
    """Read `text` from `start` to `end` as one JSON value and nothing else but white space."""
    limit = len(text) if end is None else end
    reading = read_prefix(text, start, limit)
    behind = _SPACE.match(text, reading.end, limit)
    rest = behind.end() if behind else reading.end
    if reading.answer is None or rest >= limit:
        return reading
    extra = Fault("extra_data", words("verdict.fault.extra_data"), Span(rest, limit))
    return Reading(text, reading.start, limit, None, (extra,), reading.notes, depth=reading.depth)


def read_prefix(text: str, start: int = 0, end: int | None = None) -> Reading:
    """Read the one JSON value that begins at `start` (or behind white space there); what follows it is left alone."""
    limit = len(text) if end is None else end
    quick = read_quick(text, start, limit)
    if isinstance(quick, NotPlain):
        return read_slowly(text, start, limit, known_broken=quick.fault_at is not None)
    return quick


def read_slowly(text: str, start: int, limit: int, *, known_broken: bool = False, most_faults: int = MOST_FAULTS) -> Reading:
    """As `read_prefix`, by the scanner alone: for texts that are known to be broken, or to need a closer look."""
    return _reading_of(text, scan(text, start, limit, known_broken=known_broken, most_faults=most_faults))


def read_members(text: str, start: int, limit: int) -> Reading:
    """What was meant as an object but has no opening bracket: `"a": 1, "b": 2`. It is broken in any case."""
    return _reading_of(text, scan_members(text, start, limit))


def _reading_of(text: str, found: Scan) -> Reading:
    answer = Answer(found.value) if found.found else None
    return Reading(text, found.start, found.end, answer, found.faults, found.notes, found.cut_off, found.depth, found.huge)


def read_quick(text: str, start: int, limit: int) -> Reading | NotPlain:
    """The value by the standard library's scanner, or why that could not read it."""
    quick = read_or_tell_why_not(text, start, limit)
    if isinstance(quick, NotPlain):
        return quick
    found, begin, end = quick
    brackets = str.count(text, "[", begin, end) + str.count(text, "{", begin, end)
    return Reading(text, begin, end, Answer(found), depth=depth_of(found) if brackets > _HARMLESS_DEPTH else 0)


_HARMLESS_DEPTH = 100  # levels that nothing chokes on, so that they need not be counted


def depth_of(value: JsonValue) -> int:
    """Levels of nesting, counted level by level, because a deep value would break what calls itself."""
    depth = 0
    level = [value] if type(value) in _CONTAINERS else []
    while level:
        depth += 1
        level = [item for inner in level for item in _items_of(inner) if type(item) in _CONTAINERS]
    return depth


_CONTAINERS = frozenset({list, dict})


def _items_of(container: JsonValue) -> Iterable[JsonValue]:
    return container.values() if isinstance(container, dict) else cast("list[JsonValue]", container)


def line_of(text: str, position: int) -> int:
    """The line, counted from 1, on which this code point stands."""
    return text.count("\n", 0, position) + 1
