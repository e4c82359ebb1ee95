"""A schema from examples and from tables: what is certain, what is guessed, and that every example fits what is made of it."""

import json

import pytest

from playground.verdict.json_text import read
from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema.from_example import guess, read_examples
from playground.verdict.plain_schema.from_table import read_table
from playground.verdict.schema import check, satisfies
from playground.words.language import Language
from playground.words.rendering import render


def _schema(examples: tuple[JsonValue, ...], *, without: str = "") -> object:
    guessed = guess(examples)
    assert guessed is not None
    taken = {each.id for each in guessed.guesses if not each.fixed and not each.id.startswith(without or "!")}
    return json.loads(guessed.schema_text(taken))


def _guesses(examples: tuple[JsonValue, ...]) -> list[str]:
    guessed = guess(examples)
    assert guessed is not None
    return [render(each.sentence, Language.ENGLISH) for each in guessed.guesses]


ANSWER = '{"name": "Ann", "born": "1990-02-01", "mail": "a@b.org", "tags": ["x"], "size": 1.5, "note": null, "rows": [], "deep": {"n": 1}}'


def test_an_answer_becomes_a_schema_and_its_guesses_are_said() -> None:
    assert _schema(read_examples(ANSWER)) == {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "born": {"type": "string", "format": "date"},
            "mail": {"type": "string", "format": "email"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "size": {"type": "number"},
            "note": {},
            "rows": {"type": "array"},
            "deep": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False},
        },
        "required": ["name", "born", "mail", "tags", "size", "note", "rows", "deep"],
        "additionalProperties": False,
    }
    assert _guesses(read_examples(ANSWER)) == [
        "born must be a date such as 2026-12-31",
        "mail must be an e-mail address",
        "note is null in the example, so its kind is unknown: anything is allowed",
        "rows is an empty list in the example, so its items may be anything",
        "Fields that every example has are required",
        "Fields that no example has are not allowed",
    ]


@pytest.mark.parametrize(
    ("without", "gone"),
    [("required", '"required"'), ("closed", '"additionalProperties"'), ("format", '"format"')],
)
def test_a_guess_can_be_taken_back(without: str, gone: str) -> None:
    assert gone in json.dumps(_schema(read_examples(ANSWER)))
    assert gone not in json.dumps(_schema(read_examples(ANSWER), without=without))


def test_many_examples_say_more_than_one() -> None:
    lines = "\n".join(
        json.dumps({"state": state, "n": n} | ({"x": True} if n else {})) for n, state in enumerate(["on", "off", "on", "off"])
    )
    assert _schema(read_examples(lines)) == {
        "type": "object",
        "properties": {"state": {"type": "string", "enum": ["on", "off"]}, "n": {"type": "integer"}, "x": {"type": "boolean"}},
        "required": ["state", "n"],
        "additionalProperties": False,
    }
    assert "state is always one of “on” or “off”" in _guesses(read_examples(lines))
    assert '"enum"' not in json.dumps(_schema(read_examples(lines), without="choice"))


@pytest.mark.parametrize(
    ("examples", "schema"),
    [
        ((3,), {"type": "integer"}),
        (([],), {"type": "array"}),
        (({},), {"type": "object", "properties": {}, "additionalProperties": False}),
        ((["a", 1],), {"type": "array", "items": {"type": ["integer", "string"]}}),
        ((None,), {}),
        (("https://example.org/a",), {"type": "string", "format": "uri"}),
    ],
)
def test_any_value_is_an_example(examples: tuple[JsonValue, ...], schema: object) -> None:
    assert _schema(examples) == schema


def test_every_example_fits_its_schema() -> None:
    for pasted in (ANSWER, "[1, 2.5, null, {}, [[]]]", '{"a": {"b": [{"c": 1}, {"d": "x"}]}}', '"2026-01-01T00:00:00Z"'):
        examples = read_examples(pasted)
        schema = check(json.dumps(_schema(examples)), assert_formats=True)
        assert schema.ok
        assert satisfies(schema, read(pasted))


@pytest.mark.parametrize("pasted", ["", "  ", "hello", '{"a": 1', '{"a": 1}\nhello'])
def test_what_is_no_json_is_no_example(pasted: str) -> None:
    assert read_examples(pasted) == ()
    assert guess(()) is None


def test_an_example_that_is_nested_too_deep_is_none() -> None:
    deep: JsonValue = 1
    for _ in range(100):
        deep = [deep]
    assert guess((deep,)) is None


@pytest.mark.parametrize(
    ("pasted", "rows"),
    [
        ("name,age\nAnn,3\nBob,\n", ({"name": "Ann", "age": 3}, {"name": "Bob"})),
        ("\ufeffname;price\nA;1,5\n", ({"name": "A", "price": "1,5"},)),
        ("a\tb\n1.50\ttrue\n2\tFALSE\n\n", ({"a": 1.5, "b": True}, {"a": 2, "b": False})),
        ("a,,a\nx,y,z,more\n", ({"a": "x", "column2": "y", "a_": "z"},)),
        ('a,b\n"x, y",007\n', ({"a": "x, y", "b": "007"},)),
        ("first,second", ({"first": "", "second": ""},)),
        ("only\n1\n2", ({"only": 1}, {"only": 2})),
        ("", ()),
        ("\n1,2", ()),
        ("a,b\n" + "x" * 200_000, ()),
        ('a,b\n"x\ny",2\n', ({"a": "x\ny", "b": 2},)),
    ],
)  # fmt: skip
def test_a_table_is_read_row_by_row(pasted: str, rows: tuple[JsonValue, ...]) -> None:
    assert read_table(pasted) == rows


def test_a_table_becomes_a_schema() -> None:
    assert _schema(read_table("id,state\n1,on\n2,off\n3,on\n4,off\n")) == {
        "type": "object",
        "properties": {"id": {"type": "integer"}, "state": {"type": "string", "enum": ["on", "off"]}},
        "required": ["id", "state"],
        "additionalProperties": False,
    }
