"""A schema in words: what each keyword says, in four languages, and that nothing of a schema is passed over in silence."""

import json

import pytest

from playground.verdict.json_text import read
from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema.phrases import Dialect, join
from playground.verdict.plain_schema.statements import Statement, describe, in_short
from playground.verdict.pointers import value_at
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import text

EN, FR, JA, PL = Language


def _value(schema: object) -> JsonValue:
    reading = read(json.dumps(schema))
    assert reading.answer is not None
    return reading.answer.value


def _tell(schema: object, *, draft: str = "2020-12", formats: bool = True) -> tuple[Statement, ...]:
    return describe(_value(schema), draft=draft, formats_checked=formats)


def _say(schema: object, language: Language = EN, *, draft: str = "2020-12", formats: bool = True) -> list[str]:
    told = _tell(schema, draft=draft, formats=formats)
    return ["  " * statement.depth + render(statement.sentence, language) for statement in told]


def _of(field: object) -> object:
    return {"type": "object", "properties": {"a": field}, "additionalProperties": False}


# What a field's rule is, and what is said about it between its name and whether it must be there.
FIELDS: list[tuple[object, str]] = [
    ({"type": "string"}, "text"),
    ({"type": "string", "minLength": 1}, "text, not empty"),
    ({"type": "string", "minLength": 0}, "text"),
    ({"type": "string", "minLength": 2}, "text, at least 2 characters"),
    ({"type": "string", "maxLength": 1}, "text, at most 1 character"),
    ({"type": "string", "minLength": 2, "maxLength": 4}, "text, 2 to 4 characters"),
    ({"type": "string", "minLength": 2, "maxLength": 2.0}, "text, exactly 2 characters"),
    ({"type": "string", "minLength": 1e99}, "text, at least 1,000,000,000,000,000 characters"),
    ({"type": "string", "pattern": "^a$"}, "text, matching the pattern “^a$”"),
    ({"type": "string", "format": "date"}, "text in the form of a date such as 2026-12-31"),
    ({"type": "string", "format": "plate"}, "text meant as “plate” (not checked)"),
    ({"type": "number", "minimum": 0, "maximum": 10}, "number, from 0 to 10"),
    ({"type": "number", "minimum": 1900}, "number, at least 1900"),
    ({"type": "number", "maximum": 0.5}, "number, at most 0.5"),
    ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, "number, more than 0, less than 1"),
    ({"type": "integer", "multipleOf": 5}, "whole number, a multiple of 5"),
    ({"type": "boolean"}, "true or false"),
    ({"type": "null"}, "nothing (null)"),
    ({"type": ["string", "null"]}, "text or nothing (null)"),
    ({"type": "string", "enum": ["x", "y", "z"]}, "“x”, “y” or “z”"),
    ({"type": "number", "enum": [1, 2]}, "1 or 2"),
    ({"type": "string", "enum": ["x", 2]}, "text, “x” or 2"),
    ({"enum": ["x"]}, "always “x”"),
    ({"const": None}, "always null"),
    ({"type": "array"}, "list"),
    ({"type": "array", "items": {"type": "integer"}}, "list of whole numbers"),
    ({"type": "array", "items": {"enum": ["x", "y"]}, "maxItems": 2}, "list (each item: “x” or “y”), at most 2 items"),
    ({"type": "array", "items": {"type": "array"}, "uniqueItems": True}, "list of lists, no two the same"),
    ({"type": "array", "uniqueItems": False, "minItems": 1, "maxItems": 3}, "list, 1 to 3 items"),
    ({"type": "object", "minProperties": 1}, "group of fields, at least 1 field"),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "text or nothing (null)"),
    ({"oneOf": [{"type": "integer"}, {"enum": ["x", "y"]}]}, "whole number or “x” or “y”"),
    ({"type": "string", "default": "x", "examples": ["y", "z"]}, "text, default “x”, for example “y” or “z”"),
    ({"type": "string", "examples": [], "deprecated": True, "readOnly": True, "writeOnly": False}, "text, outdated, for reading only"),
    ({"minLength": 2}, "anything, if it is text: at least 2 characters"),
    ({"minimum": 2, "format": "uuid"}, "anything, if it is text: text in the form of a UUID such as 123e4567-e89b-12d3-a456-426614174000, if it is a number: at least 2"),
    ({}, "anything"),
    (True, "anything"),
    ({"$ref": "#"}, "built like the whole answer"),
]  # fmt: skip


@pytest.mark.parametrize(("field", "said"), FIELDS, ids=lambda case: json.dumps(case) if not isinstance(case, str) else "")
def test_a_field_is_said_in_one_sentence(field: object, said: str) -> None:
    assert _say(_of(field)) == [f"a: {said}, may be missing.", "Other fields are not allowed."]


# Whole schemas, and all that is said of them in English.
WHOLE: dict[str, tuple[object, list[str]]] = {
    "the sentence of the design": (
        {"type": "object", "properties": {"name": {"type": "string"}, "email": {"type": "string", "format": "email"}}, "required": ["name"]},
        ["name: text, required.", "email: text in the form of an e-mail address, may be missing.", "Other fields are allowed."],
    ),
    "groups in lists": (
        _of({"type": "array", "minItems": 1, "items": {"type": "object", "properties": {"b c": {"type": "string"}}, "required": ["b c", "d"]}}),
        [
            "a: list, at least 1 item, may be missing.", "  Each item: group of fields.", "    “b c”: text, required.", "    d: anything, required.",
            "    Other fields are allowed.", "Other fields are not allowed.",
        ],
    ),
    "recursion has an end": (
        {"$ref": "#/$defs/N", "$defs": {"N": {"type": "object", "properties": {"up": {"$ref": "#/$defs/N"}}, "additionalProperties": {"type": "null"}}}},
        ["The answer: as described under “N”.", "“N”: group of fields.", "  up: as described under “N”, may be missing.", "  Any other field: nothing (null)."],
    ),
    "definitions of items, of forms and of none": (
        {"type": "array", "items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}, {"type": "null"}]}, "b": {"$ref": "#/nowhere"}}},
        [
            "The answer: list (each item: as described under “a”).", "“a”: as described under “b” or nothing (null).",
            "“b”: as described under “nowhere”.",
        ],
    ),
    "alternatives": (
        {"oneOf": [{"type": "object", "properties": {"k": {"const": "x"}}, "required": ["k"]}, {"type": "string", "description": "an id"}]},
        ["The answer:", "  Exactly one of these holds:", "    Case 1: group of fields.", "      k: always “x”, required.", "    Case 2: text."],
    ),
    "parts that add to one another": (
        {"type": "object", "allOf": [{"properties": {"k": {"minLength": 2}}}, {"required": ["k"]}, {"minProperties": 2}, {}]},
        [
            "The answer: group of fields.", "  All of this holds:", "    Case 1:", "      k: at least 2 characters.",
            "    Case 2:", "      k: required.", "    Case 3: at least 2 fields.", "    Case 4: anything.",
        ],
    ),
    "conditions": (
        {
            "type": "object", "properties": {"c": {}}, "if": {"properties": {"c": {"const": "US"}}}, "then": {"required": ["zip"]}, "else": False,
            "not": {"required": ["bad"]},
        },
        [
            "c: anything, may be missing.", "Other fields are allowed.", "This must not hold:", "  bad: required.", "If this holds:",
            "  c: always “US”, may be missing.", "then this holds too:", "  zip: required.", "otherwise this holds:", "  The value: must not be there.",
        ],
    ),
    "fields by rule": (
        {
            "type": "object", "patternProperties": {"^x-": {"type": "number"}}, "propertyNames": {"maxLength": 8},
            "dependentRequired": {"a": ["b", "c"], "z": []}, "dependentSchemas": {"a": {"minProperties": 2}}, "unevaluatedProperties": False,
        },
        [
            "The answer: group of fields.", "  Each field whose name matches “^x-”: number.", "  The name of each field: at most 8 characters.",
            "  If a is there, b and c must be there too.", "  If a is there, this holds too:", "    The value: at least 2 fields.",
            "  Other fields are not allowed.",
        ],
    ),
    "a list item by item": (
        {"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}, "contains": {"const": 3}, "maxContains": 2},
        ["The answer: list.", "  Item 1: text.", "  Each further item: whole number.", "  At least 1 item: always 3.", "  At most 2 items: always 3."],
    ),
    "no further items": (
        {"type": "array", "prefixItems": [True], "items": False},
        ["The answer: list.", "  Item 1: anything.", "  Further items are not allowed."],
    ),
    "only for groups": (
        {"properties": {"a": False}, "requred": ["a"]},
        [
            "The answer: anything, what follows holds only if it is a group of fields.", "  a: must not be there.", "  Other fields are allowed.",
            "  “requred” has no effect here.",
        ],
    ),
    "beside the type": (
        {"type": "string", "properties": {}, "required": [], "items": {}, "oneOf": [{"type": "string"}], "minimum": 3},
        [
            "The answer: text.", "  Exactly one of these holds:", "    Case 1: text.",
            "  “items”, “minimum”, “properties” and “required” have no effect here.",
        ],
    ),
    "what cannot be said": (
        {
            "type": "object", "$dynamicRef": "#a", "x-order": 1, "if": {}, "minProperties": "two", "dependentRequired": 3, "contentSchema": {},
            "properties": 7, "title": "T",
        },
        [
            "The answer: group of fields.", "  “$dynamicRef”, “x-order”, “if”, “minProperties”, “dependentRequired”, “contentSchema” and “properties” stay as written: they cannot be said in words.",
        ],
    ),
    "nonsense": (
        {"type": "array", "items": 7, "contains": {}, "minContains": "x", "anyOf": [3, {"type": "stirng"}], "uniqueItems": 3},
        [
            "The answer: list.", "  Each item: kept as written, for it is no rule.", "  At least one of these holds:",
            "    Case 1: kept as written, for it is no rule.", "    Case 2:", "      “type” stays as written: it cannot be said in words.",
            "  “contains”, “minContains” and “uniqueItems” stay as written: they cannot be said in words.",
        ],
    ),
    "no schema at all": ([1], ["The answer: kept as written, for it is no rule."]),
    "nothing is right": (False, ["The answer: must not be there."]),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "said"), WHOLE.values(), ids=WHOLE.keys())
def test_a_whole_schema_in_words(schema: object, said: list[str]) -> None:
    assert _say(schema) == said


@pytest.mark.parametrize(
    ("schema", "draft", "said"),
    [
        ({"type": "number", "minimum": 1, "exclusiveMinimum": True}, "04", ["The answer: number, more than 1."]),
        ({"type": "array", "items": [{"type": "null"}], "additionalItems": False}, "07", ["The answer: list.", "  Item 1: nothing (null).", "  Further items are not allowed."]),
        ({"$ref": "#/definitions/a", "type": "string", "definitions": {"a": {}}}, "07", ["The answer: as described under “a”.", "  “type” has no effect here.", "“a”: anything."]),
        ({"$ref": "other.json"}, "07", ["The answer:", "  “$ref” stays as written: it cannot be said in words."]),
        ({"$ref": "#/$defs/a", "maxLength": 3, "$defs": {"a": {"type": "string"}}}, "2020-12", ["The answer: as described under “a”, at most 3 characters.", "“a”: text."]),
        ({"type": "object", "dependencies": {"a": ["b"], "c": {"required": ["d"]}}}, "06", ["The answer: group of fields.", "  If a is there, b must be there too.", "  If c is there, this holds too:", "    d: required."]),
    ],
)  # fmt: skip
def test_each_draft_is_read_by_its_own_rules(schema: object, draft: str, said: list[str]) -> None:
    assert _say(schema, draft=draft) == said


def test_a_format_that_is_not_checked_says_so() -> None:
    assert _say({"type": "string", "format": "email"}, formats=False) == [
        "The answer: text meant as an e-mail address (not checked)."
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (FR, ["lignes\u00a0: liste, au moins 1 élément, obligatoire.", "  Chaque élément\u00a0: texte, de 2 à 5 caractères.", "D’autres champs sont permis."]),
        (JA, ["lignes：リスト、1個以上、必須。", "  各要素：文字列、2～5文字。", "ほかの項目があってもよい。"]),
        (PL, ["lignes: lista, co najmniej 1 element, wymagane.", "  Każdy element: tekst, od 2 do 5 znaków.", "Inne pola są dozwolone."]),
    ],
)  # fmt: skip
def test_each_language_says_it_its_own_way(language: Language, said: list[str]) -> None:
    items = {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 2, "maxLength": 5}}
    assert _say({"type": "object", "properties": {"lignes": items}, "required": ["lignes"]}, language) == said


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "co najmniej 1 element"), (2, "co najmniej 2 elementy"), (5, "co najmniej 5 elementów"), (22, "co najmniej 22 elementy")],
)
def test_polish_counts_as_poles_do(count: int, said: str) -> None:
    assert _say({"type": "array", "minItems": count}, PL) == [f"Odpowiedź: lista, {said}."]


@pytest.mark.parametrize("language", [FR, JA, PL])
def test_every_sentence_is_worded_in_every_language(language: Language) -> None:
    schemas = [_of(field) for field, _ in FIELDS] + [schema for schema, _ in WHOLE.values()]
    said = [line for schema in schemas for line in _say(schema, language)]
    assert [line for line in said if "schema." in line or "{" in line] == []


def test_every_sentence_leads_to_a_part_of_the_schema() -> None:
    for schema, _ in WHOLE.values():
        value = _value(schema)
        for statement in _tell(schema):
            value_at(value, statement.pointer)  # raises LookupError where there is nothing


def test_what_the_schema_says_of_itself_stands_beside_the_sentence() -> None:
    told = _tell({"type": "object", "title": "Order", "properties": {"a": {"type": "string", "description": "the id"}}})
    assert [statement.note for statement in told] == ["Order", "the id", ""]


def test_lists_in_lists_in_lists_have_an_end() -> None:
    schema: JsonValue = {"$ref": "#"}
    for _ in range(5000):
        schema = {"items": schema, "not": {}}
    assert len(describe(schema, draft="2020-12", formats_checked=True)) < 100


def test_depth_and_length_have_an_end() -> None:
    deep: dict[str, object] = {"type": "object", "properties": {"leaf": {}}}
    for _ in range(400):
        deep = {"type": "object", "properties": {"a": deep}}
    told = _tell(deep)
    assert len(told) < 40
    assert any(render(statement.sentence, EN) == "What is nested deeper is not said in words." for statement in told)
    long = _tell({"type": "object", "properties": {f"f{index}": {"type": "string"} for index in range(3000)}})
    assert len(long) == 2001
    assert render(long[-1].sentence, EN) == "The rest is not said in words."


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"type": "string", "minLength": 1}, "text, not empty"),
        (
            {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "null"}], "default": None},
            "as described under “a” or nothing (null), default null",
        ),
        (True, "anything"),
        ({}, "anything"),
    ],
)
def test_a_part_in_short(schema: object, said: str) -> None:
    parts = in_short(_value(schema), Dialect("2020-12", formats_checked=True))
    assert render(text("schema.form.summary", what=join(parts)), EN) == said


@pytest.mark.parametrize("schema", [False, {"if": {}, "$dynamicRef": "#a"}])
def test_nothing_is_said_in_short_of_what_cannot_be_said(schema: object) -> None:
    assert in_short(_value(schema), Dialect("2020-12", formats_checked=True)) in ((), (text("schema.kind.any"),))
