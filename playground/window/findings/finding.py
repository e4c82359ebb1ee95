"""What was found in a reply, as one entry of the list beside it says it. Without Qt."""

from dataclasses import dataclass

from playground.verdict.violations import Span
from playground.words.text import Text


@dataclass(frozen=True, slots=True)
class Finding:
    """One numbered entry of the list: a violation, or a fault that left no JSON. `rule` is where the broken rule stands in the schema."""

    number: int  # from 1; the number of its mark in the reply
    name: Text
    message: Text
    keyword: str
    pointer: str | None = None
    rule: Span | None = None
    schema_line: int | None = None
    advice: Text | None = None  # what to do, for people who do not program
