"""Our own JSON Schemas, as validators for what the program really writes."""

import json
from functools import cache
from typing import Any, Protocol, cast

import jsonschema

from playground.resources import resource


class Contract(Protocol):
    """One of our JSON Schemas."""

    def validate(self, instance: Any) -> None: ...

    def is_valid(self, instance: Any) -> bool: ...


@cache
def contract(name: str) -> Contract:
    """The validator of resources/schemas/NAME.json, itself checked."""
    described = json.loads(resource("schemas", f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(described)
    return cast("Contract", jsonschema.Draft202012Validator(described))
