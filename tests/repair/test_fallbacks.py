import subprocess
import sys

import pytest

from playground.repair.fallbacks import default_of, explain_value, find_stops, is_allowed, shape_of, sole_field
from playground.repair.scenario import Ending, EndingKind
from playground.repair.stops import Stop, StopKind
from playground.verdict import json_text
from playground.verdict.schema import CheckedSchema, check
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import text
from tests.repair.cases import SCHEMA

SAFE, REAL = text("repair.stop.safe"), text("repair.stop.looks_real")


def schema(schema_text: str) -> CheckedSchema:
    checked = check(schema_text, assert_formats=True)
    assert checked.ok
    return checked


def offered(schema_text: str, language: Language = Language.ENGLISH) -> list[tuple[str, str | None, bool | None]]:
    return [(stop.kind.value, stop.value, stop.allowed) for stop in find_stops(schema(schema_text), language)]


@pytest.mark.parametrize("language", Language)
def test_one_required_enum_field_offers_unknown_and_each_of_its_values(language: Language) -> None:
    unknown = {"en": "unknown", "fr": "inconnu", "ja": "不明", "pl": "nieznane"}[language]
    assert offered(SCHEMA, language) == [
        ("error", None, None),
        ("unknown", f'{{"answer": "{unknown}"}}', False),
        ("enum", '{"answer": "yes"}', True),
        ("enum", '{"answer": "no"}', True),
        ("best", None, None),
        ("own", '{"answer": ""}', False),
    ]


def test_a_value_outside_the_schema_is_called_safe_and_one_inside_is_warned_of() -> None:
    found = find_stops(schema(SCHEMA), Language.ENGLISH)
    assert [stop.explanation for stop in found] == [
        text("repair.stop.error.why"), SAFE, REAL, REAL, text("repair.stop.best.why"), SAFE,
    ]  # fmt: skip


def test_a_schema_that_has_unknown_among_its_values_makes_it_look_real() -> None:
    found = find_stops(schema('{"required": ["a"], "properties": {"a": {"enum": ["x", "unknown"]}}}'), Language.ENGLISH)
    assert found[1].explanation == REAL


@pytest.mark.parametrize(
    ("stop", "ending"),
    [
        (StopKind.ERROR, Ending()),
        (StopKind.UNKNOWN, Ending(EndingKind.FALLBACK, '{"answer": "unknown"}')),
        (StopKind.ENUM, Ending(EndingKind.FALLBACK, '{"answer": "yes"}')),
        (StopKind.BEST, Ending(EndingKind.BEST_ATTEMPT)),
        (StopKind.OWN, Ending(EndingKind.FALLBACK, '{"answer": ""}')),
    ],
)
def test_choosing_a_stop_sets_its_ending(stop: StopKind, ending: Ending) -> None:
    first: Stop = next(found for found in find_stops(schema(SCHEMA), Language.ENGLISH) if found.kind is stop)
    assert first.ending == ending


@pytest.mark.parametrize("language", Language)
def test_every_stop_is_captioned_in_every_language(language: Language) -> None:
    captions = [render(stop.caption, language) for stop in find_stops(schema(SCHEMA), language)]
    assert len(set(captions)) == len(captions)
    assert not any("{" in caption and "answer" not in caption for caption in captions)
    assert not any("repair." in caption for caption in captions)


@pytest.mark.parametrize(
    ("schema_text", "kinds"),
    [
        ("{}", ["error", "best", "own"]),
        ("true", ["error", "best", "own"]),
        ('{"required": ["a", "b"], "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}', ["error", "best", "own"]),
        ('{"required": ["a"], "properties": {"a": {"type": "integer"}}}', ["error", "best", "own"]),
        ('{"required": ["a"]}', ["error", "best", "own"]),
        ('{"required": ["a"], "properties": {"a": {"type": "string"}}}', ["error", "unknown", "best", "own"]),
        ('{"required": ["a"], "properties": {"a": {"type": ["string"]}}}', ["error", "unknown", "best", "own"]),
        ('{"required": ["a"], "properties": {"a": {"const": 5}}}', ["error", "unknown", "enum", "best", "own"]),
        ('{"enum": ["x", null]}', ["error", "unknown", "enum", "enum", "best", "own"]),
        ('{"type": "object", "default": {"a": 1}}', ["error", "default", "best", "own"]),
        (
            '{"$ref": "#/$defs/x", "$defs": {"x": {"required": ["a"], "properties": {"a": {"$ref": "#/$defs/y"}}}, "y": {"enum": [1]}}}',
            ["error", "unknown", "enum", "best", "own"],
        ),
    ],
)
def test_the_stops_come_from_the_schema(schema_text: str, kinds: list[str]) -> None:
    assert [kind for kind, _, _ in offered(schema_text)] == kinds


def test_a_default_that_is_offered_already_is_not_offered_twice() -> None:
    kinds = [kind for kind, _, _ in offered('{"required": ["a"], "properties": {"a": {"enum": ["x"], "default": "x"}}}')]
    assert kinds == ["error", "unknown", "enum", "best", "own"]


@pytest.mark.parametrize(
    ("schema_text", "default"),
    [
        ('{"default": {"a": 9007199254740993}}', '{"a": 9007199254740993}'),
        ('{"default": null}', "null"),
        ('{"required": ["a"], "properties": {"a": {"default": "é"}, "b": {"default": 1}, "c": {}}}', '{"a": "é", "b": 1}'),
        ('{"required": ["a", "c"], "properties": {"a": {"default": 1}, "c": {}}}', None),
        ('{"required": [], "properties": {"a": {"default": 1}}}', None),
        ('{"properties": {"a": {"default": 1}}}', None),
    ],
)
def test_the_default_is_the_schemas_own_or_that_of_all_required_fields(schema_text: str, default: str | None) -> None:
    answer = json_text.read(schema_text).answer
    assert answer is not None
    assert default_of(answer.value) == default


@pytest.mark.parametrize(
    ("schema_text", "shape"),
    [
        ("true", "null"),
        ('{"type": "string"}', '""'),
        ('{"type": "number"}', "0"),
        ('{"type": ["boolean", "null"]}', "false"),
        ('{"type": []}', "null"),
        ('{"type": "array", "items": {}}', "[]"),
        ('{"const": "é"}', '"é"'),
        ('{"enum": [1, 2]}', "null"),
        ('{"type": "object"}', "{}"),
        ('{"properties": {"a": {"type": "string"}, "b": {"default": 7}}}', '{"a": "", "b": 7}'),
        ('{"required": ["b", 3], "properties": {"a": {"type": "string"}, "b": {"type": "object"}}}', '{"b": {}}'),
        ('{"type": "object", "required": ["z"], "properties": {}}', '{"z": null}'),
        ('{"anyOf": [{"type": "integer"}]}', "0"),
        ('{"oneOf": []}', "null"),
        ('{"$ref": "https://example.org/x"}', "null"),
        ('{"$ref": "#/nowhere"}', "null"),
        ('{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}', "null"),
    ],
)
def test_the_shape_is_empty_and_invents_nothing(schema_text: str, shape: str) -> None:
    answer = json_text.read(schema_text).answer
    assert answer is not None
    assert shape_of(answer.value) == shape


def test_a_schema_that_contains_itself_has_a_shape_of_some_levels() -> None:
    answer = json_text.read('{"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#"}}}').answer
    assert answer is not None
    assert shape_of(answer.value).count("next") == 6
    endless = json_text.read('{"anyOf": [{"$ref": "#"}]}').answer
    assert endless is not None
    assert shape_of(endless.value) == "null"


def test_a_field_name_is_written_as_json() -> None:
    answer = json_text.read('{"required": ["say \\"é\\""], "properties": {"say \\"é\\"": {"type": "string"}}}').answer
    assert answer is not None
    field = sole_field(answer.value)
    assert field is not None
    assert field.wrap("1") == '{"say \\"é\\"": 1}'


@pytest.mark.parametrize(
    ("value", "explanation", "allowed"),
    [
        ('{"answer": "yes"}', REAL, True),
        ('{"answer": "perhaps"}', SAFE, False),
        ("null", SAFE, False),
        ("{", text("repair.stop.not_json"), False),
        ("", text("repair.stop.not_json"), False),
    ],
)
def test_an_own_value_is_explained(value: str, explanation: object, allowed: bool) -> None:
    assert explain_value(value, schema(SCHEMA)) == explanation
    assert is_allowed(value, schema(SCHEMA)) is allowed


def test_stops_can_be_shown_before_the_schema_engine_is_loaded() -> None:
    program = "import sys, playground.repair.stops; sys.exit('jsonschema_rs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == 0
