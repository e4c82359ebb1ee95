"""Several schemas that one value must satisfy at once, laid out flat: references followed, branches of anyOf, oneOf and if chosen."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeGuard

from playground.endpoints.practice.draws import Draws
from playground.endpoints.practice.schema_map import ENDLESS, Rule, SchemaMap
from playground.verdict.equality import canonical
from playground.verdict.violations import JsonValue

KINDS = ("object", "array", "string", "number", "integer", "boolean", "null")
_EVERY = frozenset(KINDS)
_HOPS = 6  # references that are followed to see what kind of value a branch asks for


class CannotServe(Exception):
    """No value can be built; `keyword` of the schema at `pointer` is what stands in the way."""

    def __init__(self, keyword: str, pointer: str) -> None:
        super().__init__(f"{keyword} at {pointer or 'the root'}")
        self.keyword = keyword
        self.pointer = pointer


@dataclass(frozen=True, slots=True)
class Chooser:
    """Draws for one place of the value. Each `turn` chooses otherwise, so that in the end every branch has been tried."""

    seed: str
    path: str
    turn: int
    is_deep: bool  # so deep that the shortest way out is taken

    def draws(self, *key: object) -> Draws:
        """Chance for one thing at this place."""
        return Draws(self.seed, self.path, self.turn, *key)

    def index(self, key: str, count: int) -> int:
        """One of so many; the turns go through all of them, then leave it to chance."""
        if self.turn < count:
            return (Draws(self.seed, self.path, key).below(count) + self.turn) % count
        return self.draws(key).below(count)


@dataclass(slots=True)
class Wish:
    """What a value must be. `schemas` are objects without anything that still had to be chosen; `avoid` are keys better left out."""

    schemas: list[tuple[str, dict[str, JsonValue]]] = field(default_factory=list)
    kinds: frozenset[str] = _EVERY
    avoid: set[str] = field(default_factory=set)

    def all(self, keyword: str) -> Iterator[tuple[str, JsonValue]]:
        """The values of a keyword in all of the schemas, each with the pointer of its schema."""
        return ((pointer, schema[keyword]) for pointer, schema in self.schemas if keyword in schema)

    def largest(self, keyword: str, least: int) -> int:
        """The largest of these whole numbers."""
        return max([least, *(int(value) for _, value in self.all(keyword) if is_number(value))])

    def smallest(self, keyword: str) -> int | None:
        """The smallest of these whole numbers; None without any."""
        return min((int(value) for _, value in self.all(keyword) if is_number(value)), default=None)

    def names(self, keyword: str) -> list[str]:
        """All the names that this keyword lists, each once, in their order."""
        listed = (value for _, value in self.all(keyword) if isinstance(value, list))
        return list(dict.fromkeys(name for value in listed for name in value if isinstance(name, str)))

    def refuse(self, *keywords: str) -> CannotServe:
        """No value can be built because of the first of these keywords that is there."""
        return next(
            (CannotServe(each, pointer) for each in keywords for pointer, _ in self.all(each)), CannotServe(keywords[0], "")
        )


def is_number(value: JsonValue) -> TypeGuard[int | Decimal]:
    """Whether it is a JSON number."""
    return not isinstance(value, bool | str | list | dict) and value is not None


def lay_out(schema_map: SchemaMap, rules: Iterable[Rule], chooser: Chooser) -> Wish:
    """The wish that these schemas make together; raises CannotServe where nothing can satisfy them."""
    layout = _Layout(schema_map, chooser)
    layout.add(rules)
    while layout.choices:
        rule, keyword = layout.choices.pop(0)
        layout.choose(rule, keyword)
    layout.choose_conditions()
    return layout.wish


class _Layout:
    def __init__(self, schema_map: SchemaMap, chooser: Chooser) -> None:
        self.map = schema_map
        self.chooser = chooser
        self.wish = Wish()
        self.choices: list[tuple[Rule, str]] = []
        self.conditions: list[Rule] = []
        self._seen: set[int] = set()

    def add(self, rules: Iterable[Rule]) -> None:
        """Take schemas in, with those that they refer to."""
        pending = list(rules)
        while pending:
            rule = pending.pop(0)
            schema = rule.value
            if schema is False:
                raise CannotServe("false", rule.pointer)
            if not isinstance(schema, dict) or id(schema) in self._seen:
                continue
            self._seen.add(id(schema))
            pending += self.map.references(rule)
            if "$ref" in schema and self.map.reference_stands_alone:
                continue
            self.wish.schemas.append((rule.pointer, schema))
            self._narrow(rule, schema)
            pending += _branches(self.map, rule, "allOf")
            self.choices += [(rule, keyword) for keyword in ("anyOf", "oneOf") if schema.get(keyword)]
            if "if" in schema:
                self.conditions.append(rule)

    def _narrow(self, rule: Rule, schema: dict[str, JsonValue]) -> None:
        kinds = self.wish.kinds & _own_kinds(schema)
        refused = schema.get("not")
        if isinstance(refused, dict):
            if refused.keys() == {"type"}:
                kinds -= _own_kinds(refused)
            if refused.keys() <= {"required", "type", "properties"} and isinstance(refused.get("required"), list):
                self.wish.avoid |= {name for name in refused["required"] if isinstance(name, str)}  # type: ignore[union-attr]  # a list
            several = refused.get("anyOf")
            for inner in several if isinstance(several, list) else ():
                if isinstance(inner, dict) and inner.keys() == {"required"}:
                    self.wish.avoid |= set(inner["required"])  # type: ignore[arg-type]  # a sound schema lists names
        if not kinds:
            raise CannotServe("type", rule.pointer)
        self.wish.kinds = kinds

    def choose(self, rule: Rule, keyword: str) -> None:
        """Take one branch of anyOf or oneOf in: of those that fit, the one whose turn it is."""
        branches = _branches(self.map, rule, keyword)
        kinds = [self.kinds_of(branch) & self.wish.kinds for branch in branches]
        fitting = [branch for branch, own in zip(branches, kinds, strict=True) if own]
        if not fitting:
            raise CannotServe(keyword, rule.pointer)
        if self.chooser.is_deep:
            shortest = min(self.map.depth(branch) for branch in fitting)
            fitting = [branch for branch in fitting if self.map.depth(branch) == shortest]
        else:
            finite = [branch for branch in fitting if self.map.depth(branch) < ENDLESS]
            plain = [branch for branch in finite if self.kinds_of(branch) != {"null"}]
            if not self.chooser.path:  # an answer as a whole is an object rather than a mere text
                plain = [branch for branch in plain if "object" in self.kinds_of(branch)] or plain
            fitting = (plain if self.chooser.turn < len(plain) else finite) or fitting
        chosen = fitting[self.chooser.index(f"{rule.pointer}/{keyword}", len(fitting))]
        if keyword == "oneOf":
            wanted = self._required(chosen)
            self.wish.avoid |= {name for branch in branches for name in self._required(branch)} - wanted
        self.add([chosen])

    def choose_conditions(self) -> None:
        """For each `if` the arm that is to hold: at most one `then` at first, then any."""
        conditions, self.conditions = self.conditions, []
        if not conditions:
            return
        arm = self.chooser.index("if", len(conditions) + 1)
        for number, rule in enumerate(conditions):
            free = self.chooser.turn > len(conditions) + 1
            holds = self.chooser.draws("if", number).chance(0.5) if free else number == arm
            keywords = ("if", "then") if holds else ("else",)
            schema = rule.value if isinstance(rule.value, dict) else {}
            self.add([self.map.below(rule, keyword) for keyword in keywords if keyword in schema])
        while self.choices:
            self.choose(*self.choices.pop(0))

    def kinds_of(self, rule: Rule, hops: int = _HOPS) -> frozenset[str]:
        """The kinds of value that a schema allows, as far as can be seen from outside."""
        schema = rule.value
        if not isinstance(schema, dict):
            return frozenset() if schema is False else _EVERY
        if hops == 0:
            return _EVERY
        kinds = _own_kinds(schema)
        for target in self.map.references(rule):
            kinds &= self.kinds_of(target, hops - 1)
        for branch in _branches(self.map, rule, "allOf"):
            kinds &= self.kinds_of(branch, hops - 1)
        for keyword in ("anyOf", "oneOf"):
            branches = _branches(self.map, rule, keyword)
            if branches:
                kinds &= frozenset().union(*(self.kinds_of(branch, hops - 1) for branch in branches))
        return kinds

    def _required(self, rule: Rule, hops: int = _HOPS) -> set[str]:
        schema = rule.value
        if not isinstance(schema, dict) or hops == 0:
            return set()
        listed = schema.get("required")
        names = {name for name in listed if isinstance(name, str)} if isinstance(listed, list) else set()
        for inner in (*self.map.references(rule), *_branches(self.map, rule, "allOf")):
            names |= self._required(inner, hops - 1)
        return names


def _branches(schema_map: SchemaMap, rule: Rule, keyword: str) -> list[Rule]:
    held = rule.value.get(keyword) if isinstance(rule.value, dict) else None
    return [schema_map.below(rule, keyword, index) for index in range(len(held))] if isinstance(held, list) else []


def _own_kinds(schema: dict[str, JsonValue]) -> frozenset[str]:
    named = schema.get("type")
    kinds = _EVERY
    if named is not None:
        kinds = frozenset(str(kind) for kind in (named if isinstance(named, list) else [named]))
        if "number" in kinds:
            kinds |= {"integer"}
    values: Sequence[JsonValue] | None = [schema["const"]] if "const" in schema else None
    listed = schema.get("enum")
    if isinstance(listed, list):
        values = listed
    if values is not None:
        kinds &= frozenset(kind for value in values for kind in kinds_of_value(value))
    return kinds


def kinds_of_value(value: JsonValue) -> tuple[str, ...]:
    """What JSON Schema calls a value of this kind; a whole number is a number as well."""
    if value is None:
        return ("null",)
    if isinstance(value, bool):
        return ("boolean",)
    if isinstance(value, str):
        return ("string",)
    if isinstance(value, list):
        return ("array",)
    if isinstance(value, dict):
        return ("object",)
    return ("integer", "number") if value == Decimal(value).to_integral_value() else ("number",)


def schemas_under(schema_map: SchemaMap, wish: Wish, keyword: str) -> list[Rule]:
    """The schemas that a keyword holds, of all in the wish."""
    return [schema_map.below(Rule(pointer, schema), keyword) for pointer, schema in wish.schemas if keyword in schema]


def listed_values(wish: Wish) -> list[JsonValue] | None:
    """The values that enum and const leave; None where neither is there."""
    lists: list[list[JsonValue]] = [[value] for _, value in wish.all("const")]
    lists += [value for _, value in wish.all("enum") if isinstance(value, list)]
    if not lists:
        return None
    first, *others = lists
    allowed = [{canonical(value) for value in values} for values in others]
    left = [value for value in first if all(canonical(value) in values for values in allowed)]
    refused = {canonical(value) for _, schema in wish.all("not") if isinstance(schema, dict) for value in _values_of(schema)}
    return [value for value in left if wish.kinds & set(kinds_of_value(value)) and canonical(value) not in refused]


def _values_of(schema: dict[str, JsonValue]) -> list[JsonValue]:
    listed = schema.get("enum")
    return [schema["const"]] if "const" in schema else listed if isinstance(listed, list) else []
