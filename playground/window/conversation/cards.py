"""What the message view shows, as frozen values without Qt: cards, their badges, their pill and the marks in their text."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from playground.verdict.spans import Span
from playground.words.text import Text


class CardRole(StrEnum):
    """Who speaks, or what the card tells. It decides side, ground and border."""

    SYSTEM = "system"
    YOU = "you"
    FEEDBACK = "feedback"
    MODEL = "model"
    JUDGED = "judged"  # the text that was judged, where that is not the reply itself
    REASONING = "reasoning"
    NOTICE = "notice"
    CLOSING = "closing"


class Badge(StrEnum):
    """Where a message comes from."""

    SENT = "sent"
    LIVE = "live"
    RECORDED = "recorded"
    PRACTICE = "practice"
    EDITED = "edited"
    TOOL_CALL = "tool_call"


class Tone(StrEnum):
    """How something stands; each tone has a sign besides its colour."""

    GOOD = "good"
    BAD = "bad"
    WARN = "warn"
    BUSY = "busy"
    PLAIN = "plain"


SIGNS: dict[Tone, str] = {
    Tone.GOOD: "✓",
    Tone.BAD: "✕",
    Tone.WARN: "⚠",
    Tone.BUSY: "…",
    Tone.PLAIN: "",
}


class MarkKind(StrEnum):
    """How grave a mark is: wave, dash or dots under the characters."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Pill(NamedTuple):
    """A verdict in two words."""

    tone: Tone
    text: Text


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in the body. `number` is what its disc shows (None: no disc) and `index` its place in the list of violations.

    `advice` says what to do about it. A mark without a span has its disc behind the badges; an empty span is a disc between two characters.
    """

    kind: MarkKind
    message: Text
    span: Span | None = None
    number: int | None = None
    index: int = 0
    pointer: str = ""
    advice: Text | None = None


class Facts(NamedTuple):
    """What is known of a reply since it was judged: the text to judge again (the reply, or the merged answer), the JSON found in
    it, and whether it is valid."""

    judged: str
    json: str | None
    valid: bool


@dataclass(frozen=True, slots=True)
class Card:
    """One message, or what came of the run. `id` stays the same while a card changes; `body` is the verbatim text.

    `attempt` is the attempt that the card belongs to (None: to none); `coloured` are the ranges shown in JSON's colours;
    `aside` stands on the right where there is no pill; `notes` stand below the body; `growing` marks a reply still streaming in.
    """

    id: str
    role: CardRole
    title: Text
    body: str = ""
    badges: tuple[Badge, ...] = ()
    attempt: int | None = None
    pill: Pill | None = None
    aside: Text | None = None
    tone: Tone = Tone.PLAIN
    marks: tuple[Mark, ...] = ()
    coloured: tuple[Span, ...] = ()
    monospaced: bool = False
    notes: tuple[Text, ...] = ()
    growing: bool = False
    folded: bool = False  # as first shown; the person may open it
    facts: Facts | None = None  # of a judged reply

    @property
    def outgoing(self) -> bool:
        """True for what a person sends: it stands on the right."""
        return self.role in {CardRole.SYSTEM, CardRole.YOU, CardRole.FEEDBACK}
