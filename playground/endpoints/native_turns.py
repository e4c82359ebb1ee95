"""What a reply's text alone would lose and the next request gives back: a tool call's name, signed thoughts; and who follows whom."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from playground.endpoints.wire_json import NotJson, read_json, write_json
from playground.repair.endpoint_settings import Dialect, Mode
from playground.repair.exchange import Request
from playground.repair.message import Message, Role

_NAMELESS = "answer"
_WITHOUT_ID = "call_1"  # servers that give their calls no id still want one back


@dataclass(frozen=True, slots=True)
class Called:
    """A tool call by its id and name; `more` are fields that go back as they came."""

    id: str
    name: str
    more: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """One message as a dialect writes it. An assistant's `called` says that its content is that call's arguments; a user's, that
    its content is that call's result. `signed` are thoughts that go back unchanged, before the content."""

    role: Role
    content: str
    called: Called | None = None
    signed: tuple[dict[str, Any], ...] = ()


def write_native(
    dialect: Dialect, model: str, call: tuple[str, str, dict[str, Any]] | None, signed: list[dict[str, Any]]
) -> str | None:
    """For a Reply's `native`; None where the text loses nothing."""
    if call is None and not signed:
        return None
    native: dict[str, Any] = {"dialect": dialect.value, "model": model}
    if call is not None:
        id, name, more = call
        native["call"] = {"id": id or _WITHOUT_ID, "name": name or _NAMELESS, "more": more}
    if signed:
        native["signed"] = signed
    return write_json(native)


def turns_of(request: Request, dialect: Dialect) -> list[Turn]:
    """The request's messages. Feedback on a tool call is that call's result, as long as the request asks for a call again.

    What another dialect or model wrote, or a person edited, goes out as text.
    """
    turns: list[Turn] = []
    answered: Called | None = None
    for place, message in enumerate(request.messages):
        follower = request.messages[place + 1] if place + 1 < len(request.messages) else None
        if message.role is Role.ASSISTANT:
            called, signed = _read_native(message, dialect, request.endpoint.model)
            answered = called if request.endpoint.mode is Mode.TOOL and follower and follower.role is Role.USER else None
            turns.append(Turn(message.role, message.content, answered, signed))
        else:
            turns.append(Turn(message.role, message.content, answered if message.role is Role.USER else None))
            answered = None
    return turns


def split_system(turns: Iterable[Turn]) -> tuple[str, list[Turn]]:
    """The system's words, and the other turns; where there are no others, the system's words are the question."""
    turns = list(turns)
    system = "\n\n".join(turn.content for turn in turns if turn.role is Role.SYSTEM and turn.content)
    others = [turn for turn in turns if turn.role is not Role.SYSTEM]
    return (system, others) if others or not system else ("", [Turn(Role.USER, system)])


def join_neighbours(turns: Iterable[Turn]) -> list[Turn]:
    """The turns with neighbours of one role made one, for servers that refuse two in a row."""
    joined: list[Turn] = []
    for turn in turns:
        last = joined[-1] if joined else None
        if last is not None and last.role is turn.role and last.called is turn.called is None:
            content = "\n\n".join(part for part in (last.content, turn.content) if part)
            joined[-1] = replace(last, content=content, signed=(*last.signed, *turn.signed))
        else:
            joined.append(turn)
    return joined


def _read_native(message: Message, dialect: Dialect, model: str) -> tuple[Called | None, tuple[dict[str, Any], ...]]:
    if message.native is None or message.edited:
        return None, ()
    try:
        native = read_json(message.native)
    except NotJson:
        return None, ()
    if not isinstance(native, dict) or (native.get("dialect"), native.get("model")) != (dialect.value, model):
        return None, ()
    call, signed = native.get("call"), native.get("signed")
    called = Called(str(call.get("id")), str(call.get("name")), call.get("more") or {}) if isinstance(call, dict) else None
    blocks = tuple(block for block in signed if isinstance(block, dict)) if isinstance(signed, list) else ()
    return called, blocks
