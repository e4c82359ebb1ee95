"""References and applicators of every draft: what a rule says is found where it is written, however it is reached."""

import json
import socket
from collections.abc import Iterator

import pytest

from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.verdict.violations import Status, Violation
from tests.verdict.cases import marked, schema_of

DRAFT4, DRAFT7, DRAFT2019 = (
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
)
STRING = {"type": "string"}

# Schema, reply, and what is found: path, keyword, place in the schema, what is marked in the reply.
FOUND: dict[str, tuple[object, str, list[tuple[str, str, str, str]]]] = {
    "beside a reference": ({"$ref": "#/$defs/a", "maximum": 3, "$defs": {"a": {"minimum": 1}}}, "5", [("", "maximum", "/maximum", "5")]),
    "a reference and what is beside it": (
        {"$ref": "#/$defs/a", "maximum": 3, "$defs": {"a": {"multipleOf": 2}}}, "5",
        [("", "maximum", "/maximum", "5"), ("", "multipleOf", "/$defs/a/multipleOf", "5")],
    ),
    "recursive": (
        {"properties": {"v": STRING, "c": {"items": {"$ref": "#"}}}}, '{"c": [{"v": 1}, {"c": [{"v": 2}]}]}',
        [("/c/0/v", "type", "/properties/v/type", "1"), ("/c/1/c/0/v", "type", "/properties/v/type", "2")],
    ),
    "recursive, by an own name": (
        {"$id": "https://example.org/t", "properties": {"v": STRING, "c": {"items": {"$ref": "https://example.org/t"}}}}, '{"c": [{"v": 1}]}',
        [("/c/0/v", "type", "/properties/v/type", "1")],
    ),
    "recursive, in draft 2019-09": (
        {"$schema": DRAFT2019, "$recursiveAnchor": True, "properties": {"v": STRING, "c": {"items": {"$recursiveRef": "#"}}}}, '{"c": [{"v": 1}]}',
        [("/c/0/v", "type", "/properties/v/type", "1")],
    ),
    "dynamic": (
        {
            "$id": "https://example.org/root", "$ref": "list",
            "$defs": {
                "list": {"$id": "list", "items": {"$dynamicRef": "#item"}, "$defs": {"d": {"$dynamicAnchor": "item"}}},
                "i": {"$dynamicAnchor": "item", "type": "string"},
            },
        },
        '["a", 1]', [("/1", "type", "/$defs/i/type", "1")],
    ),
    "a place that must be escaped": (
        {"$ref": "#/$defs/a%20b~1c%25", "$defs": {"a b/c%": STRING}}, "1", [("", "type", "/$defs/a b~1c%/type", "1")]
    ),
    "from one to the next": (
        {"$ref": "#/$defs/x", "$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"enum": ["a"]}}}, '"b"', [("", "enum", "/$defs/y/enum", '"b"')]
    ),
    "by an anchor of draft 7": (
        {"$schema": DRAFT7, "items": {"$ref": "#x"}, "definitions": {"x": {"$id": "#x", "type": "string"}}}, "[1]",
        [("/0", "type", "/definitions/x/type", "1")],
    ),
    "by a name of draft 4": (
        {"$schema": DRAFT4, "id": "https://example.org/s", "items": {"$ref": "x"}, "definitions": {"x": {"id": "x", "type": "string"}}}, "[1]",
        [("/0", "type", "/definitions/x/type", "1")],
    ),
    "dependent schemas": (
        {"dependentSchemas": {"a": {"required": ["b"], "properties": {"a": STRING}}}}, '{"a": 1}',
        [("/a", "type", "/dependentSchemas/a/properties/a/type", "1"), ("", "required", "/dependentSchemas/a/required", "}")],
    ),
    "dependencies of draft 7": (
        {"$schema": DRAFT7, "dependencies": {"a": {"required": ["b"]}}}, '{"a": 1}', [("", "required", "/dependencies/a/required", "}")]
    ),
    "if and then": (
        {"if": {"properties": {"k": {"const": "x"}}}, "then": {"properties": {"n": {"minimum": 5}}}, "else": {"required": ["z"]}},
        '{"k": "x", "n": 1}', [("/n", "minimum", "/then/properties/n/minimum", "1")],
    ),
    "else": ({"if": {"const": 1}, "else": {"const": 2}}, "3", [("", "const", "/else/const", "3")]),
    "what the parts leave over": (
        {"unevaluatedProperties": False, "allOf": [{"properties": {"a": {}}}]}, '{"a": 1, "b": 2}',
        [("", "unevaluatedProperties", "/unevaluatedProperties", '"b"')],
    ),
    "by a pattern, and the rest": (
        {"patternProperties": {"^x": STRING}, "additionalProperties": {"type": "number"}}, '{"x1": 1, "y": "s"}',
        [("/x1", "type", "/patternProperties/^x/type", "1"), ("/y", "type", "/additionalProperties/type", '"s"')],
    ),
    "by place": ({"prefixItems": [STRING, {"type": "number"}]}, '["a", "b"]', [("/1", "type", "/prefixItems/1/type", '"b"')]),
    "by place, in draft 7": ({"$schema": DRAFT7, "items": [STRING, STRING]}, '["a", 2]', [("/1", "type", "/items/1/type", "2")]),
    "hundredths": ({"items": {"multipleOf": 0.01}}, "[19.99, 0.07, 0.30000000000000004]", [("/2", "multipleOf", "/items/multipleOf", "0.30000000000000004")]),
    "tenths": ({"const": 0.3}, "0.30000000000000004", [("", "const", "/const", "0.30000000000000004")]),
    "an open bound of draft 4": (
        {"$schema": DRAFT4, "minimum": 3, "exclusiveMinimum": True}, "3", [("", "exclusiveMinimum", "/exclusiveMinimum", "3")]
    ),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "reply", "found"), FOUND.values(), ids=FOUND)
def test_a_rule_is_found_where_it_is_written(schema: object, reply: str, found: list[tuple[str, str, str, str]]) -> None:
    checked = schema_of(schema)
    verdict = judge(reply, checked)
    assert [(one.path, one.keyword, one.schema_path, marked(reply, one.span)) for one in verdict.violations] == found
    assert all(one.schema_span for one in verdict.violations)


FITS: dict[str, tuple[object, str]] = {
    "beside a reference, in draft 7": ({"$schema": DRAFT7, "$ref": "#/definitions/a", "maximum": 3, "definitions": {"a": {}}}, "5"),
    "hundredths": ({"multipleOf": 0.01}, "19.99"),
    "1e2 is an integer": ({"type": "integer"}, "1e2"),
    "none is asked for": ({"contains": {"const": 1}, "minContains": 0}, "[]"),
    "a large number": ({"maximum": 10**400}, "1e400"),
    "a reference to itself": ({"$ref": "#"}, "1"),
    "the order of keys": ({"const": {"a": 1, "b": [1.0]}}, '{"b": [1], "a": 1e0}'),
}


@pytest.mark.parametrize(("schema", "reply"), FITS.values(), ids=FITS)
def test_what_fits(schema: object, reply: str) -> None:
    assert judge(reply, schema_of(schema)).status is Status.VALID


def test_an_open_bound_of_draft_4_is_said_with_its_number() -> None:
    (violation,) = judge("3", schema_of({"$schema": DRAFT4, "maximum": 3, "exclusiveMaximum": True})).violations
    assert violation.expected == "3"


ONE_OF = {
    "items": {
        "oneOf": [
            {"properties": {"t": {"const": "a"}, "n": {"type": "number"}}, "required": ["t", "n"]},
            {"properties": {"t": {"const": "b"}, "s": {"type": "string"}}, "required": ["t", "s"]},
        ]
    }
}


def _all(violation: Violation) -> Iterator[Violation]:
    yield violation
    for inner in violation.branch:
        yield from _all(inner)


def test_the_meant_form_has_its_own_violations_with_places() -> None:
    reply = '[{"t": "a", "n": 1}, {"t": "b", "s": 1}]'
    checked = schema_of(ONE_OF)
    (violation,) = judge(reply, checked).violations
    found = [
        (one.path, one.keyword, one.schema_path, marked(reply, one.span), marked(checked.text, one.schema_span))
        for one in _all(violation)
    ]
    whole = json.dumps(ONE_OF["items"]["oneOf"])
    assert found == [
        ("/1", "oneOf", "/items/oneOf", '{"t": "b", "s": 1}', whole),
        ("/1/s", "type", "/items/oneOf/1/properties/s/type", "1", '"string"'),
    ]


def test_names_are_never_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a name was looked up, or a socket opened")

    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    for schema in (
        {"$ref": "https://example.org/s.json"}, {"$dynamicRef": "https://example.org/s.json#x"}, {"$ref": "file:///etc/hostname"},
        {"$schema": "https://example.org/meta", "items": {"$ref": "other.json"}}, {"$id": "https://example.org/", "$ref": "a/b"},
        {"$schema": DRAFT2019, "$recursiveRef": "https://example.org/x"}, {"$schema": DRAFT4, "id": "https://example.org/", "$ref": "x"},
    ):  # fmt: skip
        checked = check(json.dumps(schema), assert_formats=True)
        assert not checked.ok
        assert judge("1", checked).status is Status.SCHEMA_ERROR
        (error,) = checked.report.errors
        assert error.kind == "remote_reference", schema
        assert error.span is not None


@pytest.mark.parametrize("year", ["2019-09", "2020-12"])
def test_the_parts_of_the_drafts_own_schema_are_at_hand(year: str) -> None:
    base = f"https://json-schema.org/draft/{year}/"
    for schema in (
        {"$schema": base + "schema", "$ref": base + "meta/validation"},
        {"$id": base + "schema", "$schema": base + "schema", "$ref": "meta/validation"},
    ):
        assert judge('{"minLength": -1}', schema_of(schema)).status is Status.INVALID
