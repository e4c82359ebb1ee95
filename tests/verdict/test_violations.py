"""Each broken rule: its keyword, its place in the reply and in the schema, its words, and the meant branch."""

import json

import pytest

from playground.verdict.judge import judge
from playground.verdict.violations import Status, Verdict, Violation
from playground.words.language import Language
from playground.words.rendering import Audience, render
from tests.verdict.cases import marked, schema_of

DRAFT4, DRAFT7, DRAFT2019 = (
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
)


def _rows(verdict: Verdict, reply: str) -> list[tuple[str, str, str | None, str]]:
    return [(one.path, one.keyword, marked(reply, one.span), one.schema_path) for one in verdict.violations]


# Schema, reply, and what is found: path, keyword, what is marked in the reply, place in the schema.
FOUND: dict[str, tuple[object, str, list[tuple[str, str, str | None, str]]]] = {
    "type": ({"type": "string"}, "12", [("", "type", "12", "/type")]),
    "several types": ({"type": ["string", "null"]}, "true", [("", "type", "true", "/type")]),
    "true is no number": ({"type": "number"}, "true", [("", "type", "true", "/type")]),
    "enum": ({"properties": {"a": {"enum": ["x"]}}}, '{"a": "y"}', [("/a", "enum", '"y"', "/properties/a/enum")]),
    "const": ({"items": {"const": 1}}, "[1, 2]", [("/1", "const", "2", "/items/const")]),
    "missing key": (
        {"properties": {"a": {"required": ["b"]}}}, '{"a": {"c": 1}}', [("/a", "required", "}", "/properties/a/required")]
    ),
    "two missing keys": ({"required": ["a", "b"]}, "{}", [("", "required", "}", "/required")] * 2),
    "unexpected keys": (
        {"properties": {"a": {}}, "additionalProperties": False}, '{"x": 1, "a": 2, "y": 3}',
        [("", "additionalProperties", '"x"', "/additionalProperties"), ("", "additionalProperties", '"y"', "/additionalProperties")],
    ),
    "no key at all": (
        {"additionalProperties": False}, '{"x": 1, "y": 2}',
        [("", "additionalProperties", '"x"', "/additionalProperties"), ("", "additionalProperties", '"y"', "/additionalProperties")],
    ),
    "unexpected key with a slash": (
        {"properties": {"a": {}}, "additionalProperties": False}, '{"x/~y": 1}',
        [("", "additionalProperties", '"x/~y"', "/additionalProperties")],
    ),
    "wrong type of other keys": (
        {"additionalProperties": {"type": "string"}}, '{"x": 1}', [("/x", "type", "1", "/additionalProperties/type")]
    ),
    "unevaluated key": (
        {"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False}, '{"a": 1, "b": 2}',
        [("", "unevaluatedProperties", '"b"', "/unevaluatedProperties")],
    ),
    "unevaluated items": (
        {"prefixItems": [{}], "unevaluatedItems": False}, "[1, 2]", [("", "unevaluatedItems", "[1, 2]", "/unevaluatedItems")]
    ),
    "too many items": ({"prefixItems": [{}], "items": False}, "[1, 2]", [("/1", "items", "2", "/items")]),
    "too many items, draft 7": (
        {"$schema": DRAFT7, "items": [{}], "additionalItems": False}, "[1, 2, 3]",
        [("/1", "additionalItems", "2", "/additionalItems"), ("/2", "additionalItems", "3", "/additionalItems")],
    ),
    "false": ({"properties": {"a": False}}, '{"a": 1}', [("/a", "properties", "1", "/properties/a")]),
    "false alone": ("false", "1", [("", "false", "1", "")]),
    "bounds": ({"minimum": 3, "multipleOf": 2}, "1", [("", "minimum", "1", "/minimum"), ("", "multipleOf", "1", "/multipleOf")]),
    "upper bound": ({"maximum": 3}, "4", [("", "maximum", "4", "/maximum")]),
    "exclusive bounds": ({"exclusiveMinimum": 3}, "3", [("", "exclusiveMinimum", "3", "/exclusiveMinimum")]),
    "exclusive upper bound": ({"exclusiveMaximum": 3}, "3", [("", "exclusiveMaximum", "3", "/exclusiveMaximum")]),
    "lengths": ({"minLength": 3}, '"é😀"', [("", "minLength", '"é😀"', "/minLength")]),
    "upper length": ({"maxLength": 1}, '"é😀"', [("", "maxLength", '"é😀"', "/maxLength")]),
    "counts of items": ({"minItems": 2}, "[1]", [("", "minItems", "[1]", "/minItems")]),
    "upper count of items": ({"maxItems": 1}, "[1, 2]", [("", "maxItems", "[1, 2]", "/maxItems")]),
    "counts of keys": ({"minProperties": 1}, "{}", [("", "minProperties", "{}", "/minProperties")]),
    "upper count of keys": ({"maxProperties": 0}, '{"a": 1}', [("", "maxProperties", '{"a": 1}', "/maxProperties")]),
    "pattern": ({"pattern": "^a"}, '"b"', [("", "pattern", '"b"', "/pattern")]),
    "format": ({"format": "date"}, '"2026-13-01"', [("", "format", '"2026-13-01"', "/format")]),
    "equal items": ({"uniqueItems": True}, '[1, "a", 1.0]', [("", "uniqueItems", "1.0", "/uniqueItems")]),
    "equal objects": (
        {"uniqueItems": True}, '[{"a": 1, "b": []}, {"b": [], "a": 1e0}]', [("", "uniqueItems", '{"b": [], "a": 1e0}', "/uniqueItems")]
    ),
    "contains": ({"contains": {"type": "string"}}, "[1]", [("", "contains", "[1]", "/contains")]),
    "least matches": (
        {"contains": {"type": "string"}, "minContains": 2}, '["a"]', [("", "minContains", '["a"]', "/minContains")]
    ),
    "most matches": (
        {"contains": {"type": "string"}, "maxContains": 1}, '["a", "b"]', [("", "maxContains", '["a", "b"]', "/maxContains")]
    ),
    "names of keys": ({"propertyNames": {"maxLength": 1}}, '{"ab": 1}', [("", "propertyNames", '"ab"', "/propertyNames/maxLength")]),
    "no name is allowed": ({"propertyNames": False}, '{"ab": 1}', [("", "propertyNames", '"ab"', "/propertyNames")]),
    "not": ({"not": {"type": "null"}}, "null", [("", "not", "null", "/not")]),
    "dependent keys": (
        {"dependentRequired": {"a": ["b"]}}, '{"a": 1}', [("", "dependentRequired", "}", "/dependentRequired")]
    ),
    "dependent keys, draft 7": (
        {"$schema": DRAFT7, "dependencies": {"a": ["b"]}}, '{"a": 1}', [("", "dependencies", "}", "/dependencies")]
    ),
    "then": ({"if": {"required": ["a"]}, "then": {"required": ["b"]}}, '{"a": 1}', [("", "required", "}", "/then/required")]),
    "all of": ({"allOf": [{"type": "string"}, {"minimum": 2}]}, "1", [("", "type", "1", "/allOf/0/type"), ("", "minimum", "1", "/allOf/1/minimum")]),
    "by reference": (
        {"properties": {"a": {"$ref": "#/$defs/t"}}, "$defs": {"t": {"type": "string"}}}, '{"a": 1}', [("/a", "type", "1", "/$defs/t/type")]
    ),
    "by reference to a name": (
        {"$id": "https://example.org/s", "$ref": "other", "$defs": {"t": {"$id": "other", "type": "string"}}}, "1",
        [("", "type", "1", "/$defs/t/type")],
    ),
    "by an anchor": ({"$ref": "#t", "$defs": {"x": {"$anchor": "t", "type": "string"}}}, "1", [("", "type", "1", "/$defs/x/type")]),
    "in a draft's own schema": (
        {"$schema": DRAFT7, "properties": {"s": {"$ref": DRAFT7}}}, '{"s": {"minLength": -1}}',
        [("/s/minLength", "minimum", "-1", "/properties/s/$ref")],
    ),
    "empty names": (
        {"properties": {"": {"properties": {"a": {"type": "string"}}}}}, '{"": {"a": 1}}', [("//a", "type", "1", "/properties//properties/a/type")]
    ),
    "lone surrogates": (
        {"additionalProperties": {"type": "string"}}, '{"\\ud800": 1}', [("/\ud800", "type", "1", "/additionalProperties/type")]
    ),
    "in the order of the text": (
        {"required": ["z"], "properties": {"a": {"type": "null"}, "b": {"type": "null"}}}, '{"b": 1, "a": 2}',
        [("/b", "type", "1", "/properties/b/type"), ("/a", "type", "2", "/properties/a/type"), ("", "required", "}", "/required")],
    ),
    "exact numbers": ({"const": 2**53}, str(2**53 + 1), [("", "const", str(2**53 + 1), "/const")]),
    "huge numbers": ({"maximum": 1}, "9" * 5000, [("", "maximum", "9" * 5000, "/maximum")]),
    "a huge number that is no text": ({"items": {"type": "string"}}, "[" + "9" * 5000 + "]", [("/0", "type", "9" * 5000, "/items/type")]),
    "1.0 in draft 4": ({"$schema": DRAFT4, "type": "integer"}, "1.0", [("", "type", "1.0", "/type")]),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "reply", "found"), FOUND.values(), ids=FOUND)
def test_what_is_broken_and_where(schema: object, reply: str, found: list[tuple[str, str, str | None, str]]) -> None:
    checked = schema_of(schema)
    verdict = judge(reply, checked)
    assert verdict.status is Status.INVALID
    assert _rows(verdict, reply) == found
    places = checked.places(one.schema_path for one in verdict.violations)
    for one in verdict.violations:
        assert one.schema_span == places[one.schema_path].value
        for language in Language:
            for audience in Audience:
                for text in (one.message, one.short):
                    assert "{" not in render(text, language, audience).replace("{…}", "").replace('{"', "").replace("{}", "")


FITS = {
    "1.0 is an integer": ({"type": "integer"}, "1.0"),
    "1 is 1.0": ({"enum": [1]}, "1.0"),
    "a long integer": ({"type": "integer"}, "9" * 5000),
    "a long integer in draft 4": ({"$schema": DRAFT4, "type": "integer"}, "9" * 5000),
    "a great exponent": ({"type": "integer", "minimum": 10**30}, "1e400"),
    "a multiple of a fraction": ({"multipleOf": 0.01}, "4.35"),
    "true is not 1": ({"uniqueItems": True}, "[1, true]"),
    "length in characters": ({"maxLength": 1}, '"\\ud83d\\ude00"'),
    "length with a lone surrogate": ({"maxLength": 1}, '"\\ud800"'),
    "format that is no text": ({"format": "date"}, "1"),
    "unknown format": ({"format": "colour"}, '"x"'),
    "content is not looked at": ({"$schema": DRAFT2019, "contentMediaType": "application/json"}, '"{"'),
}


@pytest.mark.parametrize(("schema", "reply"), FITS.values(), ids=FITS)
def test_what_fits(schema: object, reply: str) -> None:
    assert judge(reply, schema_of(schema)).status is Status.VALID


def test_expected_and_actual_are_json() -> None:
    reply = '{"a": "y", "b": 1.50}'
    violations = judge(
        reply, schema_of({"properties": {"a": {"enum": ["x", None]}, "b": {"maximum": 1}}, "required": ["c"]})
    ).violations
    assert [(one.expected, one.actual, one.key) for one in violations] == [
        ('["x", null]', '"y"', None), ("1", "1.50", None), ('"c"', None, "c"),
    ]  # fmt: skip


SHAPES = {
    "anyOf": [
        {
            "type": "object",
            "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}},
            "required": ["kind", "radius"],
        },
        {
            "type": "object",
            "properties": {"kind": {"const": "square"}, "side": {"type": "number"}, "colour": {"type": "string"}},
            "required": ["kind", "side", "colour"],
        },
        {"type": "string"},
    ]
}

MEANT = {
    "the discriminator decides": ('{"kind": "square", "radius": 1}', ["/anyOf/1/required", "/anyOf/1/required"]),
    "the discriminator decides the other way": ('{"kind": "circle", "side": 1, "colour": "red"}', ["/anyOf/0/required"]),
    "without it the fewest faults": ('{"radius": 1}', ["/anyOf/0/required"]),
    "an object is meant for a branch of objects": ("{}", ["/anyOf/0/required", "/anyOf/0/required"]),
    "wrong kind": ('{"kind": "line", "radius": 1}', ["/anyOf/0/properties/kind/const"]),
    "neither": ("3", ["/anyOf/0/type"]),
}


@pytest.mark.parametrize(("reply", "rules"), MEANT.values(), ids=MEANT)
@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_the_meant_branch_is_explained(keyword: str, reply: str, rules: list[str]) -> None:
    (violation,) = judge(reply, schema_of({keyword: SHAPES["anyOf"]})).violations
    assert (violation.keyword, violation.schema_path) == (keyword, f"/{keyword}")
    assert [one.schema_path.replace(keyword, "anyOf") for one in violation.branch] == rules
    assert all(one.span and one.schema_span for one in violation.branch)


def _only(schema: object, reply: str) -> Violation:
    (violation,) = judge(reply, schema_of(schema)).violations
    return violation


def test_alternatives_of_one_kind_are_said_in_one_sentence() -> None:
    types = _only({"anyOf": [{"type": "string"}, {"type": ["null", "integer"]}]}, "1.5")
    assert render(types.short, Language.ENGLISH) == "the answer must be text, null or a whole number"
    values = _only({"oneOf": [{"const": "a"}, {"enum": ["b", "c"]}]}, '"d"')
    assert render(values.short, Language.ENGLISH, Audience.MODEL) == 'the answer must be "a", "b" or "c"'
    both = _only({"anyOf": [{"enum": ["yes", "no"]}, {"type": "null"}]}, '"maybe"')
    assert render(both.message, Language.ENGLISH) == "the answer must be “yes”, “no” or null; the reply says “maybe”"
    objects = _only({"anyOf": [{"type": "object", "required": ["a"]}, {"type": "object"}, {"type": ["boolean", "object"]}]}, "1")
    assert render(objects.short, Language.ENGLISH) == "the answer must be an object, true or false"
    typed = {"anyOf": [{"type": "number", "const": 1}, {"type": "integer", "enum": [2, 3]}, {"type": "null"}]}
    assert render(_only(typed, '"1"').short, Language.ENGLISH) == "the answer must be 1, 2, 3 or null"
    odd = _only({"anyOf": [{"type": "number", "enum": [1, "x"]}, {"type": "null"}]}, '"1"')
    assert render(odd.short, Language.ENGLISH).startswith("the answer fits none of the 2 allowed forms")
    lists = _only({"oneOf": [{"const": ["a"]}, {"const": "b"}]}, '"d"')
    assert render(lists.short, Language.ENGLISH, Audience.MODEL) == 'the answer must be ["a"] or "b"'


def test_one_field_of_several() -> None:
    either = _only({"anyOf": [{"required": ["uses"]}, {"required": ["run"]}]}, "{}")
    assert render(either.message, Language.ENGLISH) == "the answer must have one of the fields “uses” or “run”"
    assert either.advice is not None
    assert render(either.advice, Language.ENGLISH) == "Add one of these fields: “uses” or “run”."


def test_small_lists_and_objects_are_written_out() -> None:
    assert render(_only({"const": {"a": [1, 2]}}, "1").short, Language.ENGLISH) == 'the answer must be exactly {"a": [1, 2]}'
    assert render(_only({"const": {"a": [[]] * 30}}, "1").short, Language.ENGLISH) == 'the answer must be exactly {"a": […]}'
    assert render(_only({"const": {"a": ["b" * 30]}}, "1").short, Language.ENGLISH) == 'the answer must be exactly {"a": […]}'
    assert render(_only({"const": [[[1] * 19]]}, "1").short, Language.ENGLISH) == "the answer must be exactly [[…]]"


def test_a_wrong_discriminator_names_all_that_are_allowed() -> None:
    violation = _only(SHAPES, '{"kind": "line", "radius": 1}')
    assert render(violation.short, Language.ENGLISH, Audience.MODEL) == 'kind must be "circle" or "square"'
    violation = _only({"items": SHAPES}, '[{"kind": "square", "side": "x", "colour": 1}]')
    assert render(violation.message, Language.ENGLISH) == (
        "item 1 fits none of the 3 allowed forms; for the nearest one: "
        "side in item 1 must be a number; the reply has “x”, which is text (further faults: 1)"
    )
    violation = _only(SHAPES, '{"kind": "circle"}')
    assert render(violation.short, Language.ENGLISH, Audience.MODEL) == (
        "the answer fits none of the 3 allowed forms; for the nearest one: the field radius is missing"
    )


def test_more_than_one_branch_fits() -> None:
    violation = _only({"oneOf": [{"type": "integer"}, {"minimum": 2}, {"type": "string"}]}, "3")
    assert render(violation.message, Language.ENGLISH) == "the answer must fit exactly one of the allowed forms; it fits 2 of them"
    assert violation.branch == ()


SAID = {
    "enum": (
        {"properties": {"answer": {"enum": ["oui", "non"]}}}, '{"answer": "peut-être"}',
        'answer must be "oui" or "non"', "answer must be “oui” or “non”; the reply says “peut-être”",
    ),
    "case": ({"enum": ["yes"]}, '"Yes"', 'the answer must be "yes"', "the answer must be “yes”; the reply says “Yes”, which differs from “yes” only in upper and lower case"),
    "blank": ({"enum": ["yes"]}, '"yes "', 'the answer must be "yes"', "the answer must be “yes”; the reply says “yes ”, which differs from “yes” only in spaces"),
    "accent": ({"const": "éte"}, '"ete"', 'the answer must be exactly "éte"', "the answer must be exactly “éte”; the reply says “ete”, which differs from “éte” only in accents"),
    "Unicode form": (
        {"const": "é"}, '"e\\u0301"', 'the answer must be exactly "é"',
        "the answer must be exactly “é”; the reply says “e\u0301”, which looks like “é” but is made of other Unicode characters",
    ),
    "no near miss": ({"enum": ["yes", 1]}, '"oui"', 'the answer must be "yes" or 1', "the answer must be “yes” or 1; the reply says “oui”"),
    "empty enum": ({"$schema": DRAFT7, "enum": []}, "1", "the answer must not be there", "the answer must not be there"),
    "type": ({"type": "number"}, '"12"', "the answer must be a number", "the answer must be a number; the reply has “12”, which is text"),
    "type of a list": ({"type": "object"}, "[1]", "the answer must be an object", "the answer must be an object; the reply has a list there"),
    "missing": ({"items": {"required": ["a"]}}, "[{}]", "the field [0].a is missing", "the field a in item 1 is missing"),
    "equal": ({"uniqueItems": True}, "[1, 1]", "the items of the answer must all be different", "the items of the answer must all be different; item 1 and item 2 are equal"),
    "length": ({"minLength": 2}, '"a"', "the answer must have at least 2 characters", "the answer must have at least 2 characters; it has 1"),
    "length 1": ({"minLength": 1}, '""', "the answer must have at least 1 character", "the answer must have at least 1 character; it has 0"),
    "length 2.0": ({"minLength": 2.0}, '"a"', "the answer must have at least 2 characters", "the answer must have at least 2 characters; it has 1"),
    "unknown format name": ({"format": "date"}, '"x"', "the answer must be a date such as 2026-12-31", "the answer must be a date such as 2026-12-31; the reply says “x”"),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "reply", "rule", "message"), SAID.values(), ids=SAID)
def test_words(schema: object, reply: str, rule: str, message: str) -> None:
    violation = _only(schema, reply)
    assert render(violation.short, Language.ENGLISH, Audience.MODEL) == rule
    assert render(violation.message, Language.ENGLISH) == message


def test_long_values_are_shortened() -> None:
    violation = _only({"enum": ["x"]}, json.dumps("a" * 100_000))
    assert len(render(violation.message, Language.ENGLISH)) < 200
    violation = _only({"const": {"a": list(range(100_000)), "b": {}, "c": {"d": 1}, "e": []}}, "1")
    assert len(render(violation.message, Language.ENGLISH)) < 200
    violation = _only({"const": list(range(100_000))}, "1")
    assert len(render(violation.message, Language.ENGLISH)) < 200


def test_sixty_wrong_items_are_sixty_violations() -> None:
    verdict = judge(json.dumps(list(range(60))), schema_of({"items": {"type": "string"}}))
    assert [one.path for one in verdict.violations] == [f"/{index}" for index in range(60)]


def test_a_value_that_is_too_deep_counts_as_not_satisfied_where_the_schema_looks_that_deep() -> None:
    reply = "[" * 1000 + "1" + "]" * 1000
    assert judge(reply, schema_of({"type": "array"})).status is Status.VALID
    assert judge(reply, schema_of({"items": {"items": {"type": "string"}}})).violations[0].path == "/0/0"
    verdict = judge(reply, schema_of({"items": {"$ref": "#"}}))
    assert [(one.keyword, one.path) for one in verdict.violations] == [("too_deep", "/0" * 200)]
    reply = '{"a": ' * 1000 + "1" + "}" * 1000
    assert [one.keyword for one in judge(reply, schema_of({"properties": {"a": {"$ref": "#"}}})).violations] == ["too_deep"]
    reply = "[1, " * 1000 + "1" + "]" * 1000
    assert judge(reply, schema_of({"items": {"type": ["array", "integer"]}})).status is Status.VALID


LARGE = 300_000
FORMS = [{"const": n} for n in range(100)]


@pytest.mark.parametrize(
    ("schema", "reply", "listed"),
    [
        ({"items": {"type": "string"}, "minItems": LARGE, "contains": {"const": 2}, "maxItems": 9}, "[" + '"a",' * LARGE + "2]", 1),
        ({"items": {"properties": {"a": {"type": "string"}}, "required": ["b"]}}, "[" + '{"a":"x","b":1},' * LARGE + "{}]", 0),
        ({"additionalProperties": {"anyOf": FORMS}, "required": ["z"]}, json.dumps({str(n): -1 - n for n in range(5000)} | {"z": 1}), 1979),
    ],
    ids=["a list too long", "nothing among the first", "many forms"],
)  # fmt: skip
def test_of_a_very_large_reply_the_first_violations_are_listed_and_the_rest_is_owned_up_to(
    schema: object, reply: str, listed: int
) -> None:
    broken = judge(reply, schema_of(schema)).violations
    *others, last = sorted(broken, key=lambda violation: violation.keyword == "too_large")
    assert last.keyword == "too_large"
    assert last.advice is not None
    assert len(others) == listed
