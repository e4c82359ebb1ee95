"""The engine's validator for a schema: the patterns are put into its dialect, the schema itself stays as it is."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import jsonschema_rs

from playground.verdict.drafts import NO_DOCUMENTS, Documents, Draft, asserts_formats, own_meta_schema, with_draft
from playground.verdict.engine_values import for_engine
from playground.verdict.patterns import PATTERN_OPTIONS, engine_pattern
from playground.verdict.schema_walk import Subschema
from playground.verdict.violations import JsonValue


def build_engine(
    value: JsonValue, draft: Draft, walked: Sequence[Subschema], *, assert_formats: bool, documents: Documents = NO_DOCUMENTS
) -> Any:
    """The validator of a sound schema; raises ValueError or ValidationError (of jsonschema_rs) for one that the engine cannot use."""
    own = own_meta_schema(value, documents)
    prepared = for_engine(_prepared(value, None if own else draft, walked), huge=True)
    make: Any = jsonschema_rs.validator_for if own else draft.engine  # the former looks at the vocabularies of the meta-schema
    return make(
        prepared,
        offline=True,
        validate_formats=assert_formats or (own is not None and asserts_formats(documents[own])),
        pattern_options=PATTERN_OPTIONS,
        registry=registry_of(documents, draft),
    )


def registry_of(documents: Documents, draft: Draft) -> jsonschema_rs.Registry | None:
    """What the engine may look up beside the schema; raises ValueError or ReferencingError for documents that are no schemas."""
    if not documents:
        return None
    resources = [(uri, for_engine(with_draft(document, draft), huge=True)) for uri, document in documents.items()]
    return jsonschema_rs.Registry(resources, retriever=_nothing_there)


TRIAL = "urn:playground:trial"


def trial_registry(value: JsonValue, draft: Draft, walked: Sequence[Subschema]) -> jsonschema_rs.Registry:
    """A sound schema to try parts of; raises ValueError or ReferencingError where that is not possible."""
    prepared = for_engine(_prepared(value, draft, walked), huge=True)
    members = prepared if isinstance(prepared, dict) else {}
    nameless = {"$schema": draft.uri, **{key: item for key, item in members.items() if key not in ("$id", "id")}}
    return jsonschema_rs.Registry([(TRIAL, nameless)], retriever=_nothing_there)


def engine_at(
    registry: jsonschema_rs.Registry, pointer: str, draft: Draft, *, assert_formats: bool, keywords: dict[str, Any] | None = None
) -> Any:
    """The validator of one schema inside, which may know more keywords; raises ValueError, ValidationError or ReferencingError."""
    return draft.engine(
        {"$schema": draft.uri, "$ref": f"{TRIAL}#{quote(pointer)}"},
        offline=True,
        validate_formats=assert_formats,
        pattern_options=PATTERN_OPTIONS,
        registry=registry,
        keywords=keywords or {},
    )


def _nothing_there(_: str) -> JsonValue:
    """Nothing is fetched; what the documents only speak of is an empty schema."""
    return {}


def _prepared(value: JsonValue, draft: Draft | None, walked: Sequence[Subschema]) -> JsonValue:
    changes: dict[int, dict[str, JsonValue]] = {}
    for sub in walked:
        new = _rewritten(sub.value)
        if draft is not None and sub.pointer == "" and "$schema" in sub.value and sub.value["$schema"] != draft.uri:
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
