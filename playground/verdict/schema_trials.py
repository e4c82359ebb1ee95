"""Values that a schema itself names, tried on it: defaults and examples that do not fit, and forms of oneOf that one value fits at once.

Nothing is guessed: a hint is given only where the engine has found it so.
"""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

import jsonschema_rs

from playground.verdict.broken_rules import broken_rules
from playground.verdict.drafts import Draft
from playground.verdict.engine import engine_at, trial_registry
from playground.verdict.engine_values import needs_care
from playground.verdict.json_text import Reading, pointer_of, value_at
from playground.verdict.schema_conflicts import is_part
from playground.verdict.schema_growth import Growth
from playground.verdict.schema_report import Finding
from playground.verdict.schema_walk import Subschema
from playground.verdict.violations import JsonValue
from playground.verdict.wording import quoted
from playground.words.text import text as words

_MOST_TRIALS = 100  # schemas that are tried; each needs a validator of its own
_MOST_BRANCHES = 20
_MOST_VALUES = 20
_EXAMPLE_OF: dict[str, JsonValue] = {
    "null": None, "boolean": True, "integer": 1, "number": 1, "string": "a", "array": [], "object": {},
}  # fmt: skip
_MOST_DEPTH = 6


def trials(
    value: JsonValue, reading: Reading, draft: Draft, walked: Sequence[Subschema], growth: Growth, *, assert_formats: bool
) -> Iterator[Finding]:
    """Defaults and examples that break the rules beside them; forms of oneOf that overlap. Nothing for what cannot be tried."""
    wanted = [sub for sub in walked if {"default", "examples", "oneOf"} & sub.value.keys()][:_MOST_TRIALS]
    word = "id" if draft.name == "04" else "$id"
    if not wanted or needs_care(reading) or any(isinstance(sub.value.get(word), str) for sub in walked if sub.pointer):
        return  # with names of their own inside, references lead elsewhere than they would here
    if any(isinstance(sub.value.get("$ref"), str) and not str(sub.value["$ref"]).startswith("#") for sub in walked):
        return  # to the schema's own name, or to that of a draft
    try:
        registry = trial_registry(value, draft, walked)
    except (ValueError, jsonschema_rs.ReferencingError):  # pragma: no cover - the engine has taken the whole of it before
        return
    dynamic = any({"$dynamicRef", "$recursiveRef"} & sub.value.keys() for sub in walked)  # others may change what they refer to
    for sub in wanted:
        try:
            engine = engine_at(registry, sub.pointer, draft, assert_formats=assert_formats)
        except (ValueError, jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError):  # pragma: no cover - likewise
            continue
        yield from _own_values(sub, engine, growth)
        if not dynamic and not is_part(sub.pointer, walked):
            yield from _overlap(sub, engine, value, growth)


def _own_values(sub: Subschema, engine: Any, growth: Growth) -> Iterator[Finding]:
    examples = sub.value.get("examples")
    places = [("/default", sub.value["default"])] if "default" in sub.value else []
    places += [(f"/examples/{index}", item) for index, item in enumerate(examples if isinstance(examples, list) else ())][
        :_MOST_VALUES
    ]
    for place, value in places:
        if growth.is_large(value):
            continue
        broken = next(broken_rules(engine, value, empty_names=False, hidden=False), None)
        if broken is not None:
            name = place.split("/")[1]
            message = words(f"verdict.hint.{name}_misfit", value=quoted(value), keyword=broken.broken.keyword)
            yield Finding(f"{name}_misfit", message, sub.pointer + place)


def _overlap(sub: Subschema, engine: Any, root: JsonValue, growth: Growth) -> Iterator[Finding]:
    branches = sub.value.get("oneOf")
    if not isinstance(branches, list) or not 2 <= len(branches) <= _MOST_BRANCHES:
        return
    for branch in branches:
        for value in _samples(branch, root, 0):
            errors = [] if growth.is_large(value) else list(engine.iter_errors(value))
            if len(errors) != 1 or pointer_of(errors[0].schema_path) != f"{sub.pointer}/oneOf":
                continue
            fitting = [index for index, found in enumerate(errors[0].kind.context) if not found]
            if len(fitting) > 1:
                message = words("verdict.hint.overlap", value=quoted(value), first=str(fitting[0] + 1), second=str(fitting[1] + 1))
                yield Finding("overlap", message, f"{sub.pointer}/oneOf", at_key=True)
                return


def _samples(schema: JsonValue, root: JsonValue, depth: int) -> list[JsonValue]:
    """A few plain values that a schema asks for; whether they fit is for the engine to say."""
    if not isinstance(schema, dict) or depth > _MOST_DEPTH:
        return list(_EXAMPLE_OF.values()) if schema is True else []
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return _samples(_target(reference, root), root, depth + 1)
    if "const" in schema:
        return [schema["const"]]
    listed = schema.get("enum")
    if isinstance(listed, list):
        return listed[:_MOST_VALUES]
    named = schema.get("type", "object" if {"properties", "required"} & schema.keys() else list(_EXAMPLE_OF))
    found: list[JsonValue] = []
    for kind in named if isinstance(named, list) else [named]:
        match kind:
            case "object":
                found.append(_sample_object(schema, root, depth))
            case "integer" | "number":
                found.append(schema.get("minimum", schema.get("maximum", 1)))
            case "string":
                least = schema.get("minLength")
                found.append("a" * min(least if isinstance(least, int) else 1, 100))
            case _:
                found.append(_EXAMPLE_OF.get(str(kind)))
    return found


def _sample_object(schema: dict[str, JsonValue], root: JsonValue, depth: int) -> dict[str, JsonValue]:
    properties, required = schema.get("properties"), schema.get("required")
    known = properties if isinstance(properties, dict) else {}
    names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    return {name: next(iter(_samples(known.get(name, True), root, depth + 1)), None) for name in names}


def _target(reference: str, root: JsonValue) -> JsonValue:
    """What a reference by place leads to; None for one by name."""
    return value_at(root, unquote(reference[1:])) if reference == "#" or reference.startswith("#/") else None
