"""A right answer to any schema, by seed: built from the schema, then checked by our own verdict, and built anew where that finds fault.

What is chosen at one place of the value depends on the seed, the place and how often it was found wrong there, so that mending one place
leaves the others as they are.
"""

from collections import Counter
from dataclasses import dataclass

from playground.endpoints.practice.demands import CannotServe
from playground.endpoints.practice.schema_map import SchemaMap
from playground.endpoints.practice.value_building import ValueBuild
from playground.verdict.json_text import read, write
from playground.verdict.schema import CheckedSchema, violations
from playground.verdict.violations import JsonValue, Violation

_ROUNDS = 120  # times that a value is mended before it is given up
_MOST_REFUSALS = 12  # times that building fails for one and the same reason
_MOST_WORK = 20_000  # values that are built in all
_STARTS = 3  # seeds that are tried


@dataclass(frozen=True, slots=True)
class Unserved:
    """A keyword that no value could be built for, and the JSON Pointer of the schema that it stands in."""

    keyword: str
    schema_path: str


@dataclass(frozen=True, slots=True)
class RightAnswer:
    """A value that the schema accepts; or, in its stead, the keywords that stand in the way."""

    value: JsonValue = None
    unserved: tuple[Unserved, ...] = ()

    @property
    def found(self) -> bool:
        """Whether there is a value."""
        return not self.unserved


def right_answer(schema: CheckedSchema, seed: int) -> RightAnswer:
    """A value that breaks no rule of a sound schema, the same for the same seed everywhere; raises ValueError for a broken schema."""
    if not schema.ok:
        raise ValueError("a broken schema has no right answer")
    schema_map = SchemaMap(schema)
    unserved: tuple[Unserved, ...] = ()
    for start in range(_STARTS):
        found = _Search(schema, schema_map, f"{seed}.{start}").run()
        if found.found:
            return found
        unserved = unserved or found.unserved
    return RightAnswer(unserved=unserved)


class _Search:
    """Builds, looks what is wrong, and builds anew where it is."""

    def __init__(self, schema: CheckedSchema, schema_map: SchemaMap, seed: str) -> None:
        self._schema = schema
        self._map = schema_map
        self._seed = seed
        self._turns: Counter[str] = Counter()
        self._refusals: Counter[Unserved] = Counter()

    def run(self) -> RightAnswer:
        unserved: tuple[Unserved, ...] = ()
        work = 0
        for _ in range(_ROUNDS):
            if work > _MOST_WORK:
                break
            build = ValueBuild(self._map, self._seed, self._turns)
            try:
                value = build.value([self._map.root], "")
            except CannotServe as failed:
                work += build.parts
                cause = Unserved(failed.keyword, failed.pointer)
                unserved = (cause,)
                self._refusals[cause] += 1
                if self._refusals[cause] > _MOST_REFUSALS:
                    break
                self._turn(build.at)
                continue
            work += build.parts
            broken = violations(self._schema, read(write(value)))
            if not broken:
                return RightAnswer(value)
            unserved = tuple(dict.fromkeys(Unserved(each.keyword, each.schema_path.rpartition("/")[0]) for each in broken))
            for place in dict.fromkeys(place for violation in broken for place in _places(violation)):
                self._turn(place)
        return RightAnswer(unserved=unserved)

    def _turn(self, place: str) -> None:
        """Choose otherwise at this place; after some time, around it too."""
        self._turns[place] += 1
        every = 3
        while place and self._turns[place] % every == 0:
            place = place.rpartition("/")[0]
            self._turns[place] += 1


def _places(violation: Violation) -> list[str]:
    """Where the value must become another one."""
    inner = [place for each in violation.branch for place in _places(each)]
    return [violation.path, *inner]
