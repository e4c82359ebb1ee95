"""What one part of a schema asks for, in phrases that follow one another: "text", "3 to 20 characters", "required"."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from playground.verdict.json_value import JsonValue
from playground.verdict.json_writer import write
from playground.verdict.schema_references import local_target
from playground.verdict.schema_walk import Subschema
from playground.verdict.wording import FORMATS, quoted, type_name
from playground.words.text import Listing, Parameter, Text, Value, text

KINDS = ("string", "number", "integer", "boolean", "null", "object", "array")
_MOST_EXAMPLES = 3
_HUGE = 10**15  # larger counts are no counts any more


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a schema is read: the name of its draft, and whether `format` is checked."""

    draft: str
    formats_checked: bool

    @property
    def reference_stands_alone(self) -> bool:
        """Whether nothing beside a `$ref` counts."""
        return self.draft in ("04", "06", "07")


@dataclass(frozen=True, slots=True)
class Phrases:
    """`parts` say the keywords in `said`; those in `idle` have no effect beside the others."""

    parts: tuple[Parameter, ...]
    said: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Rule:
    phrase: Parameter
    keywords: tuple[str, ...]


_OF_KIND: dict[str, tuple[str, ...]] = {
    "string": ("format", "minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "array": ("minItems", "maxItems", "uniqueItems", "items", "prefixItems", "additionalItems", "contains", "minContains", "maxContains",
              "unevaluatedItems"),
    "object": ("minProperties", "maxProperties", "properties", "required", "patternProperties", "additionalProperties", "propertyNames",
               "dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties"),
}  # fmt: skip
_ELSEWHERE = frozenset({"$ref", "$dynamicRef", "$recursiveRef", "enum", "const", "allOf", "anyOf", "oneOf"})


def phrases_of(schema: dict[str, JsonValue], dialect: Dialect, *, partial: bool) -> Phrases:
    """The phrases of one schema. `partial`: another schema beside this one says what kind of value it is."""
    if "$ref" in schema and dialect.reference_stands_alone:
        target = reference_phrase(schema)
        return Phrases((target,) if target else (), frozenset({"$ref"}) if target else frozenset(), frozenset(schema) - {"$ref"})
    types = types_of(schema)
    allowed = _allowed(schema)
    parts: list[Parameter] = []
    said = {rule for rule in ("type",) if types is not None}
    reference = reference_phrase(schema)
    if reference is not None:
        parts.append(reference)
        said.add("$ref")
    if types is not None and not (allowed and all(_is_of(value, types) for value in allowed.values)):
        parts.append(_kinds(schema, types, dialect, said))
    if allowed is not None:
        parts.append(allowed.phrase)
        said.update(allowed.keywords)
    unsaid = types is None and allowed is None and not partial and not _ELSEWHERE & schema.keys()
    if unsaid:
        parts.append(text("schema.kind.any"))
    idle: frozenset[str] = frozenset()
    for kind, keywords in _OF_KIND.items():
        if types is not None and not ({kind, "integer"} if kind == "number" else {kind}) & set(types):
            idle |= schema.keys() & set(keywords)
        else:
            found = _of_kind(schema, kind, dialect, unsaid=unsaid, said=said)
            parts.extend(found.parts)
            said |= found.said
    annotations = list(_annotations(schema))
    said.update(keyword for rule in annotations for keyword in rule.keywords)
    return Phrases((*parts, *(rule.phrase for rule in annotations if rule.phrase != "")), frozenset(said), idle)


def _of_kind(schema: dict[str, JsonValue], kind: str, dialect: Dialect, *, unsaid: bool, said: set[str]) -> Phrases:
    """The rules for one kind of value; where the kind is `unsaid` they hold only if the value is of it."""
    rules = list(_rules(schema, kind, dialect))
    now = frozenset(keyword for rule in rules for keyword in rule.keywords)
    phrases: tuple[Parameter, ...] = tuple(rule.phrase for rule in rules if rule.phrase != "")
    if not unsaid:
        return Phrases(phrases, now)
    parts: list[Parameter] = []
    if phrases:
        parts.append(text("schema.if_kind", kind=text(f"schema.a.{kind}"), rules=join(phrases)))
    if kind in ("array", "object") and (schema.keys() & set(_OF_KIND[kind])) - said - now:
        parts.append(text("schema.if_nested", kind=text(f"schema.a.{kind}")))
    return Phrases(tuple(parts), now)


def join(phrases: Sequence[Parameter]) -> Parameter:
    """Phrases one after the other, as the language joins them."""
    joined = phrases[-1]
    for phrase in reversed(phrases[:-1]):
        joined = text("schema.comma", first=phrase, more=joined)
    return joined


def name_of(name: str) -> Parameter:
    """A field's name in a sentence: as it is where nobody can mistake it, else in quotation marks."""
    return name if len(name) <= 40 and name.replace("-", "_").isidentifier() else quoted(name)


def types_of(schema: dict[str, JsonValue]) -> tuple[str, ...] | None:
    """The types that a schema names; None where it names none, or one that nobody knows."""
    named = schema.get("type")
    types = named if isinstance(named, list) else [named]
    known = tuple(kind for kind in types if isinstance(kind, str) and kind in KINDS)
    return known if known and len(known) == len(types) else None


def reference_phrase(schema: dict[str, JsonValue]) -> Text | None:
    """What a `$ref` into the same schema says; None for any other."""
    target = local_target(Subschema("", schema))
    if target is None:
        return None
    return text("schema.reference_root") if target == "" else text("schema.reference", name=quoted(target.rpartition("/")[2]))


@dataclass(frozen=True, slots=True)
class _Allowed:
    values: list[JsonValue]
    phrase: Parameter
    keywords: tuple[str, ...]


def _allowed(schema: dict[str, JsonValue]) -> _Allowed | None:
    """The values that `const` or `enum` leave."""
    if "const" in schema:
        return _Allowed([schema["const"]], text("schema.always", value=quoted(schema["const"])), ("const",))
    values = schema.get("enum")
    if not isinstance(values, list) or not values:
        return None
    if len(values) == 1:
        return _Allowed(values, text("schema.always", value=quoted(values[0])), ("enum",))
    return _Allowed(values, Listing(tuple(quoted(value) for value in values), "or"), ("enum",))


def _is_of(value: JsonValue, types: Iterable[str]) -> bool:
    kind = type_name(value)
    return kind in types or (kind == "integer" and "number" in types)


def _kinds(schema: dict[str, JsonValue], types: tuple[str, ...], dialect: Dialect, said: set[str]) -> Parameter:
    """The types, the items of a list and the form of a text among them."""
    named: list[Parameter] = []
    for kind in types:
        phrase: Parameter = text(f"schema.kind.{kind}")
        form = schema.get("format")
        if kind == "array" and (items := _simple_items(schema, dialect)) is not None:
            phrase = items
            said.add("items")
        elif kind == "string" and isinstance(form, str):
            phrase = _form(form, dialect)
            said.add("format")
        named.append(phrase)
    return named[0] if len(named) == 1 else Listing(tuple(named), "or")


def _form(name: str, dialect: Dialect) -> Text:
    """A text's format; one that nobody knows is never checked."""
    if name not in FORMATS:
        return text("schema.format_unchecked", format=quoted(name))
    return text(
        "schema.format" if dialect.formats_checked else "schema.format_unchecked", format=text(f"verdict.format.name.{name}")
    )


def _simple_items(schema: dict[str, JsonValue], dialect: Dialect) -> Parameter | None:
    """ "list of text": where one phrase says all that an item must be."""
    items = schema.get("items")
    if not isinstance(items, dict) or "prefixItems" in schema or items.keys() & {"description", "title", "items"}:
        return None
    found = phrases_of(items, dialect, partial=False)
    if len(found.parts) != 1 or items.keys() - found.said:
        return None
    types = types_of(items)
    if types is not None and len(types) == 1 and items.keys() == {"type"}:
        return text(f"schema.list_of.{types[0]}")
    return text("schema.list_each", what=found.parts[0])


def _rules(schema: dict[str, JsonValue], kind: str, dialect: Dialect) -> Iterator[_Rule]:
    if kind == "string":
        yield from _sizes(schema, "characters", "minLength", "maxLength")
        pattern = schema.get("pattern")
        if isinstance(pattern, str):
            yield _Rule(text("schema.pattern", pattern=quoted(pattern)), ("pattern",))
        form = schema.get("format")
        if isinstance(form, str) and types_of(schema) is None:
            yield _Rule(_form(form, dialect), ("format",))
    elif kind == "number":
        yield from _range(schema)
        step = schema.get("multipleOf")
        if _is_number(step):
            yield _Rule(text("schema.multiple", step=Value(write(step))), ("multipleOf",))
    elif kind == "array":
        yield from _sizes(schema, "items", "minItems", "maxItems")
        if isinstance(schema.get("uniqueItems"), bool):
            yield _Rule(text("schema.unique") if schema["uniqueItems"] else "", ("uniqueItems",))
    else:
        yield from _sizes(schema, "fields", "minProperties", "maxProperties")


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _count(value: JsonValue) -> int | None:
    """A keyword's value as a count of things; 10^15 where it is beyond all counting."""
    if not _is_number(value) or not isinstance(value, int | Decimal) or value < 0:
        return None
    return min(int(value), _HUGE) if value < _HUGE else _HUGE


def _sizes(schema: dict[str, JsonValue], unit: str, least: str, most: str) -> Iterator[_Rule]:
    low, high = _count(schema.get(least)), _count(schema.get(most))
    if low == 0:
        yield _Rule("", (least,))
        low = None
    if low is not None and low == high:
        yield _Rule(text(f"schema.{unit}.exactly", count=low), (least, most))
    elif low is not None and high is not None:
        yield _Rule(text(f"schema.{unit}.range", low=low, count=high), (least, most))
    elif low == 1 and unit == "characters":
        yield _Rule(text("schema.not_empty"), (least,))
    elif low is not None:
        yield _Rule(text(f"schema.{unit}.least", count=low), (least,))
    elif high is not None:
        yield _Rule(text(f"schema.{unit}.most", count=high), (most,))


def _range(schema: dict[str, JsonValue]) -> Iterator[_Rule]:
    """Limits of a number; in draft 4 `exclusiveMinimum` is true or false."""
    sides: dict[str, tuple[Value, tuple[str, ...]]] = {}
    for keyword, exclusive, closed, open_ in (
        ("minimum", "exclusiveMinimum", "least", "above"),
        ("maximum", "exclusiveMaximum", "most", "below"),
    ):
        limit, strict = schema.get(keyword), schema.get(exclusive)
        if _is_number(limit):
            both = (keyword, exclusive) if isinstance(strict, bool) else (keyword,)
            sides[open_ if strict is True else closed] = (Value(write(limit)), both)
        if _is_number(strict):
            sides[open_] = (Value(write(strict)), (exclusive,))
    if {"least", "most"} <= sides.keys():
        (low, of_low), (high, of_high) = sides.pop("least"), sides.pop("most")
        yield _Rule(text("schema.number.range", low=low, high=high), (*of_low, *of_high))
    for side, (limit_said, keywords) in sides.items():
        yield _Rule(text(f"schema.number.{side}", limit=limit_said), keywords)


def _annotations(schema: dict[str, JsonValue]) -> Iterator[_Rule]:
    if "default" in schema:
        yield _Rule(text("schema.default", value=quoted(schema["default"])), ("default",))
    examples = schema.get("examples")
    if isinstance(examples, list):
        named = tuple(quoted(example) for example in examples[:_MOST_EXAMPLES])
        yield _Rule(text("schema.examples", values=Listing(named, "or")) if named else "", ("examples",))
    for keyword in ("deprecated", "readOnly", "writeOnly"):
        if isinstance(schema.get(keyword), bool):
            yield _Rule(text(f"schema.{keyword}") if schema[keyword] else "", (keyword,))
