"""Replies that a schema would let through and replies that it would refuse, made from the schema alone; no model is asked."""

from typing import NamedTuple

from playground.endpoints.practice.faults import OF_REPAIRS, VALUES, Fault
from playground.endpoints.practice.right_answer import right_answer
from playground.endpoints.practice.spoiling import Material, place, spoilt_value
from playground.verdict.json_layout import lay_out
from playground.verdict.json_text import read
from playground.verdict.plain_schema.text_edits import readable
from playground.verdict.schema import CheckedSchema, check, violations
from playground.verdict.violations import JsonValue
from playground.words.language import Language
from playground.words.text import Text

_WANTED = 3
_SEEDS = 8  # answers among which the most unlike are chosen
_MOST_REASONS = 3


class CoachQuestion(NamedTuple):
    """What the replies depend on."""

    schema_text: str
    assert_formats: bool
    language: Language
    seed: int


class CoachReply(NamedTuple):
    """A reply, and why it would fail; nothing where it would pass."""

    text: str
    reasons: tuple[Text, ...] = ()


class Coached(NamedTuple):
    """What came of a question. `unserved` names the keywords for which no value could be built; then there are no replies."""

    question: CoachQuestion
    passing: tuple[CoachReply, ...] = ()
    failing: tuple[CoachReply, ...] = ()
    unserved: tuple[str, ...] = ()
    usable: bool = True


def coach(question: CoachQuestion) -> Coached:
    """Up to three replies of each sort; fewer where the schema leaves fewer. On a worker's thread."""
    schema = check(question.schema_text, assert_formats=question.assert_formats)
    if not schema.ok:
        return Coached(question, usable=False)
    answers: dict[str, JsonValue] = {}
    first = question.seed * _SEEDS
    for seed in range(first, first + _SEEDS):
        found = right_answer(schema, seed)
        if found.found:
            answers.setdefault(_write(found.value), found.value)
        elif not answers:
            return Coached(question, unserved=tuple(dict.fromkeys(each.keyword for each in found.unserved)))
    chosen = _unlike(answers)
    failing = _failing(schema, [answers[written] for written in chosen], question)
    return Coached(question, tuple(CoachReply(written) for written in chosen), tuple(failing))


def _unlike(answers: dict[str, JsonValue]) -> list[str]:
    """Those that differ most from one another."""
    parts = {written: _parts(value, "") for written, value in answers.items()}
    chosen = [next(iter(answers))]
    while len(chosen) < min(_WANTED, len(answers)):
        rest = [written for written in answers if written not in chosen]
        chosen.append(max(rest, key=lambda written: min(len(parts[written] ^ parts[other]) for other in chosen)))
    return chosen


def _parts(value: JsonValue, path: str) -> frozenset[tuple[str, str]]:
    """Every scalar of a value with its place."""
    if isinstance(value, dict):
        return frozenset().union(*(_parts(held, f"{path}/{name}") for name, held in value.items()))
    if isinstance(value, list):
        return frozenset().union(*(_parts(item, f"{path}/{index}") for index, item in enumerate(value)))
    return frozenset({(path, readable(value))})


def _failing(schema: CheckedSchema, answers: list[JsonValue], question: CoachQuestion) -> list[CoachReply]:
    """Right answers with one fault each; faults that break different rules come first."""
    found: list[CoachReply] = []
    seen: set[str] = set()
    spare: list[CoachReply] = []
    for index, fault in enumerate(_in_turn(question.seed)):
        answer = answers[index % len(answers)]
        material = Material(answer, answers[0], schema, str(question.seed), question.language)
        placed = place(fault, material)
        if placed is None:
            continue
        text = _write(spoilt_value(material, [placed], is_repair=False))
        broken = violations(schema, read(text))
        if not broken or any(reply.text == text for reply in (*found, *spare)):
            continue
        reply = CoachReply(text, tuple(violation.message for violation in broken[:_MOST_REASONS]))
        (spare if broken[0].keyword in seen else found).append(reply)
        seen.add(broken[0].keyword)
        if len(found) == _WANTED:
            break
    return (found + spare)[:_WANTED]


def _in_turn(seed: int) -> list[Fault]:
    """All faults of values, begun elsewhere for each seed."""
    faults = [fault for fault in Fault if fault in VALUES - OF_REPAIRS]
    return faults[seed % len(faults) :] + faults[: seed % len(faults)]


def _write(value: JsonValue) -> str:
    written = readable(value)
    return (lay_out(written) or written).rstrip("\n")
