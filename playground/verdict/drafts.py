"""The drafts of JSON Schema: which one a schema is written in, and the engine's validators for each."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

import jsonschema_rs

from playground.verdict.violations import JsonValue


@dataclass(frozen=True, slots=True)
class Draft:
    """One draft of JSON Schema."""

    name: str
    uri: str
    engine: Any  # the class of the engine's validators


DRAFTS = (
    Draft("04", "http://json-schema.org/draft-04/schema", jsonschema_rs.Draft4Validator),
    Draft("06", "http://json-schema.org/draft-06/schema", jsonschema_rs.Draft6Validator),
    Draft("07", "http://json-schema.org/draft-07/schema", jsonschema_rs.Draft7Validator),
    Draft("2019-09", "https://json-schema.org/draft/2019-09/schema", jsonschema_rs.Draft201909Validator),
    Draft("2020-12", "https://json-schema.org/draft/2020-12/schema", jsonschema_rs.Draft202012Validator),
)
DEFAULT_DRAFT = DRAFTS[-1]


Documents: TypeAlias = Mapping[str, JsonValue]  # further schemas that a schema may refer to, by their URI
NO_DOCUMENTS: Documents = MappingProxyType({})


def draft_of(schema: JsonValue, documents: Documents = NO_DOCUMENTS) -> Draft | None:
    """The draft that `$schema` names (of a meta-schema among the documents: the draft that it is written in), the newest where
    there is no `$schema`, None where nobody knows it."""
    for _ in range(len(documents) + 1):
        named = schema.get("$schema") if isinstance(schema, dict) else None
        if named is None:
            return DEFAULT_DRAFT
        if not isinstance(named, str):
            return None
        known = next((draft for draft in DRAFTS if _bare(draft.uri) == _bare(named)), None)
        if known is not None or named not in documents:
            return known
        schema = documents[named]
    return None


def own_meta_schema(schema: JsonValue, documents: Documents) -> str | None:
    """The URI of the meta-schema that stands among the documents, where `$schema` names one."""
    named = schema.get("$schema") if isinstance(schema, dict) else None
    return named if isinstance(named, str) and named in documents else None


def asserts_formats(meta_schema: JsonValue) -> bool:
    """Whether a meta-schema wants `format` to be asserted, whatever else is wished."""
    vocabulary = meta_schema.get("$vocabulary") if isinstance(meta_schema, dict) else None
    return isinstance(vocabulary, dict) and any(name.endswith("/vocab/format-assertion") for name in vocabulary)


def with_draft(schema: JsonValue, draft: Draft) -> JsonValue:
    """The schema with its draft named, where it names none."""
    return {"$schema": draft.uri, **schema} if isinstance(schema, dict) and "$schema" not in schema else schema


def _bare(uri: str) -> str:
    return uri.strip().removesuffix("#").removesuffix("/").split("://")[-1]
