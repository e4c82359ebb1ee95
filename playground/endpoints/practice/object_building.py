"""One object, built from its schema: the keys that must be there, some of those that may, and what each must be."""

from collections.abc import Callable, Sequence

from playground.endpoints.practice.demands import CannotServe, Chooser, lay_out, listed_values, schemas_under
from playground.endpoints.practice.schema_map import ANYTHING, ENDLESS, Rule, SchemaMap
from playground.endpoints.practice.texts import fits_pattern, text_for
from playground.verdict.json_text import pointer_of
from playground.verdict.violations import JsonValue

_MOST_FREE_KEYS = 8  # keys that nobody requires


class ObjectBuild:
    """Builds the object at `path`; `build` builds what stands under a key."""

    def __init__(
        self,
        build: Callable[[Sequence[Rule], str], JsonValue],
        schema_map: SchemaMap,
        rules: Sequence[Rule],
        path: str,
        chooser: Chooser,
    ) -> None:
        self._build = build
        self._map = schema_map
        self._asked = list(rules)
        self._wish = lay_out(schema_map, rules, chooser)
        self._path = path
        self._chooser = chooser

    def build(self) -> dict[str, JsonValue]:
        """The object; raises CannotServe."""
        known, required, optional = self._choose_keys()
        while further := self._schemas_of_keys([*required, *optional]):
            self._asked += further
            self._wish = lay_out(self._map, self._asked, self._chooser)
            known, required, optional = self._choose_keys()
        least, most = self._wish.largest("minProperties", 0), self._wish.smallest("maxProperties")
        chosen: dict[str, JsonValue] = {}
        for name in self._in_order([*required, *optional], known):
            self._put(chosen, name, must=name in required)
        wanted = max(least, 0 if known or required or self._chooser.is_deep else 1)
        for name in [*known, *self._invented(max(wanted - len(chosen), 0))]:
            if len(chosen) >= wanted or (most is not None and len(chosen) >= most):
                break
            self._put(chosen, name, must=False)
        if most is not None:
            for name in [name for name in reversed(chosen) if name not in required][: max(len(chosen) - most, 0)]:
                del chosen[name]
        if len(chosen) < least:
            raise self._wish.refuse("minProperties")
        return chosen

    def _choose_keys(self) -> tuple[list[str], list[str], list[str]]:
        """The keys that are known and not needed, those that are needed, and which of the former are taken."""
        required = self._needed(self._wish.names("required"))
        known = [name for name in self._known() if name not in required and name not in self._wish.avoid]
        return known, required, self._optional(known)

    def _schemas_of_keys(self, names: Sequence[str]) -> list[Rule]:
        """The schemas that these keys bring with them and that are not asked for yet."""
        asked = {rule.pointer for rule in self._asked}
        return [
            rule
            for pointer, schema in self._wish.schemas
            for keyword in ("dependentSchemas", "dependencies")
            for name, held in (schema.get(keyword) or {}).items()  # type: ignore[union-attr]  # a sound schema has schemas by name there
            if name in names and isinstance(held, dict | bool)
            for rule in [self._map.below(Rule(pointer, schema), keyword, name)]
            if rule.pointer not in asked
        ]

    def _put(self, chosen: dict[str, JsonValue], name: str, *, must: bool) -> None:
        if name in chosen:
            return
        try:
            needed = self._needed([name])
            parts = {key: self._build(self._rules(key), self._path + pointer_of((key,))) for key in needed if key not in chosen}
        except CannotServe:
            if must:
                raise
            return
        chosen.update(parts)

    def _needed(self, names: Sequence[str]) -> list[str]:
        """The names with those that they make necessary."""
        found = list(dict.fromkeys(names))
        for name in found:  # grows while it is gone through
            for keyword in ("dependentRequired", "dependencies"):
                for _, held in self._wish.all(keyword):
                    others = held.get(name) if isinstance(held, dict) else None
                    found += (
                        [other for other in others if isinstance(other, str) and other not in found]
                        if isinstance(others, list)
                        else []
                    )
        return found

    def _known(self) -> list[str]:
        named = (value for _, value in self._wish.all("properties") if isinstance(value, dict))
        return list(dict.fromkeys(name for held in named for name in held))

    def _optional(self, known: Sequence[str]) -> list[str]:
        if self._chooser.is_deep:
            return []
        draws = self._chooser.draws("optional")
        most = _MOST_FREE_KEYS >> self._path.count("/")
        likely = (0.9, 0.6, 0.4)[min(self._path.count("/"), 2)]
        taken = [name for name in known if draws.chance(likely) and self._is_finite(name)]
        return sorted(draws.shuffled(taken)[:most], key=known.index)

    def _is_finite(self, name: str) -> bool:
        return all(self._map.depth(rule) < ENDLESS for rule in self._rules(name))

    def _in_order(self, names: Sequence[str], known: Sequence[str]) -> list[str]:
        """As the schema lists them."""
        order = {name: place for place, name in enumerate(self._known())}
        return sorted(dict.fromkeys(names), key=lambda name: order.get(name, len(order) + len(known)))

    def _invented(self, count: int) -> list[str]:
        """Keys that the schema does not name: after its patterns, and as it wants names to be."""
        rules = schemas_under(self._map, self._wish, "propertyNames")
        patterns = [name for _, held in self._wish.all("patternProperties") if isinstance(held, dict) for name in held]
        closing = ("additionalProperties", "unevaluatedProperties")
        open_to_any = all(value is not False for keyword in closing for _, value in self._wish.all(keyword))
        found: dict[str, None] = {}
        for number in range(4 * count + 8 if count else 0):
            if len(found) >= count:
                break
            wanted = list(rules)
            if patterns and (number % 2 == 0 or not open_to_any):
                wanted.append(Rule("", {"pattern": patterns[number // 2 % len(patterns)]}))
            elif not open_to_any:
                break
            try:
                wish = lay_out(self._map, [*wanted, Rule("", {"type": "string", "minLength": 1})], self._chooser)
                listed = listed_values(wish)
                free = [name for name in listed or () if isinstance(name, str) and name not in found]
                name = free[0] if free else text_for(wish, "", self._chooser.draws("key", number), self._map.draft)
            except CannotServe:
                continue
            if name not in self._wish.avoid:
                found[name] = None
        return list(found)

    def _rules(self, name: str) -> list[Rule]:
        """What stands under this key must be all of that."""
        found: list[Rule] = []
        for pointer, schema in self._wish.schemas:
            rule = Rule(pointer, schema)
            properties, by_pattern = schema.get("properties"), schema.get("patternProperties")
            named = isinstance(properties, dict) and name in properties
            fitting = [pattern for pattern in by_pattern if fits_pattern(pattern, name)] if isinstance(by_pattern, dict) else []
            if named:
                found.append(self._map.below(rule, "properties", name))
            found += [self._map.below(rule, "patternProperties", pattern) for pattern in fitting]
            if not named and not fitting:
                found += [self._map.below(rule, "additionalProperties")] if "additionalProperties" in schema else []
        return found or [ANYTHING]
