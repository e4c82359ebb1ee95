"""Schemas whose forms lead into each other: judged in parts they say what the engine says of the whole, and the work stays small."""

import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.verdict.broken_rules import broken_rules
from playground.verdict.drafts import DEFAULT_DRAFT, draft_of
from playground.verdict.engine import build_engine
from playground.verdict.json_text import read
from playground.verdict.judge import judge
from playground.verdict.parted_engine import part
from playground.verdict.schema import check, satisfies, violations
from playground.verdict.schema_growth import MOST_FORMS, Growth, growth_of
from playground.verdict.schema_walk import subschemas
from playground.verdict.violations import JsonValue, Violation
from playground.words.language import Language
from playground.words.rendering import render

NAMES = st.sampled_from(["a", "b"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers(-1, 3) | st.sampled_from(["", "x", 1.5]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=8,
)
REFERENCES = st.sampled_from([{"$ref": "#"}, {"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}])


def _schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["integer", "string", "array", "object"]),
            "const": st.sampled_from([1, "x"]),
            "properties": st.dictionaries(NAMES, inner, max_size=2),
            "required": st.lists(NAMES, max_size=2, unique=True),
            "additionalProperties": inner,
            "items": inner,
            "contains": inner,
            "propertyNames": inner,
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "oneOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
            "if": inner,
            "then": inner,
        },
    )


SCHEMAS = st.recursive(REFERENCES | st.just({"type": "integer"}), _schemas, max_leaves=5)


def _said(engine: Any, value: JsonValue) -> set[tuple[str, str, str, str]]:
    rules = broken_rules(engine, value, empty_names=False, hidden=False)
    return {(rule.at, rule.mark, rule.broken.keyword, render(rule.wording.message, Language.ENGLISH)) for rule in rules}


@settings(max_examples=400, deadline=None)
@given(SCHEMAS, SCHEMAS, SCHEMAS, VALUES)
def test_in_parts_the_same_is_said_as_of_the_whole(whole: Any, a: Any, b: Any, value: Any) -> None:
    schema = {**whole, "$defs": {"a": a, "b": b}}
    walked = list(subschemas(schema))
    if not growth_of(walked, DEFAULT_DRAFT).parts:
        return
    engine = build_engine(schema, DEFAULT_DRAFT, walked, assert_formats=True)
    parts = part(schema, DEFAULT_DRAFT, walked, assert_formats=True)
    assert parts.is_valid(value) == engine.is_valid(value)
    assert _said(parts, value) == _said(engine, value)


def _expressions(forms: int) -> dict[str, Any]:
    def operation(number: int) -> dict[str, Any]:
        left_and_right = {"left": {"$ref": "#/$defs/expression"}, "right": {"$ref": "#/$defs/expression"}}
        return {
            "type": "object",
            "properties": {**left_and_right, "operator": {"const": f"op{number}"}},
            "required": ["operator", "left", "right"],
            "additionalProperties": False,
        }

    forms_of_it = [{"type": "integer"}, *({"$ref": f"#/$defs/{number}"} for number in range(forms))]
    return {
        "$ref": "#/$defs/expression",
        "$defs": {"expression": {"oneOf": forms_of_it}, **{str(number): operation(number) for number in range(forms)}},
    }


def _nested(levels: int, innermost: JsonValue) -> JsonValue:
    value = innermost
    for level in range(levels):
        value = {"operator": f"op{level % 3}", "left": value, "right": level}
    return value


def _deepest(violation: Violation) -> Violation:
    while violation.branch:
        violation = violation.branch[0]
    return violation


@pytest.mark.parametrize("levels", [2, 6, 12, 90])
def test_an_expression_is_judged_at_any_depth(levels: int) -> None:
    schema = check(json.dumps(_expressions(6)), assert_formats=True)
    assert satisfies(schema, read(json.dumps(_nested(levels, 1))))
    text = json.dumps(_nested(levels, "wrong"))
    broken = violations(schema, read(text))
    assert [violation.keyword for violation in broken] == ["oneOf"]
    deepest = _deepest(broken[0])
    assert deepest.path == "/left" * levels
    assert deepest.span is not None
    assert text[deepest.span.start : deepest.span.end] == '"wrong"'
    assert deepest.schema_span is not None


def _multiplied(word: str, levels: int) -> dict[str, Any]:
    forms = {str(level): {word: [{"$ref": f"#/$defs/{level + 1}"}] * 2} for level in range(levels)}
    return {"$ref": "#/$defs/0", "$defs": {**forms, str(levels): {"type": "integer"}}}


@pytest.mark.parametrize("word", ["allOf", "anyOf", "oneOf"])
def test_forms_that_multiply_are_tried_once_each(word: str) -> None:
    verdict = judge('"x"', check(json.dumps(_multiplied(word, 30)), assert_formats=True))
    assert [_deepest(violation).keyword for violation in verdict.violations] == ["type"]
    assert judge("1", check(json.dumps(_multiplied("allOf", 30)), assert_formats=True)).violations == ()


@pytest.mark.parametrize("draft", ["http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-04/schema#"])
def test_what_stands_beside_a_reference_does_not_count_in_old_drafts(draft: str) -> None:
    schema: dict[str, Any] = {
        "$schema": draft, "$ref": "#/definitions/n", "type": "string",
        "definitions": {"n": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/definitions/n"}}, {"items": {"$ref": "#"}, "minItems": 1, "type": "array"}]}},
    }  # fmt: skip
    checked = check(json.dumps(schema), assert_formats=True)
    assert satisfies(checked, read("[" * 40 + "1" + "]" * 40))
    assert _deepest(violations(checked, read("[" * 40 + '"x"' + "]" * 40))[0]).path == "/0" * 40


RECURSIVE = {
    "anyOf": [
        {"type": "integer"},
        {"type": "array", "items": {"$ref": "#"}},
        {"type": "array", "items": {"$ref": "#"}, "minItems": 1},
    ]
}


@pytest.mark.parametrize(
    ("schema", "key"),
    [({**RECURSIVE, "unevaluatedProperties": False}, "a"), (RECURSIVE, "")],
    ids=["needs the whole", "empty name"],
)
def test_what_cannot_be_judged_in_time_is_said_to_be_so(schema: object, key: str) -> None:
    checked = check(json.dumps(schema), assert_formats=True)
    reading = read("[" * 40 + f'{{"{key}": 1}}' + "]" * 40)
    broken = violations(checked, reading)
    assert [violation.keyword for violation in broken] == ["too_many_forms"]
    assert broken[0].advice is not None
    assert not satisfies(checked, reading)


GROWTHS: dict[str, tuple[dict[str, Any], Growth]] = {
    "no forms": ({"properties": {"a": {"items": {}}}}, Growth(1, 0, True)),
    "forms in forms": ({"anyOf": [{"oneOf": [{}, {}]}, {"not": {}}], "if": {}, "then": {}}, Growth(8, 0, True)),
    "by reference": ({"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"anyOf": [{}, {}]}}}, Growth(9, 0, True)),
    "dependent": ({"dependentSchemas": {"a/b": {}}, "dependencies": {"c": {}, "d": ["e"]}}, Growth(3, 0, True)),
    "a list is no form of itself": ({"items": {"$ref": "#"}}, Growth(2, 0, True)),
    "a form back to the whole": ({"anyOf": [{"type": "null"}, {"items": {"$ref": "#"}}, {"not": {"items": {"$ref": "#"}}}]}, Growth(6, 2, True)),
    "in a circle in place": ({"anyOf": [{"$ref": "#"}]}, Growth(3, 1, False)),
    "by name": ({"$ref": "#x", "$defs": {"a": {"$anchor": "x"}}}, Growth(1, 0, False)),
    "with a name of its own": ({"properties": {"a": {"$id": "https://example.org/a"}}}, Growth(1, 0, False)),
    "no limit is reached": ({"$ref": "#/$defs/0", "$defs": {**{str(n): {"allOf": [{"$ref": f"#/$defs/{n + 1}"}] * 3} for n in range(20)}, "20": {}}}, Growth(10**6, 0, True)),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "growth"), GROWTHS.values(), ids=GROWTHS)
def test_how_the_work_grows(schema: dict[str, Any], growth: Growth) -> None:
    assert growth_of(list(subschemas(schema)), draft_of(schema) or DEFAULT_DRAFT) == growth


def test_small_values_are_judged_by_the_whole() -> None:
    growth = Growth(5, 4, True)
    assert not growth.is_large({"a": {"b": [1]}})
    assert growth.is_large(_nested(20, 1))
    assert Growth(MOST_FORMS + 1).is_large(1)
    assert not Growth(5, 1, True).is_large(_nested(50, 1))


def test_the_engine_takes_the_place_that_it_is_told() -> None:
    """The message of a keyword of our own, and the value that it was asked about, come back with the error."""
    errors = list(
        part(
            {"items": {"$ref": "#"}, "type": "array"}, DEFAULT_DRAFT, list(subschemas({"type": "array"})), assert_formats=True
        ).iter_errors(1)
    )
    assert isinstance(errors[0].error, jsonschema_rs.ValidationError)
