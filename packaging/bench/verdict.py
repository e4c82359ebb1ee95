"""Prints the milliseconds that a verdict on a large reply takes, and those of json.loads with jsonschema's iter_errors."""

import json
import statistics
import sys
import time
from collections.abc import Callable

from jsonschema import Draft202012Validator

from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.words.language import Language
from playground.words.rendering import render

SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["id", "name", "tags", "price"],
        "properties": {
            "id": {"type": "integer", "minimum": 0},
            "name": {"type": "string", "maxLength": 60},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 8},
            "price": {"type": "number"},
            "state": {"enum": ["new", "used"]},
        },
        "additionalProperties": False,
    },
}
OBJECTS, VIOLATIONS, TURNS = 5_000, 1_500, 5


def _reply(*, violations: bool) -> str:
    items = []
    for number in range(OBJECTS):
        wrong = violations and number < VIOLATIONS
        state = "broken" if wrong else "used"
        words = "a thing with a name of usual length and so on"
        item = {
            "id": number,
            "name": f"{words} {number}",
            "tags": ["red", "round", "heavy", "old"],
            "price": number * 1.25,
            "state": state,
        }
        items.append(item | {"id": number})
    return json.dumps(items, indent=1)


def main(kind: str) -> None:
    """Print ours and the reference's, medians of turns."""
    text = _reply(violations=kind == "violations")
    schema = check(json.dumps(SCHEMA), assert_formats=False)
    validator = Draft202012Validator(SCHEMA)
    expected = VIOLATIONS if kind == "violations" else 0

    def ours() -> int:
        verdict = judge(text, schema)
        words = [render(violation.message, Language.ENGLISH) for violation in verdict.violations]
        assert all(violation.span for violation in verdict.violations)  # noqa: S101 - the measure is void otherwise
        return len(words)

    def reference() -> int:
        return len(list(validator.iter_errors(json.loads(text))))

    times = [(_timed(ours, expected), _timed(reference, expected)) for _ in range(TURNS)]
    print(*(statistics.median(column) for column in zip(*times, strict=True)))


def _timed(job: Callable[[], int], expected: int) -> float:
    begun = time.perf_counter()
    found = job()
    took = time.perf_counter() - begun
    if found != expected:
        sys.exit(f"{found} violations were found where there are {expected}.")
    return took * 1000


if __name__ == "__main__":
    main(sys.argv[1])
