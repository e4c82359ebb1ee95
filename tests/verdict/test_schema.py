"""Whether a schema can be used: errors and hints, each with its place."""

import json
import re
import socket

import pytest

from playground.verdict.json_text import read
from playground.verdict.judge import judge
from playground.verdict.schema import CheckedSchema, check, satisfies, violations
from playground.verdict.violations import JsonValue, SchemaProblem, Status
from playground.words.language import Language
from playground.words.rendering import render
from tests.verdict.cases import marked


def _checked(schema: object, *, assert_formats: bool = True) -> CheckedSchema:
    return check(schema if isinstance(schema, str) else json.dumps(schema), assert_formats=assert_formats)


def _rows(checked: CheckedSchema, problems: tuple[SchemaProblem, ...]) -> list[tuple[str, str, str | None]]:
    for problem in problems:
        for language in Language:
            assert not re.search(r"\{\w+\}|verdict\.", render(problem.message, language))
    return [(problem.kind, problem.path, marked(checked.text, problem.span)) for problem in problems]


# Schema, and its errors: kind, pointer, what is marked in its text.
ERRORS: dict[str, tuple[object, list[tuple[str, str, str | None]]]] = {
    "nothing": ("", [("empty", "", "")]),
    "blanks": (" \n", [("empty", "", " \n")]),
    "broken JSON": ('{"type": "object",}', [("json.trailing_comma", "", ",")]),
    "two faults": ("{'type': 1,}", [("json.single_quotes", "", "'type'"), ("json.trailing_comma", "", ",")]),
    "cut off": ('{"type": "obj', [("json.cut_off", "", "")]),
    "something behind": ("{} {}", [("json.extra_data", "", "{}")]),
    "no schema": ("[]", [("no_schema", "", "[]")]),
    "a number": ("3", [("no_schema", "", "3")]),
    "true in draft 6 is one, in draft 4 there is none": (
        {"$schema": "http://json-schema.org/draft-04/schema#", "additionalProperties": 3}, [("anyOf", "/additionalProperties", "3")]
    ),
    "unknown type": ({"properties": {"a": {"type": "strin"}}}, [("anyOf", "/properties/a/type", '"strin"')]),
    "negative length": ({"minLength": -1}, [("minimum", "/minLength", "-1")]),
    "required is no list": ({"required": "a"}, [("type", "/required", '"a"')]),
    "properties is a list": ({"properties": []}, [("type", "/properties", "[]")]),
    "bad pattern": ({"properties": {"a": {"pattern": "(a"}}}, [("bad_pattern", "/properties/a/pattern", '"(a"')]),
    "bad pattern as a key": ({"patternProperties": {"[a": {}}}, [("bad_pattern", "/patternProperties/[a", '"[a"')]),
    "reference that leads nowhere": ({"items": {"$ref": "#/$defs/x"}}, [("broken_reference", "/items/$ref", '"#/$defs/x"')]),
    "reference to no anchor": ({"$ref": "#x"}, [("broken_reference", "/$ref", '"#x"')]),
    "remote reference": (
        {"a": 1, "properties": {"a": {"$ref": "https://example.org/s.json#/x"}}},
        [("remote_reference", "/properties/a/$ref", '"https://example.org/s.json#/x"')],
    ),
    "relative reference": ({"$ref": "other.json"}, [("remote_reference", "/$ref", '"other.json"')]),
    "relative to an own name": (
        {"$id": "https://example.org/a/", "$ref": "b.json"}, [("remote_reference", "/$ref", '"b.json"')]
    ),
    "reference to another draft": (
        {"$ref": "http://json-schema.org/draft-07/schema#"}, [("remote_reference", "/$ref", '"http://json-schema.org/draft-07/schema#"')]
    ),
    "two references": (
        {"allOf": [{"$ref": "#/x"}, {"$ref": "#/y"}]}, [("broken_reference", "/allOf/0/$ref", '"#/x"'), ("broken_reference", "/allOf/1/$ref", '"#/y"')]
    ),
    "a name that is no URI": ({"$id": "a b%%"}, [("unusable", "", '{"$id": "a b%%"}')]),
    "a name that is no URI, and a reference": ({"$id": "a b%%", "$ref": "#"}, [("unusable", "", '{"$id": "a b%%", "$ref": "#"}')]),
    "a name with a lone surrogate": (
        '{"properties": {"\\ud800": {"type": 5}}}', [("anyOf", "/properties/\ud800/type", "5")]
    ),
    "too deep": ('{"items":' * 300 + "{}" + "}" * 300, [("too_deep", "", '{"items":' * 300 + "{}" + "}" * 300)]),
    "far too deep": ("[" * 100_000, [("json.cut_off", "", "")]),
    "an empty name": ({"properties": {"": {"type": "strin"}}}, [("anyOf", "/properties//type", '"strin"')]),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "errors"), ERRORS.values(), ids=ERRORS)
def test_errors_have_a_kind_and_a_place(schema: object, errors: list[tuple[str, str, str | None]]) -> None:
    checked = _checked(schema)
    assert not checked.ok
    assert _rows(checked, checked.report.errors) == errors
    verdict = judge("{}", checked)
    assert (verdict.status, verdict.schema) == (Status.SCHEMA_ERROR, checked.report)


def test_an_error_has_its_line() -> None:
    checked = _checked('{\n  "type": "object",\n  "required": "a"\n}')
    assert [problem.line for problem in checked.report.errors] == [3]
    checked = _checked('{\n  "type": "object",\n}')
    assert [problem.line for problem in checked.report.errors] == [2]


SOUND: dict[str, object] = {
    "empty": {},
    "true": "true",
    "false": "false",
    "recursive": {"properties": {"a": {"$ref": "#"}}},
    "by name": {"$id": "https://example.org/s", "$ref": "t", "$defs": {"a": {"$id": "t", "type": "string"}}},
    "by anchor": {"$ref": "#a", "$defs": {"x": {"$anchor": "a"}}},
    "by dynamic anchor": {"$dynamicRef": "#a", "$defs": {"x": {"$dynamicAnchor": "a"}}},
    "the draft itself": {"$ref": "https://json-schema.org/draft/2020-12/schema"},
    "a property called $ref": {"properties": {"$ref": {"type": "string"}}},
    "a name beside a reference in draft 7": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {"a": {"$id": "https://example.org/x", "$ref": "#/definitions/b"}, "b": {}},
    },
    "draft 4 name": {"$schema": "http://json-schema.org/draft-04/schema#", "id": "https://example.org/s", "type": "object"},
    "no fragment mark": {"$schema": "http://json-schema.org/draft-07/schema", "type": "object"},
    "https instead of http": {"$schema": "https://json-schema.org/draft-07/schema#", "type": "object"},
    "something that is no reference in an enum": {"enum": [{"$ref": "#/nowhere"}]},
    "huge numbers": '{"maximum": ' + "9" * 5000 + "}",
}


@pytest.mark.parametrize("schema", SOUND.values(), ids=SOUND)
def test_sound_schemas(schema: object) -> None:
    checked = _checked(schema)
    assert checked.report.errors == ()
    assert checked.report.hints == ()
    assert checked.ok


TYPES = "“array”, “boolean”, “integer”, “null”, “number”, “object”, “string”"

# Schema, and all that is said about it.
SAID: dict[str, tuple[object, list[str]]] = {
    "unknown type": ({"type": "strin"}, [f"type must be {TYPES} or a list. Did you mean “string”?"]),
    "type of another language": ({"type": "bool"}, [f"type must be {TYPES} or a list. Did you mean “boolean”?"]),
    "type in capitals": ({"type": "Object"}, [f"type must be {TYPES} or a list. Did you mean “object”?"]),
    "nobody's type": ({"type": "colour"}, [f"type must be {TYPES} or a list"]),
    "items as a list": ({"items": [{}]}, ["items must be true, false or an object. Did you mean “prefixItems”?"]),
    "required in a property": (
        {"properties": {"a": {"required": True}}},
        ['required in a in properties must be a list. Put the names of required fields into a list beside "properties": "required": ["…"].'],
    ),
    "a number as type": ({"type": 5}, [f"type must be {TYPES} or a list"]),
    "unknown type in a list": (
        {"type": ["strin"]}, [f"item 1 of type must be {TYPES.replace(', “string”', ' or “string”')}. Did you mean “string”?"]
    ),
    "unknown type in draft 4": (
        {"$schema": "http://json-schema.org/draft-04/schema#", "type": "any"}, [f"type must be {TYPES} or a list"]
    ),
    "no object": ({"properties": []}, ["properties must be an object"]),
    "once, however many parts the draft has": (
        {"properties": {"a": "string"}}, ["a in properties must be true, false or an object"]
    ),
    "no list": ({"required": "a"}, ["required must be a list"]),
    "negative": ({"minLength": -1}, ["minLength must be at least 0"]),
    "empty": ({"anyOf": []}, ["anyOf must have at least 1 item"]),
    "zero": ({"multipleOf": 0}, ["multipleOf must be greater than 0"]),
    "draft 4 bounds in a later draft": (
        {"minimum": 1, "exclusiveMinimum": True}, ['exclusiveMinimum must be a number. Did you mean "exclusiveMinimum": 1?']
    ),
    "draft 4 bounds without a bound": ({"exclusiveMaximum": True}, ["exclusiveMaximum must be a number"]),
    "two": ({"title": {}, "description": 5}, ["title must be text", "description must be text"]),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "said"), SAID.values(), ids=SAID)
def test_errors_name_what_is_allowed(schema: object, said: list[str]) -> None:
    errors = _checked(schema).report.errors
    prefix = "This is not allowed in a schema: "
    ended = [line if line.endswith(("?", ".")) else f"{line}." for line in said]
    assert sorted(render(error.message, Language.ENGLISH) for error in errors) == sorted(f"{prefix}{line}" for line in ended)


DRAFTS = {
    "http://json-schema.org/draft-04/schema#": "04",
    "http://json-schema.org/draft-06/schema#": "06",
    "http://json-schema.org/draft-07/schema#": "07",
    "https://json-schema.org/draft/2019-09/schema": "2019-09",
    "https://json-schema.org/draft/2020-12/schema": "2020-12",
}


@pytest.mark.parametrize(("uri", "draft"), DRAFTS.items())
def test_the_draft_is_the_one_named(uri: str, draft: str) -> None:
    checked = _checked({"$schema": uri, "type": "object"})
    assert (checked.draft, checked.ok) == (draft, True)


def test_the_newest_draft_is_the_default() -> None:
    assert _checked({}).draft == "2020-12"


# Schema, and its hints: kind, pointer, what is marked.
HINTS: dict[str, tuple[object, list[tuple[str, str, str | None]]]] = {
    "misspelt keyword": ({"requred": ["a"]}, [("misspelt_keyword", "/requred", '"requred"')]),
    "wrong case": ({"minlength": 1}, [("misspelt_keyword", "/minlength", '"minlength"')]),
    "other spelling": ({"min_length": 1}, [("misspelt_keyword", "/min_length", '"min_length"')]),
    "plural": ({"items": {"patterns": "a"}}, [("misspelt_keyword", "/items/patterns", '"patterns"')]),
    "foreign words": ({"type": "string", "x-order": 1, "$note": 1, "whatever": 1}, []),
    "nullable": ({"items": {"type": "string", "nullable": True}}, [("nullable", "/items/nullable", '"nullable"')]),
    "nullable without a type": ({"minLength": 1, "nullable": True}, [("nullable", "/nullable", '"nullable"')]),
    "nullable, and null is allowed": ({"type": ["string", "null"], "nullable": True}, []),
    "an example of an answer": ({"name": "Ann", "title": "Dr", "age": 5}, [("example_as_schema", "", '{"name": "Ann", "title": "Dr", "age": 5}')]),
    "types in place of rules": ({"name": "string"}, [("example_as_schema", "", '{"name": "string"}')]),
    "annotations alone": ({"title": "x", "description": "y", "$note": 1, "x-a": 1}, []),
    "a document of OpenAPI": ({"openapi": "3.1.0", "paths": {}}, [("openapi", "", '{"openapi": "3.1.0", "paths": {}}')]),
    "min and max of each type": (
        {"properties": {
            "a": {"type": "string", "min": 1}, "b": {"type": "array", "max": 2}, "c": {"type": "integer", "max": 3}, "d": {"type": "object", "min": 3},
        }},
        [("misspelt_keyword", f"/properties/{name}/{key}", f'"{key}"') for name, key in (("a", "min"), ("b", "max"), ("c", "max"), ("d", "min"))],
    ),
    "lists of choices": (
        {"properties": {"a": {"choices": ["x"]}, "b": {"options": {"x": 1}}, "c": {"enum": [1], "values": [1]}}},
        [("misspelt_keyword", "/properties/a/choices", '"choices"')],
    ),
    "words of forms": ({"fields": {"a": {}}, "regex": "x"}, [("misspelt_keyword", "/fields", '"fields"'), ("misspelt_keyword", "/regex", '"regex"')]),
    "reference to itself": ({"$ref": "#"}, [("endless_reference", "/$ref", '"#"')]),
    "references in a circle": (
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        [("endless_reference", "/$defs/a/$ref", '"#/$defs/b"'), ("endless_reference", "/$defs/b/$ref", '"#/$defs/a"')],
    ),
    "a reference that leads out of the circle": ({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"properties": {"x": {"$ref": "#"}}}}}, []),
    "required but not named": (
        {"properties": {"name": {}}, "required": ["name", "nmae", "age"]},
        [("required_unknown", "/required/1", '"nmae"'), ("required_unknown", "/required/2", '"age"')],
    ),
    "required without properties": ({"required": ["a"]}, []),
    "required with patterns": ({"properties": {}, "patternProperties": {"^a": {}}, "required": ["a"]}, []),
    "contradictory bounds": (
        {"minLength": 3, "maxLength": 2, "minimum": 1.5, "maximum": 1},
        [("contradictory_bounds", "/minimum", "1.5"), ("contradictory_bounds", "/minLength", "3")],
    ),
    "equal bounds": ({"minItems": 2, "maxItems": 2}, []),
    "draft 4 bounds": (
        {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": True, "exclusiveMaximum": False, "maximum": 2}, []
    ),
    "alike values": (
        {"enum": ["yes", "Yes", "no", "no ", 1, "été", "ete"]},
        [("enum_alike", "/enum/1", '"Yes"'), ("enum_alike", "/enum/3", '"no "'), ("enum_alike", "/enum/6", '"ete"')],
    ),
    "in the wrapper of a response format": (
        {"name": "x", "strict": True, "schema": {"type": "object"}}, [("wrapped_schema", "/schema", '"schema"')]
    ),
    "in two wrappers": (
        {"json_schema": {"name": "x", "schema": {"properties": {}}}}, [("wrapped_schema", "/json_schema/schema", '"schema"')]
    ),
    "in a tool": (
        {"name": "f", "description": "d", "parameters": {"type": "object"}}, [("wrapped_schema", "/parameters", '"parameters"')]
    ),
    "a rule beside something of that name": ({"type": "object", "parameters": {"type": "object"}, "required": ["a"]}, []),
    "a keyword with a dollar sign too many or too few": (
        {"$types": 1, "$refs": "#", "defs": {}}, [("misspelt_keyword", "/$refs", '"$refs"'), ("misspelt_keyword", "/defs", '"defs"')]
    ),
    "required, but no field can have that name": (
        {"properties": {"name": {}}, "required": ["age"], "additionalProperties": False}, [("required_unknown", "/required/0", '"age"')]
    ),
    "required, and the rest is described": ({"properties": {"a": {}}, "required": ["b"], "additionalProperties": {"type": "string"}}, []),
    "required, and named by another part": (
        {"allOf": [{"properties": {"a": {}}, "required": ["b"]}, {"properties": {"b": {}}}]}, []
    ),
    "required, and named beside a reference": (
        {"$defs": {"base": {"properties": {"a": {}}, "required": ["b"]}}, "$ref": "#/$defs/base", "properties": {"b": {}}}, []
    ),
    "required, and named beside a reference to a name": (
        {"$defs": {"base": {"$anchor": "x", "properties": {"a": {}}, "required": ["b"]}}, "$ref": "#x", "properties": {"b": {}}}, []
    ),
    "required in a definition that stands alone": (
        {"$defs": {"x": {"properties": {"a": {}}, "required": ["b"]}}, "items": {"$ref": "#/$defs/x"}},
        [("required_unknown", "/$defs/x/required/0", '"b"')],
    ),
    "bounds that touch": (
        {"exclusiveMinimum": 1, "exclusiveMaximum": 1, "minimum": 1},
        [("contradictory_bounds", "/exclusiveMinimum", "1"), ("contradictory_bounds", "/minimum", "1")],
    ),
    "draft 4 bounds that touch": (
        {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 2, "exclusiveMinimum": True, "maximum": 2},
        [("contradictory_bounds", "/minimum", "2")],
    ),
    "draft 4 bounds that touch and may": ({"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 2, "maximum": 2}, []),
    "more required than allowed": ({"required": ["a", "b"], "maxProperties": 1}, [("contradictory_bounds", "/maxProperties", "1")]),
    "more wanted than named": (
        {"properties": {"a": {}}, "minProperties": 2, "additionalProperties": False}, [("contradictory_bounds", "/minProperties", "2")]
    ),
    "more wanted than named, but others may come": ({"patternProperties": {"^a": {}}, "minProperties": 2, "additionalProperties": False}, []),
    "no whole number": (
        {"anyOf": [
            {"type": "integer", "minimum": 1.2, "maximum": 1.8}, {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
            {"type": "integer", "exclusiveMinimum": 0, "maximum": 1}, {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
            {"type": "integer", "minimum": 1e30, "maximum": 1e300}, {"type": "integer", "minLength": 1, "maxLength": 2},
        ]},
        [("other_type", "/anyOf/5/minLength", '"minLength"'), ("other_type", "/anyOf/5/maxLength", '"maxLength"'), ("contradictory_bounds", "/anyOf/0/minimum", "1.2"), ("contradictory_bounds", "/anyOf/1/exclusiveMinimum", "0")],
    ),
    "nothing named at all": ({"minProperties": 1, "additionalProperties": False}, [("contradictory_bounds", "/minProperties", "1")]),
    "more wanted than there is room for": (
        {"prefixItems": [{}], "items": False, "minItems": 2}, [("contradictory_bounds", "/minItems", "2")]
    ),
    "values of another type": (
        {"type": "string", "enum": ["a", 1, None]}, [("value_of_other_type", "/enum/1", "1"), ("value_of_other_type", "/enum/2", "null")]
    ),
    "null beside nullable": ({"type": "string", "nullable": True, "enum": ["a", None]}, [("nullable", "/nullable", '"nullable"')]),
    "a constant of another type": ({"type": ["integer", "null"], "const": 1.5}, [("value_of_other_type", "/const", "1.5")]),
    "a whole number with a point": ({"type": "integer", "const": 1.0, "enum": [1]}, []),
    "a whole number is a number": ({"type": "number", "enum": [1, 2.5]}, []),
    "a constant that the list lacks": ({"const": "c", "enum": ["a"]}, [("const_not_in_enum", "/const", '"c"')]),
    "a keyword of another type": (
        {"type": "integer", "maxLength": 3, "minimum": 1}, [("other_type", "/maxLength", '"maxLength"')]
    ),
    "a keyword of one of the types": ({"type": ["integer", "string"], "maxLength": 3, "minimum": 1}, []),
    "a keyword of a later draft": (
        {"$schema": "http://json-schema.org/draft-07/schema#", "unevaluatedProperties": False},
        [("other_draft", "/unevaluatedProperties", '"unevaluatedProperties"')],
    ),
    "a keyword of a later draft that has another name": (
        {"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": [{}]}, [("other_draft", "/prefixItems", '"prefixItems"')]
    ),
    "const in draft 4": ({"$schema": "http://json-schema.org/draft-04/schema#", "const": 1}, [("other_draft", "/const", '"const"')]),
    "a keyword of an earlier draft": ({"additionalItems": False}, [("other_draft", "/additionalItems", '"additionalItems"')]),
    "dependencies are still looked at": ({"dependencies": {"a": ["b"]}}, []),
    "then without if": ({"then": {"type": "string"}}, [("without_partner", "/then", '"then"')]),
    "minContains without contains": ({"minContains": 2}, [("without_partner", "/minContains", '"minContains"')]),
    "beside a reference in draft 7": (
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "definitions": {"a": {}},
            "properties": {"a": {"$ref": "#/definitions/a", "description": "x", "minimum": 1}, "b": {"$ref": "#/definitions/a", "type": "string"}},
        },
        [("beside_reference", "/properties/a/minimum", '"minimum"')],
    ),
    "beside a reference in draft 2020-12": ({"$defs": {"a": {}}, "$ref": "#/$defs/a", "minimum": 1}, []),
    "a pattern in slashes": ({"pattern": "/^a$/i"}, [("pattern_slashes", "/pattern", '"/^a$/i"')]),
    "a pattern for a path": ({"pattern": "^/a/$"}, []),
    "a format by another name": (
        {"properties": {"a": {"format": "datetime"}, "b": {"format": "URL"}}},
        [("misspelt_format", "/properties/a/format", '"datetime"'), ("misspelt_format", "/properties/b/format", '"URL"')],
    ),
    "formats of others": ({"items": {"anyOf": [{"format": "int32"}, {"format": "password"}, {"format": "double"}]}}, []),
    "a format of one's own": ({"items": {"format": "color"}}, [("unknown_format", "/items/format", '"color"')]),
    "a format of a later draft": (
        {"$schema": "http://json-schema.org/draft-07/schema#", "anyOf": [{"format": "uuid"}, {"format": "iri"}]},
        [("format_of_another_draft", "/anyOf/0/format", '"uuid"')],
    ),
    "a default that does not fit": ({"minimum": 3, "default": 1}, [("default_misfit", "/default", "1")]),
    "a default that fits": ({"properties": {"a": {"$ref": "#/$defs/n", "default": None}}, "$defs": {"n": {"type": ["null", "string"]}}}, []),
    "a default by reference that does not fit": (
        {"properties": {"a b": {"$ref": "#/$defs/n", "default": 1}}, "$defs": {"n": {"type": "string"}}},
        [("default_misfit", "/properties/a b/default", "1")],
    ),
    "an example that does not fit": ({"type": "string", "examples": ["a", 1]}, [("examples_misfit", "/examples/1", "1")]),
    "examples that are no list are an error elsewhere": ({"type": "string", "example": 1}, []),
    "forms that overlap": ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, [("overlap", "/oneOf", '"oneOf"')]),
    "forms that share a value": ({"oneOf": [{"enum": ["a", "b"]}, {"const": "b"}]}, [("overlap", "/oneOf", '"oneOf"')]),
    "forms that nothing tells apart": (
        {"oneOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"b": {"type": "string"}}}]}, [("overlap", "/oneOf", '"oneOf"')]
    ),
    "forms that are told apart": (
        {
            "oneOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}],
            "$defs": {name: {"properties": {"kind": {"const": name}, "sub": {"$ref": "#"}}, "required": ["kind"]} for name in ("a", "b")},
        },
        [],
    ),
    "one of two fields": ({"type": "object", "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, []),
    "forms of which each sample is forbidden elsewhere": ({"minimum": 5, "oneOf": [{"type": "integer"}, {"maximum": 3, "type": "number"}]}, []),
    "forms that a part beside may tell apart": ({"allOf": [{"oneOf": [{}, {}]}, {"type": "null"}]}, []),
    "forms and a name inside": ({"oneOf": [{}, {}], "$defs": {"a": {"$id": "https://example.org/a"}}}, []),
    "forms that others may change": (
        {"oneOf": [{}, {}], "$defs": {"a": {"$dynamicAnchor": "a"}}, "items": {"$dynamicRef": "#a"}}, []
    ),
    "very many forms": ({"oneOf": [{"const": 1}] * 30}, []),
    "forms of texts": ({"oneOf": [{"type": "string", "minLength": 3}, {"type": "string", "maxLength": 5}]}, [("overlap", "/oneOf", '"oneOf"')]),
    "a form that leads back into itself": ({"oneOf": [{"$ref": "#/oneOf/0"}, {"type": "null"}, {"$ref": "#/$defs/x"}], "$defs": {"x": {"const": 1}}}, [("endless_reference", "/oneOf/0/$ref", '"#/oneOf/0"'), ("overlap", "/oneOf", '"oneOf"')]),
    "forms by name": (
        {"oneOf": [{"$ref": "#a"}, {"$ref": "#/$defs/b"}], "$defs": {"a": {"$anchor": "a", "const": 1}, "b": {"enum": [1, 2]}}},
        [("overlap", "/oneOf", '"oneOf"')],
    ),
    "forms by the schema's own name": (
        {"$id": "https://example.org/s", "oneOf": [{"const": 1}, {"$ref": "https://example.org/s#/$defs/b"}], "$defs": {"b": {"const": 2}}},
        [],
    ),
    "forms that one sample fits by chance": ({"oneOf": [{"type": ["object", "string"]}, {"type": "object", "minProperties": 1}]}, []),
    "forms whose sample fits none": ({"oneOf": [{"type": "string", "pattern": "^z"}, {"type": "null"}]}, []),
    "a word of many letters": ({"type": "string", "x" * 60: 1}, []),
    "open object": ({"type": "object", "properties": {"a": {}}}, [("open_object", "/properties", '"properties"')]),
    "closed object": ({"type": "object", "properties": {"a": {}}, "additionalProperties": False}, []),
    "misspelt draft": ({"$schema": "http://json-schema.org/draft-7/schema#"}, [("unknown_draft", "/$schema", '"http://json-schema.org/draft-7/schema#"')]),
    "unknown draft": ({"$schema": "https://example.org/draft-9"}, [("unknown_draft", "/$schema", '"https://example.org/draft-9"')]),
    "draft that is no text": ({"$schema": "http://json-schema.org/draft-03/schema#"}, [("unknown_draft", "/$schema", '"http://json-schema.org/draft-03/schema#"')]),
    "a lone surrogate": ('{"enum": ["\\ud800"], "type": "string"}', [("lone_surrogate", "", '"\\ud800"')]),
    "double key": ('{"type": "string", "type": "number"}', [("duplicate_key", "", '"type"')]),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "hints"), HINTS.values(), ids=HINTS)
def test_hints_have_a_kind_and_a_place(schema: object, hints: list[tuple[str, str, str | None]]) -> None:
    text = schema if isinstance(schema, str) else json.dumps(schema, ensure_ascii=False)
    checked = _checked(text)
    assert checked.ok
    assert _rows(checked, checked.report.hints) == hints


def test_meta_schemas_that_name_each_other_are_no_draft() -> None:
    documents: dict[str, JsonValue] = {"urn:a": {"$schema": "urn:b"}, "urn:b": {"$schema": "urn:a"}}
    assert check('{"$schema": "urn:a", "type": "string"}', assert_formats=True, documents=documents).draft == "2020-12"


def test_what_a_document_only_speaks_of_allows_anything() -> None:
    documents: dict[str, JsonValue] = {"urn:a": {"properties": {"x": {"$ref": "urn:nowhere"}}}}
    checked = check('{"$ref": "urn:a"}', assert_formats=True, documents=documents)
    assert checked.ok
    assert judge('{"x": 1}', checked).status is Status.VALID


def test_draft_4_bounds_need_each_other() -> None:
    checked = _checked({"$schema": "http://json-schema.org/draft-04/schema#", "exclusiveMinimum": True})
    assert [error.kind for error in checked.report.errors] == ["dependencies"]


def test_a_schema_draft_that_is_no_text_is_an_error() -> None:
    assert not _checked({"$schema": 5}).ok


def test_formats_that_are_not_checked_are_hinted_at() -> None:
    schema = {"items": {"format": "date"}}
    checked = _checked(schema, assert_formats=False)
    assert _rows(checked, checked.report.hints) == [("format_not_checked", "/items/format", '"date"')]
    assert judge('["x"]', checked).status is Status.VALID
    assert judge('["x"]', _checked(schema)).status is Status.INVALID


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        for reference in (f"http://127.0.0.1:{port}/s.json", f"//127.0.0.1:{port}/s.json"):
            checked = _checked({"$id": f"http://127.0.0.1:{port}/", "properties": {"a": {"$ref": reference}, "b": {"$ref": "t"}}})
            assert {problem.kind for problem in checked.report.errors} == {"remote_reference"}
        assert not _checked({"$schema": f"http://127.0.0.1:{port}/meta", "type": "string", "$ref": "#/x"}).ok
        with pytest.raises(BlockingIOError):
            server.accept()


def test_only_a_sound_schema_judges_and_only_a_value_is_judged() -> None:
    for use in (violations, satisfies):
        with pytest.raises(ValueError, match="only a sound schema"):
            use(_checked("["), read("1"))
        with pytest.raises(ValueError, match="only a value"):
            use(_checked("{}"), read("["))
