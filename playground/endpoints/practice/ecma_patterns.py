"""Texts that a regular expression of ECMA-262 asks for: what a `pattern` means, read for the sake of building one.

Anchors, borders and looks behind are not built but hoped for: whoever asks tries the text on the pattern and asks again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from playground.endpoints.practice.draws import Draws

_MOST = 400  # times that anything is repeated
_LARGEST = 0x10FFFF
_LONGEST = 100_000  # characters and repetitions of one text; more is not built

Ranges: TypeAlias = tuple[tuple[int, int], ...]

_DIGITS: Ranges = ((0x30, 0x39),)
_WORD: Ranges = ((0x61, 0x7A), (0x41, 0x5A), (0x30, 0x39), (0x5F, 0x5F))
_SPACE: Ranges = ((0x20, 0x20), (0x09, 0x0D), (0xA0, 0xA0))
_LINE_ENDS: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_READABLE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_OTHERS = " -_.,:;/!?@#$%&*+=()[]{}<>|~^'\"\\`"
_SINGLE = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0}
_PROPERTIES: dict[str, Ranges] = {
    "Lu": ((0x41, 0x5A),), "Ll": ((0x61, 0x7A),), "L": ((0x61, 0x7A), (0x41, 0x5A)), "Letter": ((0x61, 0x7A), (0x41, 0x5A)),
    "N": _DIGITS, "Nd": _DIGITS, "P": ((0x2C, 0x2E), (0x21, 0x21)), "S": ((0x2B, 0x2B),), "Z": ((0x20, 0x20),), "Zs": ((0x20, 0x20),),
    "Alphabetic": ((0x61, 0x7A),), "Lowercase": ((0x61, 0x7A),), "Uppercase": ((0x41, 0x5A),), "Han": ((0x4E00, 0x4E20),),
    "Hiragana": ((0x3042, 0x3093),), "Katakana": ((0x30A2, 0x30F3),), "Cyrillic": ((0x0430, 0x044F),), "Greek": ((0x03B1, 0x03C9),),
    "Latin": ((0x61, 0x7A),),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Chars:
    ranges: Ranges
    inverted: bool = False


@dataclass(frozen=True, slots=True)
class _Row:
    parts: tuple["_Node", ...]


@dataclass(frozen=True, slots=True)
class _Choice:
    branches: tuple["_Node", ...]


@dataclass(frozen=True, slots=True)
class _Repeat:
    node: "_Node"
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class _Group:
    node: "_Node"
    number: int
    name: str | None


@dataclass(frozen=True, slots=True)
class _Back:
    name: str


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What must follow; its text is put there, in the hope that what comes after allows it."""

    node: "_Node"


_Node: TypeAlias = _Chars | _Row | _Choice | _Repeat | _Group | _Back | _Ahead
_NOTHING = _Row(())


class NotAPattern(ValueError):
    """Not what this reader knows as a regular expression, or its texts are too long to be built."""


def texts_for(pattern: str, draws: Draws, stretch: int) -> str:
    """One text built after the pattern; `stretch` is how often what may be repeated without end is. Raises NotAPattern."""
    return _Builder(draws, stretch).build(_Reader(pattern).read())


@dataclass(slots=True)
class _Builder:
    draws: Draws
    stretch: int
    held: dict[str, str] = field(default_factory=dict)
    work: int = 0

    def build(self, node: _Node) -> str:
        self.work += 1
        if self.work > _LONGEST:
            raise NotAPattern("too long")
        match node:
            case _Chars():
                return self._character(node)
            case _Row(parts):
                return "".join([self.build(part) for part in parts])
            case _Choice(branches):
                return self.build(self.draws.pick(branches))
            case _Repeat(inner, least, most):
                room = self.stretch if most is None else min(most - least, self.stretch)
                times = least + (self.draws.between((room + 1) // 2, room) if room > 0 else 0)
                return "".join([self.build(inner) for _ in range(min(times, max(least, _MOST)))])
            case _Group(inner, number, name):
                text = self.build(inner)
                self.held[str(number)] = text
                if name is not None:
                    self.held[name] = text
                return text
            case _Back(name):
                self.work += len(self.held.get(name, ""))
                return self.held.get(name, "")
            case _Ahead(inner):
                return self.build(inner)

    def _character(self, chars: _Chars) -> str:
        readable = [letter for letter in _READABLE if _holds(chars, ord(letter))]
        if readable:
            return self.draws.pick(readable)
        others = [letter for letter in _OTHERS if _holds(chars, ord(letter))]
        if others:
            return self.draws.pick(others)
        if not chars.inverted and chars.ranges:
            first, last = self.draws.pick(chars.ranges)
            return _not_half(self.draws.between(first, min(last, first + 200)))
        return next((chr(code) for code in range(0xC0, 0x3000) if _holds(chars, code)), "")


def _not_half(code: int) -> str:
    return chr(code) if not 0xD800 <= code < 0xE000 else "?"


def _holds(chars: _Chars, code: int) -> bool:
    return any(first <= code <= last for first, last in chars.ranges) is not chars.inverted


_COUNT = re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}")
_UNICODE = re.compile(r"u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})")
_PAIR = re.compile(r"u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_PROPERTY = re.compile(r"([pP])\{(?:[^}=]*=)?([^}]*)\}")
_GROUP = re.compile(r"\?(?:(?P<plain>:|[a-z]*(?:-[a-z]+)?:)|(?P<ahead>=)|(?P<not>!|<!)|(?P<behind><=)|<(?P<name>[^>]+)>)")


class _Reader:
    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._groups = 0

    def read(self) -> _Node:
        node = self._choice()
        if self._at < len(self._pattern):
            raise NotAPattern(self._pattern)
        return node

    def _next(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _take(self, expected: str) -> bool:
        if expected and self._pattern.startswith(expected, self._at):
            self._at += len(expected)
            return True
        return False

    def _choice(self) -> _Node:
        branches = [self._row()]
        while self._take("|"):
            branches.append(self._row())
        return branches[0] if len(branches) == 1 else _Choice(tuple(branches))

    def _row(self) -> _Node:
        parts: list[_Node] = []
        while self._next() not in ("", "|", ")"):
            parts.append(self._repeated(self._atom()))
        return _Row(tuple(parts))

    def _repeated(self, atom: _Node) -> _Node:
        count = _COUNT.match(self._pattern, self._at)
        least, most = 1, None
        if self._take("*"):
            least = 0
        elif self._take("+"):
            least = 1
        elif self._take("?"):
            least, most = 0, 1
        elif count:
            self._at = count.end()
            least = min(int(count[1]), 100_000)
            most = least if count[2] is None else int(count[3]) if count[3] else None
        else:
            return atom
        self._take("?")  # lazy or not, the texts are the same
        return _Repeat(atom, least, most)

    def _atom(self) -> _Node:
        if self._take("("):
            return self._group()
        if self._take("["):
            return self._class()
        if self._take("\\"):
            return self._escape()
        if self._take("."):
            return _Chars(_LINE_ENDS, inverted=True)
        if self._take("^") or self._take("$"):
            return _NOTHING
        letter = self._next()
        if letter in "*+?":
            raise NotAPattern(self._pattern)
        self._at += 1
        return _only(ord(letter))

    def _group(self) -> _Node:
        kind = _GROUP.match(self._pattern, self._at)
        if kind:
            self._at = kind.end()
        elif self._next() == "?":
            raise NotAPattern(self._pattern)
        number = 0
        if kind is None or kind["name"]:
            self._groups += 1
            number = self._groups
        inner = self._choice()
        if not self._take(")"):
            raise NotAPattern(self._pattern)
        if kind is None or kind["name"]:
            return _Group(inner, number, kind["name"] if kind else None)
        if kind["plain"]:
            return inner
        return _Ahead(inner) if kind["ahead"] else _NOTHING

    def _escape(self) -> _Node:
        if self._take("b") or self._take("B"):
            return _NOTHING
        named = re.compile(r"k<([^>]+)>|([1-9][0-9]?)").match(self._pattern, self._at)
        if named:
            self._at = named.end()
            return _Back(named[1] or named[2])
        return self._escaped_characters()

    def _escaped_characters(self) -> _Chars:
        """A class of characters, or the one that is meant; the backslash is behind us."""
        pair = _PAIR.match(self._pattern, self._at)
        if pair:
            self._at = pair.end()
            return _only(0x10000 + ((int(pair[1], 16) - 0xD800) << 10) + int(pair[2], 16) - 0xDC00)
        code = _UNICODE.match(self._pattern, self._at)
        if code:
            self._at = code.end()
            return _only(min(int(code[1] or code[2] or code[3], 16), _LARGEST))
        by_property = _PROPERTY.match(self._pattern, self._at)
        if by_property:
            self._at = by_property.end()
            return _Chars(_PROPERTIES.get(by_property[2], ((0x61, 0x7A),)), inverted=by_property[1] == "P")
        letter = self._next()
        if not letter:
            raise NotAPattern(self._pattern)
        self._at += 1
        if letter == "c" and self._next().isalpha():
            self._at += 1
            return _only(ord(self._pattern[self._at - 1]) % 32)
        classes = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
        if letter.lower() in classes:
            return _Chars(classes[letter.lower()], inverted=letter.isupper())
        return _only(_SINGLE.get(letter, ord(letter)))

    def _class(self) -> _Node:
        inverted = self._take("^")
        ranges: list[tuple[int, int]] = []
        while not self._take("]"):
            if not self._next():
                raise NotAPattern(self._pattern)
            chars = self._member()
            single = len(chars.ranges) == 1 and chars.ranges[0][0] == chars.ranges[0][1] and not chars.inverted
            if single and self._next() == "-" and self._pattern[self._at + 1 : self._at + 2] not in ("]", ""):
                self._at += 1
                end = self._member()
                if len(end.ranges) == 1 and not end.inverted:
                    ranges.append((chars.ranges[0][0], end.ranges[0][1]))
                    continue
                ranges += [chars.ranges[0], (0x2D, 0x2D), *_positive(end)]
            else:
                ranges += _positive(chars)
        return _Chars(tuple(ranges), inverted)

    def _member(self) -> _Chars:
        if self._take("\\"):
            return _only(8) if self._take("b") else self._escaped_characters()
        self._at += 1
        return _only(ord(self._pattern[self._at - 1]))


def _only(code: int) -> _Chars:
    return _Chars(((code, code),))


def _positive(chars: _Chars) -> Sequence[tuple[int, int]]:
    """The ranges of a class that may be inverted."""
    if not chars.inverted:
        return chars.ranges
    found: list[tuple[int, int]] = []
    start = 0
    for first, last in sorted(chars.ranges):
        if first > start:
            found.append((start, first - 1))
        start = last + 1
    return [*found, (start, _LARGEST)]
