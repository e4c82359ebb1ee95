"""The practice model's right answers: they validate, they are the same everywhere, and where there is none the keyword is named."""

import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.endpoints.practice.right_answer import RightAnswer, Unserved, right_answer
from playground.verdict.drafts import DRAFTS
from playground.verdict.json_text import read, write
from playground.verdict.judge import judge
from playground.verdict.schema import check, violations
from playground.verdict.violations import JsonValue, Status
from tests.endpoints.practice.schemas import checked, schema_of, world
from tests.verdict.test_official_suite import FOLDERS, SUITE


def answer_to(schema: object, seed: int = 1) -> JsonValue:
    found = right_answer(schema_of(schema), seed)
    assert found.found, found.unserved
    return found.value


def test_there_are_two_hundred_schemas_of_the_world() -> None:
    assert len(world()) >= 200


@pytest.mark.parametrize("name", world())
def test_the_answer_to_a_schema_of_the_world_is_valid(name: str) -> None:
    for seed in (1, 2, 3):
        found = right_answer(checked(name), seed)
        assert found.found, found.unserved
        assert judge(write(found.value), checked(name)).status is Status.VALID


@pytest.mark.skipif(not (SUITE / "tests").is_dir(), reason="the official suite is not here")
@pytest.mark.parametrize("draft", FOLDERS)
def test_every_schema_of_the_official_suite_that_some_value_fits_is_served(draft: str) -> None:
    uri = next(known.uri for known in DRAFTS if known.name == draft)
    left: list[str] = []
    for path in sorted((SUITE / "tests" / FOLDERS[draft]).rglob("*.json")):
        groups = read(path.read_text("utf-8")).answer
        assert groups is not None
        for group in groups.value:  # type: ignore[union-attr]  # the suite's files are lists of groups
            assert isinstance(group, dict)
            schema = group["schema"]
            if isinstance(schema, dict):
                schema = {"$schema": uri, **schema}
            looked_over = check(write(schema), assert_formats="format" in path.parts)
            if not looked_over.ok:
                continue  # it needs other documents
            found = right_answer(looked_over, 1)
            fits_some = any(test["valid"] for test in group["tests"])  # type: ignore[union-attr, index, call-overload]  # as above
            if fits_some and not found.found:
                left.append(f"{path.name}: {group['description']}: {found.unserved}")
            if found.found:
                assert not violations(looked_over, read(write(found.value)))
    assert left == []


@pytest.mark.parametrize(
    ("schema", "seed", "expected"),
    [
        ({"enum": ["yes", "no"]}, 1, '"no"'),
        ({"type": "integer", "minimum": 1, "maximum": 1000}, 1, "898"),
        ({"type": "string", "pattern": "^[A-Z]{3}-[0-9]{4}$"}, 7, '"SLG-3977"'),
    ],
)
def test_the_same_seed_gives_the_same_answer_on_every_machine(schema: object, seed: int, expected: str) -> None:
    assert write(answer_to(schema, seed)) == expected


def test_other_seeds_give_other_answers() -> None:
    schema = {"type": "array", "items": {"type": "integer"}, "minItems": 4}
    assert len({write(answer_to(schema, seed)) for seed in range(20)}) == 20


def test_an_answer_holds_what_a_person_would_fill_in() -> None:
    """Not only what is required: a model fills in nearly all fields that it is shown."""
    fields = {name: {"type": "string"} for name in ("a", "b", "c", "d")}
    filled = [len(answer_to({"type": "object", "properties": fields}, seed)) for seed in range(50)]  # type: ignore[arg-type]
    assert sum(filled) > 3 * 50


@pytest.mark.parametrize(
    ("schema", "keyword", "place"),
    [
        ({"type": "integer", "minimum": 5, "maximum": 3}, "minimum", ""),
        ({"type": "integer", "multipleOf": 10, "minimum": 1, "maximum": 9}, "multipleOf", ""),
        ({"type": "string", "minLength": 5, "maxLength": 3}, "minLength", ""),
        ({"type": "array", "minItems": 3, "maxItems": 2}, "minItems", ""),
        ({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 3, "uniqueItems": True}, "uniqueItems", ""),
        ({"properties": {"a": False}, "required": ["a"], "type": "object"}, "false", "/properties/a"),
        ({"type": "object", "properties": {"a": {"type": "string", "pattern": "^a$", "minLength": 4}}, "required": ["a"]}, "pattern", "/properties/a"),
        ({"allOf": [{"type": "string"}, {"type": "number"}]}, "type", "/allOf/1"),
        ({"enum": ["a"], "not": {"const": "a"}}, "enum", ""),
        ({"type": "object", "minProperties": 2, "properties": {"a": {}}, "additionalProperties": False}, "minProperties", ""),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "required": ["a"]}}}, "$ref", None),
        ({"type": "string", "pattern": "^(?!)"}, "pattern", ""),
        ({"type": "array", "minItems": 1000, "items": {"type": "boolean"}, "uniqueItems": True}, "uniqueItems", ""),
        ({"type": "array", "minItems": 80, "items": {"type": "array", "minItems": 80, "items": {"type": "integer"}}}, "minItems", None),
    ],
)  # fmt: skip
def test_where_there_is_no_answer_the_keyword_is_named(schema: object, keyword: str, place: str | None) -> None:
    found = right_answer(schema_of(schema), 1)
    assert not found.found
    assert keyword in {unserved.keyword for unserved in found.unserved}
    assert place is None or place in {unserved.schema_path for unserved in found.unserved}


def test_a_broken_schema_has_no_answer() -> None:
    with pytest.raises(ValueError, match="broken"):
        right_answer(check('{"type": 3}', assert_formats=True), 1)


def test_numbers_are_exact() -> None:
    assert answer_to({"type": "number", "minimum": 0.1, "maximum": 0.1}) == Decimal("0.1")
    assert answer_to({"const": 9007199254740993}) == 9007199254740993


def test_an_empty_answer_is_told_apart_from_none() -> None:
    assert RightAnswer(None).found
    assert not RightAnswer(None, (Unserved("type", ""),)).found


_LEAVES = st.one_of(
    st.fixed_dictionaries({"type": st.just("integer"), "minimum": st.integers(-50, 50), "multipleOf": st.integers(1, 9)}),
    st.fixed_dictionaries({"type": st.just("string"), "minLength": st.integers(0, 30)}),
    st.fixed_dictionaries({"enum": st.lists(st.one_of(st.text(max_size=5), st.integers(), st.none(), st.booleans()), min_size=1)}),
    st.sampled_from(
        [True, {}, {"type": ["null", "boolean"]}, {"type": "string", "format": "date"}, {"type": "number", "maximum": 0}]
    ),
    st.fixed_dictionaries({"pattern": st.sampled_from(["^a+b?$", "x", "^[^a-z]{2,}$", "^(?:on|off)$", "\\d\\s\\w"])}),
)
_SCHEMAS = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.fixed_dictionaries({"type": st.just("array"), "items": inner, "minItems": st.integers(0, 3)}),
        st.dictionaries(st.text(max_size=4), inner, max_size=4).map(
            lambda named: {"type": "object", "properties": named, "required": sorted(named)[:2], "additionalProperties": False}
        ),
        st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"type": st.just("object"), "additionalProperties": inner, "minProperties": st.integers(0, 3)}),
    ),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(schema=_SCHEMAS, seed=st.integers(0, 1000))
def test_any_schema_that_leaves_room_for_a_value_is_answered(schema: object, seed: int) -> None:
    looked_over = check(json.dumps(schema), assert_formats=True)
    assert looked_over.ok
    found = right_answer(looked_over, seed)
    assert found.found, found.unserved
    assert not violations(looked_over, read(write(found.value)))
