"""Recognises slips of the pen in what was meant as JSON: texts and keys without one or both of their quotation marks, and the like."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_BARE = re.compile(r"[^,:{}\[\]\"\n]*+")
_BARE_UP_TO_QUOTE = re.compile(r"[^:{}\[\]\"'\n]++\"(?=\s*+[,}\]])")
_BARE_KEY = re.compile(r"[^\s,:：{}\[\]\"']++(?:[ \t]++[^\s,:：{}\[\]\"']++)*+(?=\s*+[:：])")
_BARE_KEY_UP_TO_QUOTE = re.compile(r"[\w$.-][\w$ .-]*+\"(?=\s*+[:：])")
_KEY_FOLLOWS = re.compile(r"\s*+(?:\"[^\"\n]*+\"|'[^'\n]*+'|[\w$-]++)\s*+[:：]")
_ELLIPSIS = re.compile(r"(?:\.{3}|…)")
_COMMA_BEFORE = re.compile(r",[ \t]*+\Z")
_KEY_AT_QUOTE = re.compile(r"\"[\w$ .-]{1,100}+\"[ \t]*+:")
_KEY_BEFORE_COLON = re.compile(r"\"[\w$ .-]{1,100}?(?=\s*+:)")
_BEHIND_NUMBER = re.compile(r"(?:%|°|[^\W\d])[^,:{}\[\]\"'\n]{0,60}+(?=[ \t]*+[,}\]\n])")
_DIGITS_BEFORE = re.compile(r"(?<![\w.,])-?[0-9]{1,3}\Z")
_THOUSANDS = re.compile(r"-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?=\s*+[,}\]])")
_CLOSES = re.compile(r"\s*+[,}\]]")
_CLOSERS = re.compile(r"[\s}\]]++\Z")
_MOST_CLOSERS = 50
AFTER_BREAK = re.compile(r"\s*+(?:\"[^\"\n]*+\"\s*+:|[}\]])")  # the line break before it ends a text whose closing mark is missing


@dataclass(frozen=True, slots=True)
class Bare:
    """A key or value that lacks quotation marks: `written`, up to `end`. `fault` names what is wrong with it."""

    end: int
    written: str
    fault: str


def key_follows(text: str, position: int, limit: int) -> bool:
    """Whether a key stands here, with its colon."""
    return _KEY_FOLLOWS.match(text, position, limit) is not None


def bare_value(text: str, start: int, limit: int, *, in_object: bool) -> Bare | None:
    """Words without quotation marks where a value is wanted, if the structure goes on behind them; None where they are prose."""
    ellipsis = ellipsis_at(text, start, limit)
    if ellipsis:
        return ellipsis
    end = _end(_BARE, text, start, limit)
    if end > start and _structure_goes_on(text, end, limit, in_object=in_object):
        words = text[start:end].rstrip() or text[start:end]  # control characters alone, some of which Python takes for white space
        return Bare(end, words, "unquoted_value")
    quoted = _BARE_UP_TO_QUOTE.match(text, start, limit)
    return Bare(quoted.end(), quoted.group()[:-1], "missing_opening_quote") if quoted else None


def bare_words(text: str, start: int, limit: int) -> str:
    """The words that stand here, up to the next mark of JSON or the end of the line."""
    return text[start : _end(_BARE, text, start, limit)].rstrip()


def ellipsis_at(text: str, start: int, limit: int) -> Bare | None:
    """Three points in place of what was left out."""
    match = _ELLIPSIS.match(text, start, limit)
    return Bare(match.end(), match.group(), "ellipsis") if match else None


def bare_key(text: str, start: int, limit: int) -> Bare | None:
    """A key that lacks its quotation marks, or the opening one."""
    match = _BARE_KEY.match(text, start, limit)
    if match:
        return Bare(match.end(), match.group(), "unquoted_key")
    quoted = _BARE_KEY_UP_TO_QUOTE.match(text, start, limit)
    return Bare(quoted.end(), quoted.group()[:-1], "missing_opening_quote") if quoted else None


def comma_before_key(text: str, start: int, quote: int, limit: int) -> int | None:
    """The comma at which the text that began at `start` should have ended, where the mark at `quote` opens the next key."""
    comma = _COMMA_BEFORE.search(text, max(start + 1, quote - 20), quote)
    return comma.start() if comma and _KEY_AT_QUOTE.match(text, quote, limit) else None


def colon_in_key(text: str, start: int, end: int) -> int | None:
    """The colon at which the key that began at `start` should have ended; what it ended at (`end`) is the mark of something else."""
    match = _KEY_BEFORE_COLON.match(text, start, end)
    return match.end() if match else None


def closers_at_end(text: str, start: int, limit: int, openers: Sequence[str]) -> int | None:
    """Where the brackets stand that close all of `openers` at the very end of the text, and with it a text that began at `start`
    and was not closed; None where the text seems to break off."""
    if len(openers) > _MOST_CLOSERS or "\n" in text[start:limit].rstrip("}] \t\r\n"):
        return None
    tail = _CLOSERS.search(text, max(start + 1, limit - 4 * _MOST_CLOSERS), limit)
    wanted = ["}" if opener == "{" else "]" for opener in reversed(openers)]
    if tail is None or "".join(tail.group().split()) != "".join(wanted):
        return None
    return None if re.search(r"[{\[]", text[start : tail.start()]) else tail.start()


def words_behind_number(text: str, start: int, position: int, limit: int) -> Bare | None:
    """A number with a unit or the like behind it (12 %, 3 apples), which together were meant as a text."""
    match = _BEHIND_NUMBER.match(text, position, limit) if text[start].isdigit() or text[start] == "-" else None
    return Bare(match.end(), text[start : match.end()], "unquoted_value") if match else None


def number_with_commas(text: str, comma: int, limit: int) -> Bare | None:
    """A number with commas between its thousands, of which the first is at `comma`."""
    before = _DIGITS_BEFORE.search(text, max(0, comma - 6), comma)
    match = _THOUSANDS.match(text, before.start(), limit) if before else None
    return Bare(match.end(), match.group(), "bad_number") if match else None


def end_of_triple_quotes(text: str, start: int, limit: int) -> int:
    """Where a text between three quotation marks on each side ends; 0 where there is none."""
    if not text.startswith('"""', start):
        return 0
    closed = text.find('"""', start + 3, limit)
    return closed + 3 if closed >= 0 and _CLOSES.match(text, closed + 3, limit) else 0


def _structure_goes_on(text: str, position: int, limit: int, *, in_object: bool) -> bool:
    if position >= limit:
        return False
    char = text[position]
    if char in "}]":
        return True
    if char not in ",\n":
        return False
    return not in_object or key_follows(text, position + 1, limit) or AFTER_BREAK.match(text, position + 1, limit) is not None


def _end(pattern: re.Pattern[str], text: str, start: int, limit: int) -> int:
    match = pattern.match(text, start, limit)
    return match.end() if match else start
