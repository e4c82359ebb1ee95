"""How a reply's JSON was found: each piece with its reason, and what the lessons' simple extractors would have taken."""

from dataclasses import dataclass

from playground.verdict.explanation import Piece, explain
from playground.verdict.judge import JudgeOptions
from playground.verdict.schema import CheckedSchema
from playground.verdict.simple_extractors import SimpleExtractor, SimpleTaking, take_simply


@dataclass(frozen=True, slots=True)
class Sighting:
    """The pieces of a reply in the order of its text, and one taking for each simple extractor."""

    pieces: tuple[Piece, ...]
    takings: tuple[SimpleTaking, ...]


def sight(reply: str, schema: CheckedSchema, options: JudgeOptions) -> Sighting:
    """What is seen in a reply; never raises."""
    takings = tuple(take_simply(extractor, reply, schema) for extractor in SimpleExtractor)
    return Sighting(explain(reply, schema, options).pieces, takings)
