"""The last reply with each fault marked where it stands: a JSON value line by line, broken text with the marks inside it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from playground.repair.fault_list import word_faults
from playground.verdict.json_text import pointer_of, write
from playground.verdict.violations import Fault, JsonValue, Verdict, Violation
from playground.words.language import Language
from playground.words.quoting import make_visible, quote_json, unescape_json, write_readably
from playground.words.rendering import Audience, render
from playground.words.text import Text, text

MOST_MARKS = 40  # the rest is "and N more faults"
LARGE = 8_000  # characters; of a larger text only what is around the faults is shown
_AROUND = 200  # characters on either side of a fault in a large broken text
_DEEPEST = 50  # levels that get lines of their own
_LONGEST = 400  # characters of one value in a large text

_MISSING = frozenset({"required", "dependentRequired", "dependencies", "minProperties"})
_AT_KEY = frozenset({"additionalProperties", "unevaluatedProperties", "propertyNames", "duplicate_key"})


def annotate(verdict: Verdict, language: Language, reply: str) -> str:
    """The marked text; for a reply without JSON or anything meant as such, what is wrong with it in words."""
    if verdict.answer is not None and verdict.violations:
        return _annotate_value(verdict.answer.value, verdict.violations, language)
    inside = [fault for fault in verdict.faults if fault.span.start > 0 or fault.span.end < len(reply)]
    if inside and verdict.answer is None:
        return _annotate_text(reply, inside, language)
    return word_faults(verdict, language, reply)


@dataclass(slots=True)
class _Page:
    """The lines of a value, and what is said beside them."""

    language: Language
    is_large: bool
    beside: dict[str, list[str]] = field(default_factory=dict)  # by the pointer of the value whose line it is
    behind: dict[str, list[str]] = field(default_factory=dict)  # likewise, beside the line of the closing bracket
    shown: set[str] = field(default_factory=set)  # values with a fault in them
    lines: list[str] = field(default_factory=list)

    def mark(self, pointer: str, rule: Text, *, behind: bool) -> None:
        marks = (self.behind if behind else self.beside).setdefault(pointer, [])
        said = _say(rule, self.language)
        if said not in marks:
            marks.append(said)
        while pointer not in self.shown:
            self.shown.add(pointer)
            pointer = pointer.rpartition("/")[0]

    def put(self, line: str, marks: Sequence[str]) -> None:
        self.lines.append(line + (f"  // <-- {'; '.join(marks)}" if marks else ""))


def _annotate_value(value: JsonValue, violations: Sequence[Violation], language: Language) -> str:
    page = _Page(language, is_large=len(write(value)) > LARGE)
    for violation in violations[:MOST_MARKS]:
        for pointer, behind, rule in _marks_of(violation):
            page.mark(pointer, rule, behind=behind)
    _put_value(page, value, "", ("", ""), 0)
    if len(violations) > MOST_MARKS:
        page.lines.append(_say(text("repair.fault.more", count=len(violations) - MOST_MARKS), language))
    return "\n".join(page.lines)


def _marks_of(violation: Violation) -> Iterator[tuple[str, bool, Text]]:
    """Beside which value something is said, whether at its end, and what."""
    at_key = violation.key is not None and violation.keyword in _AT_KEY
    pointer = violation.path + pointer_of((violation.key or "",)) if at_key else violation.path
    yield pointer, violation.keyword in _MISSING, violation.short
    for inner in violation.branch:
        yield from _marks_of(inner)


def _put_value(page: _Page, value: JsonValue, pointer: str, around: tuple[str, str], depth: int) -> None:
    """A value in lines. `around` is what stands before it (blanks and key) and behind it (the comma)."""
    before, comma = around
    marks = page.beside.get(pointer, [])
    at_end = page.behind.get(pointer, [])
    if not isinstance(value, list | dict) or not value or depth == _DEEPEST:
        page.put(before + _write_short(page, value) + comma, [*marks, *at_end, *(_marks_below(page, pointer) if value else ())])
        return
    is_object = isinstance(value, dict)
    page.put(before + ("{" if is_object else "["), marks)
    indent = "  " * (depth + 1)
    passed = 0
    members = list(_members_of(value))
    for number, (token, key, item) in enumerate(members):
        place = pointer + pointer_of((token,))
        if page.is_large and place not in page.shown:
            passed += 1
            continue
        passed = _put_passed(page, passed, indent)
        _put_value(page, item, place, (indent + key, "," if number < len(members) - 1 else ""), depth + 1)
    _put_passed(page, passed, indent)
    page.put("  " * depth + ("}" if is_object else "]") + comma, at_end)


def _put_passed(page: _Page, passed: int, indent: str) -> int:
    """A line for the members that were passed over because nothing is wrong with them."""
    if passed:
        page.lines.append(f"{indent}… {_say(text('repair.annotated.passed', count=passed), page.language)}")
    return 0


def _members_of(value: list[JsonValue] | dict[str, JsonValue]) -> Iterator[tuple[str, str, JsonValue]]:
    """Token, key as written, and value of each member."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key, f"{quote_json(key)}: ", item
    else:
        for index, item in enumerate(value):
            yield str(index), "", item


def _write_short(page: _Page, value: JsonValue) -> str:
    written = write(value)
    if page.is_large or isinstance(value, list | dict):
        return write_readably(written, _LONGEST)
    return make_visible(unescape_json(written))


def _marks_below(page: _Page, pointer: str) -> Iterator[str]:
    """What would be said beside the lines of a value that is too deep for lines of its own."""
    for marks in (page.beside, page.behind):
        for place, said in marks.items():
            if place.startswith(pointer + "/"):
                yield from said


def _annotate_text(reply: str, faults: Iterable[Fault], language: Language) -> str:
    """The reply with each fault told in its place; of a large one the surroundings of the faults."""
    parts: list[str] = []
    at = 0
    for number, fault in enumerate(sorted(faults, key=lambda fault: fault.span.start)):
        if number == MOST_MARKS:
            break
        start = max(at, min(fault.span.start, len(reply)))
        parts += [_passage(reply, at, start, is_first=number == 0), f"<<< {_say(fault.message, language)} >>>"]
        at = start
    parts.append(_passage(reply, at, len(reply), is_first=False, is_last=True))
    return "".join(parts)


def _passage(reply: str, start: int, end: int, *, is_first: bool, is_last: bool = False) -> str:
    """Text between two marks; in a large reply its middle is left out."""
    ends = (0 if is_first else _AROUND) + (0 if is_last else _AROUND)
    if len(reply) <= LARGE or end - start <= ends:
        return reply[start:end]
    head = "" if is_first else reply[start : start + _AROUND] + "\n"
    tail = "" if is_last else "\n" + reply[end - _AROUND : end]
    return f"{head}…{tail}"


def _say(message: Text, language: Language) -> str:
    return render(message, language, Audience.MODEL)
