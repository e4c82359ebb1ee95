"""The practice model: from a request alone to its reply. It remembers nothing: what it did wrong it reads from the conversation."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from playground.endpoints.practice.draws import Draws
from playground.endpoints.practice.faults import OF_REPAIRS, Fault
from playground.endpoints.practice.json_editing import overlaps
from playground.endpoints.practice.listening import Feedback, digest_of, still_made
from playground.endpoints.practice.right_answer import Unserved, right_answer
from playground.endpoints.practice.settings import PracticeSettings
from playground.endpoints.practice.spoiling import Material, Placed, Written, place, spoilt_value, write_reply
from playground.endpoints.practice.talk import guess_language
from playground.repair.exchange import AskedFields, Usage
from playground.repair.message import Message, Role
from playground.verdict.json_text import value_at
from playground.verdict.schema import CheckedSchema, check
from playground.verdict.violations import Finish, JsonValue
from playground.words.language import Language

_TOKENS_A_MESSAGE = 4
_PIECE = re.compile(r"\s*\S{1,5}|\s+\Z")


class NoRightAnswer(Exception):
    """The schema leaves no value that could be built: `unserved` names the keywords. Empty for a schema that is itself wrong."""

    def __init__(self, unserved: tuple[Unserved, ...]) -> None:
        super().__init__(", ".join(each.keyword for each in unserved))
        self.unserved = unserved


@dataclass(frozen=True, slots=True)
class Question:
    """What the practice model looks at. `again` counts how often the very same was asked before, where that is known."""

    messages: tuple[Message, ...]
    schema_text: str
    asked: AskedFields | None = None
    again: int = 0

    @property
    def turn(self) -> int:
        """1 for the first reply, one more for each reply that stands in the conversation."""
        return 1 + sum(message.role is Role.ASSISTANT for message in self.messages)


def reply_to(question: Question, settings: PracticeSettings) -> Written:
    """The reply; raises NoRightAnswer."""
    material = _material(question.schema_text, settings.seed, settings.language or _language_of(question.messages))
    exchange = _Exchange(question, settings, material)
    faults = exchange.faults()
    part = _part(question.asked, material, faults) if question.asked is not None else None
    return write_reply(material, faults, exchange.last_reply, part)


def pieces_of(text: str) -> list[str]:
    """The text in pieces of about a token, as it streams."""
    return _PIECE.findall(text)


def cut_to_limit(written: Written, most_tokens: int | None) -> Written:
    """The reply as far as a limit of tokens lets it come."""
    pieces = pieces_of(written.text)
    if most_tokens is None or len(pieces) <= most_tokens:
        return written
    return replace(written, text="".join(pieces[:most_tokens]), finish=Finish.LENGTH)


def usage_of(messages: Sequence[Message], text: str) -> Usage:
    """Tokens as a model of this kind might report them: simulated, by the length of the texts."""
    asked = sum(_TOKENS_A_MESSAGE + len(pieces_of(message.content)) for message in messages)
    answered = len(pieces_of(text))
    return Usage(asked, answered, asked + answered)


class _Exchange:
    """Which faults the next reply has: those planned by seed, less what was mended on the way."""

    def __init__(self, question: Question, settings: PracticeSettings, material: Material) -> None:
        self._question = question
        self._settings = settings
        self._material = material
        replies = [message.content for message in question.messages if message.role is Role.ASSISTANT]
        self.last_reply = replies[-1] if replies else None

    def faults(self) -> tuple[Placed, ...]:
        """What is wrong with the next reply."""
        faults = _planned(self._question.schema_text, self._settings, self._material.language)
        turn, reply = 1, None
        faults = self._by_hand(turn, faults)
        for index, message in enumerate(self._question.messages):
            if message.role is Role.ASSISTANT:
                faults = self._as_shown(faults, message.content, reply)
                reply = message.content
                behind = self._said_behind(index)
                turn += 1
                faults = self._by_hand(turn, self._heard(faults, behind, reply, turn))
        if reply is None:  # a first question, or one that was put afresh with what must be so
            faults = self._heard(faults, self._said_behind(-1), None, turn)
        return faults

    def _by_hand(self, turn: int, faults: tuple[Placed, ...]) -> tuple[Placed, ...]:
        chosen = self._settings.hand_of(turn)
        return faults if chosen is None or (chosen.trouble and not chosen.faults) else _place_all(chosen.faults, self._material)

    def _said_behind(self, index: int) -> str:
        """What a person says between two replies; of a question without any reply its last message."""
        said: list[str] = []
        for message in self._question.messages[index + 1 :]:
            if message.role is Role.ASSISTANT:
                break
            said.append(message.content)
        return "\n".join(said[-1:] if index < 0 else said)

    def _heard(self, faults: tuple[Placed, ...], said: str, reply: str | None, turn: int) -> tuple[Placed, ...]:
        feedback = Feedback.read(said, self._question.schema_text, reply)
        if reply is None and not feedback.said:
            return faults
        key = (self._settings.seed, "mend", turn, self._question.again, digest_of(said, reply or ""))
        # What comes only in a repair cannot be mended before it was seen.
        unseen = tuple(placed for placed in faults if placed.fault in OF_REPAIRS and turn <= 2)
        left = still_made([placed for placed in faults if placed not in unseen], feedback, self._settings.listening, key)
        return tuple(placed for placed in faults if placed in left or placed in unseen)

    def _as_shown(self, faults: tuple[Placed, ...], shown: str, before: str | None) -> tuple[Placed, ...]:
        """The faults that this reply has: those thought, unless it was made with others (the history is shortened, or was edited)."""
        thought = faults
        planned = _planned(self._question.schema_text, self._settings, self._material.language)
        for candidates in (thought, planned):
            for count in range(len(candidates), -1, -1):
                for some in combinations(candidates, count):
                    if any(write_reply(self._material, some, last).text == shown for last in dict.fromkeys((before, ""))):
                        return some
        return thought


def _part(asked: AskedFields, material: Material, faults: Sequence[Placed]) -> JsonValue:
    """Only the fields that are asked for; None where none of them can be sent."""
    value = spoilt_value(material, faults, is_repair=True)
    sent: dict[str, JsonValue] = {}
    for pointer in asked.send:
        try:
            sent[pointer] = value_at(value, pointer)
        except (LookupError, ValueError):
            continue
    kept = {placed.edit.path for placed in faults if placed.fault is Fault.EXTRA_KEY and placed.edit is not None}
    removed: list[JsonValue] = [pointer for pointer in asked.remove if not any(overlaps(pointer, path) for path in kept)]
    if removed:
        sent["remove"] = removed
    return sent or None


def _language_of(messages: Sequence[Message]) -> Language:
    return guess_language("\n".join(message.content for message in messages if message.role is not Role.ASSISTANT))


@lru_cache(maxsize=32)
def _checked(schema_text: str) -> CheckedSchema:
    return check(schema_text, assert_formats=True)


@lru_cache(maxsize=256)
def _material(schema_text: str, seed: int, language: Language) -> Material:
    schema = _checked(schema_text)
    if not schema.ok:
        raise NoRightAnswer(())
    answer = right_answer(schema, seed)
    if not answer.found:
        raise NoRightAnswer(answer.unserved)
    return Material(answer.value, right_answer(schema, seed + 1).value, schema, str(seed), language)


@lru_cache(maxsize=256)
def _planned(schema_text: str, settings: PracticeSettings, language: Language) -> tuple[Placed, ...]:
    """The faults of the first reply, by seed."""
    draws = Draws(settings.seed, "plan", settings.preset)
    if draws.chance(settings.right_at_once):
        return ()
    material = _material(schema_text, settings.seed, language)
    wanted = draws.between(1, settings.at_once)
    found: list[Placed] = []
    for fault in _in_order_of_chance(settings, draws):
        if sum(placed.fault not in OF_REPAIRS for placed in found) == wanted:
            break
        placed = place(fault, material, found)
        if placed is not None:
            found.append(placed)
    return tuple(found)


def _in_order_of_chance(settings: PracticeSettings, draws: Draws) -> list[Fault]:
    """All faults that are switched on; the heavier, the likelier to come early."""
    left = [(fault, weight) for fault, weight in settings.faults if weight > 0]
    order: list[Fault] = []
    while left:
        at = draws.share() * sum(weight for _, weight in left)
        for index, (_, weight) in enumerate(left):  # pragma: no branch - the last one always fits
            at -= weight
            if at < 0 or index == len(left) - 1:
                order.append(left.pop(index)[0])
                break
    return order


def _place_all(faults: Sequence[Fault], material: Material) -> tuple[Placed, ...]:
    found: list[Placed] = []
    for fault in faults:
        placed = place(fault, material, found)
        if placed is not None:
            found.append(placed)
    return tuple(found)
