"""The form of a schema: what it shows, and that each edit changes the text in one place alone."""

import json
from collections.abc import Callable
from decimal import Decimal

import pytest

from playground.verdict.json_text import read
from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema import field_edits as edits
from playground.verdict.plain_schema.fields import FormField, outline
from playground.verdict.plain_schema.text_edits import readable, set_member


def _value(text: str) -> JsonValue:
    reading = read(text)
    assert reading.answer is not None, text
    return reading.answer.value


def _outline(schema: object) -> FormField:
    return outline(_value(json.dumps(schema)))


# A part of a schema, and what the form shows of it.
SHOWN: list[tuple[object, dict[str, object]]] = [
    ({"type": "string", "minLength": 1, "maxLength": 9, "description": "d"}, {"kind": "string", "low": 1, "high": 9, "description": "d"}),
    ({"type": "number", "minimum": 0.5}, {"kind": "number", "low": Decimal("0.5"), "high": None}),
    ({"type": ["integer", "null"], "maximum": 9, "multipleOf": 3}, {"kind": "integer", "nullable": True, "high": 9, "kept": ("multipleOf",)}),
    ({"type": "integer", "minimum": "one"}, {"kind": "integer", "low": None, "kept": ("minimum",)}),
    ({"type": "boolean", "const": True}, {"kind": "boolean", "kept": ("const",)}),
    ({"enum": ["x", None, 3]}, {"kind": "choice", "choices": ("x", 3), "nullable": True}),
    ({"type": "string", "enum": ["x"], "default": "x"}, {"kind": "choice", "choices": ("x",), "kept": ("default",)}),
    ({"enum": [{"a": 1}]}, {"kind": "other", "kept": ("enum",)}),
    ({"type": "array", "minItems": 2}, {"kind": "array", "low": 2, "item": None}),
    ({"type": "array", "items": {"type": "null"}}, {"kind": "array", "kept": ()}),
    ({"items": [1]}, {"kind": "array", "kept": ()}),
    ({"type": "object", "additionalProperties": False}, {"kind": "object", "open": False, "kept": ()}),
    ({"properties": {}, "additionalProperties": {"type": "null"}}, {"kind": "object", "open": None, "kept": ("additionalProperties",)}),
    ({"type": "object", "properties": 3, "title": "T"}, {"kind": "object", "fields": (), "kept": ()}),
    ({"$ref": "#/$defs/a"}, {"kind": "other", "kept": ("$ref",)}),
    ({"type": ["string", "number"]}, {"kind": "other", "kept": ()}),
    ({"anyOf": [], "title": "T"}, {"kind": "other", "kept": ("anyOf", "title")}),
    ({"minLength": 3}, {"kind": "other", "kept": ("minLength",)}),
    ({"description": "d"}, {"kind": "any", "description": "d"}),
    (True, {"kind": "any"}),
    (False, {"kind": "other"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("schema", "shown"), SHOWN, ids=lambda case: json.dumps(case) if not isinstance(case, dict) or "kind" not in case else ""
)
def test_the_form_shows_a_part_of_a_schema(schema: object, shown: dict[str, object]) -> None:
    field = _outline({"type": "object", "properties": {"a": schema}, "required": ["a"]}).fields[0]
    assert {name: getattr(field, name) for name in shown} == shown
    assert (field.pointer, field.name, field.required) == ("/properties/a", "a", True)


def test_groups_and_lists_are_shown_inside() -> None:
    inner = {"type": "object", "properties": {"x/y": {"type": "string"}}, "required": ["x/y", 3]}
    whole = _outline({"type": "object", "properties": {"rows": {"type": "array", "items": inner}}, "required": "rows"})
    (rows,) = whole.fields
    assert rows.item is not None
    assert rows.required is False
    assert [(field.pointer, field.required) for field in rows.item.fields] == [("/properties/rows/items/properties/x~1y", True)]


def test_a_form_has_an_end() -> None:
    many = _outline({"type": "object", "properties": {f"f{index}": {} for index in range(130)}})
    assert (len(many.fields), many.more) == (120, 10)
    deep: object = {"type": "string"}
    for _ in range(9):
        deep = {"type": "array", "items": deep}
    field: FormField | None = _outline(deep)
    kinds = []
    while field is not None:
        kinds.append(field.kind)
        field = field.item
    assert kinds == ["array"] * 6 + ["other"]


TEXT = """{ "type": "object",
  "required": ["name"],
  "properties": {
    "name": {"type": "string"},
    "âge":   { "type" : "integer" , "minimum": 0 }
  },
  "x-kept": 1.0
}
"""
NAME, AGE = "/properties/name", "/properties/âge"

# An edit, and what stands in the text before and after it. All else stays.
EDITS: dict[str, tuple[Callable[[str], str], str, str]] = {
    "a field more": (lambda text: edits.add_field(text, "", "city")[0], '"minimum": 0 }\n', '"minimum": 0 },\n    "city": {"type": "string"}\n'),
    "a name that is taken": (lambda text: edits.add_field(text, "", "name")[0], '"minimum": 0 }\n', '"minimum": 0 },\n    "name2": {"type": "string"}\n'),
    "a field less": (lambda text: edits.remove_field(text, AGE), ',\n    "âge":   { "type" : "integer" , "minimum": 0 }', ""),
    "the first field less": (lambda text: edits.remove_field(text, NAME), '  "required": ["name"],\n  "properties": {\n    "name": {"type": "string"},\n    "âge"', '  "properties": {\n    "âge"'),
    "another name": (lambda text: edits.rename_field(text, NAME, "title"), '["name"],\n  "properties": {\n    "name"', '["title"],\n  "properties": {\n    "title"'),
    "another name, not required": (lambda text: edits.rename_field(text, AGE, "年"), '"âge"', '"年"'),
    "required": (lambda text: edits.set_required(text, AGE, on=True), '["name"]', '["name", "âge"]'),
    "required as before": (lambda text: edits.set_required(text, NAME, on=True), "", ""),
    "not required": (lambda text: edits.set_required(text, NAME, on=False), '  "required": ["name"],\n', ""),
    "moved": (lambda text: edits.move_field(text, NAME, 1), '"name": {"type": "string"},\n    "âge":   { "type" : "integer" , "minimum": 0 }', '"âge":   { "type" : "integer" , "minimum": 0 },\n    "name": {"type": "string"}'),
    "moved beyond the end": (lambda text: edits.move_field(text, NAME, -1), "", ""),
    "a limit": (lambda text: edits.set_keyword(text, AGE, "minimum", 18), '"minimum": 0', '"minimum": 18'),
    "one more limit": (lambda text: edits.set_keyword(text, AGE, "maximum", Decimal("1e400")), '"minimum": 0 ', '"minimum": 0, "maximum": 1E+400 '),
    "a limit less": (lambda text: edits.set_keyword(text, AGE, "minimum", None), ' , "minimum": 0', ""),
    "no such limit": (lambda text: edits.set_keyword(text, AGE, "maximum", None), "", ""),
    "may be null": (lambda text: edits.set_nullable(text, NAME, on=True), '"string"}', '["string", "null"]}'),
    "number": (lambda text: edits.set_kind(text, AGE, "number", ()), '"integer"', '"number"'),
    "text": (lambda text: edits.set_kind(text, AGE, "string", ()), '"integer" , "minimum": 0', '"string"'),
    "choice": (lambda text: edits.set_kind(text, NAME, "choice", ["A", "B"]), '"string"}', '"string", "enum": ["A", "B"]}'),
    "list": (lambda text: edits.set_kind(text, NAME, "array", ()), '"string"}', '"array", "items": {"type": "string"}}'),
    "group": (lambda text: edits.set_kind(text, NAME, "object", ()), '"string"}', '"object", "properties": {}}'),
    "anything": (lambda text: edits.set_kind(text, NAME, "any", ()), '{"type": "string"}', "{}"),
    "closed": (lambda text: edits.set_open(text, "", on=False), '"x-kept": 1.0\n', '"x-kept": 1.0,\n  "additionalProperties": false\n'),
    "open as before": (lambda text: edits.set_open(text, "", on=True), "", ""),
    "a name that is taken by another": (lambda text: edits.rename_field(text, NAME, "âge"), "", ""),
    "an empty name": (lambda text: edits.rename_field(text, NAME, ""), "", ""),
    "no choices": (lambda text: edits.set_choices(text, NAME, ()), "", ""),
}  # fmt: skip


@pytest.mark.parametrize(("edit", "before", "after"), EDITS.values(), ids=EDITS.keys())
def test_an_edit_changes_one_place_of_the_text(edit: Callable[[str], str], before: str, after: str) -> None:
    assert before in TEXT
    assert edit(TEXT) == TEXT.replace(before, after, 1)


def test_fields_come_into_a_schema_that_has_none() -> None:
    text, name = edits.add_field(edits.EMPTY, "", "field")
    assert (text, name) == ('{\n  "type": "object",\n  "properties": {\n    "field": {"type": "string"}\n  }\n}\n', "field")
    assert edits.add_field('{"type": "object"}', "", "a")[0] == '{"type": "object", "properties": {"a": {"type": "string"}}}'
    assert edits.add_field("{}", "", "a")[0] == '{"properties": {"a": {"type": "string"}}}'
    assert (
        edits.add_field('{ "a": 1,\n"properties": {}}', "", "a")[0] == '{ "a": 1,\n"properties": {\n  "a": {"type": "string"}\n}}'
    )
    assert (
        edits.add_field('{ "type": "object", "properties": {}\n}', "", "a")[0]
        == '{ "type": "object", "properties": {"a": {"type": "string"}}\n}'
    )


def test_the_last_field_can_go() -> None:
    assert edits.remove_field('{"properties": { "a": {} }, "required": ["a"]}', "/properties/a") == '{"properties": {}}'


def test_what_is_required_twice_goes_twice() -> None:
    text = '{"properties": {"a": {}}, "required": ["a", "b", "a"]}'
    assert edits.set_required(text, "/properties/a", on=False) == '{"properties": {"a": {}}, "required": ["b"]}'
    assert (
        edits.set_required('{"properties": {"a": {}}}', "/properties/a", on=True) == '{"properties": {"a": {}}, "required": ["a"]}'
    )


def test_null_comes_and_goes_with_type_and_choices() -> None:
    text = '{"type": "string", "enum": ["x"]}'
    with_null = edits.set_nullable(text, "", on=True)
    assert with_null == '{"type": ["string", "null"], "enum": ["x", null]}'
    assert edits.set_choices(with_null, "", ["y", "y", 3]) == '{"type": ["string", "null"], "enum": ["y", 3, null]}'
    assert edits.set_kind(with_null, "", "choice", ["A"]) == '{"type": ["string", "null"], "enum": ["A", null]}'
    assert edits.set_nullable(with_null, "", on=False) == text
    assert edits.set_nullable('{"type": ["string", "integer", "null"]}', "", on=False) == '{"type": ["string", "integer"]}'
    assert edits.set_nullable('{"type": ["null"]}', "", on=False) == '{"type": "null"}'


def test_a_schema_that_is_only_true_becomes_a_field() -> None:
    assert (
        edits.set_kind('{"properties": {"a": true}}', "/properties/a", "number", ()) == '{"properties": {"a": {"type": "number"}}}'
    )
    assert edits.set_kind('{"a": {"items": {}, "type": "array"}}', "/a", "array", ()) == '{"a": {"items": {}, "type": "array"}}'
    assert edits.set_kind('{"properties": {}}', "", "object", ()) == '{"properties": {}, "type": "object"}'


@pytest.mark.parametrize("value", ["é\u2028", "\ud800", 1.5, Decimal("0.10"), 2**80, [None, True]])
def test_what_is_written_is_what_is_read(value: JsonValue) -> None:
    assert _value(readable(value)) == _value(json.dumps(value, default=float)) or _value(readable(value)) == value
    assert "\\u00e9" not in readable(value)


def test_a_value_of_any_depth_is_written() -> None:
    deep: JsonValue = 1
    for _ in range(5000):
        deep = [deep]
    assert readable(deep) == "[" * 5000 + "1" + "]" * 5000


def test_broken_text_is_not_edited() -> None:
    with pytest.raises(ValueError, match="sound JSON"):
        edits.set_kind("{", "", "string", ())
    with pytest.raises(ValueError, match="sound JSON"):
        set_member("{", "", "a", "1")


def test_limits_are_known_by_kind() -> None:
    assert edits.limits_of("string") == ("minLength", "maxLength")
    assert edits.limits_of("boolean") is None
