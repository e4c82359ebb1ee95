"""The engine (jsonschema-rs) against the reference (jsonschema): the same violations at the same places."""

import json
from decimal import Decimal
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.verdict.json_text import pointer_of, read, write
from playground.verdict.schema import check, violations

NAMES = st.sampled_from(["a", "b", "c", "d/e", "~f"])
TYPES = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
SMALL = st.integers(0, 4)
TEXTS = st.sampled_from(["", "a", "ab", "abc", "b1", "é"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 6) | st.sampled_from([1.0, 1.5, 2.5]) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


def _schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {},
        optional={
            "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
            "enum": st.lists(VALUES, min_size=1, max_size=3),
            "const": VALUES,
            "minimum": SMALL,
            "exclusiveMaximum": SMALL,
            "multipleOf": st.sampled_from([1, 2, 0.5]),
            "minLength": SMALL,
            "maxLength": SMALL,
            "pattern": st.sampled_from(["^a", "b$", "[0-9]"]),
            "items": inner,
            "minItems": SMALL,
            "maxItems": SMALL,
            "uniqueItems": st.booleans(),
            "contains": inner,
            "properties": st.dictionaries(NAMES, inner, max_size=3),
            "required": st.lists(NAMES, max_size=3, unique=True),
            "additionalProperties": inner,
            "minProperties": SMALL,
            "maxProperties": SMALL,
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "oneOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
            "if": inner,
            "then": inner,
            "else": inner,
        },
    )


SCHEMAS: st.SearchStrategy[Any] = st.recursive(st.booleans() | st.just({}), _schemas, max_leaves=6).filter(
    lambda schema: isinstance(schema, dict)
)


@settings(max_examples=150, deadline=None)
@given(SCHEMAS, VALUES)
def test_both_find_the_same(schema: Any, value: Any) -> None:
    checked = check(json.dumps(schema), assert_formats=True)
    assert checked.ok, checked.report
    found = violations(checked, read(json.dumps(value)))
    reference = list(jsonschema.Draft202012Validator(schema).iter_errors(value))
    assert bool(found) == bool(reference)
    # The reference names a false schema by no keyword, and says "items": false once for the list, not for each item.
    plain = {
        (pointer_of(error.absolute_path), error.validator)
        for error in reference
        if error.validator and not (error.validator == "items" and error.validator_value is False)
    }
    ours = {(one.path, one.keyword) for one in found}
    assert plain <= ours
    if all(error.validator for error in reference):  # of a false schema the reference does not say where it stands
        places = {pointer_of(error.absolute_path) for error in reference}
        assert {one.path for one in found if one.keyword != "items"} <= places


def _objects(wrong: bool) -> list[dict[str, Any]]:
    return [
        {
            "id": index if not wrong or index % 3 else str(index),
            "status": "open" if not wrong or index % 5 else "opened",
            "score": index / 7,
        }
        for index in range(1000)
    ]


@pytest.mark.parametrize("wrong", [False, True])
def test_a_large_reply_gives_the_same(wrong: bool) -> None:
    schema = {"items": {"properties": {"id": {"type": "integer"}, "status": {"enum": ["open"]}, "score": {"type": "number"}}}}
    value = _objects(wrong)
    found = violations(check(json.dumps(schema), assert_formats=True), read(json.dumps(value)))
    reference = jsonschema.Draft202012Validator(schema).iter_errors(value)
    assert sorted((one.path, one.keyword, one.schema_path) for one in found) == sorted(
        (pointer_of(error.absolute_path), error.validator, pointer_of(error.absolute_schema_path)) for error in reference
    )


@pytest.mark.parametrize("number", ["9007199254740993", "1e400", "0.1", "1.0", "9" * 5000])
def test_exact_numbers_compare_as_decimals(number: str) -> None:
    exact = Decimal(number)
    for limit in (exact, exact + 1, exact - 1) if len(number) < 20 else (exact,):
        schema = check(write({"maximum": limit}), assert_formats=True)
        assert (not violations(schema, read(number))) is (exact <= limit)
