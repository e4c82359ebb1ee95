"""Reply text -> candidates for the JSON, strict and explained: what was set apart, what is broken, what is there instead."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from playground.verdict.json_text import Reading, read, read_quick, read_slowly
from playground.verdict.no_json import reason_for_no_json
from playground.verdict.violations import Fault, Note, Span
from playground.words.text import text as words

_QUICK_TRIES = 8  # the quick reader looks at the whole rest for each broken piece, so it is given up after some

_BLANK = r"[\s\u00a0\ufeff\u200b-\u200f\u2060\u2028\u2029]"
_REASONING = r"think|thinking|thought|thoughts|reasoning|reason|reflection|scratchpad|analysis|inner_monologue|seed:think"
_TOKEN = re.compile(
    rf"(?P<list>(?<!\x1b)[\[［][\[\s]*+)|(?P<object>[{{｛])"
    rf"|(?P<fence>`{{3,}}|~{{3,}})"
    rf"|<(?P<open>{_REASONING})(?:\s[^<>\n]{{0,200}})?>|(?P<close></(?:{_REASONING})>|◁/think▷|\[/THINK\]|<\|end_of_thought\|>)"
    rf"|(?P<other_open>◁think▷|<\|begin_of_thought\|>)"
    rf"|(?P<channel><\|?channel\|?>\s*(?P<channel_name>\w*)(?:\s+to=[\w.]+)?)"
    rf"|(?P<leftover>(?:<\|(?:im_start|start|start_header_id)\|>|<start_of_turn>)\s*(?:assistant|user|system|model)\b|<\|constrain\|>\s*json\b"
    rf"|<\|?/?(?:im_start|im_end|start|end|message|return|call|constrain|assistant|user|system|eot_id|eom_id|endoftext"
    rf"|start_header_id|end_header_id|begin_of_text|end_of_text|python_tag|begin_of_solution|end_of_solution)\|?>|</?s>|</?start_of_turn>|</?end_of_turn>"
    rf"|<｜[^｜<>\n]{{1,40}}｜>|\[/?INST\]|</?(?:tool_call|answer|final|output|response|json)>)",
    re.IGNORECASE,
)
_CLOSER = re.compile(rf"</(?:{_REASONING})>|◁/think▷|\[/THINK\]|<\|end_of_thought\|>", re.IGNORECASE)
_OBJECT_OPENS = re.compile(r"[{｛]\s*+(?:\\*+\"|\}|[＂“”„«「『]|//|/\*|$|['‘’`][^'‘’`\n]{0,200}['‘’`]\s*+[:：]|[\w$.-]++\s*+[:：])")
_LIST_OPENS = re.compile(
    r"(?:[\"\]＂“”„]|//|/\*|$|-?[0-9][\w.+-]*+\s*+(?:[,\]]|$)|(?:true|false|null|True|False|None|undefined|[-+]?(?:NaN|Infinity))\b\s*+(?:[,\]]|$)"
    r"|['‘`][^'’`\n]{0,200}['’`]\s*+[,\]])"
)
_REFERENCE = re.compile(r"\[\s*(?:[0-9]{1,3}(?:\s*,\s*[0-9]{1,3})*)?\s*\]|\{\s*\}")
_CHANNEL_END = re.compile(r"<\|(?:end|start|channel|return|call)\|>|<channel\|>", re.IGNORECASE)
_HIDDEN_CHANNELS = frozenset({"analysis", "thought", "thinking", "think", "reasoning"})
# Not possessive as a whole: Python before 3.11.5 (Debian 12 has 3.11.2) errs where a part of the repeated group is optional.
_FRINGE = re.compile(rf"(?:{_BLANK}++|<\|(?:im_start|im_end|eot_id|endoftext|end|return)\|>(?:assistant)?|</?s>)*")
_TRAIL = re.compile(r"(?:<\|(?:im_start|im_end|eot_id|endoftext|end|return)\|>|</?s>)\Z")
_BLANKS = frozenset(" \t\n\r\x0b\x0c\u00a0\ufeff\u200b\u200c\u200d\u200e\u200f\u2060\u2028\u2029\u3000\u202f")
_SCALAR_OPENS = re.compile(r"\s*+[\"\-0-9tfn]")
_FOREIGN_SCALAR = re.compile(r"[-+]?(?:NaN|Infinity)|True|False|None|TRUE|FALSE|NULL|undefined")
_INFO = re.compile(r"[ \t]*+[\w.+#-]*+")
_MOST_NOTES = 20
_MOST_FOUND = 10_000
_LINE = 400  # so much of a line is looked at


Place = Literal["whole", "fence", "text"]


@dataclass(frozen=True, slots=True)
class Found:
    """Complete JSON in a reply. `weak`: it looks like a footnote ([1]) or a mere pair of brackets in prose."""

    reading: Reading
    place: Place
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a reply holds. `reason` is there when neither JSON nor something meant as JSON was found."""

    candidates: tuple[Found, ...]
    live: Span  # the reply without the blanks and the end marks of templates around it
    broken: tuple[Reading, ...] = ()
    notes: tuple[Note, ...] = ()
    reason: Fault | None = None


def extract(reply: str) -> Extraction:
    """Find every candidate, in time that grows with the length of the reply."""
    start = _end(_FRINGE, reply, 0)
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
        while end > start and reply[end - 1] in _BLANKS:
            end -= 1
        trail = _TRAIL.search(reply, max(start, end - 30), end)
        if trail:
            end = trail.start()
        if end == before:
            return end


class _Pass:
    """One walk through a reply; what was read once is not read again."""

    def __init__(self, reply: str, start: int, end: int, whole: Reading | None) -> None:
        self.reply = reply
        self.whole = whole  # what came of reading all of it
        self.begin = start
        self.end = end
        self.at = start
        self.found: list[Found] = []
        self.broken: list[Reading] = []
        self.notes: list[Note] = []
        self.noted: Counter[str] = Counter()
        self.fence: tuple[str, int, int] | None = None  # marker, its place, where the content begins
        self.pieces_before_fence = 0
        self.live_from = start  # where the text begins that is not reasoning, and what was found before it
        self.live_found = 0
        self.live_broken = 0
        self.quick_tries = _QUICK_TRIES
        self.closers = [match.start() for match in _CLOSER.finditer(reply)]

    def run(self) -> Extraction:
        while self.at < self.end:
            token = _TOKEN.search(self.reply, self.at, self.end)
            if token is None:
                break
            self.at = token.end()
            if token["list"] or token["object"]:
                self._bracket(token)
            elif token["fence"]:
                self._fence(token)
            elif token["open"] or token["other_open"]:
                self._reasoning(token, _CLOSER)
            elif token["close"]:
                self._stray_close(token)
            elif token["channel"] and token["channel_name"].lower() in _HIDDEN_CHANNELS:
                self._reasoning(token, _CHANNEL_END)
            else:
                self._note("leftover", token.start(), token.end())
        self._end_fence(self.end)
        reason = None
        if not self.found and not self.broken:
            rest = self._rest()
            self._scalar(rest)
            if not self.found and not self.broken:
                reason = reason_for_no_json(self.reply, Span(self.begin, self.end), rest)
        return Extraction(tuple(self.found), Span(self.begin, self.end), tuple(self.broken), tuple(self.notes), reason)

    def _bracket(self, token: re.Match[str]) -> None:
        """A bracket, or several square ones in a row, of which the first may open JSON."""
        start = token.start()
        behind = token.end()
        if token["object"] or self.reply[behind : behind + 1] in ("{", "｛"):
            opens = _OBJECT_OPENS.match(self.reply, behind - 1 if token["object"] else behind, self.end)
        else:
            opens = _LIST_OPENS.match(self.reply, behind, self.end)
        if not opens:
            return
        reading = self._read(start)
        self.at = max(reading.end, start + 1)
        if reading.answer is None:
            self.broken.append(reading)
            return
        weak = self.fence is None and bool(_REFERENCE.fullmatch(self.reply, reading.start, reading.end)) and self._in_prose(reading)
        self.found.append(Found(reading, "fence" if self.fence else "text", weak))
        if len(self.found) > 2 * _MOST_FOUND:
            self._forget_oldest()
        self.notes.extend(reading.notes)

    def _read(self, start: int) -> Reading:
        limit = self._next_closer(start)
        whole = self.whole
        if whole is not None and start == whole.start and limit == self.end and whole.faults[0].kind != "extra_data":
            return whole
        reading = read_quick(self.reply, start, self.end) if self.quick_tries else None
        if reading is None:
            self.quick_tries = max(0, self.quick_tries - 1)
            reading = read_slowly(self.reply, start, limit)
        return reading

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
        index = bisect_left(self.closers, position)
        return min(self.closers[index], self.end) if index < len(self.closers) else self._limit()

    def _limit(self) -> int:
        return len(self.reply) if not self.reply[self.end :].strip() else self.end

    def _in_prose(self, reading: Reading) -> bool:
        """Whether words stand on the same line: around a footnote, or behind a mere pair of brackets."""
        before = self.reply[max(0, reading.start - _LINE) : reading.start].rpartition("\n")[2]
        after = self.reply[reading.end : reading.end + _LINE].partition("\n")[0]
        empty = reading.answer is not None and not reading.answer.value
        return bool(re.search(r"\w", after if empty else before + after))

    def _fence(self, token: re.Match[str]) -> None:
        marker = token["fence"]
        if self.fence is None:
            self.pieces_before_fence = len(self.found) + len(self.broken)
            self.at = _end(_INFO, self.reply, token.end())
            self.fence = (marker, token.start(), min(self.at, self.end))
        elif marker[0] == self.fence[0][0] and len(marker) >= len(self.fence[0]):
            self._end_fence(token.start())

    def _end_fence(self, end: int) -> None:
        """A fence is over: without any bracket in it, its whole content may be a number, a text or a literal."""
        if self.fence is None:
            return
        marker, start, inside = self.fence
        self.fence = None
        if len(self.found) + len(self.broken) == self.pieces_before_fence:
            for begin in (inside, start + len(marker)):  # "```42```": what looked like the language is the value
                reading = read(self.reply, begin, end) if _SCALAR_OPENS.match(self.reply, begin, end) else None
                if reading is not None and reading.answer is not None:
                    self.found.append(Found(reading, "fence"))
                    break
        if len(self.found) > 0 and self.found[-1].place == "fence":
            self._note("fence", start, min(end + len(marker), len(self.reply)))

    def _reasoning(self, token: re.Match[str], closer: re.Pattern[str]) -> None:
        match = closer.search(self.reply, token.end(), self.end)
        self.at = self.end if match is None else (match.start() if closer is _CHANNEL_END else match.end())
        self._set_apart(token.start(), self.at)

    def _stray_close(self, token: re.Match[str]) -> None:
        """A closing tag whose opening one the template swallowed: all before it was reasoning, if anything follows."""
        if token.end() >= self.end:
            self._note("leftover", token.start(), token.end())
            return
        del self.found[self.live_found :]
        del self.broken[self.live_broken :]
        self.fence = None
        self._set_apart(self.live_from, token.end())

    def _set_apart(self, start: int, end: int) -> None:
        self._note("reasoning", start, end)
        self.live_from = end
        self.live_found, self.live_broken = len(self.found), len(self.broken)

    def _note(self, kind: str, start: int, end: int) -> None:
        self.noted[kind] += 1
        if self.noted[kind] <= _MOST_NOTES:
            self.notes.append(Note(kind, words(f"verdict.note.{kind}"), Span(start, end)))

    def _rest(self) -> list[Span]:
        """The parts that are neither reasoning nor left over from a template, without the blanks around them."""
        hidden = [note.span for note in self.notes if note.kind in ("reasoning", "leftover") and note.span]
        parts: list[Span] = []
        start = self.begin
        for gap in (*hidden, Span(self.end, self.end)):
            begin, end = _end(_FRINGE, self.reply, start), gap.start
            while end > begin and self.reply[end - 1] in _BLANKS:
                end -= 1
            if begin < end:
                parts.append(Span(begin, end))
            start = max(start, gap.end)
        return parts

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
            elif reading.cut_off and self.reply[part.start] == '"':
                self.broken.append(reading)
        elif _FOREIGN_SCALAR.fullmatch(self.reply, part.start, part.end):
            self.broken.append(read(self.reply, part.start, part.end))


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position
