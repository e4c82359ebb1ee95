"""A reader of JSON and of what was meant as JSON: names every syntax fault with its place and goes on behind it.

On sound text it gives exactly the value of RFC 8259. On broken text it tells where the broken piece ends, so that nothing inside
it is taken for an answer. It never goes back, so its time grows with the length of the text; it keeps its own stack, so depth is
no danger.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto
from json.encoder import encode_basestring_ascii

from playground.verdict.json_numbers import NumberOutOfRange, parse_number
from playground.verdict.json_strings import MOST_FAULTS, OTHER_QUOTES, StringReader
from playground.verdict.pointers import pointer_of
from playground.verdict.violations import Fault, JsonValue, Note, Span
from playground.words.text import Value
from playground.words.text import text as words

_SPACE = re.compile(r"[ \t\n\r]*+")
ODD_SPACE = re.compile("[\\u00a0\\ufeff\\u200b-\\u200f\\u2060\\u2028\\u2029\\u202f\\u3000\\u2000-\\u200a\\x0b\\x0c\\x85]++")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![\w.+-])")
_NUMBER_LIKE = re.compile(r"[+-]?+\.?[0-9][\w.+-]*+|[+-]\.?(?=[0-9])")
_WORD = re.compile(r"[^\W\d][\w$]*+|\$[\w$]*+")
_CONSTANT = re.compile(r"[+-]?(?:NaN|Infinity|inf|nan|Inf|infinity)\b")
_COMMENT = re.compile(r"//[^\n]*+|#[^\n]*+|/\*[\s\S]*?(?:\*/|\Z)")
_BARE = re.compile(r"[^,:{}\[\]\"\n]*+")
_BARE_KEY = re.compile(r"[^\s,:：{}\[\]\"']++(?:[ \t]++[^\s,:：{}\[\]\"']++)*+(?=\s*+[:：])")
_KEY_FOLLOWS = re.compile(r"\s*+(?:\"[^\"\n]*+\"|'[^'\n]*+'|[\w$-]++)\s*+[:：]")
_AFTER_BREAK = re.compile(r"\s*+(?:\"[^\"\n]*+\"\s*+:|[}\]])")
_FENCE = re.compile(r"```|~~~")

_LITERALS: dict[str, JsonValue] = {"true": True, "false": False, "null": None}
_FOREIGN: dict[str, JsonValue] = {
    "True": True, "False": False, "None": None, "undefined": None, "TRUE": True, "FALSE": False, "NULL": None,
    "Null": None, "nil": None, "yes": True, "no": False,
}  # fmt: skip
_WIDE = str.maketrans("｛｝［］：，", "{}[]:,")
_MAY_BE_SKIPPED = frozenset(" \t\n\r\x0b\x0c\x7f/#")
_CLOSE_OF = {"{": "}", "[": "]"}


class _Wants(Enum):
    VALUE = auto()
    KEY = auto()
    COLON = auto()
    COMMA = auto()


class _Frame:
    """An object or list that is still open."""

    __slots__ = ("comma", "items", "key", "members", "opener")

    def __init__(self, opener: str) -> None:
        self.opener = opener
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


def scan(text: str, start: int, limit: int | None = None) -> Scan:
    """Read the one value that begins at `start` (white space before it is skipped); nothing from `limit` on is read."""
    return _Scanner(text, start, len(text) if limit is None else limit).run()


class _Scanner(StringReader):
    def __init__(self, text: str, start: int, limit: int) -> None:
        super().__init__(text, start, limit)
        self.stack: list[_Frame] = []
        self.wants = _Wants.VALUE
        self.root: JsonValue = None
        self.done = False
        self.cut_off = False
        self.abandoned = False
        self.depth = 0
        self.huge = False

    def run(self) -> Scan:
        self._skip_space()
        start = self.at
        while not (self.done or self.abandoned or self.cut_off):
            if self.at >= self.limit:
                self._text_ended()
                continue
            char = self.text[self.at]
            if char in _MAY_BE_SKIPPED or char > "~":
                self._skip_space()
                if self.at >= self.limit:
                    continue
                char = self.text[self.at]
            if char in "`~" and self.stack and _FENCE.match(self.text, self.at):
                self._close_all()
            else:
                self._step(char.translate(_WIDE) if char > "~" else char)
        return Scan(
            start, min(self.at, self.limit), self.root, self.done and not self.faults, tuple(self.faults), tuple(self.notes),
            self.cut_off, self.abandoned, self.depth, self.huge,
        )  # fmt: skip

    # What is wanted decides what a character means.

    def _step(self, char: str) -> None:
        if self.text[self.at] != char:
            self._fault("fullwidth", self.at, self.at + 1, found=self.text[self.at], instead=char)
        wants = self.wants
        if wants is _Wants.VALUE:
            self._value(char)
        elif wants is _Wants.KEY:
            self._key(char)
        elif wants is _Wants.COLON:
            self._colon(char)
        else:
            self._comma(char)

    def _value(self, char: str) -> None:
        if char in "{[":
            self.stack.append(_Frame(char))
            self.depth = max(self.depth, len(self.stack))
            self.wants = _Wants.KEY if char == "{" else _Wants.VALUE
            self.at += 1
        elif char == '"':
            self._took(self._string())
        elif char in "}]":
            self._value_missing(char)
        elif char == ",":
            self._fault("missing_value" if self._in_object else "extra_comma", self.at, self.at + 1)
            self.at += 1
            self._next_item()
        elif char in OTHER_QUOTES:
            self._took(self._other_string(char))
        elif char.isdigit() or char in "+-.":
            self._number()
        else:
            self._word()

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
            start = self.at
            self._took_key(self._string(), start)
        elif char in "}]":
            self._close(char)
        elif char == ",":
            self._fault("extra_comma", self.at, self.at + 1)
            frame.comma = None
            self.at += 1
        elif char in OTHER_QUOTES:
            start = self.at
            self._took_key(self._other_string(char), start)
        elif match := _BARE_KEY.match(self.text, self.at, self.limit):
            self._fault("unquoted_key", self.at, match.end(), found=match.group())
            self.at = match.end()
            self._took_key(match.group(), match.start())
        elif char in "{[" and frame.comma is not None:
            self._fault("missing_key", self.at, self.at + 1)
            frame.key, frame.comma = "", None
            self.wants = _Wants.VALUE
        else:
            self._lost("missing_key")

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
            self._fault("missing_comma", self.at, self.at + 1)
            self.at += 1
            self.wants = _Wants.VALUE
        elif self._in_object and _KEY_FOLLOWS.match(self.text, self.at, self.limit):
            self._fault("missing_comma", self.at, self.at + 1)
            self.wants = _Wants.KEY
        elif not self._in_object and (char in '"{[' or char.isdigit() or _literal_at(self.text, self.at)):
            self._fault("missing_comma", self.at, self.at + 1)
            self.wants = _Wants.VALUE
        else:
            self._lost("missing_comma")

    # Values

    @property
    def _in_object(self) -> bool:
        return bool(self.stack) and self.stack[-1].opener == "{"

    def _next_item(self) -> None:
        self.wants = _Wants.KEY if self._in_object else _Wants.VALUE

    def _took_key(self, key: str, start: int) -> None:
        frame = self.stack[-1]
        if key in frame.members and len(self.notes) < MOST_FAULTS:
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
        if frame.opener == "{":
            frame.members[frame.key] = value
        else:
            frame.items.append(value)
        self.wants = _Wants.COMMA

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
        self._took(frame.value)

    def _close_all(self) -> None:
        """The piece ends here although brackets are open: a fence or a tag ends it."""
        self._fault("missing_bracket", self.at, self.at, instead=_CLOSE_OF[self.stack[-1].opener])
        while self.stack:
            frame = self.stack.pop()
            self._took(frame.value)
        self.done = True

    def _number(self) -> None:
        match = _NUMBER.match(self.text, self.at, self.limit)
        if match:
            self.at = match.end()
            try:
                value = parse_number(match.group())
                self.huge = self.huge or (isinstance(value, Decimal) and match.group().lstrip("-").isdigit())
                self._took(value)
            except NumberOutOfRange:
                self._fault("number_range", match.start(), match.end())
                self._took(0)
            return
        constant = _CONSTANT.match(self.text, self.at, self.limit)
        if constant:
            self._constant(constant)
            return
        like = _NUMBER_LIKE.match(self.text, self.at, self.limit)
        if not like and self.at + 1 >= self.limit:
            self.at = self.limit  # a lone minus sign: the end of the text cut it
            return
        if not like:
            self._bare_text()
            return
        written = like.group()
        digits = written.lstrip("+-")
        if digits[:1] == "0" and digits[1:2].isdigit():
            kind = "leading_zero"
        elif written[0] == "+":
            kind = "plus_sign"
        else:
            kind = "bad_number"
        if kind == "bad_number" and like.end() >= self.limit:
            self.at = self.limit  # "1." or "2e": the end of the text cut it
            return
        if kind == "bad_number" and not re.fullmatch(r"-?\.?[0-9][0-9._]*(?:[eE][+-]?[0-9]*)?|-?0[xXbBoO]\w+", written):
            self._bare_text()  # a date, a version, "12kg"
            return
        self._fault(kind, like.start(), like.end(), found=written)
        self.at = like.end()
        self._took(Decimal(0))

    def _constant(self, match: re.Match[str]) -> None:
        self._fault("nan", match.start(), match.end(), found=match.group())
        self.at = match.end()
        self._took(None)

    def _word(self) -> None:
        match = _WORD.match(self.text, self.at, self.limit)
        if not match:
            self._bare_text()
            return
        word = match.group()
        if match.end() >= self.limit and any(name.startswith(word) for name in _LITERALS if name != word):
            self.at = self.limit  # "tru": the end of the text cut it
            return
        constant = _CONSTANT.match(self.text, self.at, self.limit)
        if constant:
            self._constant(constant)
            return
        if not _ends_value(self.text, match.end(), self.limit):
            self._bare_text()
            return
        if word in _LITERALS:
            self.at = match.end()
            self._took(_LITERALS[word])
        elif word in _FOREIGN:
            self._fault("literal", match.start(), match.end(), found=word)
            self.at = match.end()
            self._took(_FOREIGN[word])
        else:
            self._bare_text()

    def _bare_text(self) -> None:
        """Words without quotation marks where a value is wanted: a value if the structure goes on behind them, else prose."""
        match = _BARE.match(self.text, self.at, self.limit)
        start, end = self.at, match.end() if match else self.at
        if self.stack and end > start and self._structure_goes_on(end):
            written = self.text[start:end].rstrip()
            self._fault("unquoted_value", start, start + len(written), found=written)
            self.at = end
            self._took(written)
        else:
            written = self.text[start:end].rstrip()
            self._lost("unquoted_value" if written else "not_a_value", found=written)

    def _structure_goes_on(self, position: int) -> bool:
        if position >= self.limit:
            return False
        char = self.text[position]
        if char in "}]":
            return True
        if char in ",\n":
            return not self._in_object or bool(
                _KEY_FOLLOWS.match(self.text, position + 1, self.limit) or _AFTER_BREAK.match(self.text, position + 1, self.limit)
            )
        return False

    # Ends

    def _text_ended(self) -> None:
        if self.limit < len(self.text) and self.stack:
            self._close_all()
            return
        if self.limit < len(self.text):
            self.abandoned = True
            return
        self.cut_off = True
        self._fault("cut_off", self.limit, self.limit)

    def _lost(self, kind: str, found: str = "") -> None:
        """Nothing that could be JSON: the piece ends here."""
        if self.text.startswith(('\\"', "\\'"), self.at):
            self._fault("escaped_quote", self.at, self.at + 2)
        else:
            self._fault(kind, self.at, self.at + 1, found)
        self.abandoned = True

    def _skip_space(self) -> None:
        while True:
            match = self._here(_SPACE)
            self.at = match.end()
            if odd := ODD_SPACE.match(self.text, self.at, self.limit):
                if self.stack:
                    self._fault("odd_space", odd.start(), odd.end(), found=f"U+{ord(odd.group()[0]):04X}")
                self.at = odd.end()
            elif self.stack and (comment := _COMMENT.match(self.text, self.at, self.limit)):
                self._fault("comment", comment.start(), comment.end())
                self.at = comment.end()
            else:
                return


def _ends_value(text: str, position: int, limit: int) -> bool:
    match = re.compile(r"\s*+").match(text, position, limit)
    behind = match.end() if match else position
    return (
        behind >= limit
        or text[behind] in ",}]:，｝］/#"
        or "\n" in text[position:behind]
        or text[behind] == '"'
        or _literal_at(text, behind)
    )


def _literal_at(text: str, position: int) -> bool:
    match = _WORD.match(text, position)
    return bool(match) and match is not None and (match.group() in _LITERALS or match.group() in _FOREIGN)
