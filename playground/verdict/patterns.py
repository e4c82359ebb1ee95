"""`pattern` in the ECMA-262 dialect: each one is put into the engine's dialect, or said to be wrong.

The engine (a linear automaton, and a backtracking one with a limit on its steps for look-around and back-references) takes most
of ECMA-262 as it is. What it writes differently is rewritten here.
"""

import re
from functools import lru_cache

import jsonschema_rs

_BACKTRACK_LIMIT = 100_000  # steps of one pattern on one text; work, not seconds, so that a verdict is the same everywhere
PATTERN_OPTIONS = jsonschema_rs.FancyRegexOptions(backtrack_limit=_BACKTRACK_LIMIT)

_TOKEN = re.compile(
    r"\\k<(?P<name>[^>]*)>|\\u\{[0-9a-fA-F]+\}|\\[pP]\{[^}]*\}|\\c[A-Za-z]|(?P<zero>\\0(?![0-9]))|\\[\s\S]"
    r"|(?P<any>\[\^\])|(?P<none>\[\])|(?P<open>\[\^?)|(?P<group>\(\?<(?P<group_name>[^=!>][^>]*)>)|(?P<capture>\((?!\?))"
    r"|(?P<foreign>\(\?(?!:|=|!|<=|<!|[ims]*(?:-[ims]+)?:))|(?P<count>[*+?]|\{[0-9]+(?:,[0-9]*)?\})|[\s\S]"
)
_CLASS_RANGE = re.compile(r"(\\[dDwWsS])-|-(?=\\[dDwWsS])")
_IN_CLASS = re.compile(r"\\[\s\S]|[^\]\\]")


@lru_cache(maxsize=512)
def engine_pattern(pattern: str) -> str | None:
    """The same pattern in the engine's dialect; None where it is no regular expression of ECMA-262."""
    rewritten = _rewrite(pattern)
    if rewritten is None:
        return None
    for attempt in dict.fromkeys((pattern, rewritten)):
        if _compiles(attempt):
            return attempt
    return None


def _compiles(pattern: str) -> bool:
    try:
        jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=PATTERN_OPTIONS, offline=True)
    except (ValueError, UnicodeEncodeError):
        return False
    return True


def _rewrite(pattern: str) -> str | None:
    """What ECMA-262 allows and the engine writes differently: named back-references, `[^]`, `[]`, `\\0`, `[\\w-.]`.

    None for what only other dialects have: atomic groups, possessive counts, comments, their own names of groups.
    """
    names: list[str | None] = []
    parts: list[str] = []
    position = 0
    counted = ""  # the count before, which only a "?" may follow
    groups = [match.group("group_name") for match in _TOKEN.finditer(pattern) if match["group"] or match["capture"]]
    names.extend(groups)
    while position < len(pattern):
        match = _TOKEN.match(pattern, position)
        if match is None:  # pragma: no cover - the pattern ends with "any character"
            break
        position = match.end()
        if match["foreign"] or (match["count"] == "+" and counted):
            return None
        counted = "" if counted and match["count"] == "?" else match["count"] or ""
        if match["name"] is not None and match["name"] in names:
            parts.append(f"(?:\\{names.index(match['name']) + 1})")
        elif match["zero"]:
            parts.append("\\x00")
        elif match["any"]:
            parts.append("[\\s\\S]")
        elif match["none"]:
            parts.append("(?!)")
        elif match["open"]:
            inner_end = position
            while inner := _IN_CLASS.match(pattern, inner_end):
                inner_end = inner.end()
            inside = pattern[position:inner_end]
            parts.append(match["open"] + _CLASS_RANGE.sub(lambda found: (found[1] or "") + "\\-", inside).replace("\\0", "\\x00"))
            position = inner_end
        else:
            parts.append(match.group())
    return "".join(parts)
