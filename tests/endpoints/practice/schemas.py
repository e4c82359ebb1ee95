"""Schemas from the world: whole ones, and each of their definitions as a schema of its own."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from playground.verdict.schema import CheckedSchema, check

FOLDER = Path(__file__).resolve().parents[2] / "data" / "schemas"
EVERYDAY = "everyday"


@cache
def world() -> dict[str, str]:
    """Schema texts by a name."""
    return dict(_everyday()) | dict(_files())


@cache
def checked(name: str) -> CheckedSchema:
    """One of them, looked over once."""
    return check(world()[name], assert_formats=True)


def schema_of(schema: object) -> CheckedSchema:
    """A sound schema from plain values."""
    found = check(json.dumps(schema), assert_formats=True)
    assert found.ok, found.report
    return found


def _everyday() -> Iterator[tuple[str, str]]:
    for entry in json.loads((FOLDER / f"{EVERYDAY}.json").read_text("utf-8")):
        yield entry["title"], json.dumps(entry["schema"])


def _files() -> Iterator[tuple[str, str]]:
    for path in sorted(FOLDER.glob("*.json")):
        if path.stem == EVERYDAY:
            continue
        whole: dict[str, Any] = json.loads(path.read_text("utf-8"))
        yield path.stem, json.dumps(whole)
        for name in whole.get("definitions", {}):
            pointer = name.replace("~", "~0").replace("/", "~1")
            # In draft 7 nothing beside a reference counts, so that the rest may stay.
            yield f"{path.stem} {name}", json.dumps({**whole, "$ref": f"#/definitions/{pointer}"})
