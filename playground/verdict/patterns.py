"""`pattern` in the ECMA-262 dialect: each one is put into the engine's dialect, or said to be wrong.

The engine (a linear automaton, and a backtracking one with a limit on its steps for look-around and back-references) takes most
of ECMA-262 as it is. What it writes differently is rewritten here.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

import jsonschema_rs

_BACKTRACK_LIMIT = 100_000  # steps of one pattern on one text; work, not seconds, so that a verdict is the same everywhere
PATTERN_OPTIONS = jsonschema_rs.FancyRegexOptions(backtrack_limit=_BACKTRACK_LIMIT)

_PAIR = r"\\u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
_TOKEN = re.compile(
    r"\\k<(?P<name>[^>]*)>|" + _PAIR + r"|\\u\{[0-9a-fA-F]+\}|\\[pP]\{[^}]*\}|\\c[A-Za-z]|(?P<zero>\\0(?![0-9]))|(?P<border>\\[bB])"
    r"|(?P<foreign>\\[AzZ<>]|\\x\{|\\[pP]|\(\?(?!:|=|!|<=|<!|<[^=!>]|[ims]*(?:-[ims]+)?:))|\\[\s\S]"
    r"|(?P<any>\[\^\])|(?P<none>\[\])|(?P<open>\[\^?)|(?P<group>\(\?<(?P<group_name>[^=!>][^>]*)>)|(?P<capture>\((?!\?))"
    r"|(?P<count>[*+?]|\{[0-9]+(?:,[0-9]*)?\})|(?P<brace>[{}])|[\s\S]"
)
_CLASS_TOKEN = re.compile(_PAIR + r"|(?P<zero>\\0(?![0-9]))|(?P<backspace>\\b)|\\[\s\S]")
_WORD = "[0-9A-Za-z_]"  # also beside letters of other scripts, which the engine would count as well
_BORDERS = {
    "\\b": f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))",
    "\\B": f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))",
}
_CLASS_RANGE = re.compile(r"(\\[dDwWsS])-|-(?=\\[dDwWsS])")
_ESCAPE_OR_CLASS = re.compile(r"(\\[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]")
_COUNT = re.compile(r"\{(?P<low>[0-9]{1,9})(?:,(?P<high>[0-9]{0,9}))?\}")
_IN_CLASS = re.compile(r"\\[\s\S]|[^\]\\]")


@lru_cache(maxsize=512)
def engine_pattern(pattern: str) -> str | None:
    """The same pattern in the engine's dialect; None where it is no regular expression of ECMA-262."""
    rewritten = _rewrite(pattern)
    if rewritten is None:
        return None
    for attempt in dict.fromkeys((rewritten, pattern)):
        if _compiles(attempt):
            return attempt
    return None


def is_too_large(pattern: str) -> bool:
    """Whether a pattern that the engine refuses would be one with smaller counts: it is sound, but has too many steps."""
    return engine_pattern(_COUNT.sub(_with_small_counts, pattern)) is not None


def _with_small_counts(count: re.Match[str]) -> str:
    low, high = int(count["low"]), count["high"]
    return "{1}" if not high or low <= int(high) else count.group()


def _compiles(pattern: str) -> bool:
    try:
        jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=PATTERN_OPTIONS, offline=True)
    except (ValueError, UnicodeEncodeError):
        return False
    return True


def _rewrite(pattern: str) -> str | None:
    """What ECMA-262 allows and the engine writes differently: named back-references, `[^]`, `[]`, `\\0`, `[\\w-.]`, `\\b`, a lone
    brace, surrogates.

    None for what only other dialects have: atomic groups, possessive counts, comments, their own names of groups, anchors and classes.
    """
    names: list[str | None] = []
    parts: list[str] = []
    position = 0
    counted = ""  # the count before, which only a "?" may follow
    classless = _ESCAPE_OR_CLASS.sub(lambda found: found.group() if found[1] else "", pattern)
    groups = [match.group("group_name") for match in _TOKEN.finditer(classless) if match["group"] or match["capture"]]
    names.extend(groups)
    while position < len(pattern):
        match = _TOKEN.match(pattern, position)
        if match is None:  # pragma: no cover - the pattern ends with "any character"
            break
        position = match.end()
        if match["foreign"] or (match["count"] == "+" and counted):
            return None
        counted = "" if counted and match["count"] == "?" else match["count"] or ""
        if match["open"]:
            inner_end = position
            while inner := _IN_CLASS.match(pattern, inner_end):
                inner_end = inner.end()
            inside = _CLASS_TOKEN.sub(_in_class, pattern[position:inner_end])
            parts.append(match["open"] + _CLASS_RANGE.sub(lambda found: (found[1] or "") + "\\-", inside))
            position = inner_end
        else:
            parts.append(_token(match, names))
    return "".join(parts)


def _token(match: re.Match[str], names: Sequence[str | None]) -> str:
    """One token outside of a class, in the engine's dialect."""
    if match["name"] is not None and match["name"] in names:
        return f"(?:\\{names.index(match['name']) + 1})"
    if match["high"]:
        return _code_point(match)
    if match["border"]:
        return _BORDERS[match["border"]]
    if match["brace"]:
        return "\\" + match["brace"]
    return "\\x00" if match["zero"] else "[\\s\\S]" if match["any"] else "(?!)" if match["none"] else match.group()


def _in_class(match: re.Match[str]) -> str:
    if match["high"]:
        return _code_point(match)
    return "\\x00" if match["zero"] else "\\x08" if match["backspace"] else match.group()


def _code_point(pair: re.Match[str]) -> str:
    """Two surrogates as the one character that they stand for."""
    return f"\\u{{{0x10000 + ((int(pair['high'], 16) - 0xD800) << 10) + int(pair['low'], 16) - 0xDC00:X}}}"
