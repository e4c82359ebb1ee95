"""The drafts of JSON Schema: which one a schema is written in, and the engine's validators for each."""

from dataclasses import dataclass
from typing import Any

import jsonschema_rs

from playground.verdict.violations import JsonValue


@dataclass(frozen=True, slots=True)
class Draft:
    """One draft of JSON Schema."""

    name: str
    uri: str
    engine: Any  # the class of the engine's validators
    number: int  # what the engine calls it


DRAFTS = (
    Draft("04", "http://json-schema.org/draft-04/schema", jsonschema_rs.Draft4Validator, jsonschema_rs.Draft4),
    Draft("06", "http://json-schema.org/draft-06/schema", jsonschema_rs.Draft6Validator, jsonschema_rs.Draft6),
    Draft("07", "http://json-schema.org/draft-07/schema", jsonschema_rs.Draft7Validator, jsonschema_rs.Draft7),
    Draft("2019-09", "https://json-schema.org/draft/2019-09/schema", jsonschema_rs.Draft201909Validator, jsonschema_rs.Draft201909),
    Draft("2020-12", "https://json-schema.org/draft/2020-12/schema", jsonschema_rs.Draft202012Validator, jsonschema_rs.Draft202012),
)
DEFAULT_DRAFT = DRAFTS[-1]


def draft_of(schema: JsonValue) -> Draft | None:
    """The draft that `$schema` names, the newest where there is no `$schema`, None where nobody knows it."""
    named = schema.get("$schema") if isinstance(schema, dict) else None
    if named is None:
        return DEFAULT_DRAFT
    if not isinstance(named, str):
        return None
    wanted = _bare(named)
    return next((draft for draft in DRAFTS if _bare(draft.uri) == wanted), None)


def _bare(uri: str) -> str:
    return uri.strip().removesuffix("#").removesuffix("/").split("://")[-1]
