"""Fixes small syntax faults in text that was meant as JSON, and names each change. What json_repair makes of the text is only taken
over where it differs: everything else stays as it was written, numbers to the last digit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from playground.verdict.json_text import read, write
from playground.verdict.lenient_tokens import Token, TokenKind, lenient_tokens
from playground.verdict.spans import Span
from playground.verdict.violations import Risk, SyntaxChange
from playground.words.text import Value
from playground.words.text import text as words

LARGEST = 100_000  # characters; json_repair takes its time on more
DEEPEST = 100  # brackets open at once; json_repair's time grows with the square of them
_AHEAD = 40  # tokens that are looked at to find where both texts agree again
_AGREED = 3  # tokens in a row that must agree then
_COMMA = ("mark", ",")
_CLOSERS = (("mark", "]"), ("mark", "}"))
_BRACKET = re.compile(r"[\[\]{}]")
_ODD_ESCAPE = re.compile(r'(?<!\\)(?:\\\\)*\\[^"\\/bfnrtu]')
_SHOWN = 60  # characters of a change that a sentence quotes


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text in strict JSON, and what was changed for it, in the order of the text."""

    text: str
    changes: tuple[SyntaxChange, ...]


def fix_small_faults(reply: str, piece: Span) -> Fixed | None:
    """The broken piece of a reply in strict JSON; None where no sound text comes of it. The changes' spans count in the reply.

    Whether the piece breaks off before its end is for the caller to know: such a piece would be completed here.
    """
    broken = reply[piece.start : piece.end]
    if len(broken) > LARGEST or _is_deep(broken):
        return None
    import json_repair  # noqa: PLC0415 - its import takes longer than a frame, and few replies need it

    try:
        repaired = json_repair.repair_json(broken, ensure_ascii=False, skip_json_loads=True)
    except (RecursionError, ValueError, TypeError, LookupError):  # a library that guesses may stumble over anything
        return None
    changes = tuple(_find_changes(reply, piece, repaired))
    parts: list[str] = []
    at = piece.start
    for change in changes:
        parts += [reply[at : change.span.start], change.after]
        at = change.span.end
    text = "".join((*parts, reply[at : piece.end]))
    told = [token.meaning for token in lenient_tokens(text)] == [token.meaning for token in lenient_tokens(repaired)]
    return Fixed(text, changes) if changes and told and read(text).answer is not None else None


def _is_deep(broken: str) -> bool:
    steps = (1 if mark in "[{" else -1 for mark in _BRACKET.findall(broken))
    return any(depth > DEEPEST for depth in accumulate(steps))


def _find_changes(reply: str, piece: Span, repaired: str) -> Iterator[SyntaxChange]:
    """Walks both texts token by token; where they differ, up to the place where they agree again."""
    all_old = list(lenient_tokens(reply, piece.start, piece.end))
    comments = [token for token in all_old if token.kind is TokenKind.COMMENT]
    tokens = [token for token in all_old if token.kind is not TokenKind.COMMENT]
    trailing = [token for token, behind in pairwise(tokens) if token.meaning == _COMMA and behind.meaning in _CLOSERS]
    changes = [_left_out(reply, token.span, "comment", Risk.LOW) for token in comments]
    changes += [_left_out(reply, token.span, "comma", Risk.LOW) for token in trailing]
    known = {token.span.start for token in trailing}
    old = [token for token in tokens if token.span.start not in known]
    new = list(lenient_tokens(repaired))
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i].meaning == new[j].meaning:
            if not old[i].is_strict:
                changes.append(_rewritten(reply, old[i], repaired, new[j]))
            i, j = i + 1, j + 1
            continue
        gone, come = _agree_again(old, new, i, j)
        place = old[i - 1].span.end if i else piece.start
        changes += _differing(reply, old[i : i + gone], place, repaired, new[j : j + come])
        i, j = i + gone, j + come
    return _in_order(changes)


def _agree_again(old: Sequence[Token], new: Sequence[Token], i: int, j: int) -> tuple[int, int]:
    """How many tokens of each text to pass over, as few as possible; all that is left where they never agree again."""
    if _is_forgotten_comma(old, new, i, j):
        return 0, 1
    for passed in range(1, 2 * _AHEAD):
        for gone in range(max(0, passed - _AHEAD), min(passed, _AHEAD) + 1):
            come = passed - gone
            if i + gone <= len(old) and j + come <= len(new) and _agree(old, new, i + gone, j + come):
                return gone, come
    return len(old) - i, len(new) - j


def _is_forgotten_comma(old: Sequence[Token], new: Sequence[Token], i: int, j: int) -> bool:
    return i < len(old) and j + 1 < len(new) and new[j].meaning == _COMMA and old[i].meaning == new[j + 1].meaning


def _agree(old: Sequence[Token], new: Sequence[Token], i: int, j: int) -> bool:
    ahead = range(_AGREED)
    left = [old[i + n].meaning if i + n < len(old) else None for n in ahead]
    return left == [new[j + n].meaning if j + n < len(new) else None for n in ahead]


def _rewritten(reply: str, token: Token, repaired: str, new: Token) -> SyntaxChange:
    """The same, written as JSON wants it."""
    before = reply[token.span.start : token.span.end]
    risk = Risk.LOW
    match token.kind:
        case TokenKind.STRING if before[0] == '"':
            kind = "escaped"
            risk = Risk.HIGH if _ODD_ESCAPE.search(before) else Risk.LOW
        case TokenKind.STRING:
            kind = "quotes"
        case TokenKind.MARK:
            kind = "mark"
        case TokenKind.WORD if new.kind is TokenKind.STRING:
            kind = "quoted"
            risk = Risk.LOW if _is_key(repaired, new) else Risk.HIGH
        case _:
            kind = "literal"
    return _change(token.span, before, repaired[new.span.start : new.span.end], kind, risk)


def _differing(reply: str, old: Sequence[Token], place: int, repaired: str, new: Sequence[Token]) -> Iterator[SyntaxChange]:
    """What was left out, put in or replaced. `place` is where something new goes that replaces nothing."""
    after = repaired[new[0].span.start : new[-1].span.end] if new else ""
    if old and new:
        span = Span(old[0].span.start, old[-1].span.end)
        before = reply[span.start : span.end]
        is_text = len(new) == 1 and new[0].kind is TokenKind.STRING and new[0].meaning[1] == before
        yield _change(span, before, after, "quoted" if is_text else "replaced", Risk.HIGH)
    elif new:
        comma = after == ","
        closes = not after.strip("]}")
        kind = "comma_added" if comma else "bracket_added" if closes else "added"
        yield _change(Span(place, place), "", after, kind, Risk.LOW if comma else Risk.HIGH)
    else:
        yield _left_out(reply, Span(old[0].span.start, old[-1].span.end), "text", Risk.HIGH)


def _is_key(repaired: str, token: Token) -> bool:
    return repaired[token.span.end :].lstrip().startswith(":")


def _left_out(reply: str, span: Span, what: str, risk: Risk) -> SyntaxChange:
    return _change(span, reply[span.start : span.end], "", f"{what}_left_out", risk)


def _change(span: Span, before: str, after: str, kind: str, risk: Risk) -> SyntaxChange:
    message = words(f"verdict.change.{kind}", before=_shown(before), after=_shown(after))
    return SyntaxChange(span, before, after, risk, message)


def _shown(written: str) -> Value:
    """What was written as a text of its own, so that its own quotation marks are seen."""
    return Value(write(written if len(written) <= _SHOWN else written[:_SHOWN] + "…"))


def _in_order(changes: Sequence[SyntaxChange]) -> Iterator[SyntaxChange]:
    """In the order of the text; what stands inside something that was replaced as a whole is no change of its own."""
    end = -1
    for change in sorted(changes, key=lambda change: (change.span.start, -change.span.end)):
        if change.span.start >= end:
            yield change
            end = max(end, change.span.end)
