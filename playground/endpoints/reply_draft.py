"""Gathers what a server sends, whole or in pieces, into one Reply: the same for every dialect."""

from dataclasses import dataclass, field

from playground.endpoints.server_errors import ServerError
from playground.repair.endpoint_settings import Mode
from playground.repair.exchange import Channel, Reply, Source, Usage
from playground.verdict.violations import Finish

_LARGEST_COUNT = 10**12  # tokens; beyond it a number is an accident

Growth = tuple[str, Channel]


@dataclass(slots=True)
class ReplyDraft:
    """A reply in the making."""

    content: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    tool_calls: dict[object, list[str]] = field(default_factory=dict)  # the arguments' pieces by the call's index or id
    finish: Finish | None = None
    finished: bool = False  # the server has said that the reply is whole
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
        pieces = self.tool_calls.setdefault(call, [])
        if not isinstance(added, str) or not added:
            return []
        pieces.append(added)
        self.begun = True
        # Only the first call is the answer: pieces of another would be mixed into it where it grows.
        return [(added, Channel.TOOL_CALL)] if call == next(iter(self.tool_calls)) else []

    def name_model(self, name: object) -> None:
        """The model as the server names it; the first name counts."""
        if self.model is None and isinstance(name, str):
            self.model = name or None

    def end(self, finish: Finish) -> None:
        """The reply is whole."""
        self.finish, self.finished = finish, True

    def to_reply(self, mode: Mode, *, cut: bool) -> Reply:
        """The reply; `cut` says that it ended without its end mark."""
        content, reasoning = join_halves(self.content), join_halves(self.reasoning)
        called = join_halves(next(iter(self.tool_calls.values()), []))
        refusal = join_halves(self.refusal) or None
        finish = Finish.CUT if cut else self.finish or Finish.UNKNOWN
        if refusal and not content.strip() and finish in {Finish.STOP, Finish.UNKNOWN}:
            finish = Finish.REFUSAL
        reply_text, channel = content, Channel.CONTENT
        if called.strip() and (mode is Mode.TOOL or not content.strip()):
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
        )

    def _add(self, added: object, pieces: list[str], channel: Channel) -> list[Growth]:
        if not isinstance(added, str) or not added:
            return []
        pieces.append(added)
        self.begun = True
        return [(added, channel)]


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
