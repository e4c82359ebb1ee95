"""Which fields of the last answer a model is asked to send anew ("failing fields only"), and the words in which it is asked.

The model sends one JSON object. Its keys are the JSON Pointers of the fields, so that items of lists and odd names have theirs; fields
that must go are named under one more key, "remove", which no pointer can be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import AskedFields
from playground.verdict.json_text import pointer_of, pointer_tokens, value_at
from playground.verdict.violations import JsonValue, Verdict, Violation
from playground.words.language import Language
from playground.words.quoting import quote_json
from playground.words.rendering import Audience, render
from playground.words.text import Field, Text, text

REMOVE = "remove"
MOST_FIELDS = 40  # more are not asked for one by one: a whole answer is shorter then

_MISSING = frozenset({"required", "dependentRequired", "dependencies", "duplicate_key"})
_UNEXPECTED = frozenset({"additionalProperties", "unevaluatedProperties", "propertyNames"})
_FORBIDDEN = frozenset({"properties", "patternProperties", "false"})  # the schema `false` for a field of that name
_EXTRA_ITEMS = frozenset({"additionalItems", "items", "unevaluatedItems", "prefixItems"})


@dataclass(frozen=True, slots=True)
class FieldsPlan:
    """The fields to ask for, and the rules that each of them broke; or why a whole answer is asked for instead."""

    asked: AskedFields | None
    rules: tuple[tuple[str, tuple[Text, ...]], ...] = ()
    why_whole: Text | None = None


def plan_fields(verdict: Verdict, endpoint: EndpointSettings) -> FieldsPlan:
    """What to ask for after this verdict. Where the server itself enforces the schema, it would not let single fields pass."""
    if endpoint.mode not in (Mode.PROMPT, Mode.JSON):
        return _whole("mode")
    if verdict.answer is None or not verdict.violations:
        return _whole("no_json")
    found = [
        (place, goes, violation.short)
        for violation in verdict.violations
        for place, goes in _places(violation, verdict.answer.value)
    ]
    if any(place == "" for place, _, _ in found):
        return _whole("root")
    outermost = _outermost([place for place, _, _ in found])
    remove = tuple(dict.fromkeys(place for place, goes, _ in found if goes and place in outermost))
    rules: dict[str, dict[Text, None]] = {}
    for place, _, rule in found:
        around = next(outer for outer in _prefixes(place) if outer in outermost)
        if around not in remove:
            rules.setdefault(around, {})[rule] = None
    if len(rules) + len(remove) > MOST_FIELDS:
        return _whole("many")
    return FieldsPlan(AskedFields(tuple(rules), remove), tuple((place, tuple(said)) for place, said in rules.items()))


def word_fields(plan: FieldsPlan, language: Language) -> str:
    """The fields as a model is asked for them, one a line; empty where a whole answer is asked for."""
    if plan.asked is None:
        return ""
    lines = [
        f"- {quote_json(place)}: {'; '.join(render(rule, language, Audience.MODEL) for rule in said)}" for place, said in plan.rules
    ]
    if plan.asked.remove:
        places = ", ".join(quote_json(place) for place in plan.asked.remove)
        lines.append("- " + render(text("repair.fields.remove", places=f"[{places}]"), language, Audience.MODEL))
    return "\n".join(lines)


def schema_of_part(asked: AskedFields) -> JsonValue:
    """The JSON Schema of an object of the fields that were asked for: all keys name one, or one key is its very pointer."""
    names: list[JsonValue] = [*names_of_fields(asked)]
    if asked.remove:
        names += [REMOVE, *asked.remove]
    pointers: list[JsonValue] = [{"required": [pointer]} for pointer in (*asked.send, *asked.remove)]
    all_known: JsonValue = {"minProperties": 1, "propertyNames": {"enum": names}}
    return {"type": "object", "anyOf": [all_known, *pointers]}


def names_of_fields(asked: AskedFields) -> dict[str, str]:
    """What a model may call a field that it sends, and the field's pointer: that itself, or the same without the first slash, or
    after a "#", or as a dotted path; only where one name means one field."""
    names: dict[str, str] = {}
    double: set[str] = {REMOVE} if asked.remove else set()
    for pointer in asked.send:
        dotted = render(text("repair.fields.name", field=Field(pointer)), Language.ENGLISH, Audience.MODEL)
        for name in {pointer[1:], "#" + pointer, dotted, "$." + dotted}:
            if name in names:
                double.add(name)
            names[name] = pointer
    usable = {name: pointer for name, pointer in names.items() if name not in double}
    return {**usable, **{pointer: pointer for pointer in asked.send}}


def _whole(reason: str) -> FieldsPlan:
    return FieldsPlan(None, why_whole=text(f"repair.note.whole_{reason}"))


def _places(violation: Violation, value: JsonValue) -> Iterator[tuple[str, bool]]:
    """Where something must change, and whether it must go."""
    if violation.branch:
        for inner in violation.branch:
            yield from _places(inner, value)
    elif violation.key is not None and violation.keyword in _MISSING:
        yield violation.path + pointer_of((violation.key,)), False
    elif violation.key is not None and violation.keyword in _UNEXPECTED:
        yield violation.path + pointer_of((violation.key,)), True
    elif violation.keyword in _FORBIDDEN | _EXTRA_ITEMS and violation.path:
        parent = pointer_of(pointer_tokens(violation.path)[:-1])
        of_object = isinstance(value_at(value, parent), dict)
        yield (violation.path, True) if of_object else (parent, False)
    else:
        yield violation.path, False


def _outermost(places: Sequence[str]) -> frozenset[str]:
    """The places that lie in no other one of them."""
    every = frozenset(places)
    return frozenset(place for place in every if not any(outer in every for outer in list(_prefixes(place))[1:]))


def _prefixes(place: str) -> Iterator[str]:
    """The place and those around it, the innermost first, without the root."""
    tokens = pointer_tokens(place)
    for length in range(len(tokens), 0, -1):
        yield pointer_of(tokens[:length])
