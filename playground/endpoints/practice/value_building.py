"""One value, built once from its schema: what stands at each place is drawn by the seed, the place, and how often it was wrong there."""

from collections import Counter
from collections.abc import Sequence

from playground.endpoints.practice.demands import CannotServe, Chooser, Wish, kinds_of_value, lay_out, listed_values, schemas_under
from playground.endpoints.practice.numbers import number_for
from playground.endpoints.practice.object_building import ObjectBuild
from playground.endpoints.practice.schema_map import ANYTHING, ENDLESS, Rule, SchemaMap
from playground.endpoints.practice.texts import text_for
from playground.verdict.equality import canonical
from playground.verdict.json_text import pointer_tokens
from playground.verdict.violations import JsonValue

_DEEP = 3  # levels from which on only what is needed is built
_DEEPEST = 40
_MOST_PARTS = 3_000  # values inside one answer
_LONGEST_LIST = 2_000


class ValueBuild:
    """One value, built once."""

    def __init__(self, schema_map: SchemaMap, seed: str, turns: Counter[str]) -> None:
        self._map = schema_map
        self._seed = seed
        self._turns = turns
        self.parts = 0
        self.at = ""  # the place that is being built

    def value(self, rules: Sequence[Rule], path: str, again: int = 0) -> JsonValue:
        """What stands at `path`; `again` counts the tries to make it differ from its neighbours."""
        self.at = path
        self.parts += 1
        depth = path.count("/")
        if depth > _DEEPEST:
            raise CannotServe("$ref", rules[0].pointer)
        if self.parts > _MOST_PARTS:
            raise CannotServe("minItems", rules[0].pointer)
        chooser = Chooser(self._seed, path, self._turns[path] + again, is_deep=depth >= _DEEP)
        wish = lay_out(self._map, rules, chooser)
        listed = listed_values(wish)
        if listed is not None:
            if not listed:
                raise wish.refuse("enum", "const")
            return listed[chooser.index("enum", len(listed))]
        kind = _choose_kind(wish, chooser)
        if kind == "object":
            return ObjectBuild(self.value, self._map, rules, path, chooser).build()
        if kind == "array":
            return self._list(wish, path, chooser)
        return self._scalar(kind, wish, path, chooser)

    def _scalar(self, kind: str, wish: Wish, path: str, chooser: Chooser) -> JsonValue:
        example = _example(wish, kind) if chooser.turn == 0 else None
        if example is not None:
            return example[0]
        match kind:
            case "string":
                return text_for(wish, _name_of(path), chooser.draws("text"), self._map.draft)
            case "integer" | "number":
                return number_for(wish, chooser.draws("number"), whole=kind == "integer")
            case "boolean":
                return chooser.index("boolean", 2) == 0
            case _:
                return None

    def _list(self, wish: Wish, path: str, chooser: Chooser) -> list[JsonValue]:
        least, most = wish.largest("minItems", 0), wish.smallest("maxItems")
        wanted = [rule for rule in schemas_under(self._map, wish, "contains") if rule.value is not True]
        needed = max(wish.largest("minContains", 1 if wanted else 0), 0)
        least = max(least, needed)
        prefix, closed = self._prefix(wish)
        if closed:
            most = prefix if most is None else min(most, prefix)
        if (most is not None and least > most) or least > _LONGEST_LIST:
            raise wish.refuse("minItems", "contains")
        count = least
        if not chooser.is_deep and all(self._map.depth(rule) < ENDLESS for rule in self._items(wish, 0)):
            count = max(least, prefix or chooser.draws("count").between(1, 3))
        count = count if most is None else min(count, most)
        items: list[JsonValue] = []
        for index in range(count):
            rules = [*self._items(wish, index), *(wanted if index < needed else ())]
            try:
                items.append(self.value(rules or [ANYTHING], f"{path}/{index}"))
            except CannotServe:
                if index >= least:
                    break
                raise
        if any(value is True for _, value in wish.all("uniqueItems")):
            try:
                self._make_unique(items, wish, path, least, wanted[:needed])
            except CannotServe:
                raise wish.refuse("uniqueItems") from None
        return items

    def _make_unique(self, items: list[JsonValue], wish: Wish, path: str, least: int, wanted: Sequence[Rule]) -> None:
        seen: set[str] = set()
        index = 0
        while index < len(items):
            again = 0
            while canonical(items[index]) in seen and again < 40 + 4 * len(items):
                again += 1
                items[index] = self.value([*self._items(wish, index), *wanted] or [ANYTHING], f"{path}/{index}", again)
            if canonical(items[index]) in seen and len(items) > least:
                del items[index]
                continue
            seen.add(canonical(items[index]))
            index += 1

    def _prefix(self, wish: Wish) -> tuple[int, bool]:
        """How many items have a schema of their own, and whether none may follow."""
        longest, closed = 0, False
        for _, schema in wish.schemas:
            own = schema.get("prefixItems")
            rest = schema.get("items", True)
            if not isinstance(own, list) and isinstance(rest, list):
                own, rest = rest, schema.get("additionalItems", True)
            longest = max(longest, len(own) if isinstance(own, list) else 0)
            closed = closed or rest is False or (schema.get("unevaluatedItems") is False and "items" not in schema)
        return longest, closed

    def _items(self, wish: Wish, index: int) -> list[Rule]:
        """What the item must be."""
        found: list[Rule] = []
        for pointer, schema in wish.schemas:
            rule = Rule(pointer, schema)
            if isinstance(schema.get("prefixItems"), list) and index < len(schema["prefixItems"]):  # type: ignore[arg-type]  # a list
                found.append(self._map.below(rule, "prefixItems", index))
            elif isinstance(schema.get("items"), list):
                known = index < len(schema["items"])  # type: ignore[arg-type]  # a list
                if known:
                    found.append(self._map.below(rule, "items", index))
                elif "additionalItems" in schema:
                    found.append(self._map.below(rule, "additionalItems"))
            elif "items" in schema:
                found.append(self._map.below(rule, "items"))
        return found


_SIGNS = (
    (
        "object",
        ("properties", "required", "additionalProperties", "patternProperties", "minProperties", "propertyNames", "dependencies"),
    ),
    ("array", ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains")),
    ("string", ("pattern", "format", "minLength", "maxLength")),
    ("number", ("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")),
)


def _choose_kind(wish: Wish, chooser: Chooser) -> str:
    """The kind of value: the one that the keywords speak of, or one of those that are allowed."""
    kinds = [kind for kind in ("object", "array", "string", "number", "integer", "boolean", "null") if kind in wish.kinds]
    if "number" in kinds and "integer" in kinds:
        kinds.remove("integer")
    if len(kinds) > 3 and chooser.turn < 2:
        present = {keyword for _, schema in wish.schemas for keyword in schema}
        meant = next((kind for kind, keywords in _SIGNS if kind in kinds and present & set(keywords)), None)
        return meant or ("string" if "string" in kinds else kinds[0])
    plain = [kind for kind in kinds if kind != "null"]
    if chooser.is_deep:
        plain = [kind for kind in plain if kind not in ("object", "array")] or plain
    if plain and chooser.turn < 2 * len(plain):
        return plain[chooser.index("kind", len(plain))]
    return kinds[chooser.index("kind", len(kinds))]


def _example(wish: Wish, kind: str) -> tuple[JsonValue] | None:
    """A plain value that the schema itself gives as an example or a default."""
    listed = [value for _, values in wish.all("examples") if isinstance(values, list) for value in values]
    listed += [value for _, value in wish.all("default") if value not in ("", None)]
    fitting = [value for value in listed if kind in kinds_of_value(value)]
    return (fitting[0],) if fitting else None


def _name_of(path: str) -> str:
    """The key under which something stands, or the list in which it does."""
    return next((token for token in reversed(pointer_tokens(path)) if not token.isdecimal()), "")
