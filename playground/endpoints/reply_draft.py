"""Gathers what a server sends, whole or in pieces, into one Reply: the same for every dialect."""

from dataclasses import dataclass, field
from typing import Any

from playground.endpoints.error_bodies import ServerError
from playground.endpoints.native_turns import write_native
from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.repair.exchange import Channel, Reply, Source, Usage
from playground.verdict.violations import Finish

_LARGEST_COUNT = 10**12  # tokens; beyond it a number is an accident

Growth = tuple[str, Channel]


@dataclass(slots=True)
class CallDraft:
    """A tool call in the making: its arguments' pieces, and what names it. `more` goes back with it as it came."""

    id: str = ""
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class ReplyDraft:
    """A reply in the making."""

    content: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    tool_calls: dict[object, CallDraft] = field(default_factory=dict)  # by the call's index or id
    signed: dict[object, dict[str, Any]] = field(default_factory=dict)  # thoughts that go back as they came; lists are pieces
    finish: Finish | None = None
    finished: bool = False  # the server has said that the reply is whole
    ended: bool = False  # its stream has said its last word
    usage: Usage | None = None
    model: str | None = None
    pieces_came: bool = False
    answer_came: bool = False  # something in the shape of this dialect's answers has come
    begun: bool = False  # anything of the answer has come
    error: ServerError | None = None  # beside an answer, or in its stead
    last_call: object = None  # of a stream whose pieces do not name their call

    def add_text(self, added: object) -> list[Growth]:
        """A piece of the answer."""
        return self._add(added, self.content, Channel.CONTENT)

    def add_thought(self, added: object) -> list[Growth]:
        """A piece of the model's reasoning."""
        return self._add(added, self.reasoning, Channel.REASONING)

    def add_refusal(self, added: object) -> None:
        """A piece of a refusal, where the dialect has a place of its own for it."""
        if isinstance(added, str) and added:
            self.refusal.append(added)
            self.begun = True

    def add_arguments(self, call: object, added: object) -> list[Growth]:
        """A piece of a tool call's arguments, as JSON text."""
        draft = self.call(call)
        if not isinstance(added, str) or not added:
            return []
        draft.pieces.append(added)
        self.begun = True
        # Only the first call is the answer: pieces of another would be mixed into it where it grows.
        return [(added, Channel.TOOL_CALL)] if call == next(iter(self.tool_calls)) else []

    def call(self, key: object, id: object = None, name: object = None) -> CallDraft:
        """The tool call of that key; the first id and name that come are its own."""
        draft = self.tool_calls.setdefault(key, CallDraft())
        draft.id = draft.id or (id if isinstance(id, str) else "")
        draft.name = draft.name or (name if isinstance(name, str) else "")
        return draft

    def name_model(self, name: object) -> None:
        """The model as the server names it; the first name counts."""
        if self.model is None and isinstance(name, str):
            self.model = name or None

    def end(self, finish: Finish) -> None:
        """The reply is whole."""
        self.finish, self.finished = finish, True

    def to_reply(self, settings: EndpointSettings, dialect: Dialect, *, cut: bool) -> Reply:
        """The reply; `cut` says that it ended without its end mark."""
        content, reasoning = join_halves(self.content), join_halves(self.reasoning)
        call = next(iter(self.tool_calls.values()), CallDraft())
        called = join_halves(call.pieces)
        refusal = join_halves(self.refusal) or None
        finish = Finish.CUT if cut else self.finish or Finish.UNKNOWN
        if refusal and not content.strip() and finish in {Finish.STOP, Finish.UNKNOWN}:
            finish = Finish.REFUSAL
        reply_text, channel = content, Channel.CONTENT
        if called.strip() and (settings.mode is Mode.TOOL or not content.strip()):
            reply_text, channel = called, Channel.TOOL_CALL
        elif not content.strip() and finish in {Finish.STOP, Finish.UNKNOWN} and ("{" in reasoning or "[" in reasoning):
            # Thoughts that were broken off are no answer; an answer that a server put among them is.
            reply_text, channel = reasoning, Channel.REASONING
        return Reply(
            text=reply_text,
            source=Source.LIVE,
            channel=channel,
            finish=finish,
            refusal=refusal,
            reasoning=reasoning or None,
            usage=self.usage,
            model=self.model,
            native=write_native(
                dialect,
                settings.model,
                (call.id, call.name, call.more) if channel is Channel.TOOL_CALL else None,
                self._join_signed(),
            ),
        )

    def _join_signed(self) -> list[dict[str, Any]]:
        return [
            {name: join_halves(value) if isinstance(value, list) and _all_texts(value) else value for name, value in block.items()}
            for block in self.signed.values()
        ]

    def _add(self, added: object, pieces: list[str], channel: Channel) -> list[Growth]:
        if not isinstance(added, str) or not added:
            return []
        pieces.append(added)
        self.begun = True
        return [(added, channel)]


def _all_texts(pieces: list[Any]) -> bool:
    return all(isinstance(piece, str) for piece in pieces)


def join_halves(pieces: list[str]) -> str:
    """The pieces joined; surrogate halves that were sent apart become the one character that they are."""
    joined = "".join(pieces)
    if joined.isascii():
        return joined
    try:
        joined.encode("utf-8")
    except UnicodeEncodeError:
        return joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return joined


def read_count(holder: object, *names: str) -> int | None:
    """The first of these fields that is a number of tokens; None where none is."""
    for name in names:
        number = holder.get(name) if isinstance(holder, dict) else None
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < _LARGEST_COUNT:
            return number
    return None


def add_counts(*counts: int | None) -> int | None:
    """The sum of what was reported; None where nothing was."""
    reported = [count for count in counts if count is not None]
    return sum(reported) if reported else None
