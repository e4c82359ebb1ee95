"""The tokens of text that was meant as JSON, however it was written, so that two writings of the same can be told apart from two
different things."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from playground.verdict.spans import Span


class TokenKind(Enum):
    """What a token is."""

    COMMENT = "comment"
    MARK = "mark"  # one of {}[],:
    STRING = "string"
    NUMBER = "number"
    WORD = "word"  # without quotation marks: a literal, or a text that lacks them


@dataclass(frozen=True, slots=True)
class Token:
    """One token. Two tokens of equal `meaning` say the same; `is_strict` is whether JSON allows it as it is written."""

    kind: TokenKind
    span: Span
    meaning: tuple[str, str | float]
    is_strict: bool


_QUOTED = {'"': '"', "'": "'", "`": "`", "‘": "’", "“": "”", "„": "”", "«": "»", "「": "」", "＂": "＂"}
_MARKS = {"｛": "{", "｝": "}", "［": "[", "］": "]", "，": ",", "、": ",", "：": ":"} | {mark: mark for mark in "{}[],:"}
_LITERALS = {"True": "true", "False": "false", "None": "null", "TRUE": "true", "FALSE": "false", "NULL": "null"}
_STRICT_LITERALS = frozenset({"true", "false", "null"})
_STRICT_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_STRICT_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_COMMENT = r"(?<![:\w])//[^\n]*+|/\*(?:[^*]|\*(?!/))*(?:\*/)?|\#[^\n]*+"
_STRINGS = {opened: re.compile(rf"{opened}(?:[^{closed}\\]|\\.)*{closed}", re.DOTALL) for opened, closed in _QUOTED.items()}
_PLAIN = re.escape("".join(_MARKS) + "".join(_QUOTED) + "".join(_QUOTED.values()))
_TOKEN = re.compile(
    rf"(?P<comment>{_COMMENT})|(?P<mark>[{re.escape(''.join(_MARKS))}])"
    rf"|(?P<number>[-+]?[0-9.][\w.+-]*+)|(?P<word>[^\s{_PLAIN}]++|\S)",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "/": "/", "'": "'"}
_BLANKS = "\ufeff\u200b\u00a0"


def lenient_tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The tokens of `text` from `start` to `end`, in order; blanks are left out. Never raises."""
    end = len(text) if end is None else end
    closable = dict(_STRINGS)
    while match := _TOKEN.search(text, start, end):
        kind = TokenKind(match.lastgroup)
        if pattern := closable.get(match[0]):
            if string := pattern.match(text, match.start(), end):
                kind, match = TokenKind.STRING, string
            else:
                del closable[match[0]]  # where one is not closed, none of its sort is further on: the work stays linear
        start, written = match.end(), match[0]
        if written not in _BLANKS:
            yield Token(kind, Span(match.start(), start), _meaning(kind, written), _is_strict(kind, written))


def _meaning(kind: TokenKind, written: str) -> tuple[str, str | float]:
    match kind:
        case TokenKind.MARK:
            return "mark", _MARKS[written]
        case TokenKind.STRING:
            return "text", _ESCAPE.sub(_unescape, written[1:-1])
        case TokenKind.WORD if written in _STRICT_LITERALS or written in _LITERALS:
            return "literal", _LITERALS.get(written, written)
        case TokenKind.WORD if written == "Infinity":
            return "number", float("inf")  # how a number that is too large for a float comes back
        case TokenKind.WORD:
            return "text", written
        case TokenKind.NUMBER if _STRICT_NUMBER.fullmatch(written):
            return "number", float(written)
    return kind.value, written


def _is_strict(kind: TokenKind, written: str) -> bool:
    match kind:
        case TokenKind.MARK:
            return _MARKS[written] == written
        case TokenKind.STRING:
            return _STRICT_STRING.fullmatch(written) is not None
        case TokenKind.NUMBER:
            return _STRICT_NUMBER.fullmatch(written) is not None
        case TokenKind.WORD:
            return written in _STRICT_LITERALS
    return False


def _unescape(match: re.Match[str]) -> str:
    code, letter = match.groups()
    return chr(int(code, 16)) if code else _ESCAPED.get(letter, match[0])
