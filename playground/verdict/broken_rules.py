"""The engine's errors as broken rules: what each is about, in words, with the meant branch of anyOf and oneOf."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from playground.verdict.advice import advise
from playground.verdict.engine_paths import instance_tokens, rule_tokens
from playground.verdict.engine_values import as_written, for_engine
from playground.verdict.equality import canonical, first_equal_pair
from playground.verdict.json_text import pointer_of, value_at
from playground.verdict.meant_branch import meant_branch, rivals
from playground.verdict.near_misses import nearest
from playground.verdict.parted_engine import followed
from playground.verdict.violations import JsonValue
from playground.verdict.wording import Broken, Wording, type_name, word
from playground.words.text import Field, Text
from playground.words.text import text as words

_CONTAINERS = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"})

Mark = Literal["value", "key", "close"]  # which part of a value is marked


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A broken rule with its words, not yet placed."""

    broken: Broken
    wording: Wording
    schema_path: str
    at: str  # pointer of the value that is marked
    mark: Mark = "value"
    branch: tuple["BrokenRule", ...] = ()
    said: Broken | None = None  # the one rule that all branches come to

    @property
    def advice(self) -> Text:
        """What to do about it; of a branch that was meant, about the first thing that is wrong there."""
        return self.branch[0].advice if self.branch and self.said is None else advise(self.said or self.broken)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is judged and by what. `hidden` tells that something is hidden from the engine."""

    schema: JsonValue
    value: JsonValue
    hidden: bool = False
    resources: Mapping[str, str] = field(default_factory=dict)
    empty_names: bool = False  # a key of the value or of the schema is ""
    beside: dict[tuple[str, str], "_Keys"] = field(
        default_factory=dict
    )  # as thousands of errors are about the same rule and object

    def value_pointer(self, error: Any) -> str:
        """Where in the reply the value stands."""
        return self.pointer(instance_tokens(error, empty_names=self.empty_names))

    def name(self, key: str) -> str:
        """A key as the reply has it."""
        return as_written(key) if self.hidden else key

    def rule_pointer(self, error: Any) -> str:
        """Where in the schema the broken rule stands; where it stands elsewhere, the reference that leads there."""
        absolute = error.absolute_keyword_location
        if absolute is None:
            return self.pointer(rule_tokens(error, empty_names=self.empty_names))
        document = absolute.partition("#")[0]
        if document in self.resources:
            return self.resources[document] + self.pointer(rule_tokens(error, empty_names=self.empty_names))
        path = list(error.evaluation_path)
        while path and not (path[-1] in ("$ref", "$dynamicRef", "$recursiveRef") and _exists(self.schema, self.pointer(path))):
            path.pop()
        return self.pointer(path)

    def pointer(self, tokens: Sequence[str | int]) -> str:
        """The pointer of these tokens of the engine's, as the reply or the schema has it."""
        pointer = pointer_of(tokens)
        return as_written(pointer) if self.hidden else pointer


def _exists(value: JsonValue, pointer: str) -> bool:
    try:
        value_at(value, pointer)
    except LookupError:
        return False
    return True


def broken_rules(engine: Any, value: JsonValue, *, empty_names: bool, hidden: bool) -> Iterator[BrokenRule]:
    """Every rule of a schema that is not at hand (a draft's own) that the engine finds broken; not placed."""
    return all_rules(engine, Subject(None, value, hidden, empty_names=empty_names))


def all_rules(engine: Any, subject: Subject) -> Iterator[BrokenRule]:
    """Every rule that the engine finds broken; not placed."""
    for error in followed(_errors(engine, subject)):
        yield from _rules_of(error, subject)


def _errors(engine: Any, subject: Subject) -> list[Any]:
    """What the engine finds. It hands wrong values back, which fails for whole numbers of very many digits: those are then changed."""
    if not subject.hidden:
        return list(engine.iter_errors(subject.value))
    try:
        return list(engine.iter_errors(for_engine(subject.value)))
    except ValueError:
        return list(engine.iter_errors(for_engine(subject.value, huge=True)))


def _rules_of(error: Any, subject: Subject) -> list[BrokenRule]:
    """One error of the engine may be several violations (one for each unexpected key)."""
    path = subject.value_pointer(error)
    keyword = _keyword_of(rule_tokens(error, empty_names=subject.empty_names))
    if error.kind.name in ("anyOf", "oneOf"):  # apart from the makers, as each frame counts in forms of forms
        return [_branch_rule(error, subject, path, keyword)]
    maker = _MAKERS.get(error.kind.name) or _MAKERS.get(keyword)
    if maker is not None:
        return list(maker(error, subject, path, keyword))
    detail = "undecided" if keyword == "pattern" and hasattr(error.kind, "error") else None
    broken = Broken(keyword, path, _expected(error, subject), value_at(subject.value, path), detail=detail)
    return [_rule(error, subject, broken)]


def _unexpected_keys(error: Any, subject: Subject, path: str, keyword: str) -> Iterator[BrokenRule]:
    free = _keys(subject, subject.rule_pointer(error), path).free
    for key in map(subject.name, error.kind.unexpected):
        yield _about_key(error, subject, Broken(keyword, path, key=key, near=nearest(key, free) if free else None))


@dataclass(frozen=True, slots=True)
class _Keys:
    """Of an object and the properties that a schema names: those that are free in it, and its keys that are not named."""

    free: tuple[str, ...]
    strange: tuple[str, ...]


def _keys(subject: Subject, rule: str, path: str) -> _Keys:
    if (rule, path) not in subject.beside:
        value = value_at(subject.value, path)
        present = value if isinstance(value, dict) else {}
        named = dict.fromkeys(_named_beside(subject.schema, rule))
        free, strange = (tuple(key for key in keys if key not in others) for keys, others in ((named, present), (present, named)))
        subject.beside[rule, path] = _Keys(free, strange)
    return subject.beside[rule, path]


def _named_beside(schema: JsonValue, pointer: str) -> tuple[str, ...]:
    """The properties that the schema names beside the rule at `pointer`."""
    try:
        beside = value_at(schema, pointer.rpartition("/")[0])
    except LookupError:  # pragma: no cover - no draft's own schema has such a rule
        return ()
    named = beside.get("properties") if isinstance(beside, dict) else None
    return tuple(named) if isinstance(named, dict) else ()


def _any_key(error: Any, subject: Subject, path: str, keyword: str) -> Iterator[BrokenRule]:
    """The schema `false`: nothing is allowed there, or no key at all."""
    value = value_at(subject.value, path)
    if keyword in ("additionalProperties", "propertyNames") and isinstance(value, dict):
        for key in value:
            yield _about_key(error, subject, Broken(keyword, path, key=key))
    else:
        yield _rule(error, subject, Broken(keyword, path, actual=value))


def _missing_key(error: Any, subject: Subject, path: str, keyword: str) -> Iterator[BrokenRule]:
    key = subject.name(error.kind.property)
    rule = subject.rule_pointer(error)
    strange = _keys(subject, rule, path).strange
    near = nearest(key, strange) if strange else None
    asking = _asking(subject, rule, value_at(subject.value, path), key)
    yield _rule(error, subject, Broken(keyword, path, key, key=key, near=near, detail=asking), mark="close")


def _asking(subject: Subject, pointer: str, value: JsonValue, missing: str) -> str | None:
    """The field that is there and makes the missing one necessary, where the rule is about that."""
    try:
        rule = value_at(subject.schema, pointer)
    except LookupError:  # a draft's own schema is not at hand
        return None
    if not isinstance(rule, dict) or not isinstance(value, dict):
        return None
    return next((key for key, needed in rule.items() if key in value and isinstance(needed, list) and missing in needed), None)


def _bad_key(error: Any, subject: Subject, path: str, _: str) -> Iterator[BrokenRule]:
    key = subject.name(str(error.kind.error.instance))
    yield _about_key(error, subject, Broken("propertyNames", path, None, key, key=key))


def _about_key(error: Any, subject: Subject, broken: Broken) -> BrokenRule:
    return _rule(error, subject, broken, at=broken.path + pointer_of([broken.key or ""]), mark="key")


def _extra_items(error: Any, subject: Subject, path: str, keyword: str) -> Iterator[BrokenRule]:
    value = value_at(subject.value, path)
    for index in range(error.kind.limit, len(value) if isinstance(value, list) else 0):
        yield _rule(error, subject, Broken(keyword, f"{path}/{index}"))


def _equal_items(error: Any, subject: Subject, path: str, keyword: str) -> Iterator[BrokenRule]:
    value = value_at(subject.value, path)
    pair = first_equal_pair(value) if isinstance(value, list) else None
    detail = f"{pair[0]},{pair[1]}" if pair else None
    broken = Broken(keyword, path, actual=value, detail=detail)
    yield _rule(error, subject, broken, at=f"{path}/{pair[1]}" if pair else path)


# By the engine's name for the kind of error, or by the keyword.
_MAKERS: dict[str, Callable[[Any, Subject, str, str], Iterator[BrokenRule]]] = {
    "additionalProperties": _unexpected_keys,
    "unevaluatedProperties": _unexpected_keys,
    "falseSchema": _any_key,
    "required": _missing_key,
    "propertyNames": _bad_key,
    "additionalItems": _extra_items,
    "uniqueItems": _equal_items,
}


def _rule(error: Any, subject: Subject, broken: Broken, *, at: str | None = None, mark: Mark = "value") -> BrokenRule:
    return BrokenRule(broken, word(broken), subject.rule_pointer(error), broken.path if at is None else at, mark)


def _keyword_of(schema_path: Sequence[str | int]) -> str:
    """The keyword that a schema path ends in; for the schema `false` the keyword that holds it."""
    keyword = "false"
    named = False  # whether the next token is the name of a schema in a container
    for token in schema_path:
        if not named and isinstance(token, str):
            keyword = token
        named = not named and token in _CONTAINERS
    return keyword


def _expected(error: Any, subject: Subject) -> JsonValue:
    """The keyword's value: as it is written in the schema, else (the rule stands elsewhere) as the engine names it."""
    pointer = subject.rule_pointer(error)
    if pointer.endswith("/" + _keyword_of(rule_tokens(error, empty_names=subject.empty_names))):
        try:
            return value_at(subject.schema, _bound_of(subject.schema, pointer))
        except LookupError:
            pass
    parts = error.kind.as_dict()
    types = parts.get("types")
    if isinstance(types, list):
        return types[0] if len(types) == 1 else types
    return cast("JsonValue", next(iter(parts.values()), None))


def _bound_of(schema: JsonValue, pointer: str) -> str:
    """Where the keyword's value stands: in draft 4 `"exclusiveMinimum": true` is about the bound beside it."""
    holder, _, keyword = pointer.rpartition("/")
    bound = keyword.removeprefix("exclusive").lower()
    return f"{holder}/{bound}" if bound != keyword.lower() and value_at(schema, pointer) is True else pointer


def _branch_rule(error: Any, subject: Subject, path: str, keyword: str) -> BrokenRule:
    """anyOf or oneOf: the meant branch is explained; alternatives of one kind are said in one sentence."""
    branches = error.kind.context
    value = value_at(subject.value, path)
    broken = Broken(keyword, path, None, value)
    fitting = [branch for branch in branches if not branch]
    if fitting or not branches:
        wording = Wording(words("verdict.oneOf.many", field=Field(path), count=len(fitting)))
        return BrokenRule(broken, wording, subject.rule_pointer(error), path)
    index = meant_branch(branches, error.instance_path, is_object=isinstance(value, dict), is_list=isinstance(value, list))
    rules: tuple[BrokenRule, ...] = ()
    for inner in followed(branches[index]):
        rules += tuple(_rules_of(inner, subject))
    merged = _merged(branches, subject, path, value) or _choice(rivals(branches, error.instance_path, index), subject)
    wording = word(merged) if merged else _nearest(rules, path, len(branches))
    return BrokenRule(broken, wording, subject.rule_pointer(error), path, branch=rules, said=merged)


def _choice(errors: Sequence[Any], subject: Subject) -> Broken | None:
    """The rule that a discriminator must have one of the constants that the branches want."""
    if not errors:
        return None
    path = subject.value_pointer(errors[0])
    return Broken("enum", path, _constants(errors, subject), value_at(subject.value, path), detail="forms")


def _constants(errors: Sequence[Any], subject: Subject) -> list[JsonValue]:
    """All values that these errors of const and enum would have allowed, or the types; each once."""
    allowed: list[JsonValue] = []
    for error in errors:
        expected = _expected(error, subject)
        allowed.extend(expected if isinstance(expected, list) and _keyword_of(error.schema_path) != "const" else [expected])
    return list({canonical(value): value for value in allowed}.values())


def _merged(branches: Sequence[Sequence[Any]], subject: Subject, path: str, value: JsonValue) -> Broken | None:
    """One rule that says the same as all branches: several types, several allowed values, or both; or one field of several."""
    singles = [single for errors in branches if (single := _single(errors, subject)) and subject.value_pointer(single) == path]
    if len(singles) < len(branches):
        return None
    kinds = {_keyword_of(error.schema_path) for error in singles}
    if kinds == {"required"}:
        return Broken("required", path, list(dict.fromkeys(subject.name(error.kind.property) for error in singles)))
    if not kinds <= {"const", "enum", "type"}:
        return None
    types = _constants([error for error in singles if _keyword_of(error.schema_path) == "type"], subject)
    if kinds == {"type"}:
        return Broken("type", path, types, value)
    allowed = _constants([error for error in singles if _keyword_of(error.schema_path) != "type"], subject)
    return Broken("enum", path, allowed, value, detail="forms", types=tuple(map(str, types)))


def _single(errors: Sequence[Any], subject: Subject) -> Any | None:
    """The one error that a branch comes to: its only one, or that of its constants where the type beside them is wrong too."""
    if len(errors) == 1:
        return errors[0]
    by_keyword = {_keyword_of(error.schema_path): error for error in errors}
    choosing = by_keyword.get("const", by_keyword.get("enum"))
    if len(errors) != 2 or choosing is None or "type" not in by_keyword:
        return None
    if len({subject.value_pointer(error) for error in errors}) > 1:
        return None
    types = _constants([by_keyword["type"]], subject)
    return choosing if all(_is_of(value, types) for value in _constants([choosing], subject)) else None


def _is_of(value: JsonValue, types: Sequence[JsonValue]) -> bool:
    kind = type_name(value)
    return kind in types or (kind == "integer" and "number" in types)


def _nearest(rules: Sequence[BrokenRule], path: str, count: int) -> Wording:
    first = rules[0].wording
    more = len(rules) - 1
    said = "verdict.anyOf.several" if more else "verdict.anyOf"
    extra = {"more": more} if more else {}
    return Wording(
        words(said, field=Field(path), count=count, nearest=first.message, **extra),
        words(said, field=Field(path), count=count, nearest=first.rule or first.message, **extra),
    )
