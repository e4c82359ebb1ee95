"""The constraint probe: asks for a value that nobody would guess, and sees whether a mode holds the model to it."""

import secrets
from dataclasses import dataclass, replace
from enum import StrEnum

from playground.endpoints.endpoint import Answerer, AskFailed
from playground.endpoints.failures import Kind, mode_name
from playground.endpoints.wire_json import NotJson, read_json, write_json
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import Channel, EndpointFailure, Reply, Request
from playground.repair.message import Message, Role
from playground.words.text import Text, text

_REFUSALS = frozenset({Kind.MODE_REFUSED, Kind.MODE_UNSUPPORTED, Kind.REQUEST_REFUSED})
_FIELD = "word"
# The first question asks for what the mode forbids: only a mode that is enforced gives something else. The second leaves it open.
_AGAINST = 'Answer with exactly this JSON and nothing else: {"word": "blue"}'
_OPEN = 'Answer with JSON only: an object with one word of your choice in the field "word".'
_PROSE = "Write one short sentence about the sea, in plain words and not in JSON."


class Hold(StrEnum):
    """How firmly a mode holds the model."""

    ENFORCED = "enforced"
    HINT = "hint"  # the model is told, and may do otherwise
    IGNORED = "ignored"  # taken without a word, and without effect
    REFUSED = "refused"
    REASONING = "reasoning"  # the answer came among the thoughts
    UNDECIDED = "undecided"  # nothing came that could be judged: the limit of tokens was reached, or a filter stepped in
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Probed:
    """What one mode does, with this model at this address on this day (ISO 8601); `reply` is what showed it."""

    mode: Mode
    hold: Hold
    address: str
    model: str
    day: str
    reply: str | None = None
    failure: EndpointFailure | None = None

    @property
    def message(self) -> Text:
        """The same in a sentence."""
        return text(f"endpoints.probe.{self.hold}", mode=mode_name(self.mode))


async def probe(endpoint: Answerer, settings: EndpointSettings, mode: Mode, *, day: str, word: str | None = None) -> Probed:
    """Ask once or twice in this mode. `word` is what the schema demands; made up where it is None. Raises nothing of an endpoint."""
    demanded = word or f"zq{secrets.token_hex(3)}"
    asked = replace(settings, mode=mode)
    try:
        hold, reply = await _try(endpoint, asked, demanded)
    except AskFailed as failed:
        hold = Hold.REFUSED if failed.failure.kind in _REFUSALS else Hold.FAILED
        return Probed(mode, hold, settings.base_url, settings.model, day, failure=failed.failure)
    return Probed(mode, hold, settings.base_url, settings.model, day, reply.text)


async def _try(endpoint: Answerer, settings: EndpointSettings, word: str) -> tuple[Hold, Reply]:
    match settings.mode:
        case Mode.PROMPT:
            reply = await _ask(
                endpoint, settings, word, f"Answer with exactly this JSON and nothing else: {write_json({_FIELD: word})}"
            )
            return _settle(reply, Hold.HINT if _is_demanded(reply, word) else Hold.IGNORED), reply
        case Mode.JSON:
            first = await _ask(endpoint, settings, word, _PROSE)
            if _undecided(first) or _is_json(first):
                return _settle(first, Hold.ENFORCED), first
            second = await _ask(endpoint, settings, word, _OPEN)
            return _settle(second, Hold.HINT if _is_json(second) else Hold.IGNORED), second
    first = await _ask(endpoint, settings, word, _AGAINST)
    if _undecided(first) or _is_demanded(first, word):
        return _settle(first, _tool_hold(first, settings.mode, Hold.ENFORCED)), first
    second = await _ask(endpoint, settings, word, _OPEN)
    called = settings.mode is Mode.TOOL and second.channel is Channel.TOOL_CALL
    return _settle(second, Hold.HINT if called or _is_demanded(second, word) else Hold.IGNORED), second


async def _ask(endpoint: Answerer, settings: EndpointSettings, word: str, question: str) -> Reply:
    schema = {
        "type": "object",
        "properties": {_FIELD: {"type": "string", "enum": [word]}},
        "required": [_FIELD],
        "additionalProperties": False,
    }
    return await endpoint.ask(Request((Message(Role.USER, question),), settings, write_json(schema)), _Nobody())


def _tool_hold(reply: Reply, mode: Mode, hold: Hold) -> Hold:
    """A call that was asked for and did not come is ignored, whatever stands in the text."""
    return Hold.IGNORED if mode is Mode.TOOL and reply.channel is Channel.CONTENT else hold


def _settle(reply: Reply, hold: Hold) -> Hold:
    if _undecided(reply):
        return Hold.UNDECIDED
    return Hold.REASONING if reply.channel is Channel.REASONING and hold is not Hold.IGNORED else hold


def _undecided(reply: Reply) -> bool:
    return not reply.text.strip()


def _is_demanded(reply: Reply, word: str) -> bool:
    return bool(_read(reply) == {_FIELD: word})


def _is_json(reply: Reply) -> bool:
    return isinstance(_read(reply), dict | list)


def _read(reply: Reply) -> object:
    try:
        return read_json(reply.text.strip())
    except NotJson:
        return None


class _Nobody:
    """Nobody watches a probe."""

    def grew(self, added: str, channel: Channel) -> None:
        """Nothing is shown."""

    def retries(self, failure: EndpointFailure, retry: int, wait: float) -> None:
        """As above."""

    def stands_in(self, failure: EndpointFailure) -> None:
        """As above."""
