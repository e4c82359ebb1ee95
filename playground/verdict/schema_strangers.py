"""What was not meant as JSON Schema, or says it in the words of something else: examples of answers, OpenAPI, common slips."""

from collections.abc import Iterator, Sequence

from playground.verdict.json_text import write
from playground.verdict.schema_references import local_target
from playground.verdict.schema_report import Finding
from playground.verdict.schema_walk import Subschema
from playground.verdict.violations import JsonValue
from playground.verdict.wording import type_name
from playground.words.text import Value
from playground.words.text import text as words

_BY_TYPE = {"string": "Length", "array": "Items", "object": "Properties"}
_LISTS = frozenset({"choices", "options", "values", "allowed", "allowedvalues", "oneof"})
_ANNOTATIONS = frozenset({"title", "description", "id", "default", "examples"})  # fields of many an answer too
_NAMES = {"regex": "pattern", "regexp": "pattern", "fields": "properties", "mandatory": "required", "elements": "items"}


def meant_keyword(sub: Subschema, key: str) -> str | None:
    """The keyword that people mean who write a word of another language for it; None where none is near."""
    plain = key.replace("_", "").replace("-", "").casefold()
    if plain in _LISTS:
        return "enum" if isinstance(sub.value[key], list) and "enum" not in sub.value else None
    if plain in ("min", "max"):
        return f"{plain}{_BY_TYPE.get(str(sub.value.get('type')), 'imum')}"
    return _NAMES.get(plain)


def nullable(sub: Subschema) -> Iterator[Finding]:
    """OpenAPI's way to allow null."""
    if sub.value.get("nullable") is True and "null" not in (types := _types(sub)):
        near = write({"type": [*types, "null"]} if types else {"anyOf": [{"type": "null"}]})[1:-1]
        yield Finding("nullable", words("verdict.hint.nullable", near=near), f"{sub.pointer}/nullable", at_key=True)


def no_schema(schema: JsonValue, keywords: frozenset[str]) -> Finding | None:
    """That the whole is an example of an answer or a document of OpenAPI: none of its names is a rule among `keywords`."""
    if not isinstance(schema, dict) or schema.keys() & (keywords - _ANNOTATIONS):
        return None
    if all(name in keywords or name.startswith(("$", "x-")) for name in schema):
        return None
    if "openapi" in schema or "swagger" in schema:
        return Finding("openapi", words("verdict.hint.openapi"), "")
    return Finding("example_as_schema", words("verdict.hint.example_as_schema", near=_described(schema)), "")


def endless_references(walked: Sequence[Subschema]) -> Iterator[Finding]:
    """References that lead from one to the next and back to the first, with no rule on the way."""
    leads = {sub.pointer: target for sub in walked if (target := local_target(sub)) is not None}
    references = {sub.pointer: sub.value.get("$ref") for sub in walked}
    settled: set[str] = set()
    for start in leads:
        path: dict[str, None] = {}
        at = start
        while at in leads and at not in settled and at not in path:
            path[at] = None
            at = leads[at]
        settled |= path.keys()
        if at in path:
            for place in list(path)[list(path).index(at) :]:
                shown = Value(write(references[place]))
                yield Finding("endless_reference", words("verdict.hint.endless_reference", reference=shown), f"{place}/$ref")


def _types(sub: Subschema) -> list[JsonValue]:
    named = sub.value.get("type")
    return named if isinstance(named, list) else [] if named is None else [named]


def _described(example: dict[str, JsonValue]) -> str:
    name, value = next(iter(example.items()))
    return write({"properties": {name: {"type": type_name(value)}}})
