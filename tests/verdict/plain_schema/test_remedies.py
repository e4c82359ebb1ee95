"""What one press does about each problem of a schema: it is gone afterwards, and nothing else of the text has changed."""

import pytest

from playground.verdict.plain_schema.remedies import Remedy, remedy_for
from playground.verdict.schema import check
from playground.verdict.schema_report import SchemaProblem
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import text


def _problems(schema_text: str, *, formats: bool = True) -> tuple[SchemaProblem, ...]:
    report = check(schema_text, assert_formats=formats).report
    return (*report.errors, *report.hints)


def _remedy(kind: str, schema_text: str, *, formats: bool = True) -> Remedy | None:
    problem = next(problem for problem in _problems(schema_text, formats=formats) if problem.kind == kind)
    return remedy_for(problem, schema_text)


CLOSED = '"additionalProperties": false'

# A kind of problem, a schema that has it, what the button says, and the schema afterwards.
REMEDIES: list[tuple[str, str, str, str]] = [
    ("misspelt_keyword", '{"requred": ["a"],\n  "type": "object"}', "write “required”", '{"required": ["a"],\n  "type": "object"}'),
    ("required_unknown", f'{{"properties": {{"name": {{}}}}, "required": ["nmae"], {CLOSED}}}', "write “name”", f'{{"properties": {{"name": {{}}}}, "required": ["name"], {CLOSED}}}'),
    ("required_unknown", f'{{"properties": {{"a": {{}}}}, "required": ["city"], {CLOSED}}}', "add the field “city”", f'{{"properties": {{"a": {{}}, "city": {{"type": "string"}}}}, "required": ["city"], {CLOSED}}}'),
    ("misspelt_format", '{"type": "string", "format": "e-mail"}', "write “email”", '{"type": "string", "format": "email"}'),
    ("pattern_slashes", '{"type": "string", "pattern": "/^a$/"}', "write “^a$”", '{"type": "string", "pattern": "^a$"}'),
    ("open_object", '{\n  "type": "object",\n  "properties": {}\n}', "forbid other fields", '{\n  "type": "object",\n  "properties": {},\n  "additionalProperties": false\n}'),
    ("other_type", '{"type": "string", "minimum": 3}', "remove “minimum”", '{"type": "string"}'),
    ("without_partner", '{"then": {}, "type": "string"}', "remove “then”", '{"type": "string"}'),
    ("enum_alike", '{"enum": ["yes", "Yes", "no"]}', "remove “Yes”", '{"enum": ["yes", "no"]}'),
    ("nullable", '{"type": "string", "nullable": true}', "allow null in the type", '{"type": ["string", "null"]}'),
    ("wrapped_schema", '{"name": "x", "schema": {"type": "string"}}', "keep only the schema", '{"type": "string"}'),
    ("unknown_draft", '{"$schema": "https://json-schema.org/draft/2020-13/schema"}', "write “https://json-schema.org/draft/2020-12/schema”", '{"$schema": "https://json-schema.org/draft/2020-12/schema"}'),
    ("beside_reference", '{"$schema": "http://json-schema.org/draft-07/schema", "$ref": "#/definitions/a", "minLength": 3, "definitions": {"a": {}}}', "remove “minLength”", '{"$schema": "http://json-schema.org/draft-07/schema", "$ref": "#/definitions/a", "definitions": {"a": {}}}'),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "before", "label", "after"), REMEDIES, ids=[f"{case[0]}: {case[2]}" for case in REMEDIES])
def test_a_problem_is_gone_after_its_remedy(kind: str, before: str, label: str, after: str) -> None:
    remedy = _remedy(kind, before)
    assert remedy is not None
    assert remedy.schema_text == after
    assert render(remedy.label, Language.ENGLISH) == label
    assert kind not in {problem.kind for problem in _problems(after)}


def test_a_word_of_the_schema_that_is_an_error_is_mended_too() -> None:
    errors = check('{"type": "strnig"}', assert_formats=True).report.errors
    remedies = [remedy_for(error, '{"type": "strnig"}') for error in errors]
    assert [remedy.schema_text for remedy in remedies if remedy is not None] == ['{"type": "string"}']


def test_formats_can_be_checked_from_now_on() -> None:
    assert _remedy("format_not_checked", '{"type": "string", "format": "email"}', formats=False) == Remedy(
        text("schema.remedy.check_formats"), None
    )


@pytest.mark.parametrize(
    ("kind", "schema_text"),
    [
        ("misspelt_keyword", '{"requred": ["a"], "required": ["b"]}'),  # two keys of one name would be worse
        ("contradictory_bounds", '{"minimum": 3, "maximum": 1}'),
        ("nullable", '{"nullable": true, "minLength": 2}'),
    ],
)
def test_what_only_a_person_can_know_has_no_remedy(kind: str, schema_text: str) -> None:
    assert _remedy(kind, schema_text) is None


def test_a_problem_of_another_text_has_no_remedy() -> None:
    (problem,) = (each for each in _problems('{"requred": []}') if each.kind == "misspelt_keyword")
    assert remedy_for(problem, '{"other": []}') is None
    assert remedy_for(problem, "{") is None
    assert remedy_for(SchemaProblem("required_unknown", text("x.y"), "/required/0"), '{"required": [3]}') is None
