"""A schema seen through a provider's strict subset: what is kept, rewritten, refused and ignored, and a proposal that would be taken.

Nothing here is sent: a reply is always held against the schema as it was written.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from playground.endpoints.lens_rewrites import Edit, rewrite
from playground.endpoints.subsets import Subset
from playground.verdict import json_text
from playground.verdict.json_value import JsonValue
from playground.verdict.pointers import pointer_of, pointer_tokens
from playground.verdict.schema_walk import Subschema, subschemas
from playground.words.text import Field, Text, text


class Fate(StrEnum):
    """What becomes of a keyword."""

    KEPT = "kept"
    REWRITTEN = "rewritten"
    REFUSED = "refused"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Finding:
    """One keyword at one place of the schema. `pointer` leads to the schema that holds it; `edit` is what the proposal does about it."""

    pointer: str
    keyword: str
    fate: Fate
    message: Text
    edit: Edit | None = None


@dataclass(frozen=True, slots=True)
class Lens:
    """All findings, outer places first. `proposal` is a schema text that should be taken; None where none is needed or possible."""

    findings: tuple[Finding, ...]
    proposal: str | None

    def of(self, fate: Fate) -> tuple[Finding, ...]:
        """The findings of that fate."""
        return tuple(finding for finding in self.findings if finding.fate is fate)


def look_through(schema_text: str, rules: Subset) -> Lens:
    """The schema seen through the subset; empty for what is no JSON object, which is told elsewhere."""
    answer = json_text.read(schema_text).answer
    schema = answer.value if answer is not None else None
    if not isinstance(schema, dict):
        return Lens((), None)
    findings = [*_check_root(schema, rules)]
    for sub in subschemas(schema):
        findings += _check_fields(sub, rules)
        findings += (_check_keyword(sub, keyword, rules, schema) for keyword in sub.value)
    findings += _check_size(schema, rules)
    edits = [(finding.pointer, finding.edit) for finding in findings if finding.edit is not None]
    # What is refused without a way out makes every proposal a promise that would not be kept.
    possible = edits and not any(finding.fate is Fate.REFUSED and finding.edit is None for finding in findings)
    return Lens(tuple(findings), rewrite(schema_text, edits) if possible else None)


def _check_root(schema: dict[str, JsonValue], rules: Subset) -> Iterator[Finding]:
    if rules.root == "any":
        return
    if schema.get("type") != "object" and "$ref" not in schema:
        keyword = next((name for name in ("anyOf", "oneOf", "type") if name in schema), "type")
        yield Finding("", keyword, Fate.REFUSED, Text("endpoints.lens.root"))
    elif rules.root == "object_without_union" and "anyOf" in schema:
        yield Finding("", "anyOf", Fate.REFUSED, Text("endpoints.lens.root_union"))


def _check_fields(sub: Subschema, rules: Subset) -> Iterator[Finding]:
    """What a subset demands of every object."""
    value = sub.value
    properties = value.get("properties")
    if not isinstance(properties, dict) and value.get("type") != "object":
        return
    if "additionalProperties" not in value:
        if rules.closed == "must_be_false":
            yield _rewritten(sub, "additionalProperties", Text("endpoints.lens.closed"), Edit("close"))
        elif rules.closed == "by_default":
            yield Finding(sub.pointer, "additionalProperties", Fate.IGNORED, Text("endpoints.lens.closed_by_default"))
    if not rules.all_required or not isinstance(properties, dict):
        return
    named = value.get("required")
    for name in properties:
        if not isinstance(named, list) or name not in named:
            message = text("endpoints.lens.required", field=Field(pointer_of([name])))
            yield _rewritten(sub, "required", message, Edit("require", name))


def _check_keyword(sub: Subschema, keyword: str, rules: Subset, schema: dict[str, JsonValue]) -> Finding:
    value = sub.value[keyword]
    if keyword == "$ref":
        return _check_reference(sub, rules, schema)
    if "$ref" in sub.value and not rules.beside_ref and not keyword.startswith("$"):
        return _rewritten(sub, keyword, text("endpoints.lens.beside_ref", keyword=keyword), Edit("drop", keyword))
    if keyword == "additionalProperties" and rules.closed == "must_be_false" and value is not False:
        return _rewritten(sub, keyword, Text("endpoints.lens.open"), Edit("close"))
    if keyword == "format" and value not in rules.formats:
        return _unlisted(sub, keyword, rules.format_else)
    if keyword in rules.rewritten:
        return _check_rewritable(sub, keyword, rules)
    if keyword in rules.only:
        return _check_condition(sub, keyword, rules)
    if keyword in rules.kept or (keyword == "format" and value in rules.formats):
        return _kept(sub, keyword)
    return _unlisted(sub, keyword, rules.unlisted)


def _check_reference(sub: Subschema, rules: Subset, schema: dict[str, JsonValue]) -> Finding:
    target = sub.value["$ref"]
    if not isinstance(target, str) or not target.startswith("#"):
        return Finding(sub.pointer, "$ref", Fate.REFUSED, Text("endpoints.lens.remote"))
    if not rules.recursion and _leads_back(target, schema):
        return Finding(sub.pointer, "$ref", Fate.REFUSED, Text("endpoints.lens.recursion"))
    return _kept(sub, "$ref")


def _leads_back(target: str, schema: dict[str, JsonValue]) -> bool:
    """Whether what the reference names leads to itself again."""
    seen: set[str] = set()
    waiting = [target]
    while waiting:
        reference = waiting.pop()
        inside = _value_at(reference, schema)
        for sub in subschemas(inside):
            inner = sub.value.get("$ref")
            if inner == target:
                return True
            if isinstance(inner, str) and inner not in seen:
                seen.add(inner)
                waiting.append(inner)
    return False


def _value_at(reference: str, schema: dict[str, JsonValue]) -> JsonValue:
    value: JsonValue = schema
    for token in pointer_tokens(reference.removeprefix("#")):
        value = value.get(token) if isinstance(value, dict) else None
    return value


def _check_rewritable(sub: Subschema, keyword: str, rules: Subset) -> Finding:
    way = rules.rewritten[keyword]
    held = sub.value[keyword]
    if (way == "any_of" and "anyOf" in sub.value) or (way == "inline" and (not isinstance(held, list) or len(held) != 1)):
        return _unlisted(sub, keyword, rules.unlisted)
    return _rewritten(sub, keyword, text(f"endpoints.lens.{way}", keyword=keyword), Edit(way, keyword))


def _check_condition(sub: Subschema, keyword: str, rules: Subset) -> Finding:
    condition = rules.only[keyword]
    value, kind = sub.value[keyword], sub.value.get("type")
    match condition:
        case "zero_or_one":
            met = value in (0, 1)
        case "scalars":
            met = isinstance(value, list) and not any(isinstance(item, dict | list) for item in value)
        case "integers":
            met = kind == "integer"
        case _:  # anchored
            met = isinstance(value, str) and value.startswith("^") and value.endswith("$")
    if met:
        return _kept(sub, keyword)
    if rules.unlisted == "ignored":
        return Finding(sub.pointer, keyword, Fate.IGNORED, text(f"endpoints.lens.only_{condition}", keyword=keyword))
    return _unlisted(sub, keyword, rules.unlisted)


def _check_size(schema: dict[str, JsonValue], rules: Subset) -> Iterator[Finding]:
    """Limits on the whole."""
    counts = {"properties": 0, "depth": 0, "enum_values": 0, "optional": 0, "unions": 0}
    for sub in subschemas(schema):
        properties, named = sub.value.get("properties"), sub.value.get("required")
        names = list(properties) if isinstance(properties, dict) else []
        counts["properties"] += len(names)
        counts["optional"] += sum(not isinstance(named, list) or name not in named for name in names)
        counts["depth"] = max(counts["depth"], 1 + sum(token in {"properties", "items"} for token in pointer_tokens(sub.pointer)))
        enum = sub.value.get("enum")
        counts["enum_values"] += len(enum) if isinstance(enum, list) else 0
        counts["unions"] += "anyOf" in sub.value or "oneOf" in sub.value or isinstance(sub.value.get("type"), list)
    for what, most in rules.most.items():
        if counts[what] > most:
            message = text(f"endpoints.lens.most_{what}", found=counts[what], most=most)
            yield Finding("", what, Fate.REFUSED, message)


def _kept(sub: Subschema, keyword: str) -> Finding:
    return Finding(sub.pointer, keyword, Fate.KEPT, text("endpoints.lens.kept", keyword=keyword))


def _rewritten(sub: Subschema, keyword: str, message: Text, edit: Edit) -> Finding:
    return Finding(sub.pointer, keyword, Fate.REWRITTEN, message, edit)


def _unlisted(sub: Subschema, keyword: str, fate: str) -> Finding:
    if fate == "ignored":
        return Finding(sub.pointer, keyword, Fate.IGNORED, text("endpoints.lens.ignored", keyword=keyword))
    return Finding(sub.pointer, keyword, Fate.REFUSED, text("endpoints.lens.refused", keyword=keyword), Edit("describe", keyword))
