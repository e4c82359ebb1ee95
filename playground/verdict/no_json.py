"""What a reply without any JSON is instead: a refusal, another format, or prose."""

import re
from collections.abc import Sequence

from playground.verdict.refusals import reads_like_refusal
from playground.verdict.violations import Fault, Span
from playground.words.text import text as words

_LOOKED_AT = 4000  # the beginning tells enough
_FENCE = re.compile(
    r"^[ \t>]*+(?P<mark>```|~~~)[`~]*+[ \t]*+(?P<info>\w*+)[^\n]*+\n(?P<inside>.*?)(?:^[ \t>]*+(?P=mark)|\Z)",
    re.MULTILINE | re.DOTALL,
)
_NOTHING_IN_FENCE = re.compile(r"(?:```+|~~~+)\w*\s*(?:```+|~~~+)?")
_XML = re.compile(
    r"<(?:\?xml|!DOCTYPE|[a-zA-Z][\w.:-]*(?:\s[^<>]*)?/?>)[\s\S]*</?[\w.:-]+[^<>]*>\s*\Z|<(?:\?xml\b|!DOCTYPE\b)|<[a-zA-Z][\w.:-]*(?:\s[^<>]*)?/>\s*\Z"
)
_ELEMENT = re.compile(r"^[ \t]*+<([a-zA-Z][\w.:-]*+)(?:\s[^<>]*)?>[\s\S]*?</\1>", re.MULTILINE)
_TABLE = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$|^[ \t]*\|\s*:?-+:?\s*\|[ \t]*$", re.MULTILINE)
_ROWS = re.compile(r"(?:^[ \t]*\|[^\n]*\|[ \t]*(?:\n|\Z)){2,}", re.MULTILINE)
_KEY = r"(?:[\w.-]+(?: [\w.-]+){0,2}|\"[^\"\n]{1,60}\"|'[^'\n]{1,60}')"
_PAIR = re.compile(rf"\s*(?:- +)*{_KEY}:(?:\s+(?P<value>\S.*)|\s*)$")
_ITEM = re.compile(r"\s*- +(?P<value>\S.*)$")
_OTHER_LINE = re.compile(r"\s*(?:---|\.\.\.|#.*|)\s*$")
_BLOCK_TEXT = re.compile(r"[|>][+-]?\d?$")
_SENTENCE = re.compile(r".*[.!?。][\"')]?$|\S+(?:\s+\S+){7,}$")
_YAML_FENCES = frozenset({"yaml", "yml"})
_ANY_FENCES = frozenset({"", "json", "text", "txt", "plaintext"})
_XML_FENCES = frozenset({"xml", "html", "xhtml", "svg"})


def reason_for_no_json(reply: str, rest: Sequence[Span]) -> Fault:
    """Why there is no JSON in a reply; `rest` are its parts beside reasoning and what templates leave over, at least one."""
    live = "".join(reply[part.start : part.end] for part in rest)
    kind = _kind_of(live[:_LOOKED_AT])
    return Fault(kind, words(f"verdict.fault.{kind}"), Span(rest[0].start, rest[-1].end))


def _kind_of(live: str) -> str:
    if reads_like_refusal(live):
        return "refusal"
    if _TABLE.search(live) or _ROWS.search(live):
        return "markdown_table"
    for fence in _FENCE.finditer(live):
        inside, info = fence["inside"].strip(), fence["info"].lower()
        if info in _XML_FENCES or _XML.match(inside):
            return "xml"
        if info in _YAML_FENCES or (info in _ANY_FENCES and _is_yaml(inside)):
            return "yaml"
    bare = live.strip()
    if _NOTHING_IN_FENCE.fullmatch(bare):
        return "empty"
    if _XML.match(bare) or _ELEMENT.search(bare):
        return "xml"
    blocks = re.split(r"\n[ \t]*\n", bare)
    return "yaml" if _is_yaml(bare) or any(block.count("\n") and _is_yaml(block) for block in blocks[:20]) else "prose"


def _is_yaml(block: str) -> bool:
    """Whether these lines are keys with values, or a list of short items, and nothing else."""
    lines = block.split("\n")
    pairs = items = sentences = spaced = 0
    in_text = False  # of several lines, behind "key: |"
    for line in lines:
        if in_text and (not line.strip() or line.startswith((" ", "\t"))):
            continue
        match = _PAIR.match(line) or _ITEM.match(line)
        if match is None:
            if not _OTHER_LINE.match(line):
                return False
            continue
        value = (match["value"] or "").strip()
        in_text = match.re is _PAIR and bool(_BLOCK_TEXT.match(value))
        sentences += bool(_SENTENCE.match(value))
        spaced += match.re is _PAIR and " " in line.split(":")[0].strip(" -")
        pairs += match.re is _PAIR
        items += match.re is _ITEM
    if pairs + items == 1:
        return pairs == 1 and not sentences
    return pairs > spaced or (items > 1 and not sentences)
