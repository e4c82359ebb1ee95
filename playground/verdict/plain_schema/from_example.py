"""A schema made from examples of an answer. What is only guessed is said, and each guess can be taken back."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from playground.verdict.json_layout import lay_out
from playground.verdict.json_text import depth_of, read
from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema.text_edits import readable
from playground.verdict.pointers import pointer_of
from playground.verdict.wording import quoted
from playground.words.text import Field, Listing, Text, text

_DEEPEST = 60
_MOST_ROWS = 2000
_FEWEST_FOR_CHOICE = 4  # fewer examples say nothing about which values there are
_MOST_CHOICES = 6
_LONGEST_CHOICE = 30
_FORMS = (
    ("date", re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")),
    ("date-time", re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)")),
    ("email", re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")),
    ("uri", re.compile(r"https?://[^\s]+")),
    ("uuid", re.compile(r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")),
)


@dataclass(frozen=True, slots=True)
class Guess:
    """Something that the examples suggest and do not prove. One that is `fixed` is only told, and can't be taken back."""

    id: str
    sentence: Text
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Guessed:
    """What the examples say: a schema for each choice of guesses."""

    examples: tuple[JsonValue, ...]
    guesses: tuple[Guess, ...]

    def schema_text(self, taken: AbstractSet[str]) -> str:
        """The schema, laid out, with those guesses that are taken, by their ids."""
        written = readable(_Reader(taken).schema_of(self.examples))
        return lay_out(written) or written


def guess(examples: Sequence[JsonValue]) -> Guessed | None:
    """What one or more answers say about their schema; None where there are none, or one is nested too deep."""
    if not examples or any(depth_of(example) > _DEEPEST for example in examples):
        return None
    reader = _Reader(frozenset())
    reader.schema_of(examples)
    return Guessed(tuple(examples), tuple(reader.guesses.values()))


def read_examples(pasted: str) -> tuple[JsonValue, ...]:
    """The answers in a text: one JSON value, or one on each line; () where it is neither. Rows beyond 2,000 are left out."""
    whole = read(pasted.strip())
    if whole.answer is not None:
        return (whole.answer.value,)
    lines = [read(line) for line in pasted.splitlines()[:_MOST_ROWS] if line.strip()]
    answers = [line.answer for line in lines]
    return tuple(answer.value for answer in answers if answer is not None) if len(lines) > 1 and all(answers) else ()


class _Reader:
    """Walks through a schema and the values that it was made from, side by side."""

    def __init__(self, taken: AbstractSet[str]) -> None:
        self._taken = taken
        self.guesses: dict[str, Guess] = {}

    def schema_of(self, examples: Sequence[JsonValue]) -> JsonValue:
        from genson import SchemaBuilder  # noqa: PLC0415 - only who makes a schema needs it

        builder = SchemaBuilder(schema_uri=None)
        for example in examples:
            builder.add_object(_plain(example))
        return self._refined(builder.to_schema(), examples, "")

    def _refined(self, schema: dict[str, Any], samples: Sequence[JsonValue], pointer: str) -> JsonValue:
        kind = schema.get("type")
        if kind == "null":
            self._tell(Guess(f"null:{pointer}", text("schema.guess.null", field=Field(pointer)), fixed=True))
            return {}
        if kind == "object":
            return self._group(schema, [sample for sample in samples if isinstance(sample, dict)], pointer)
        if kind == "array":
            items = [item for sample in samples if isinstance(sample, list) for item in sample]
            if not items:
                self._tell(Guess(f"empty:{pointer}", text("schema.guess.empty", field=Field(pointer)), fixed=True))
                return {"type": "array"}
            return {"type": "array", "items": self._refined(schema["items"], items, pointer)}
        if kind == "string":
            return self._text([sample for sample in samples if isinstance(sample, str)], pointer)
        return schema

    def _group(self, schema: dict[str, Any], samples: Sequence[dict[str, JsonValue]], pointer: str) -> JsonValue:
        properties = schema.get("properties", {})
        fields: dict[str, JsonValue] = {
            name: self._refined(held, [sample[name] for sample in samples if name in sample], pointer + pointer_of([name]))
            for name, held in properties.items()
        }
        made: dict[str, JsonValue] = {"type": "object", "properties": fields}
        required = [name for name in properties if all(name in sample for sample in samples)]
        if required:
            self._tell(Guess("required", text("schema.guess.required")))
            if "required" in self._taken:
                made["required"] = list[JsonValue](required)
        self._tell(Guess("closed", text("schema.guess.closed")))
        if "closed" in self._taken:
            made["additionalProperties"] = False
        return made

    def _text(self, samples: Sequence[str], pointer: str) -> JsonValue:
        for name, form in _FORMS:
            if all(form.fullmatch(sample) for sample in samples):
                id = f"format:{pointer}"
                shown = text(f"verdict.format.name.{name}")
                self._tell(Guess(id, text("schema.guess.format", field=Field(pointer), format=shown)))
                return {"type": "string", "format": name} if id in self._taken else {"type": "string"}
        values = list(dict.fromkeys(samples))
        few = len(samples) >= _FEWEST_FOR_CHOICE and 1 < len(values) <= min(_MOST_CHOICES, len(samples) // 2)
        if few and all(len(value) <= _LONGEST_CHOICE for value in values):
            id = f"choice:{pointer}"
            named = Listing(tuple(quoted(value) for value in values), "or")
            self._tell(Guess(id, text("schema.guess.choice", field=Field(pointer), values=named)))
            if id in self._taken:
                return {"type": "string", "enum": list[JsonValue](values)}
        return {"type": "string"}

    def _tell(self, guessed: Guess) -> None:
        self.guesses.setdefault(guessed.id, guessed)


def _plain(value: JsonValue) -> object:
    """The value as the maker of schemas knows it: its fractions are doubles, which is all the same to a type."""
    if isinstance(value, Decimal):
        return 1.5
    if isinstance(value, dict):
        return {name: _plain(held) for name, held in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value
