"""The engine's validator for a schema: the patterns are put into its dialect, the schema itself stays as it is."""

from collections.abc import Sequence
from typing import Any

from playground.verdict.drafts import Draft
from playground.verdict.engine_values import for_engine
from playground.verdict.patterns import PATTERN_OPTIONS, engine_pattern
from playground.verdict.schema_walk import Subschema
from playground.verdict.violations import JsonValue


def build_engine(value: JsonValue, draft: Draft, walked: Sequence[Subschema], *, assert_formats: bool) -> Any:
    """The validator of a sound schema; raises ValueError or ValidationError (of jsonschema_rs) for one that the engine cannot use."""
    prepared = _prepared(value, draft, walked)
    return draft.engine(
        for_engine(prepared, huge=True), offline=True, validate_formats=assert_formats, pattern_options=PATTERN_OPTIONS
    )


def _prepared(value: JsonValue, draft: Draft, walked: Sequence[Subschema]) -> JsonValue:
    changes: dict[int, dict[str, JsonValue]] = {}
    for sub in walked:
        new = _rewritten(sub.value)
        if sub.pointer == "" and "$schema" in sub.value and sub.value["$schema"] != draft.uri:
            new = {**(new or sub.value), "$schema": draft.uri}
        if new is not None:
            changes[id(sub.value)] = new
    return _copy(value, changes) if changes else value


def _rewritten(schema: dict[str, JsonValue]) -> dict[str, JsonValue] | None:
    """A copy with the patterns in the engine's dialect; None where nothing differs."""
    new: dict[str, JsonValue] | None = None
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and engine_pattern(pattern) != pattern:
        new = {**schema, "pattern": engine_pattern(pattern)}
    keyed = schema.get("patternProperties")
    if isinstance(keyed, dict) and any(engine_pattern(key) != key for key in keyed):
        new = {**(new or schema), "patternProperties": {engine_pattern(key) or key: sub for key, sub in keyed.items()}}
    return new


def _copy(value: JsonValue, changes: dict[int, dict[str, JsonValue]]) -> JsonValue:
    if isinstance(value, dict):
        return {key: _copy(item, changes) for key, item in changes.get(id(value), value).items()}
    if isinstance(value, list):
        return [_copy(item, changes) for item in value]
    return value
