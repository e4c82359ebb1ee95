"""What was wrong with a reply, in the words that a model is sent: like faults together, and no more than it can use."""

from collections.abc import Sequence

from playground.verdict.groups import ViolationGroup, group_violations, place_inside
from playground.verdict.violations import Fault, Status, Verdict
from playground.words.language import Language
from playground.words.quoting import make_visible
from playground.words.rendering import Audience, render
from playground.words.text import Field, Listing, Parameter, Text, text

MOST_FAULTS = 10  # lines sent to the model; the rest is "and N more"
MOST_PLACES = 5  # places named for one group of like violations
AROUND = 24  # characters shown on either side of a fault of syntax
MOST_IN_BRANCH = 5  # violations named of the branch that was meant


def word_faults(verdict: Verdict, language: Language, reply: str = "") -> str:
    """The faults as a model reads them: one on the line, several as a list. Values are JSON, paths dotted.

    `reply` is what the faults' spans count in; a fault of syntax is shown in the words around it.
    """
    if verdict.violations:
        groups = group_violations(verdict.violations)
        lines = [_word_group(group, language) for group in groups[:MOST_FAULTS]]
        left_out = sum(len(group.members) for group in groups[MOST_FAULTS:])
    else:
        lines = [_word_fault(fault, language, reply) for fault in verdict.faults[:MOST_FAULTS]]
        left_out = len(verdict.faults) - len(lines)
        lines = lines or [_say(text(_GENERAL.get(verdict.status, "repair.fault.no_json")), language)]
    if left_out > 0:
        lines.append(_say(text("repair.fault.more", count=left_out), language))
    return _list_lines([_end_sentence(line, language) for line in lines])


_SENTENCE_ENDS = (".", "。", "!", "?", "…")
_GENERAL = {Status.CUT_OFF: "repair.fault.cut_off", Status.BLOCKED: "repair.fault.blocked"}


def _end_sentence(line: str, language: Language) -> str:
    head, *branch = line.split("\n", 1)
    ended = head if head.endswith(_SENTENCE_ENDS) else _say(text("repair.fault.sentence", fault=head), language)
    return "\n".join((ended, *branch))


def _list_lines(lines: Sequence[str]) -> str:
    return lines[0] if len(lines) == 1 else "".join(f"\n- {line}" for line in lines)


def _word_group(group: ViolationGroup, language: Language) -> str:
    said = _say(group.first.short, language)
    if group.others:
        inside = place_inside(group.first)
        named: list[Parameter] = [Field(path + inside) for path in group.others[:MOST_PLACES]]
        if len(group.others) > MOST_PLACES:
            named.append(text("repair.fault.more_places", count=len(group.others) - MOST_PLACES))
        said = _say(text("repair.fault.also_at", fault=said, places=Listing(tuple(named))), language)
    branch = group.first.branch[:MOST_IN_BRANCH]
    return said + "".join(f"\n  - {_say(violation.short, language)}" for violation in branch)


def _word_fault(fault: Fault, language: Language, reply: str) -> str:
    """The fault, and where it stands unless it is about the reply as a whole."""
    start, end = fault.span.start, fault.span.end
    if not reply or (start == 0 and end >= len(reply)):
        return _say(fault.message, language)
    mark = _say(text("repair.fault.mark"), language)
    before = ("…" if start > AROUND else "") + reply[max(0, start - AROUND) : start]
    behind = reply[start : start + AROUND] + ("…" if start + AROUND < len(reply) else "")
    excerpt = make_visible(before) + mark + make_visible(behind)
    return _say(text("repair.fault.at", fault=fault.message, mark=mark, excerpt=excerpt), language)


def _say(message: Text, language: Language) -> str:
    return render(message, language, Audience.MODEL)
