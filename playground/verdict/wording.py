"""The sentence for each broken rule: one for people that says what the reply has, one that states the rule alone (for a model)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from playground.verdict.json_text import pointer_of, write
from playground.verdict.near_misses import near_miss
from playground.verdict.violations import JsonValue
from playground.words.text import Field, Listing, Parameter, Text, Value, text

MOST_ALLOWED = 1000  # so many allowed values are handed on; whoever renders them names fewer
LONGEST_VALUE = 400  # characters of a quoted value; likewise
_MOST_PARTS = 20  # values and keys of a list or object that is written out


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said about one violation. `rule` is None where the full sentence is the rule."""

    message: Text
    rule: Text | None = None


@dataclass(frozen=True, slots=True)
class Broken:
    """A broken rule, ready to be worded. `expected` is the keyword's value, `actual` the value it was applied to."""

    keyword: str
    path: str
    expected: JsonValue = None
    actual: JsonValue = None
    key: str | None = None
    detail: str | None = None
    types: tuple[str, ...] = ()  # of an enum: types that are allowed beside its values
    near: str | None = None  # the key that stands there in place of a missing one, or that an unexpected one was perhaps meant for


def type_name(value: JsonValue) -> str:
    """The JSON type of a value, as JSON Schema names it; a whole number is an "integer"."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case Decimal():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


_TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")


def kind_of(name: str) -> Parameter:
    """A JSON type in words."""
    return text(f"verdict.kind.{name}") if name in _TYPES else name


def quoted(value: JsonValue) -> Value:
    """A scalar as it is quoted in a sentence, shortened if it is long."""
    if isinstance(value, str) and len(value) > LONGEST_VALUE:
        return Value(write(value[:LONGEST_VALUE] + "…"))
    written = write(value) if not isinstance(value, list | dict) else _outline(value)
    return Value(written if len(written) <= LONGEST_VALUE + 20 else written[:LONGEST_VALUE] + "…")


def _outline(value: list[JsonValue] | dict[str, JsonValue]) -> str:
    """A small list or object as it is; of another one the beginning, without what is deeper than its own items."""
    if _is_small(value):
        return write(value)
    parts: list[str] = []
    size = 0
    items = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    for key, item in items:
        inner = (
            ("[…]" if item else "[]") if isinstance(item, list) else ("{…}" if item else "{}") if isinstance(item, dict) else None
        )
        part = quoted(item).json if inner is None else inner
        part = part if key is None else f"{quoted(key).json}: {part}"
        size += len(part)
        parts.append(part)
        if size > LONGEST_VALUE:
            parts.append("…")
            break
    inside = ", ".join(parts)
    return "{" + inside + "}" if isinstance(value, dict) else "[" + inside + "]"


def _is_small(value: list[JsonValue] | dict[str, JsonValue]) -> bool:
    """Whether it can be written out: looked at only as far as that is not settled."""
    pending: list[JsonValue] = [value]
    parts = 0
    while pending and parts <= _MOST_PARTS:
        one = pending.pop()
        parts += 1
        if isinstance(one, list | dict):
            if len(one) > _MOST_PARTS:
                return False
            pending.extend(one if isinstance(one, list) else (*one, *one.values()))
        elif isinstance(one, str) and len(one) > LONGEST_VALUE // _MOST_PARTS:
            return False
    return not pending and parts <= _MOST_PARTS


def word(broken: Broken) -> Wording:
    """The sentences for one broken rule; a keyword that nobody knows gets a general one."""
    maker = _MAKERS.get(broken.keyword)
    return maker(broken) if maker else Wording(text("verdict.other", field=Field(broken.path), keyword=broken.keyword))


def one_of(allowed: Sequence[JsonValue], types: Sequence[str] = ()) -> Parameter:
    """Allowed values and types, joined by "or". Beside anything else "true or false" are two of them."""
    alone = len(allowed) + len(types) == 1
    kinds = (
        kind for name in types for kind in ([kind_of(name)] if alone or name != "boolean" else [Value("true"), Value("false")])
    )
    named: tuple[Parameter, ...] = (*(quoted(value) for value in allowed[:MOST_ALLOWED]), *kinds)
    return named[0] if len(named) == 1 else Listing(named, "or")


def _type(broken: Broken) -> Wording:
    names = broken.expected if isinstance(broken.expected, list) else [broken.expected]
    types = one_of((), [str(name) for name in names])
    rule = text("verdict.type", field=Field(broken.path), types=types)
    kind = kind_of(type_name(broken.actual)) if not isinstance(broken.actual, bool) else quoted(broken.actual)
    if isinstance(broken.actual, list | dict | bool | None):
        return Wording(text("verdict.type.there", field=Field(broken.path), types=types, kind=kind), rule)
    actual = quoted(broken.actual)
    return Wording(text("verdict.type.said", field=Field(broken.path), types=types, actual=actual, kind=kind), rule)


def _enum(broken: Broken) -> Wording:
    allowed = broken.expected if isinstance(broken.expected, list) else []
    if not allowed:
        return Wording(text("verdict.false", field=Field(broken.path)))
    return _said(broken, "verdict.enum", allowed, allowed=one_of(allowed, broken.types))


def _const(broken: Broken) -> Wording:
    return _said(broken, "verdict.const", [broken.expected], expected=quoted(broken.expected))


def _said(broken: Broken, name: str, values: Sequence[JsonValue], **parameters: Parameter) -> Wording:
    rule = text(name, field=Field(broken.path), **parameters)
    near = near_miss(broken.actual, values)
    if near is not None:
        said = text(
            f"{name}.{near.kind}", field=Field(broken.path), actual=quoted(broken.actual), near=quoted(near.value), **parameters
        )
        return Wording(said, rule)
    return Wording(text(f"{name}.said", field=Field(broken.path), actual=quoted(broken.actual), **parameters), rule)


def _required(broken: Broken) -> Wording:
    if broken.key is None and isinstance(broken.expected, list):
        return Wording(text("verdict.required.either", field=Field(broken.path), names=one_of(broken.expected)))
    return Wording(text("verdict.required", field=_child(broken)))


def _child(broken: Broken) -> Field:
    return Field(broken.path + pointer_of([broken.key or ""]))


def _dependent(broken: Broken) -> Wording:
    if broken.key is None or broken.detail is None:
        return Wording(text("verdict.other", field=Field(broken.path), keyword=broken.keyword))
    return Wording(text("verdict.dependentRequired", field=_child(broken), asking=Field(broken.path + pointer_of([broken.detail]))))


def _unexpected(broken: Broken) -> Wording:
    return Wording(text("verdict.additionalProperties", field=_child(broken)))


def _too_many_items(broken: Broken) -> Wording:
    return Wording(text("verdict.additionalItems", field=Field(broken.path)))


def _false(broken: Broken) -> Wording:
    return Wording(text("verdict.false", field=Field(broken.path)))


def _nothing(_: Broken) -> Wording:
    return Wording(text("verdict.nothing"))


def _limit(broken: Broken) -> Wording:
    return _with_actual(broken, limit=quoted(broken.expected))


def _with_actual(broken: Broken, **parameters: Parameter) -> Wording:
    name = f"verdict.{broken.keyword}"
    rule = text(name, field=Field(broken.path), **parameters)
    return Wording(text(f"{name}.said", field=Field(broken.path), actual=quoted(broken.actual), **parameters), rule)


def _count(broken: Broken) -> Wording:
    size = len(broken.actual) if isinstance(broken.actual, str | list | dict) else 0
    name = f"verdict.{broken.keyword}"
    if isinstance(broken.expected, int):
        count: Parameter = broken.expected
    else:
        count = int(broken.expected) if isinstance(broken.expected, Decimal) and broken.expected < 10**15 else 10**15
    rule = text(name, field=Field(broken.path), count=count)
    return Wording(text(f"{name}.said", field=Field(broken.path), count=count, actual=size), rule)


def _pattern(broken: Broken) -> Wording:
    if broken.detail == "undecided":
        return Wording(text("verdict.pattern.undecided", field=Field(broken.path), pattern=quoted(broken.expected)))
    return _with_actual(broken, pattern=quoted(broken.expected))


def _format(broken: Broken) -> Wording:
    name = str(broken.expected)
    shown = text(f"verdict.format.name.{name}") if name in FORMATS else text("verdict.format.name.other", name=name)
    return _with_actual(broken, format=shown)


def _unique(broken: Broken) -> Wording:
    rule = text("verdict.uniqueItems", field=Field(broken.path))
    if not isinstance(broken.actual, list) or broken.detail is None:
        return Wording(rule)
    first, second = (int(part) for part in broken.detail.split(","))
    places = Listing((Field(f"{broken.path}/{first}"), Field(f"{broken.path}/{second}")))
    return Wording(text("verdict.uniqueItems.said", field=Field(broken.path), places=places), rule)


def _plain(broken: Broken) -> Wording:
    return Wording(text(f"verdict.{broken.keyword}", field=Field(broken.path)))


def _counted_matches(broken: Broken) -> Wording:
    count = int(broken.expected) if isinstance(broken.expected, int | Decimal) and broken.expected < 10**15 else 10**15
    return Wording(text(f"verdict.{broken.keyword}", field=Field(broken.path), count=count))


def _property_names(broken: Broken) -> Wording:
    return Wording(text("verdict.propertyNames", field=Field(broken.path), key=Value(write(broken.key or ""))))


def _unlisted(broken: Broken) -> Wording:
    return Wording(text(f"verdict.{broken.keyword}", field=Field(broken.path), limit=Value(write(broken.expected))))


def _duplicate(broken: Broken) -> Wording:
    return Wording(text("verdict.duplicate_key", key=Value(write(broken.key or ""))))


FORMATS = (
    "date", "time", "date-time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri",
    "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer", "relative-json-pointer", "regex",
)  # fmt: skip

_MAKERS: dict[str, Callable[[Broken], Wording]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "required": _required,
    "dependentRequired": _dependent,
    "dependencies": _dependent,
    "additionalProperties": _unexpected,
    "unevaluatedProperties": _unexpected,
    "additionalItems": _too_many_items,
    "unevaluatedItems": _plain,
    "items": _too_many_items,
    "minimum": _limit,
    "maximum": _limit,
    "exclusiveMinimum": _limit,
    "exclusiveMaximum": _limit,
    "multipleOf": _limit,
    "minLength": _count,
    "maxLength": _count,
    "minItems": _count,
    "maxItems": _count,
    "minProperties": _count,
    "maxProperties": _count,
    "pattern": _pattern,
    "format": _format,
    "uniqueItems": _unique,
    "contains": _plain,
    "minContains": _counted_matches,
    "maxContains": _counted_matches,
    "propertyNames": _property_names,
    "not": _plain,
    "false": _nothing,
    "properties": _false,
    "patternProperties": _false,
    "prefixItems": _false,
    "contentEncoding": _plain,
    "contentMediaType": _plain,
    "too_deep": _unlisted,
    "too_large": _unlisted,
    "too_many_forms": _unlisted,
    "duplicate_key": _duplicate,
}
