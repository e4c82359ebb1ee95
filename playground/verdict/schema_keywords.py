"""Keywords of a schema that have no effect where they stand: misspelt, of another draft, or beside something that shuts them out."""

import difflib
from collections.abc import Iterator

from playground.verdict.drafts import Draft
from playground.verdict.json_text import pointer_of, write
from playground.verdict.schema_report import Finding
from playground.verdict.schema_strangers import meant_keyword
from playground.verdict.schema_walk import NAMED, ONE, SEVERAL, Subschema
from playground.words.text import Value
from playground.words.text import text as words

KEYWORDS = ONE | SEVERAL | NAMED | {
    "$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef", "$ref", "$schema",
    "$vocabulary", "const", "contentEncoding", "contentMediaType", "default", "dependentRequired", "deprecated", "description",
    "enum", "examples", "exclusiveMaximum", "exclusiveMinimum", "format", "id", "maxContains", "maximum", "maxItems", "maxLength",
    "maxProperties", "minContains", "minimum", "minItems", "minLength", "minProperties", "multipleOf", "pattern", "readOnly",
    "required", "title", "type", "uniqueItems", "writeOnly",
}  # fmt: skip
# Words of other worlds that are nobody's slip of the pen: OpenAPI, generators of forms, editors.
_NOT_MISSPELT = {"example", "nullable", "discriminator", "xml", "externalDocs", "definition", "name", "value", "order"}
_ALIKE = 0.82

_ALL = ("04", "06", "07", "2019-09", "2020-12")
# From which draft on a keyword has an effect, and what does the same in the drafts before.
_SINCE: dict[str, tuple[str, str | None]] = {
    "const": ("06", "enum"), "contains": ("06", None), "propertyNames": ("06", None), "if": ("07", None),
    "dependentRequired": ("2019-09", "dependencies"), "dependentSchemas": ("2019-09", "dependencies"),
    "unevaluatedItems": ("2019-09", None), "unevaluatedProperties": ("2019-09", None), "minContains": ("2019-09", None),
    "maxContains": ("2019-09", None), "prefixItems": ("2020-12", "items"), "$dynamicRef": ("2020-12", None),
}  # fmt: skip
_UNTIL: dict[str, tuple[str, str]] = {"additionalItems": ("2019-09", "items"), "$recursiveRef": ("2019-09", "$dynamicRef")}
_PARTNERS = {"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains"}
_TYPES_OF = {
    keyword: kinds
    for kinds, keywords in {
        ("string",): ("minLength", "maxLength", "pattern"),
        ("number", "integer"): ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
        ("array",): ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "additionalItems"),
        ("object",): ("properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
                      "maxProperties", "dependentRequired"),
    }.items()
    for keyword in keywords
}  # fmt: skip
_REF_STANDS_ALONE = ("04", "06", "07")
# Not the type: beside a reference it mostly says once more what stands there.
_SHUT_OUT = frozenset(_TYPES_OF) | {"enum", "const", "allOf", "anyOf", "oneOf", "not", "if", "format", "dependencies"}


def idle_keywords(sub: Subschema, draft: Draft) -> Iterator[Finding]:
    """What has no effect in this one schema."""
    if "$ref" in sub.value and draft.name in _REF_STANDS_ALONE:
        yield from _beside_reference(sub, draft)
        return
    for key in sub.value:
        if key in KEYWORDS:
            yield from _of_another_draft(sub, key, draft)
            yield from _without_partner(sub, key)
        elif key not in _NOT_MISSPELT and not key.startswith("x-"):
            near = meant_keyword(sub, key) or _nearest_keyword(key)
            if near:
                message = words("verdict.hint.misspelt_keyword", key=Value(write(key)), near=Value(write(near)))
                yield Finding("misspelt_keyword", message, sub.pointer + pointer_of([key]), at_key=True)
    yield from _of_another_type(sub)


def _nearest_keyword(key: str) -> str | None:
    plain = key.replace("_", "").replace("-", "").casefold()
    for keyword in KEYWORDS:
        if plain == keyword.casefold() or plain == keyword.removeprefix("$").casefold():
            return keyword
    if len(key) >= 40:
        return None
    same_kind = sorted(keyword for keyword in KEYWORDS if keyword.startswith("$") is key.startswith("$"))
    close = difflib.get_close_matches(key, same_kind, n=1, cutoff=_ALIKE)
    return close[0] if close else None


def _of_another_draft(sub: Subschema, key: str, draft: Draft) -> Iterator[Finding]:
    since, instead = _SINCE.get(key, (_ALL[0], None))
    until, later = _UNTIL.get(key, (_ALL[-1], None))
    at = sub.pointer + pointer_of([key])
    shown, named = Value(write(key)), draft.name.lstrip("0")
    if _ALL.index(draft.name) > _ALL.index(until):
        message = words("verdict.hint.other_draft.instead", key=shown, draft=named, instead=Value(write(later)))
    elif _ALL.index(draft.name) >= _ALL.index(since):
        return
    elif instead is not None:
        message = words("verdict.hint.other_draft.instead", key=shown, draft=named, instead=Value(write(instead)))
    else:
        message = words("verdict.hint.other_draft", key=shown, draft=named, since=since.lstrip("0"))
    yield Finding("other_draft", message, at, at_key=True)


def _without_partner(sub: Subschema, key: str) -> Iterator[Finding]:
    partner = _PARTNERS.get(key)
    if partner is not None and partner not in sub.value:
        message = words("verdict.hint.without_partner", key=Value(write(key)), partner=Value(write(partner)))
        yield Finding("without_partner", message, sub.pointer + pointer_of([key]), at_key=True)


def _of_another_type(sub: Subschema) -> Iterator[Finding]:
    named = sub.value.get("type")
    types = named if isinstance(named, list) else [named]
    if named is None or not types:
        return
    for key in sub.value:
        kinds = _TYPES_OF.get(key)
        if kinds is not None and not set(kinds) & {str(kind) for kind in types}:
            message = words(
                "verdict.hint.other_type", key=Value(write(key)), kind=words(f"verdict.kind.{kinds[0]}"), types=Value(write(named))
            )
            yield Finding("other_type", message, sub.pointer + pointer_of([key]), at_key=True)


def _beside_reference(sub: Subschema, draft: Draft) -> Iterator[Finding]:
    """The first rule that a reference beside it shuts out; the others share its fate."""
    for key in sub.value:
        if key in _SHUT_OUT:
            message = words("verdict.hint.beside_reference", key=Value(write(key)), draft=draft.name.lstrip("0"))
            yield Finding("beside_reference", message, sub.pointer + pointer_of([key]), at_key=True)
            return
