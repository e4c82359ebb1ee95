"""How the practice model takes feedback in: it really reads it, and mends what it names."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from playground.endpoints.practice.draws import Draws
from playground.endpoints.practice.faults import Fault
from playground.endpoints.practice.spoiling import Placed
from playground.endpoints.practice.talk import heard
from playground.verdict.json_text import pointer_tokens, write

BY_CHANCE = 0.15  # share of the faults that are mended although nothing names them
_JSON_LINE = re.compile(
    r"""\s*(?:[\[\]{}]+,?|"(?:[^"\\]|\\.)*"\s*:.*|…|"(?:[^"\\]|\\.)*",?|-?[0-9.]+,?|true,?|false,?|null,?)\s*"""
)
_MARKED = re.compile(r"//\s*<--\s*|<<<\s*")
_EXCERPT = re.compile(r"[\[{].*")  # a piece of the reply that a fault of syntax is shown in
_KINDS: dict[Fault, tuple[str, ...]] = {
    Fault.PROSE_ONLY: ("no_json",),
    Fault.REFUSAL: ("no_json",),
    Fault.EMPTY_REPLY: ("empty_reply",),
    Fault.SCHEMA_ECHOED: ("schema_echoed",),
    Fault.PROSE_AROUND: ("around",),
    Fault.FENCE: ("fence",),
    Fault.UNCLOSED_FENCE: ("fence",),
    Fault.FENCE_IN_STRING: ("fence",),
    Fault.TWO_OBJECTS: ("two_objects", "around"),
    Fault.REASONING_DRAFT: ("reasoning_draft", "around"),
    Fault.CUT_OFF: ("cut_off",),
    Fault.SINGLE_QUOTES: ("single_quotes", "syntax"),
    Fault.TRAILING_COMMA: ("trailing_comma", "syntax"),
    Fault.COMMENT: ("comment", "syntax"),
    Fault.PYTHON_LITERALS: ("python_literals", "syntax"),
}


@dataclass(frozen=True, slots=True)
class Feedback:
    """A message that follows a reply, and what of it speaks of faults: neither the schema nor the reply that it quotes."""

    said: str

    @classmethod
    def read(cls, message: str, schema_text: str, reply: str | None) -> "Feedback":
        """What a message says of the reply before it; without one (a fresh question), what stands behind its "what must be so"."""
        said = message.replace(schema_text.strip(), " ") if schema_text.strip() else message
        if reply is None:
            said = _behind_mark(said)
        elif reply.strip():
            said = said.replace(reply, " ")
        return cls("\n".join(line for line in said.splitlines() if _MARKED.search(line) or not _JSON_LINE.fullmatch(line)))

    def names(self, placed: Placed) -> bool:
        """Whether it speaks of this fault."""
        if placed.fault is Fault.SAME_AGAIN:
            return bool(self.said.strip())
        if placed.edit is not None and placed.fault is not Fault.FENCE_IN_STRING:
            return self._names_place(placed)
        plain = self.said.casefold()
        return any(piece in plain for kind in _KINDS.get(placed.fault, ()) for piece in heard(kind))

    def _names_place(self, placed: Placed) -> bool:
        path = placed.edit.path if placed.edit is not None else ""
        lines = [line if _MARKED.search(line) else _EXCERPT.sub(_keep_index, line) for line in self.said.splitlines()]
        if not path:
            return any(piece in line.casefold() for line in lines for piece in heard("root"))
        return any(name.search(line) for line in [*lines, *self._quoting()] for name in _names(placed, path))

    def _quoting(self) -> list[str]:
        """Lines in which other programs quote a place with brackets of their own: `On instance['a'][0]`."""
        return [line for line in self.said.splitlines() if "instance" in line or "schema[" in line]


def _keep_index(found: re.Match[str]) -> str:
    """An index such as [0] is no excerpt."""
    index = re.match(r"(?:\[[0-9]+\])+[^\[{]*", found[0])
    return index[0] + _EXCERPT.sub(_keep_index, found[0][index.end() :]) if index else " "


def _names(placed: Placed, path: str) -> list[re.Pattern[str]]:
    """The ways in which a line may speak of a place: its pointer, its dotted path, its key, or the wrong value that stands there."""
    tokens = pointer_tokens(path)
    dotted = "".join(f"[{token}]" if token.isdecimal() else f".{token}" for token in tokens).removeprefix(".")
    ways = [path, dotted, ".".join(tokens)]
    if not tokens[-1].isdecimal() and len(tokens) == 1:
        ways.append(tokens[-1])
    elif not tokens[-1].isdecimal():
        ways += [f'"{tokens[-1]}"', f"'{tokens[-1]}'"]
    value = placed.edit.value if placed.edit is not None else None
    if isinstance(value, str) and len(value) > 1:
        ways += [write(value), f"'{value}'"]
    return [re.compile(rf"(?<![\w.]){re.escape(way)}(?![\w\[]|\.\w)") for way in dict.fromkeys(ways)]


def _behind_mark(message: str) -> str:
    plain = message.casefold()
    found = [plain.rfind(mark) for mark in heard("fresh")]
    return message[max(found) :] if max(found) >= 0 else ""


def still_made(faults: Sequence[Placed], feedback: Feedback, listening: float, key: Sequence[object]) -> tuple[Placed, ...]:
    """The faults that are left after a feedback, by chance that hangs on the `key`.

    `listening` goes from 0 (nothing is ever learnt) over 0.5 (what is named is mended, the rest by chance) to 1 (all is mended as soon as
    anything is named).
    """
    named = [feedback.names(placed) for placed in faults]
    rest = BY_CHANCE * min(1.0, 2 * listening)
    if any(named):
        rest += (1 - BY_CHANCE) * max(0.0, 2 * listening - 1)
    left = []
    for placed, is_named in zip(faults, named, strict=True):
        likely = min(1.0, 2 * listening) if is_named else rest
        where = placed.edit.path if placed.edit is not None else ""
        if not Draws(*key, placed.fault, where).chance(likely):
            left.append(placed)
    return tuple(left)


def digest_of(*texts: str) -> str:
    """A short key of texts."""
    return hashlib.sha256("\x1f".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
