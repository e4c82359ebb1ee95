"""What a reply without any JSON is instead: nothing, reasoning alone, a refusal, another format, or prose."""

import re
from collections.abc import Sequence

from playground.verdict.violations import Fault, Span
from playground.words.text import text as words

_LOOKED_AT = 4000  # the beginning tells enough
_REFUSAL = re.compile(
    r"\bI(?:['’]m| am) (?:very |so |really )?sorry\b|\bI (?:cannot|can['’]t|can not|won['’]t|am unable|am not able)\b|\bI(?:['’]m| am) (?:unable|not able)\b"
    r"|\bas an AI\b|\bI must decline\b|\bje (?:suis )?(?:désolée?|navrée?)\b|\bje ne (?:peux|suis) pas\b|\bje regrette\b|\bdésolée?,"
    r"|申し訳|お答えできません|できかねます|お手伝いできません|\bprzepraszam\b|\bnie mogę\b|\bnie jestem w stanie\b|\bprzykro mi\b",
    re.IGNORECASE,
)
_XML = re.compile(r"<(?:\?xml|!DOCTYPE|[a-zA-Z][\w.-]*(?:\s[^<>]*)?>)[\s\S]*</?[\w.-]+\s*/?>")
_TABLE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$", re.MULTILINE)
_YAML_LINE = re.compile(r"\s*(?:- )?[\w\"'.-]+(?: [\w\"'.-]+)?:(?:\s.*)?$|\s*- \S.*$|---\s*$|\s*#.*$|\s*$")
_YAML_PAIR = re.compile(r"^\s*(?:- )?[\w\"'.-]+:(?:\s|$)", re.MULTILINE)


def reason_for_no_json(reply: str, whole: Span, rest: Sequence[Span]) -> Fault:
    """Why there is no JSON in a reply; `rest` are its parts beside reasoning and what templates leave over."""
    if not rest:
        return Fault("only_reasoning", words("verdict.fault.only_reasoning"), whole)
    live = "".join(reply[part.start : part.end] for part in rest)
    kind = _kind_of(live[:_LOOKED_AT])
    return Fault(kind, words(f"verdict.fault.{kind}"), Span(rest[0].start, rest[-1].end))


def _kind_of(live: str) -> str:
    if _REFUSAL.search(live[:300]):
        return "refusal"
    if _TABLE.search(live):
        return "markdown_table"
    bare = re.sub(r"^(?:`{3,}|~{3,})[\w-]*\n|\n(?:`{3,}|~{3,})\s*$", "", live).strip()
    if _XML.match(bare):
        return "xml"
    lines = bare.split("\n")
    if _YAML_PAIR.search(bare) and all(_YAML_LINE.match(line) for line in lines):
        return "yaml"
    return "prose"
