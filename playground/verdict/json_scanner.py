"""A reader of JSON and of what was meant as JSON: names every syntax fault with its place and goes on behind it.

On sound text it gives exactly the value of RFC 8259. On broken text it tells where the broken piece ends, so that nothing inside
it is taken for an answer. It never goes back, so its time grows with the length of the text; it keeps its own stack, so depth is
no danger. Once a fault is known the values are of no use any more: then it only follows the structure, and passes over sound members
in one go; and once no more faults will be named, it only counts brackets.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from json.encoder import encode_basestring_ascii
from unicodedata import normalize

from playground.verdict.json_scalars import Scalar, is_literal_at, read_number, read_word
from playground.verdict.json_skim import end_of_piece, skip_members
from playground.verdict.json_slips import (
    bare_key,
    bare_value,
    bare_words,
    closers_at_end,
    colon_in_key,
    comma_before_key,
    ellipsis_at,
    end_of_triple_quotes,
    key_follows,
    number_with_commas,
    words_behind_number,
)
from playground.verdict.json_strings import MOST_FAULTS, OTHER_QUOTES, StringReader
from playground.verdict.pointers import pointer_of
from playground.verdict.violations import Fault, JsonValue, Note, Span
from playground.words.text import Value
from playground.words.text import text as words

_SPACE = re.compile(r"[ \t\n\r]*+")
_ODD_SPACE = re.compile("[\\u00a0\\ufeff\\u200b-\\u200f\\u2060\\u2028\\u2029\\u202f\\u3000\\u2000-\\u200a\\x0b\\x0c\\x85]++")
_COMMENT = re.compile(r"//[^\n]*+|#[^\n]*+|/\*[\s\S]*?(?:\*/|\Z)")
_QUOTE_MARK = re.compile(r"(?<=\n)[ \t]*+>[> \t]*+")
_CLOSES = re.compile(r"\"\s*+[,}\]]")

_WIDE = str.maketrans("｛｝［］：，、", "{}[]:,,")
_WIDE_NUMBER = re.compile(r"[－-]?+[０-９][０-９．.]*+")
_MAY_BE_SKIPPED = frozenset(" \t\n\r\x0b\x0c\x7f/#>")
_OPERATORS = frozenset("+-*/%|&")
_CLOSE_OF = {"{": "}", "[": "]"}


class _Wants(Enum):
    VALUE = auto()
    KEY = auto()
    COLON = auto()
    COMMA = auto()


class _Frame:
    """An object or list that is still open."""

    __slots__ = ("comma", "items", "key", "members", "opener")

    def __init__(self, opener: str, *, keeps: bool) -> None:
        self.opener = opener
        if keeps:
            self.members: dict[str, JsonValue] = {}
            self.items: list[JsonValue] = []
        self.key = ""
        self.comma: int | None = None  # where the comma stands that nothing has followed yet

    @property
    def token(self) -> str | int:
        """The key or the index of what is being read in it."""
        return self.key if self.opener == "{" else len(self.items)

    @property
    def value(self) -> JsonValue:
        return self.members if self.opener == "{" else self.items


@dataclass(frozen=True, slots=True)
class Scan:
    """One value, sound or broken. `end` is where the piece ends; `found` tells whether `value` is one."""

    start: int
    end: int
    value: JsonValue = None
    found: bool = False
    faults: tuple[Fault, ...] = ()
    notes: tuple[Note, ...] = ()
    cut_off: bool = False  # the text ended inside an open value
    abandoned: bool = False  # prose took over; what follows belongs to something else
    depth: int = 0
    huge: bool = False  # a whole number of more digits than CPython turns into an int


def scan(text: str, start: int, limit: int, *, known_broken: bool = False, most_faults: int = MOST_FAULTS) -> Scan:
    """Read the one value that begins at `start` (white space before it is skipped); nothing from `limit` on is read.

    `known_broken`: no value can come of it, only faults.
    """
    return _Scanner(text, start, limit, keeps=not known_broken, most_faults=most_faults).run()


def scan_members(text: str, start: int, limit: int) -> Scan:
    """Read the members of an object whose opening bracket is missing, up to its closing one or to the end of the text."""
    return _Scanner(text, start, limit, keeps=False, most_faults=MOST_FAULTS).run(without_bracket=True)


class _Scanner(StringReader):
    def __init__(self, text: str, start: int, limit: int, *, keeps: bool, most_faults: int) -> None:
        super().__init__(text, start, limit, keeps=keeps, most_faults=most_faults)
        self.stack: list[_Frame] = []
        self.wants = _Wants.VALUE
        self.value_start = start  # of the last value that was begun
        self.without_bracket = False  # the outermost object has no opening bracket, so it may lack the closing one too
        self.root: JsonValue = None
        self.done = False
        self.cut_off = False
        self.abandoned = False
        self.depth = 0
        self.huge = False

    def run(self, *, without_bracket: bool = False) -> Scan:
        self.at = start = self._end_of(_SPACE)
        if without_bracket:
            self._fault("missing_bracket", start, start, instead="{")
            self.stack.append(_Frame("{", keeps=False))
            self.wants, self.without_bracket = _Wants.KEY, True
        while not (self.done or self.abandoned or self.cut_off):
            if not self.keeps and self.stack and self._skim():
                break
            if self.at >= self.limit:
                self._text_ended()
                continue
            char = self.text[self.at]
            if char in _MAY_BE_SKIPPED or char > "~":
                self._skip_space()
                if self.at >= self.limit:
                    continue
                char = self.text[self.at]
            if char in "`~" and self.stack and self.text.startswith(("```", "~~~"), self.at):
                self._close_all()
            else:
                self._step(char.translate(_WIDE) if char > "~" else char)
        return Scan(
            start, min(self.at, self.limit), self.root, self.done and not self.faults, tuple(self.faults), tuple(self.notes),
            self.cut_off, self.abandoned, self.depth, self.huge,
        )  # fmt: skip

    def _skim(self) -> bool:
        """Pass over what needs no closer look in a broken text. True if the piece ends here."""
        if len(self.faults) >= self.most_faults and not self.ended:
            self.at, left = end_of_piece(self.text, self.at, self.limit, len(self.stack))
            self.done = not left
            self.abandoned = bool(left) and self.at < self.limit
            return self.done or self.abandoned
        if self.wants is _Wants.KEY or (self.wants is _Wants.VALUE and not self._in_object):
            end = skip_members(self.text, self.at, self.limit, in_object=self._in_object)
            if end > self.at:
                self.stack[-1].comma = self.text.rindex(",", self.at, end)
                self.at = end
        return False

    # What is wanted decides what a character means.

    def _step(self, char: str) -> None:
        if self.text[self.at] != char:
            self._fault("fullwidth", self.at, self.at + 1, found=self.text[self.at], instead=char)
        wants = self.wants
        if wants is _Wants.VALUE:
            self.value_start = self.at
            self._value(char)
        elif wants is _Wants.KEY:
            self._key(char)
        elif wants is _Wants.COLON:
            self._colon(char)
        else:
            self._comma(char)

    def _value(self, char: str) -> None:
        if char in "{[":
            self.stack.append(_Frame(char, keeps=self.keeps))
            self.depth = max(self.depth, len(self.stack))
            self.wants = _Wants.KEY if char == "{" else _Wants.VALUE
            self.at += 1
        elif char == '"' and (end := end_of_triple_quotes(self.text, self.at, self.limit)):
            self._fault("single_quotes", self.at, end, found='"""')
            self.at = end
            self._took("")
        elif char == '"':
            self._took(self._string(ends_before=comma_before_key if self._in_object else None))
        elif char in "}]":
            self._value_missing(char)
        elif char == ",":
            self._fault("missing_value" if self._in_object else "extra_comma", self.at, self.at + 1)
            self.at += 1
            self._next_item()
        elif char in OTHER_QUOTES:
            self._took(self._other_string(char))
        elif wide := _WIDE_NUMBER.match(self.text, self.at, self.limit):
            self.at = wide.end()
            self._fault("fullwidth", wide.start(), wide.end(), found=wide.group(), instead=normalize("NFKC", wide.group()))
            self._took(0)
        elif char.isdigit() or char in "+-.":
            self._scalar(read_number(self.text, self.at, self.limit))
        else:
            self._scalar(read_word(self.text, self.at, self.limit))

    def _value_missing(self, char: str) -> None:
        frame = self.stack[-1] if self.stack else None
        if frame is None:
            self._fault("missing_value", self.at, self.at + 1)
            self.abandoned = True
        elif frame.opener == "{":
            self._fault("missing_value", self.at, self.at + 1)
            self._close(char)
        else:
            self._close(char)

    def _key(self, char: str) -> None:
        frame = self.stack[-1]
        if char == '"':
            self._quoted_key()
        elif char in "}]":
            self._close(char)
        elif char == ",":
            self._fault("extra_comma", self.at, self.at + 1)
            frame.comma = None
            self.at += 1
        elif char in OTHER_QUOTES:
            start = self.at
            self._took_key(self._other_string(char), start)
        elif frame.comma == self.at - 1 and (bare := number_with_commas(self.text, frame.comma, self.limit)):
            self._fault(bare.fault, bare.end - len(bare.written), bare.end, found=bare.written)
            self.at, frame.comma, self.wants = bare.end, None, _Wants.COMMA
        elif bare := bare_key(self.text, self.at, self.limit):
            start, self.at = self.at, bare.end
            self._fault(bare.fault, start, bare.end, found=bare.written)
            self._took_key(bare.written, start)
        elif bare := ellipsis_at(self.text, self.at, self.limit):
            self._fault(bare.fault, self.at, bare.end, found=bare.written)
            frame.comma = None
            self.at = bare.end
            self.wants = _Wants.COMMA
        elif char in "{[" and frame.comma is not None:
            self._fault("missing_key", self.at, self.at + 1)
            frame.key, frame.comma = "", None
            self.wants = _Wants.VALUE
        else:
            self._lost("missing_key")

    def _quoted_key(self) -> None:
        start = self.at
        key = self._string()
        if not self.text.startswith(":", self.at):
            colon = colon_in_key(self.text, start, self.at)
            if colon is not None and not self.text.startswith(":", self._end_of(_SPACE)):
                self._fault("missing_quote", colon, colon)
                key, self.at, self.ended = self.text[start + 1 : colon], colon, False
        self._took_key(key, start)

    def _colon(self, char: str) -> None:
        if char == ":":
            self.at += 1
        elif char == "=":
            width = 2 if self.text.startswith("=>", self.at) else 1
            self._fault("missing_colon", self.at, self.at + width)
            self.at += width
        elif char in ",}]":
            self._fault("missing_value", self.at, self.at + 1)
            self.wants = _Wants.COMMA
            return
        elif char in '"{[' or char.isdigit():
            self._fault("missing_colon", self.at, self.at + 1)
        else:
            self._lost("missing_colon")
            return
        self.wants = _Wants.VALUE

    def _comma(self, char: str) -> None:
        if char == ",":
            self.stack[-1].comma = self.at
            self.at += 1
            self._next_item()
        elif char in "}]":
            self._close(char)
        elif char == ";":
            self._fault("missing_comma", self.at, self.at + 1)
            self.at += 1
            self._next_item()
        elif char == ":" and not self._in_object:
            self._colon_in_list()
        elif bare := words_behind_number(self.text, self.value_start, self.at, self.limit):
            self.at = bare.end
            self._fault(bare.fault, self.value_start, bare.end, found=bare.written)
        elif char in _OPERATORS:
            self._fault("expression", self.at, self.at + 1, found=char)
            self.at += 1
            self.wants = _Wants.VALUE
        elif char == '"' and _CLOSES.match(self.text, self.at, self.limit):
            self.at += 1
            self._fault("missing_opening_quote", self.value_start, self.at)
        elif self._in_object and key_follows(self.text, self.at, self.limit):
            self._fault("missing_comma", self.at, self.at + 1)
            self.wants = _Wants.KEY
        elif not self._in_object and (char in '"{[' or char.isdigit() or is_literal_at(self.text, self.at)):
            self._fault("missing_comma", self.at, self.at + 1)
            self.wants = _Wants.VALUE
        else:
            self._lost("missing_comma")

    def _colon_in_list(self) -> None:
        """What was taken for an item was the next key of the object around the list, or a comma was meant."""
        outer = self.stack[-2].opener if len(self.stack) > 1 else ""
        if outer == "{" and self.text.startswith('"', self.value_start):
            self._fault("missing_bracket", self.value_start, self.value_start, instead="]")
            self.stack.pop()
        else:
            self._fault("missing_comma", self.at, self.at + 1)
        self.at += 1
        self.wants = _Wants.VALUE

    # Values

    @property
    def _in_object(self) -> bool:
        return bool(self.stack) and self.stack[-1].opener == "{"

    def _next_item(self) -> None:
        self.wants = _Wants.KEY if self._in_object else _Wants.VALUE

    def _took_key(self, key: str, start: int) -> None:
        frame = self.stack[-1]
        if self.keeps and key in frame.members and len(self.notes) < MOST_FAULTS:
            place = Span(start, self.at)
            message = words("verdict.note.duplicate_key", key=Value(encode_basestring_ascii(key)))
            self.notes.append(Note("duplicate_key", message, place, pointer_of(outer.token for outer in self.stack[:-1])))
        frame.key, frame.comma = key, None
        self.wants = _Wants.COLON

    def _took(self, value: JsonValue) -> None:
        if self.ended:
            return
        if not self.stack:
            self.root, self.done = value, True
            return
        frame = self.stack[-1]
        frame.comma = None
        self.wants = _Wants.COMMA
        if not self.keeps:
            return
        if frame.opener == "{":
            frame.members[frame.key] = value
        else:
            frame.items.append(value)

    def _close(self, char: str) -> None:
        """A closing bracket, perhaps the wrong one."""
        frame = self.stack[-1]
        if char != _CLOSE_OF[frame.opener]:
            self._fault("missing_bracket", self.at, self.at + 1, instead=_CLOSE_OF[frame.opener])
            if not any(_CLOSE_OF[outer.opener] == char for outer in self.stack[-2:-1]):
                self.at += 1  # a slip of the pen: taken for the right one
        else:
            if frame.comma is not None:
                self._fault("trailing_comma", frame.comma, frame.comma + 1)
            self.at += 1
        self.stack.pop()
        self._took(frame.value if self.keeps else None)

    def _close_all(self) -> None:
        """The piece ends here although brackets are open: a fence or a tag ends it."""
        if not self._members_are_over():
            self._fault("missing_bracket", self.at, self.at, instead=_CLOSE_OF[self.stack[-1].opener])
        self.stack.clear()
        self.done = True

    def _scalar(self, scalar: Scalar | None) -> None:
        """A number or a word; where it is neither, what stands there is bare text."""
        if scalar is None:
            self._bare_text()
            return
        if scalar.fault is not None:
            self._fault(scalar.fault, self.at, scalar.end, found=scalar.found)
        self.huge = self.huge or scalar.huge
        self.at = scalar.end
        if not scalar.cut:
            self._took(scalar.value)

    def _bare_text(self) -> None:
        """Words without quotation marks where a value is wanted: a value if the structure goes on behind them, else prose."""
        bare = bare_value(self.text, self.at, self.limit, in_object=self._in_object) if self.stack else None
        if bare is None:
            words_there = bare_words(self.text, self.at, self.limit)
            self._lost("unquoted_value" if words_there else "not_a_value", found=words_there)
            return
        faulty = bare.end if bare.fault == "missing_opening_quote" else self.at + len(bare.written)
        self._fault(bare.fault, self.at, faulty, found=bare.written)
        self.at = bare.end
        self._took(bare.written)

    # Ends

    def _members_are_over(self) -> bool:
        return self.without_bracket and len(self.stack) == 1 and self.wants is _Wants.COMMA

    def _text_ended(self) -> None:
        if self._members_are_over():
            self.done = True
            return
        if self.limit < len(self.text) and self.stack:
            self._close_all()
            return
        if self.limit < len(self.text):
            self._fault("not_a_value", self.value_start, self.limit)
            self.abandoned = True
            return
        self.cut_off = True
        del self.faults[self.most_faults - 1 :]  # that it breaks off is told in any case
        self._fault("cut_off", self.limit, self.limit)

    def _string_ended(self, start: int, inner: str) -> str:
        if self.wants is _Wants.VALUE and self.limit >= len(self.text):
            closers = closers_at_end(self.text, start, self.limit, [frame.opener for frame in self.stack])
            if closers is not None:
                self._fault("missing_quote", closers, closers)
                self.at = closers
                return inner
        return super()._string_ended(start, inner)

    def _lost(self, kind: str, found: str = "") -> None:
        """Nothing that could be JSON: the piece ends here."""
        if self.text.startswith(('\\"', "\\'"), self.at):
            self._fault("escaped_quote", self.at, self.at + 2)
        else:
            self._fault(kind, self.at, self.at + max(1, len(found)), found)
        self.abandoned = True

    def _skip_space(self) -> None:
        while True:
            self.at = self._end_of(_SPACE)
            if odd := _ODD_SPACE.match(self.text, self.at, self.limit):
                self._fault("odd_space", odd.start(), odd.end(), found=f"U+{ord(odd.group()[0]):04X}")
                self.at = odd.end()
            elif self.stack and (comment := _COMMENT.match(self.text, self.at, self.limit)):
                self._fault("comment", comment.start(), comment.end())
                self.at = comment.end()
            elif self.stack and (mark := _QUOTE_MARK.match(self.text, self.at, self.limit)):
                self._fault("quoted_line", mark.start(), mark.end())
                self.at = mark.end()
            else:
                return
