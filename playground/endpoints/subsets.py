"""What each provider's strict mode takes of JSON Schema: dated data in resources/endpoints/subsets.json, read into frozen values."""

import json
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from playground.resources import resource


@dataclass(frozen=True, slots=True)
class Subset:
    """One strict subset. `unlisted` is what becomes of a keyword that nothing here names; `only` and `rewritten` name conditions and
    rewrites that `lens` knows; `most` are limits on the whole schema."""

    id: str
    unlisted: Literal["refused", "ignored"]
    root: Literal["any", "object", "object_without_union"]
    closed: Literal["must_be_false", "by_default", "free"]
    all_required: bool
    beside_ref: bool  # whether keywords may stand beside $ref
    recursion: bool
    formats: frozenset[str]
    format_else: Literal["refused", "ignored"]
    kept: frozenset[str]
    only: MappingProxyType[str, str]
    rewritten: MappingProxyType[str, str]
    most: MappingProxyType[str, int]


@dataclass(frozen=True, slots=True)
class Subsets:
    """All strict subsets, and the day of what is known about them."""

    all: tuple[Subset, ...]
    as_of: str


@cache
def read_subsets() -> Subsets:
    """The bundled ones."""
    content = json.loads(resource("endpoints", "subsets.json").read_text("utf-8"))
    return Subsets(tuple(_read(id, entry) for id, entry in content["subsets"].items()), content["as_of"])


def subset(id: str) -> Subset | None:
    """The subset of that id (a preset's `rules`); None where nobody knows one."""
    return next((known for known in read_subsets().all if known.id == id), None)


def _read(id: str, entry: dict[str, Any]) -> Subset:
    return Subset(
        id=id,
        unlisted=entry["unlisted"],
        root=entry["root"],
        closed=entry["closed"],
        all_required=entry["all_required"],
        beside_ref=entry["beside_ref"],
        recursion=entry["recursion"],
        formats=frozenset(entry["formats"]),
        format_else=entry["format_else"],
        kept=frozenset(entry["kept"]),
        only=MappingProxyType(entry.get("only", {})),
        rewritten=MappingProxyType(entry["rewritten"]),
        most=MappingProxyType(entry.get("most", {})),
    )
