"""A schema seen through each provider's strict subset."""

import json
from typing import Any

import pytest

from playground.endpoints.lens import Fate, Lens, look_through
from playground.endpoints.presets import presets
from playground.endpoints.subsets import read_subsets, subset
from playground.verdict.schema import check
from playground.words.language import Language
from playground.words.rendering import render

_PERSON = {
    "type": "object",
    "properties": {"name": {"type": "string", "minLength": 1}, "age": {"type": "integer"}},
    "required": ["name"],
}


def _look(schema: Any, id: str) -> Lens:
    rules = subset(id)
    assert rules is not None
    return look_through(json.dumps(schema), rules)


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


_LIST: dict[str, Any] = {"$ref": "#/$defs/node"}
_TREE = {**_object(next=_LIST), "$defs": {"node": _object(next=_LIST)}}


@pytest.mark.parametrize(
    ("id", "schema", "expected"),
    [
        ("openai", _PERSON, {("", "additionalProperties", "rewritten"), ("", "required", "rewritten"), ("/properties/name", "minLength", "refused")}),
        ("anthropic", _PERSON, {("", "additionalProperties", "rewritten"), ("/properties/name", "minLength", "refused")}),
        ("gemini", _PERSON, {("/properties/name", "minLength", "ignored")}),
        ("llama.cpp", _PERSON, {("", "additionalProperties", "ignored")}),
        ("vllm", _PERSON, set()),
        ("openai", {"type": "array", "items": {"type": "string"}}, {("", "type", "refused")}),
        ("openai", {**_object(), "anyOf": [_object()]}, {("", "anyOf", "refused")}),
        ("gemini", {"type": "array", "items": {"const": 1}}, {("/items", "const", "rewritten")}),
        ("openai", _object(a={"oneOf": [{"type": "string"}]}), {("/properties/a", "oneOf", "rewritten")}),
        ("vllm", _object(a={"oneOf": [{"type": "string"}]}), set()),
        ("openai", _object(a={"allOf": [{"type": "string"}]}), {("/properties/a", "allOf", "rewritten")}),
        ("openai", _object(a={"allOf": [{"type": "string"}, {"minLength": 1}]}),
         {("/properties/a", "allOf", "refused"), ("/properties/a/allOf/1", "minLength", "refused")}),
        ("openai", _object(a={"$ref": "#/$defs/x", "title": "A"}) | {"$defs": {"x": {"type": "string"}}}, {("/properties/a", "title", "rewritten")}),
        ("anthropic", _TREE, {("/properties/next", "$ref", "refused"), ("/$defs/node/properties/next", "$ref", "refused")}),
        ("openai", _TREE, set()),
        ("vllm", _object(a={"$ref": "https://example.com/x"}), {("/properties/a", "$ref", "refused")}),
        ("openai", _object(a={"type": "string", "format": "uri"}), {("/properties/a", "format", "refused")}),
        ("anthropic", _object(a={"type": "string", "format": "uri"}), set()),
        ("llama.cpp", _object(a={"type": "string", "format": "email"}), {("/properties/a", "format", "ignored")}),
        ("llama.cpp", _object(a={"type": "number", "minimum": 1}, b={"type": "integer", "minimum": 1}), {("/properties/a", "minimum", "ignored")}),
        ("llama.cpp", _object(a={"pattern": "^a$"}, b={"pattern": "a"}), {("/properties/b", "pattern", "ignored")}),
        ("anthropic", _object(a={"type": "array", "minItems": 1}, b={"type": "array", "minItems": 2}), {("/properties/b", "minItems", "refused")}),
        ("anthropic", _object(a={"enum": [1, "x"]}, b={"enum": [{}]}), {("/properties/b", "enum", "refused")}),
        ("anthropic", {"type": "object", "additionalProperties": False, "properties": {f"f{n}": {} for n in range(25)}}, {("", "optional", "refused")}),
        ("anthropic", _object(**{f"f{n}": {"type": ["string", "null"]} for n in range(17)}), {("", "unions", "refused")}),
        ("openai", _object(a={"enum": list(range(1001))}), {("", "enum_values", "refused")}),
        ("openai", _object(a={"if": {}, "then": {}}), {("/properties/a", "if", "refused"), ("/properties/a", "then", "refused")}),
        ("gemini", _object(a={"not": {}}), {("/properties/a", "not", "ignored")}),
        ("openai", _object(minLength={"type": "string", "enum": ["minLength"]}), set()),
    ],
)  # fmt: skip
def test_what_becomes_of_each_keyword(id: str, schema: Any, expected: set[tuple[str, str, str]]) -> None:
    found = {(finding.pointer, finding.keyword, finding.fate.value) for finding in _look(schema, id).findings}
    assert {finding for finding in found if finding[2] != "kept"} == expected


def test_every_keyword_has_a_finding_in_words_of_each_language() -> None:
    for finding in _look(_PERSON, "openai").findings:
        for language in Language:
            words = render(finding.message, language)
            assert "endpoints." not in words
            assert "{" not in words
    kept = {(finding.pointer, finding.keyword) for finding in _look(_PERSON, "openai").of(Fate.KEPT)}
    assert {("", "type"), ("", "properties"), ("", "required"), ("/properties/name", "type"), ("/properties/age", "type")} == kept


@pytest.mark.parametrize(
    ("id", "schema", "proposal"),
    [
        ("openai", _PERSON, {
            "type": "object",
            "properties": {"name": {"type": "string", "description": "minLength: 1"}, "age": {"type": ["integer", "null"]}},
            "required": ["name", "age"], "additionalProperties": False}),
        ("openai", _object(a={"oneOf": [{"type": "string"}, {"type": "null"}]}), _object(a={"anyOf": [{"type": "string"}, {"type": "null"}]})),
        ("openai", _object(a={"allOf": [{"type": "string"}], "title": "A"}), _object(a={"title": "A", "type": "string"})),
        ("openai", {"type": "object", "properties": {"a": {"enum": ["x"]}, "b": {"const": 1}, "c": {"type": "string", "enum": ["y"]}}}, {
            "type": "object", "additionalProperties": False, "required": ["a", "b", "c"],
            "properties": {"a": {"enum": ["x", None]}, "b": {"anyOf": [{"const": 1}, {"type": "null"}]},
                           "c": {"type": ["string", "null"], "enum": ["y", None]}}}),
        ("anthropic", _object(a={"type": "number", "minimum": 1.50, "description": "Price"}),
         _object(a={"type": "number", "description": "Price (minimum: 1.5)"})),
        ("gemini", _object(a={"const": "x"}), _object(a={"enum": ["x"]})),
        ("vllm", _PERSON, None),
        ("openai", {"type": "array"}, None),
        ("anthropic", _TREE, None),
    ],
)  # fmt: skip
def test_the_proposal_is_a_schema_that_is_taken(id: str, schema: Any, proposal: Any) -> None:
    text = _look(schema, id).proposal
    if proposal is None:
        assert text is None
        return
    assert text is not None
    assert json.loads(text) == proposal
    assert not [finding for finding in _look(json.loads(text), id).findings if finding.fate in {Fate.REFUSED, Fate.REWRITTEN}]


@pytest.mark.parametrize("text", ["", "{", "[]", "true", "7"])
def test_what_is_no_schema_object_has_no_findings(text: str) -> None:
    for rules in read_subsets().all:
        assert look_through(text, rules) == Lens((), None)


@pytest.mark.parametrize(
    "schema",
    [{"properties": 7, "required": "x", "$ref": 5, "enum": 3}, {"type": 5, "anyOf": {}, "allOf": [], "format": 3, "pattern": 1}],
)
def test_a_broken_schema_breaks_nothing(schema: Any) -> None:
    for rules in read_subsets().all:
        assert _look(schema, rules.id).findings


def test_a_proposal_is_a_sound_schema() -> None:
    text = _look(_PERSON, "openai").proposal
    assert text is not None
    assert check(text, assert_formats=True).ok


def test_each_preset_names_a_subset_that_is_known() -> None:
    assert {known.rules for known in presets() if known.rules} == {rules.id for rules in read_subsets().all}
    assert subset("unheard-of") is None
