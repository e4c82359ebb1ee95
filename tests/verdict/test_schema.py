"""Whether a schema can be used: errors and hints, each with its place."""

import json
import socket

import pytest

from playground.verdict.json_text import read
from playground.verdict.judge import judge
from playground.verdict.schema import CheckedSchema, check, satisfies, violations
from playground.verdict.violations import SchemaProblem, Status
from playground.words.language import Language
from playground.words.rendering import render
from tests.verdict.cases import marked


def _checked(schema: object, *, assert_formats: bool = True) -> CheckedSchema:
    return check(schema if isinstance(schema, str) else json.dumps(schema), assert_formats=assert_formats)


def _rows(checked: CheckedSchema, problems: tuple[SchemaProblem, ...]) -> list[tuple[str, str, str | None]]:
    for problem in problems:
        for language in Language:
            assert "{" not in render(problem.message, language).replace("{ ", "")
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
    "reference to itself": {"$ref": "#"},
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
    "unknown type": ({"type": "strin"}, [f"type must be {TYPES} or a list"]),
    "a number as type": ({"type": 5}, [f"type must be {TYPES} or a list"]),
    "unknown type in a list": ({"type": ["strin"]}, [f"item 1 of type must be {TYPES.replace(', “string”', ' or “string”')}"]),
    "unknown type in draft 4": (
        {"$schema": "http://json-schema.org/draft-04/schema#", "type": "any"}, [f"type must be {TYPES} or a list"]
    ),
    "no object": ({"properties": []}, ["properties must be an object"]),
    "once, however many parts the draft has": (
        {"properties": {"a": "string"}}, ["a in properties must be true or false or an object"]
    ),
    "no list": ({"required": "a"}, ["required must be a list"]),
    "negative": ({"minLength": -1}, ["minLength must be at least 0"]),
    "empty": ({"anyOf": []}, ["anyOf must have at least 1 item"]),
    "zero": ({"multipleOf": 0}, ["multipleOf must be greater than 0"]),
    "draft 4 bounds in a later draft": ({"minimum": 1, "exclusiveMinimum": True}, ["exclusiveMinimum must be a number"]),
    "two": ({"title": {}, "description": 5}, ["title must be text", "description must be text"]),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "said"), SAID.values(), ids=SAID)
def test_errors_name_what_is_allowed(schema: object, said: list[str]) -> None:
    errors = _checked(schema).report.errors
    prefix = "This is not allowed in a schema: "
    assert sorted(render(error.message, Language.ENGLISH) for error in errors) == sorted(f"{prefix}{line}." for line in said)


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
    "foreign words": ({"nullable": True, "x-order": 1, "$note": 1, "whatever": 1}, []),
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
    "open object": ({"type": "object", "properties": {"a": {}}}, [("open_object", "/properties", '"properties"')]),
    "closed object": ({"type": "object", "properties": {"a": {}}, "additionalProperties": False}, []),
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
