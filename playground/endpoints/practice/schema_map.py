"""Finds one's way in a schema: the rule at a place, and where a reference leads. Nothing is ever fetched."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote, urljoin

from playground.verdict.drafts import DRAFTS
from playground.verdict.json_text import pointer_of, value_at
from playground.verdict.schema import CheckedSchema
from playground.verdict.schema_references import resources
from playground.verdict.schema_walk import Subschema, subschemas
from playground.verdict.violations import JsonValue

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_FARTHEST = 14  # steps that an estimate of depth goes before it gives up
ENDLESS = 1_000


@dataclass(frozen=True, slots=True)
class Rule:
    """One schema, and its JSON Pointer in the whole."""

    pointer: str
    value: JsonValue


ANYTHING = Rule("", True)  # noqa: FBT003 - the schema `true`


class SchemaMap:
    """A sound schema, read for the sake of building a value."""

    def __init__(self, schema: CheckedSchema) -> None:
        self.draft = schema.draft
        self._root = schema.value
        self._depths: dict[tuple[str, int], int] = {}

    @property
    def root(self) -> Rule:
        """The whole of it."""
        return Rule("", self._root)

    @property
    def reference_stands_alone(self) -> bool:
        """In older drafts nothing beside a `$ref` counts."""
        return self.draft in ("04", "06", "07")

    def below(self, rule: Rule, *tokens: str | int) -> Rule:
        """A schema inside another one; raises LookupError."""
        pointer = pointer_of(tokens)
        return Rule(rule.pointer + pointer, value_at(rule.value, pointer))

    def references(self, rule: Rule) -> list[Rule]:
        """Where the references of this schema lead; one that leads out of it allows anything."""
        holder = rule.value if isinstance(rule.value, dict) else {}
        return [self._target(rule.pointer, name, str(holder[name])) for name in _REFERENCES if isinstance(holder.get(name), str)]

    def depth(self, rule: Rule, farthest: int = _FARTHEST) -> int:
        """About how many levels a value needs at least; `ENDLESS` where no end is in sight."""
        known = self._depths.get((rule.pointer, farthest)) if rule.pointer or rule.value is self._root else None
        if known is None:
            known = self._measure(rule, farthest)
            self._depths[rule.pointer, farthest] = known
        return known

    def _measure(self, rule: Rule, farthest: int) -> int:
        schema = rule.value
        if not isinstance(schema, dict) or "const" in schema or "enum" in schema:
            return ENDLESS if schema is False else 0
        if farthest == 0:
            return ENDLESS
        needed = [self.depth(target, farthest - 1) for target in self.references(rule)]
        for keyword, choose in (("allOf", max), ("anyOf", min), ("oneOf", min)):
            branches = schema.get(keyword)
            if isinstance(branches, list) and branches:
                needed.append(choose(self.depth(self.below(rule, keyword, index), farthest - 1) for index in range(len(branches))))
        return max([*needed, self._measure_inside(rule, schema, farthest)])

    def _measure_inside(self, rule: Rule, schema: dict[str, JsonValue], farthest: int) -> int:
        named = schema.get("type")
        kinds = named if isinstance(named, list) else [named]
        if named is not None and not {"object", "array"} >= set(map(str, kinds)):
            return 0
        inside = [
            self.depth(self.below(rule, "properties", name), farthest - 1)
            for name in _names(schema.get("required"))
            if name in _named(schema.get("properties"))
        ]
        if schema.get("minItems") not in (None, 0) and isinstance(schema.get("items"), dict):
            inside.append(self.depth(self.below(rule, "items"), farthest - 1))
        return 1 + max(inside) if inside else 0

    @cached_property
    def _walked(self) -> list[Subschema]:
        return list(subschemas(self._root))

    @cached_property
    def _places(self) -> Mapping[str, str]:
        draft = next(draft for draft in DRAFTS if draft.name == self.draft)
        return resources(self._walked, draft)

    @cached_property
    def _anchors(self) -> Mapping[tuple[str, str], str]:
        """The pointer of each named place, by the pointer of the resource that it stands in, and its name."""
        found: dict[tuple[str, str], str] = {}
        for sub in self._walked:
            for keyword in ("$anchor", "$dynamicAnchor", "$id", "id"):
                name = sub.value.get(keyword)
                if isinstance(name, str) and (name.startswith("#") or keyword.endswith("nchor")):
                    found.setdefault((self._resource_around(sub.pointer), name.removeprefix("#")), sub.pointer)
        return found

    def _resource_around(self, pointer: str) -> str:
        starts = [start for start in self._places.values() if start == pointer or pointer.startswith(start + "/") or start == ""]
        return max(starts, key=len, default="")

    def _target(self, pointer: str, keyword: str, reference: str) -> Rule:
        around = self._resource_around(pointer)
        document, _, fragment = reference.partition("#")
        if document:
            base = next((uri for uri, start in self._places.items() if start == around), "")
            start = next((self._places[uri] for uri in (document, urljoin(base, document)) if uri in self._places), None)
            start = self._by_ending(document) if start is None else start
            if start is None:
                return ANYTHING
            around = start
        if keyword == "$recursiveRef":
            around = ""
        fragment = unquote(fragment)
        if fragment and not fragment.startswith("/"):
            place = self._anchors.get((around, fragment)) or next(
                (at for key, at in self._anchors.items() if key[1] == fragment), None
            )
            if place is None:
                return ANYTHING
        else:
            place = around + fragment
        try:
            return Rule(place, value_at(self._root, place))
        except LookupError:
            return ANYTHING

    def _by_ending(self, document: str) -> str | None:
        return next((start for uri, start in self._places.items() if uri.endswith("/" + document)), None)


def _names(value: JsonValue) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []


def _named(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}
