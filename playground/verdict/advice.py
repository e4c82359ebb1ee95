"""What to do about a broken rule, for people who do not program: one sentence that names the very thing to change."""

from collections.abc import Callable
from decimal import ROUND_FLOOR, Decimal, localcontext

from playground.verdict.json_text import pointer_of, read, write
from playground.verdict.near_misses import MOST_COMPARED, nearest
from playground.verdict.violations import JsonValue
from playground.verdict.wording import FORMATS, Broken, kind_of, one_of, quoted, type_name
from playground.words.text import Field, Parameter, Text, text

_LONGEST = 60  # characters of a value that is spelt out
_MOST_DIGITS = 15  # of numbers whose neighbours are worked out
_MOST_COUNTED = Decimal(10**15)
_SPELT_OUT = ("date", "time", "date-time", "duration", "email", "uri", "uuid", "hostname", "ipv4", "ipv6")
_FORMAT_LIKE = {"idn-email": "email", "idn-hostname": "hostname", "iri": "uri"}


def advise(broken: Broken) -> Text:
    """What to do about one broken rule; a keyword that nobody knows gets a general sentence."""
    maker = _MAKERS.get(broken.keyword)
    return maker(broken) if maker else _say("other", keyword=broken.keyword)


def _say(name: str, /, **parameters: Parameter) -> Text:
    return text(f"verdict.advice.{name}", **parameters)


def _type(broken: Broken) -> Text:
    names = [str(name) for name in (broken.expected if isinstance(broken.expected, list) else [broken.expected])]
    actual = broken.actual
    types = one_of((), names)
    kind = type_name(actual)
    if isinstance(actual, str):
        inner = _unquoted(actual)
        if inner is not None and _is_of(inner, names):
            return _say("unquote", written=actual.strip())
    elif actual is None:
        return _say("null", types=types)
    elif kind == "number" and "integer" in names:
        return _say("round", actual=quoted(actual))
    elif kind in ("integer", "number", "boolean") and "string" in names:
        return _quote(actual)
    if isinstance(actual, list):
        return _say("unlist" if len(actual) == 1 and _is_of(actual[0], names) else "type", types=types, kind=kind_of(kind))
    if names == ["array"]:
        lists = [key for key, inner in actual.items() if isinstance(inner, list)] if isinstance(actual, dict) else []
        return _say("unwrap", field=Field(broken.path + pointer_of(lists))) if len(lists) == 1 else _say("list")
    return _say("type", types=types, kind=kind_of(kind))


def _unquoted(written: str) -> JsonValue:
    """What a text would be without its quotation marks; None where that is no number, true or false."""
    if len(written) > _LONGEST:
        return None
    answer = read(written.strip()).answer
    return answer.value if answer is not None and isinstance(answer.value, bool | int | Decimal) else None


def _is_of(value: JsonValue, names: list[str]) -> bool:
    kind = type_name(value)
    return kind in names or (kind == "integer" and "number" in names)


def _quote(value: JsonValue) -> Text:
    return _say("quote", written=f'"{write(value)}"' if len(write(value)) <= _LONGEST else '"…"')


def _enum(broken: Broken) -> Text:
    allowed = broken.expected if isinstance(broken.expected, list) else []
    if not allowed:
        return _say("remove", field=Field(broken.path))
    return _meant(broken, allowed) or _say("enum.forms" if broken.detail == "forms" else "enum", actual=quoted(broken.actual))


def _const(broken: Broken) -> Text:
    return _meant(broken, [broken.expected]) or _say("const", expected=quoted(broken.expected))


def _meant(broken: Broken, allowed: list[JsonValue]) -> Text | None:
    """The allowed value that was probably meant: nearly the same text, or the same with or without quotation marks."""
    actual = broken.actual
    if isinstance(actual, str):
        near = nearest(actual, tuple(value for value in allowed[:MOST_COMPARED] if isinstance(value, str)))
        if near is not None:
            return _say("near", near=quoted(near))
        inner = _unquoted(actual)
        same = inner is not None and any(type(value) is type(inner) and value == inner for value in allowed)
        return _say("unquote", written=actual.strip()) if same else None
    if isinstance(actual, bool | int | Decimal) and write(actual) in allowed[:MOST_COMPARED]:
        return _quote(actual)
    return None


def _required(broken: Broken) -> Text:
    if broken.key is None and isinstance(broken.expected, list):
        return _say("required.either", names=one_of(broken.expected))
    if broken.near is not None:
        return _say("rename", found=quoted(broken.near), near=quoted(broken.key))
    return _say("required", field=_child(broken))


def _dependent(broken: Broken) -> Text:
    if broken.key is None or broken.detail is None:
        return _say("other", keyword=broken.keyword)
    return _say("dependentRequired", field=_child(broken), asking=Field(broken.path + pointer_of([broken.detail])))


def _unexpected(broken: Broken) -> Text:
    if broken.near is not None:
        return _say("rename", found=quoted(broken.key), near=quoted(broken.near))
    return _say("additionalProperties", field=_child(broken))


def _child(broken: Broken) -> Field:
    return Field(broken.path + pointer_of([broken.key or ""]))


def _remove(broken: Broken) -> Text:
    return _say("remove", field=Field(broken.path))


def _limit(broken: Broken) -> Text:
    return _say(broken.keyword, limit=quoted(broken.expected))


def _multiple(broken: Broken) -> Text:
    step, actual = _decimal(broken.expected), _decimal(broken.actual)
    if step is None or actual is None:
        return _say("multipleOf", limit=quoted(broken.expected))
    with localcontext(prec=4 * _MOST_DIGITS):
        low = (actual / step).to_integral_value(ROUND_FLOOR) * step
        return _say("multipleOf.between", low=quoted(_plain(low)), high=quoted(_plain(low + step)))


def _decimal(value: JsonValue) -> Decimal | None:
    """A number that is short enough to work out its neighbours."""
    if not isinstance(value, int | Decimal) or isinstance(value, bool) or value == 0:
        return None
    number = Decimal(value)
    return number if abs(number.adjusted()) < _MOST_DIGITS and len(number.as_tuple().digits) <= _MOST_DIGITS else None


def _plain(number: Decimal) -> int | Decimal:
    return int(number) if number == number.to_integral_value() else number.normalize()


def _count(broken: Broken) -> Text:
    """How much is missing, or too much."""
    wanted = broken.expected if isinstance(broken.expected, int | Decimal) else 0
    size = len(broken.actual) if isinstance(broken.actual, str | list | dict) else 0
    if broken.keyword == "minLength" and size == 0:
        return _say("minLength.empty")
    return _say(broken.keyword, count=int(min(abs(Decimal(wanted) - size), _MOST_COUNTED)))


def _format(broken: Broken) -> Text:
    name = str(broken.expected)
    spelt = _FORMAT_LIKE.get(name, name)
    if spelt in _SPELT_OUT:
        return _say(f"format.{spelt}")
    shown = text(f"verdict.format.name.{name}") if name in FORMATS else text("verdict.format.name.other", name=name)
    return _say("format", format=shown)


def _pattern(broken: Broken) -> Text:
    return _say("pattern.undecided" if broken.detail == "undecided" else "pattern")


def _unique(broken: Broken) -> Text:
    if broken.detail is None:
        return _say("uniqueItems")
    return _say("uniqueItems.twin", field=Field(f"{broken.path}/{broken.detail.partition(',')[2]}"))


def _name(broken: Broken) -> Text:
    return _say("propertyNames", key=quoted(broken.key))


def _of_schema(broken: Broken) -> Text:
    return _say(broken.keyword)


_MAKERS: dict[str, Callable[[Broken], Text]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "required": _required,
    "dependentRequired": _dependent,
    "dependencies": _dependent,
    "additionalProperties": _unexpected,
    "unevaluatedProperties": _unexpected,
    "additionalItems": _remove,
    "items": _remove,
    "properties": _remove,
    "patternProperties": _remove,
    "prefixItems": _remove,
    "unevaluatedItems": _of_schema,
    "minimum": _limit,
    "maximum": _limit,
    "exclusiveMinimum": _limit,
    "exclusiveMaximum": _limit,
    "multipleOf": _multiple,
    "minLength": _count,
    "maxLength": _count,
    "minItems": _count,
    "maxItems": _count,
    "minProperties": _count,
    "maxProperties": _count,
    "pattern": _pattern,
    "format": _format,
    "uniqueItems": _unique,
    "contains": _of_schema,
    "minContains": _of_schema,
    "maxContains": _of_schema,
    "propertyNames": _name,
    "not": _of_schema,
    "oneOf": _of_schema,
    "false": _of_schema,
    "contentEncoding": _of_schema,
    "contentMediaType": _of_schema,
    "too_deep": _of_schema,
    "too_large": _of_schema,
    "too_many_forms": _of_schema,
    "duplicate_key": _of_schema,
}
