"""Reply text -> candidates for the JSON, strict and explained: what was set apart, what is broken, what is there instead."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from playground.verdict import reply_marks as marks
from playground.verdict.json_plain import Uncounted
from playground.verdict.json_strings import MOST_FAULTS
from playground.verdict.json_text import NotPlain, Reading, read, read_members, read_quick, read_slowly
from playground.verdict.no_json import reason_for_no_json
from playground.verdict.violations import Fault, Note, Span
from playground.words.text import text as words

_OBJECT_OPENS = re.compile(
    r"[{｛][\s>\u200b-\u200f\u2060\ufeff]*+(?:\\*+\"|\}|[＂“”„«「『]|//|/\*|$|,\s*+[\"'\w]|['‘’`][^'‘’`\n]{0,200}['‘’`]\s*+[:：]|[\w$.-]++\"?+\s*+[:：])"
)
_LIST_OPENS = re.compile(
    r"[\s>\u200b-\u200f\u2060\ufeff]*+(?:[\"\]＂“”„]|,\s*+[\"'\w\[{]|//|/\*|$|-?[0-9][\w.+-]*+\s*+(?:[,\]]|$)|(?:true|false|null|True|False|None|undefined|[-+]?(?:NaN|Infinity))\b\s*+(?:[,\]]|$)"
    r"|['‘`][^'’`\n]{0,200}['’`]\s*+[,\]])"
)
_REFERENCE = re.compile(r"\[\s*(?:[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*)?\s*\]|\{\s*\}")
_ASSIGNED = re.compile(r"=\s{0,20}\Z")
_OPENERS_BEFORE = re.compile(r"(?<![\w\\{[])([{[]{1,20})\s{0,20}\Z")
_CLOSERS_BEHIND = re.compile(r"\s{0,20}([}\]]{1,20})(?![}\]])")
_QUOTES = frozenset("`\"'“”‘’")
_MEMBER = re.compile(r"\"[^\"\n]{1,100}+\"\s*+:\s*+(?:[\"\[{\d-]|true\b|false\b|null\b)")
_SCALAR_OPENS = re.compile(r"\s*+[\"\-0-9tfn]")
_FOREIGN_SCALAR = re.compile(r"[-+]?(?:NaN|Infinity)|True|False|None|TRUE|FALSE|NULL|undefined")
_INFO = re.compile(r"[ \t]*+[\w.+#-]*+")
_WORD = re.compile(r"\w")
_SPACE = re.compile(r"\s*+")
_IS_TAG = re.compile(r"</?[\w=. \"'-]+>")
_IN_TEXT = frozenset({"control_character", "bad_escape", "unescaped_quote"})
_MOST_NOTES = 20
_MOST_FOUND = 10_000
_MOST_BROKEN = 1000  # pieces whose faults are all named
_LINE = 400  # so much of a line is looked at


Place = Literal["whole", "fence", "text"]


@dataclass(frozen=True, slots=True)
class Found:
    """Complete JSON in a reply. `weak`: it looks like a footnote ([1]) or a mere pair of brackets in prose."""

    reading: Reading
    place: Place
    weak: bool = False
    tool_call: bool = False  # it stands between the marks of a tool call


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a reply holds. `reason` is there when neither JSON nor something meant as JSON was found, footnotes apart."""

    candidates: tuple[Found, ...]
    live: Span  # the reply without the blanks and the end marks of templates around it
    broken: tuple[Reading, ...] = ()
    notes: tuple[Note, ...] = ()
    reason: Fault | None = None


def extract(reply: str) -> Extraction:
    """Find every candidate, in time that grows with the length of the reply."""
    start = _end(marks.FRINGE, reply, 0)
    end = _trimmed_end(reply, start)
    if start >= end:
        return Extraction((), Span(start, end), reason=Fault("empty", words("verdict.fault.empty"), Span(0, len(reply))))
    whole = read(reply, start, end) if reply[start] in '{["-0123456789tfn' else None
    if whole is not None and whole.answer is not None:
        return Extraction((Found(whole, "whole"),), Span(start, end), notes=whole.notes)
    return _Pass(reply, start, end, whole).run()


def _trimmed_end(reply: str, start: int) -> int:
    """Where the reply ends without blanks and the end marks of chat templates."""
    end = len(reply)
    while True:
        before = end
        while end > start and reply[end - 1] in marks.BLANKS:
            end -= 1
        trail = marks.TRAIL.search(reply, max(start, end - 30), end)
        if trail:
            end = trail.start()
        if end == before:
            return end


@dataclass(frozen=True, slots=True)
class _Hidden:
    """A part of the reply that is no text of the answer. `tag`: one that XML may have too."""

    span: Span
    tag: bool = False


class _Pass:
    """One walk through a reply; what was read once is not read again."""

    def __init__(self, reply: str, start: int, end: int, whole: Reading | None) -> None:
        self.reply = reply
        self.uncounted = Uncounted(reply)
        self.whole = whole  # what came of reading all of it
        self.begin = start
        self.end = end
        self.at = start
        self.found: list[Found] = []
        self.broken: list[Reading] = []
        self.notes: list[Note] = []
        self.noted: Counter[str] = Counter()
        self.hidden: list[_Hidden] = []
        self.fence: tuple[str, int, int] | None = None  # marker, its place, where the content begins
        self.pieces_before_fence = 0
        self.live_from = start  # where the text begins that is not reasoning, and what was found before it
        self.live_found = 0
        self.live_broken = 0
        self.in_tool_call = False
        self.ends_thought = False  # the last thing is a tag that closes reasoning
        self.quick_work = 3 * (end - start) + 100_000  # characters that the quick reader may look at in vain
        self._closers: list[int] | None = None
        self.line = Span(-1, -1)  # that was looked at last, with the places of its first and last letter or digit
        self.first_word = self.last_word = -1

    def run(self) -> Extraction:
        self._words_at_the_beginning()
        while token := marks.TOKEN.search(self.reply, self.at, self.end):
            self.at = token.end()
            kind = token.lastgroup or ""
            self._TAKERS.get(kind, _Pass._tag)(self, token, kind)
        self._end_fence(self.end)
        reason = None
        if not self.broken and all(found.weak for found in self.found):
            rest = self._rest(self.hidden)
            self._scalar(rest)
            if not self.broken and all(found.weak for found in self.found):
                reason = self._reason(rest)
        return Extraction(tuple(self.found), Span(self.begin, self.end), tuple(self.broken), tuple(self.notes), reason)

    def _words_at_the_beginning(self) -> None:
        """The name of a role, or words that open reasoning, if the ones that close it follow."""
        role = marks.ROLE_WORD.match(self.reply, self.at, self.end)
        for opener, closer in marks.SPELT_OUT:
            opened = opener.match(self.reply, self.at, self.end)
            if opened and closer.search(self.reply, opened.end(), self.end):
                self._reasoning(opened, closer)
                return
        if role:
            self._leftover(role)
            self.at = role.end()
        self._members_without_bracket()

    def _members_without_bracket(self) -> bool:
        """An object whose opening bracket is missing, as when the beginning of the answer was given to the model."""
        start = _end(_SPACE, self.reply, self.at)
        is_there = _MEMBER.match(self.reply, start, self.end) is not None
        if is_there:
            reading = read_members(self.reply, start, self._next_closer(start))
            self.broken.append(reading)
            self.at = reading.end
        return is_there

    def _tag(self, token: re.Match[str], kind: str) -> None:
        """A tag that opens or closes reasoning."""
        if self._is_quoted(token):
            return
        if kind in marks.OPENS_REASONING:
            self._reasoning(token, marks.CLOSER)
        else:
            self._stray_close(token)

    def _details(self, token: re.Match[str], _: str) -> None:
        if marks.THOUGHT_WORD.search(token[0]):
            self._reasoning(token, marks.DETAILS_END)

    def _turn(self, token: re.Match[str], _: str) -> None:
        self._reasoning(token, marks.TURN_END)

    def _channel(self, token: re.Match[str], _: str) -> None:
        self.in_tool_call = " to=" in token[0]
        if token["channel_name"].lower() in marks.HIDDEN_CHANNELS:
            self._reasoning(token, marks.CHANNEL_END)
        else:
            self._leftover(token)

    def _heading(self, token: re.Match[str], _: str) -> None:
        if not self.reply[max(self.begin, token.start() - _LINE) : token.start()].rpartition("\n")[2].strip():
            self._leftover(token)

    def _plain_leftover(self, token: re.Match[str], _: str) -> None:
        self._leftover(token)

    def _tool_tag(self, token: re.Match[str], _: str) -> None:
        self.in_tool_call = not marks.ENDS_TOOL_CALL.match(token[0])
        self._leftover(token)

    def _is_quoted(self, token: re.Match[str]) -> bool:
        """Whether a tag stands between quotation marks: such a tag is spoken of, not used."""
        return self.reply[token.start() - 1 : token.start()] in _QUOTES and self.reply[token.end() : token.end() + 1] in _QUOTES

    def _bracket(self, token: re.Match[str], kind: str) -> None:
        """A bracket, or several square ones in a row, of which the first may open JSON."""
        start = token.start()
        behind = token.end()
        if kind == "object" or self.reply[behind : behind + 1] in ("{", "｛"):
            opens = _OBJECT_OPENS.match(self.reply, start if kind == "object" else behind, self.end)
        else:
            opens = _LIST_OPENS.match(self.reply, behind, self.end)
        if not opens:
            return
        reading = self._read(start)
        self.at = max(reading.end, start + 1)
        if reading.answer is None:
            self.broken.append(reading)
            return
        weak = (
            self.fence is None
            and _REFERENCE.fullmatch(self.reply, reading.start, reading.end) is not None
            and not _ASSIGNED.search(self.reply, max(self.begin, reading.start - 25), reading.start)
            and self._in_prose(reading)
        )
        self.found.append(Found(reading, "fence" if self.fence else "text", weak, self.in_tool_call))
        if len(self.found) > 2 * _MOST_FOUND:
            self._forget_oldest()
        self.notes.extend(reading.notes)
        self._stray_brackets(reading)

    def _stray_brackets(self, reading: Reading) -> None:
        before = _OPENERS_BEFORE.search(self.reply, max(self.begin, reading.start - 45), reading.start)
        behind = _CLOSERS_BEHIND.match(self.reply, reading.end, self.end)
        if before:
            self._note("stray_bracket", *before.span(1))
        if behind and (before or self.reply[reading.start - 1 : reading.start] not in ("{", "[")):
            self._note("stray_bracket", *behind.span(1))

    def _read(self, start: int) -> Reading:
        limit = self._next_closer(start)
        whole = self.whole
        if whole is not None and start == whole.start and limit == self.end and whole.faults[0].kind != "extra_data":
            return whole
        quick = self._read_quick(start)
        if isinstance(quick, Reading):
            return quick
        broken = quick.fault_at is not None and quick.fault_at < limit
        most = MOST_FAULTS if len(self.broken) < _MOST_BROKEN else 1
        return read_slowly(self.reply, start, limit, known_broken=broken, most_faults=most)

    def _read_quick(self, start: int) -> Reading | NotPlain:
        """The quick reader looks at all that follows up to the fault, so it is given up when it has often done so in vain."""
        if self.quick_work <= 0:
            return NotPlain(None)
        quick = read_quick(self.uncounted, start, self.end)
        if isinstance(quick, NotPlain):
            self.quick_work -= (self.end if quick.fault_at is None else quick.fault_at) - start
        return quick

    def _forget_oldest(self) -> None:
        """Of very many candidates only the later ones are kept: of several that fit the last counts."""
        dropped = len(self.found) - _MOST_FOUND
        del self.found[:dropped]
        self.live_found = max(0, self.live_found - dropped)
        self.pieces_before_fence = max(0, self.pieces_before_fence - dropped)
        if not self.noted["many_pieces"]:
            self._note("many_pieces", self.begin, self.found[0].reading.start)

    def _next_closer(self, position: int) -> int:
        """Where the next closing tag of reasoning stands: broken JSON does not go on behind it."""
        if self._closers is None:
            self._closers = [match.start() for match in marks.CLOSER.finditer(self.reply) if not self._is_quoted(match)]
        index = bisect_left(self._closers, position)
        return min(self._closers[index], self.end) if index < len(self._closers) else self._limit()

    def _limit(self) -> int:
        return len(self.reply) if not self.reply[self.end :].strip(marks.BLANKS) else self.end

    def _in_prose(self, reading: Reading) -> bool:
        """Whether words stand on the same line: around a footnote, or behind a mere pair of brackets."""
        if not self.line.start <= reading.start <= self.line.end:
            self._look_at_line(reading.start)
        if self.last_word >= reading.end:
            return True
        return reading.end > reading.start + len("{}") and self.first_word < reading.start

    def _look_at_line(self, position: int) -> None:
        start = self.reply.rfind("\n", 0, position) + 1
        end = self.reply.find("\n", position)
        self.line = Span(start, len(self.reply) if end < 0 else end)
        first = _WORD.search(self.reply, start, self.line.end)
        self.first_word = first.start() if first else self.line.end
        last = self.line.end - 1
        while last > self.first_word and not self.reply[last].isalnum():
            last -= 1
        self.last_word = last if first else -1

    def _fence(self, token: re.Match[str], _: str) -> None:
        marker = token[0]
        if self.fence is None:
            if marks.THOUGHT_FENCE.match(self.reply, token.end(), self.end):
                self._reasoning(token, marks.FENCE_END)
                return
            self.pieces_before_fence = len(self.found) + len(self.broken)
            self.at = _end(_INFO, self.reply, token.end())
            self.fence = (marker, token.start(), min(self.at, self.end))
            if not self._members_without_bracket():
                self._text_in_fence()
        elif marker[0] == self.fence[0][0] and len(marker) >= len(self.fence[0]):
            self._end_fence(token.start())

    def _text_in_fence(self) -> None:
        """A text that is the whole content of a fence, whatever brackets are in it."""
        begin = _end(_SPACE, self.reply, self.at)
        reading = self._read_quick(begin) if self.reply.startswith('"', begin) else None
        if isinstance(reading, Reading):
            behind = _end(_SPACE, self.reply, reading.end)
            if behind >= self.end or self.reply.startswith(("```", "~~~"), behind):
                self.found.append(Found(reading, "fence"))
                self.at = reading.end

    def _end_fence(self, end: int) -> None:
        """A fence is over: without any bracket in it, its whole content may be a number or a literal."""
        if self.fence is None:
            return
        marker, start, inside = self.fence
        self.fence = None
        if len(self.found) + len(self.broken) == self.pieces_before_fence:
            begins = (inside, start + len(marker))  # "```42```": what looked like the language is the value
            readings = (read(self.uncounted, begin, end) for begin in begins if _SCALAR_OPENS.match(self.reply, begin, end))
            self.found += [Found(reading, "fence") for reading in readings if reading.answer is not None][:1]
        if len(self.found) > 0 and self.found[-1].place == "fence":
            self._note("fence", start, min(end + len(marker), len(self.reply)))

    def _reasoning(self, token: re.Match[str], closer: re.Pattern[str]) -> None:
        match = closer.search(self.reply, token.end(), self.end)
        self.at = self.end if match is None else (match.start() if closer is marks.CHANNEL_END else match.end())
        self._set_apart(token.start(), self.at)

    def _stray_close(self, token: re.Match[str]) -> None:
        """A closing tag whose opening one the template swallowed: all before it was reasoning, if anything follows."""
        if token.end() >= self.end:
            self._leftover(token)
            self.ends_thought = True
            return
        del self.found[self.live_found :]
        del self.broken[self.live_broken :]
        self.fence = None
        self._set_apart(self.live_from, token.end())

    def _set_apart(self, start: int, end: int) -> None:
        self._note("reasoning", start, end)
        self.hidden.append(_Hidden(Span(start, end)))
        self.live_from = end
        self.live_found, self.live_broken = len(self.found), len(self.broken)
        self._members_without_bracket()

    def _leftover(self, token: re.Match[str]) -> None:
        self._note("leftover", token.start(), token.end())
        self.hidden.append(_Hidden(Span(token.start(), token.end()), tag=_IS_TAG.fullmatch(token[0]) is not None))

    def _note(self, kind: str, start: int, end: int) -> None:
        self.noted[kind] += 1
        if self.noted[kind] <= _MOST_NOTES:
            self.notes.append(Note(kind, words(f"verdict.note.{kind}"), Span(start, end)))

    def _rest(self, hidden: Sequence[_Hidden]) -> list[Span]:
        """The parts that are not hidden, without the blanks around them."""
        parts: list[Span] = []
        start = self.begin
        for gap in (*sorted((part.span for part in hidden), key=lambda span: span.start), Span(self.end, self.end)):
            begin, end = _end(marks.FRINGE, self.reply, start), gap.start
            while end > begin and self.reply[end - 1] in marks.BLANKS:
                end -= 1
            if begin < end:
                parts.append(Span(begin, end))
            start = max(start, gap.end)
        return parts

    def _reason(self, rest: Sequence[Span]) -> Fault:
        whole = Span(self.begin, self.end)
        if not rest or self.ends_thought:
            kind = "only_reasoning" if self.noted["reasoning"] or self.ends_thought else "empty"
            return Fault(kind, words(f"verdict.fault.{kind}"), whole)
        return reason_for_no_json(self.reply, self._rest([part for part in self.hidden if not part.tag]))

    def _scalar(self, rest: Sequence[Span]) -> None:
        """A single number, text or literal that is all there is besides reasoning; or one that was meant as such."""
        if len(rest) != 1:
            return
        part = rest[0]
        if _SCALAR_OPENS.match(self.reply, part.start, part.end):
            reading = read(self.reply, part.start, part.end)
            if reading.answer is not None:
                self.found.append(Found(reading, "whole"))
                self.notes.extend(reading.notes)
            elif self.reply[part.start] == '"' and (
                reading.cut_off or (reading.end == part.end and reading.faults[0].kind in _IN_TEXT)
            ):
                self.found.clear()  # references inside the text
                self.broken.append(reading)
        elif _FOREIGN_SCALAR.fullmatch(self.reply, part.start, part.end):
            self.broken.append(read(self.reply, part.start, part.end))

    _TAKERS: ClassVar = {
        "list": _bracket,
        "object": _bracket,
        "fence": _fence,
        "details": _details,
        "role_open": _turn,
        "channel": _channel,
        "heading": _heading,
        "tool_tag": _tool_tag,
        "tool_mark": _tool_tag,
        "leftover": _plain_leftover,
        "square": _plain_leftover,
    }


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position
