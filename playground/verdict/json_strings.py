"""Reads the texts inside JSON, sound or broken: what stands between quotation marks of any kind, with its faults."""

import re
from collections.abc import Callable
from json.encoder import encode_basestring_ascii
from typing import TypeAlias, cast

from playground.verdict.json_places import decode_escapes
from playground.verdict.json_slips import AFTER_BREAK
from playground.verdict.violations import Fault, Note, Span
from playground.words.text import Parameter, Value
from playground.words.text import text as words

MOST_FAULTS = 100  # so many are named; the reader goes on to the end of the piece all the same

_SIMPLE = re.compile(r'"([^"\\\x00-\x1f]*+)"(?=[\s,:}\]])')
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*+')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_BAD_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]{0,2}|[0-7]{1,3}|.)?", re.DOTALL)
_LONE = re.compile("[\ud800-\udfff]")
_CLOSING_QUOTE = re.compile(r"\s*+(?:[,}\]:]|$)")
_CLOSING_AFTER_INNER = re.compile(r'"\s*+(?:[,}\]]|$)')
_INNER_QUOTE = re.compile(r" ?[^\W\d]|[.!?;)]")
_FROM_APOSTROPHE = re.compile(r"'(?:[^'\\\n]|\\.)*+", re.DOTALL)
_VALUE_ENDS = re.compile(r'(?:(?!"\s*+:)[^\n]){0,200}?"\s*+(?:[,}\]]|$)')

OTHER_QUOTES = {
    "'": "'", "`": "`", "“": '”“"', "”": '”"', "„": '“”"', "‟": '”"', "«": "»", "‘": "’'", "’": "’'", "＂": "＂", "「": "」", "『": "』",
}  # fmt: skip
_INSIDE = {opener: re.compile(rf"(?:[^{re.escape(closers)}\\\n]|\\.)*+", re.DOTALL) for opener, closers in OTHER_QUOTES.items()}
_NAMED_BY_CODE = frozenset({"control_character", "odd_space"})  # U+000A and the like


# (text, where a string began, where a quotation mark stands in it, limit) -> where the string should have ended before that mark
EndsBefore: TypeAlias = Callable[[str, int, int, int], int | None]


class StringReader:
    """Where the reader stands in the text, and the faults that it has met. `limit` is where it must stop.

    `keeps`: whether values are kept, which are of no use once there is a fault.
    """

    def __init__(self, text: str, start: int, limit: int, *, keeps: bool, most_faults: int) -> None:
        self.most_faults = most_faults
        self.keeps = keeps
        self.text = text
        self.at = start
        self.limit = max(start, limit)
        self.faults: list[Fault] = []
        self.notes: list[Note] = []
        self.ended = False  # inside a string

    def _string(self, ends_before: EndsBefore | None = None) -> str:
        """A string in double quotation marks, from the opening one on."""
        start = self.at
        simple = _SIMPLE.match(self.text, start, self.limit)
        if simple:
            self.at = simple.end()
            value = simple.group(1)
            if not value.isascii():
                self._look_for_lone(value, start)
            return value
        self.at += 1
        parts: list[str] = []
        broken_line = False
        while True:
            match = self._here(_PLAIN)
            parts.append(match.group())
            self.at = match.end()
            if self.at >= self.limit:
                return self._string_ended(start, "".join(parts))
            char = self.text[self.at]
            if char == '"':
                forgotten = None if ends_before is None or self._closes() else ends_before(self.text, start, self.at, self.limit)
                if forgotten is not None:
                    self._fault("missing_quote", forgotten, forgotten)
                    self.at = forgotten
                    return ""
                if self.at > start + 1 and self._inner_quote():
                    parts.append(char)
                    self.at += 1
                    continue
                self.at += 1
                value = decode_escapes("".join(parts))
                self._look_for_lone(value, start)
                return value
            if char == "\\":
                parts.append(self._escape())
            elif char == "\n" and not broken_line and AFTER_BREAK.match(self.text, self.at + 1, self.limit):
                self._fault("missing_quote", self.at, self.at)
                return decode_escapes("".join(parts))
            else:
                broken_line = broken_line or char == "\n"
                self._fault("control_character", self.at, self.at + 1, found=f"U+{ord(char):04X}")
                parts.append(char)
                self.at += 1

    def _escape(self) -> str:
        match = _ESCAPE.match(self.text, self.at, self.limit)
        if match:
            self.at = match.end()
            return match.group()
        bad = self._here(_BAD_ESCAPE)
        if bad.end() < self.limit:
            self._fault("bad_escape", bad.start(), bad.end(), found=bad.group())
        self.at = bad.end()
        return bad.group().replace("\\", "\\\\")

    def _inner_quote(self) -> bool:
        """Whether this quotation mark is part of the text although nobody escaped it: `"he said "yes" to me"`."""
        behind = self.at + 1
        if self._closes():
            return False
        if _CLOSING_AFTER_INNER.match(self.text, behind, self.limit):
            self._fault("unescaped_quote", self.at, self.at + 1)
            return True
        if not _INNER_QUOTE.match(self.text, behind, self.limit):
            return False
        if not self._has_quote_on_line(behind):
            return False
        self._fault("unescaped_quote", self.at, self.at + 1)
        return True

    def _closes(self) -> bool:
        """Whether what follows the quotation mark at hand is what follows a string."""
        behind = self.at + 1
        return behind >= self.limit or _CLOSING_QUOTE.match(self.text, behind, self.limit) is not None

    def _has_quote_on_line(self, position: int) -> bool:
        """Another quotation mark on this line ends a value, so the one before it was meant as text."""
        return bool(_VALUE_ENDS.match(self.text, position, self.limit))

    def _other_string(self, opener: str) -> str:
        """A string in any other quotation marks, such as 'a' or “a”."""
        start = self.at
        closers = OTHER_QUOTES[opener]
        kind = "single_quotes" if opener in "'`" else "smart_quotes"
        self.at += 1
        match = self._here(_INSIDE[opener])
        parts, self.at = [match.group()], match.end()
        while closers == "'" and self._is_apostrophe():
            more = self._here(_FROM_APOSTROPHE)
            parts.append(more.group())
            self.at = more.end()
        inner = "".join(parts)
        if self.at >= self.limit:
            return self._string_ended(start, inner)
        if self.text[self.at] in closers:
            self.at += 1
            self._fault(kind, start, self.at, found=self.text[start : start + 1])
        else:
            self._fault("missing_quote", self.at, self.at)
        return decode_escapes(inner.replace("\\'", "'"))

    def _is_apostrophe(self) -> bool:
        """Whether the mark at hand stands between two letters, as in 'it's'."""
        if self.at + 1 >= self.limit or self.text[self.at] != "'":
            return False
        return self.text[self.at - 1].isalpha() and self.text[self.at + 1].isalpha()

    def _look_for_lone(self, value: str, start: int) -> None:
        if _LONE.search(value) and len(self.notes) < MOST_FAULTS:
            self.notes.append(Note("lone_surrogate", words("verdict.note.lone_surrogate"), Span(start, self.at)))

    def _string_ended(self, start: int, inner: str) -> str:
        """The text ended inside a string; what it was to be is not known, so nothing is taken any more."""
        if self.limit < len(self.text):
            self._fault("missing_quote", start, start + 1)
        self.ended = True
        return inner

    def _fault(self, kind: str, start: int, end: int, found: str = "", instead: str = "") -> None:
        self.keeps = False
        if len(self.faults) < self.most_faults:
            said: dict[str, Parameter] = {}
            if found:
                said["found"] = found if kind in _NAMED_BY_CODE else Value(encode_basestring_ascii(found))
            if instead:
                said["instead"] = instead
            message = words(f"verdict.fault.{kind}", **said)
            self.faults.append(Fault(kind, message, Span(start, min(end, len(self.text)))))

    def _here(self, pattern: re.Pattern[str]) -> re.Match[str]:
        """The match of a pattern that always matches where we stand."""
        return cast("re.Match[str]", pattern.match(self.text, self.at, self.limit))

    def _end_of(self, pattern: re.Pattern[str]) -> int:
        """Where the match of such a pattern ends."""
        return self._here(pattern).end()
