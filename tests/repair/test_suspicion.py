import pytest

from playground.repair.suspicion import Suspicions, find_suspicions
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import Field, Listing, Value, text
from tests.repair.cases import make_scenario, play

SCHEMA = """{"type": "object", "required": ["name", "age"], "additionalProperties": false, "properties": {
  "name": {"type": ["string", "null"]}, "age": {"type": "integer"}, "tags": {"type": "array"}, "note": {"type": "string"},
  "inner": {"type": "object", "required": ["x"]}}}"""
LONG = "A long story about bread, told in full."


def suspicions(before: str, after: str, schema_text: str = SCHEMA) -> Suspicions:
    schema = check(schema_text, assert_formats=True)
    first, second = judge(before, schema), judge(after, schema)
    assert first.answer is not None
    assert second.answer is not None
    assert first.violations
    return find_suspicions(first.answer.value, second.answer.value, first.violations)


@pytest.mark.parametrize(
    ("before", "after", "emptied", "changed"),
    [
        ('{"name": "A", "age": "30"}', '{"name": "A", "age": 30}', (), ()),
        ('{"name": "A", "age": "30"}', '{"name": "B", "age": 30}', (), ("/name",)),
        ('{"name": "A", "age": "30"}', '{"name": "", "age": 30}', ("/name",), ()),
        ('{"name": "A", "age": "30"}', '{"name": null, "age": 30}', ("/name",), ()),
        ('{"name": "", "age": "30"}', '{"name": null, "age": 30}', (), ("/name",)),
        ('{"name": "A"}', '{"name": "A", "age": 30}', (), ()),
        ('{"name": "A", "years": 30}', '{"name": "A", "age": 30}', (), ()),
        ('{"name": "A", "age": 30, "x": 1}', '{"name": "A", "age": 30}', (), ()),
        ('{"name": "A", "age": "x", "tags": [1]}', '{"name": "A", "age": 1, "tags": []}', ("/tags",), ()),
        ('{"name": "A", "age": "x", "tags": [1, 2]}', '{"name": "A", "age": 1, "tags": [1]}', (), ("/tags",)),
        ('{"name": "A", "age": "x", "tags": [1, true]}', '{"name": "A", "age": 1, "tags": [1, 1]}', (), ("/tags/1",)),
        ('{"name": "A", "age": "x", "tags": ["a"]}', '{"name": "A", "age": 1}', (), ("/tags",)),
        ('{"name": "A", "age": "x", "inner": {"x": {"y": 1}}}', '{"name": "A", "age": 1, "inner": {"x": {}}}', ("/inner/x",), ()),
        ('{"name": "A", "age": "x", "inner": {"x": [1]}}', '{"name": "A", "age": 1, "inner": {"x": {"y": 1}}}', (), ("/inner/x",)),
        (
            '{"name": "A", "age": "x", "inner": {"a/b": 1, "x": 1}}',
            '{"name": "A", "age": 1, "inner": {"x": 1}}',
            (),
            ("/inner/a~1b",),
        ),
        (f'{{"name": "{LONG}", "age": "x"}}', f'{{"name": "{LONG[:20]}", "age": 1}}', (), ("/name",)),
        ('["x"]', '{"name": "A", "age": 1}', (), ()),
        ('{"name": "A"}', '{"name": "A", "age": 30, "note": "bread"}', (), ("/note",)),
        ('{"name": "A", "x": "bread", "age": 3}', '{"name": "A", "note": "bread", "age": 3}', (), ()),
        ('{"name": "A", "age": 3, "x": 1, "note": "bread"}', '{"name": "A", "age": 3}', (), ("/note",)),
        ('{"name": "A", "age": "x", "note": 1}', '{"name": "A", "age": 1}', (), ()),
        ('{"name": "A", "age": "x", "tags": [1, 2, 3, 4]}', '{"name": "A", "age": 1, "tags": [2, 3, 4]}', (), ("/tags",)),
    ],
)
def test_only_what_was_not_wrong_is_suspicious(before: str, after: str, emptied: tuple[str, ...], changed: tuple[str, ...]) -> None:
    assert suspicions(before, after) == Suspicions(emptied, changed=changed)


@pytest.mark.parametrize(
    ("before", "after", "shortened"),
    [
        (f'{{"name": "{LONG}", "age": "x"}}', '{"name": "Bread.", "age": 1}', ("/name",)),
        ('{"name": "A", "age": "x", "tags": [1, 2, 3, 4, 5]}', '{"name": "A", "age": 1, "tags": [9]}', ("/tags",)),
        (
            '{"name": "A", "age": "x", "inner": {"a": [1, 2, 3, 4, 5], "x": 1}}',
            '{"name": "A", "age": 1, "inner": {"a": [1], "x": 1}}',
            ("/inner/a",),
        ),
    ],
)
def test_what_shrank_to_next_to_nothing_is_suspicious(before: str, after: str, shortened: tuple[str, ...]) -> None:
    assert suspicions(before, after) == Suspicions(shortened=shortened)


@pytest.mark.parametrize(
    ("schema_text", "before", "after"),
    [
        ('{"minProperties": 2}', '{"a": 1}', '{"a": 1, "b": 2}'),
        ('{"maxProperties": 1}', '{"a": 1, "b": 2}', '{"a": 1}'),
        ('{"dependentRequired": {"a": ["b"]}}', '{"a": 1}', '{"a": 1, "b": 2}'),
        ('{"propertyNames": {"pattern": "^[a-z]$"}}', '{"A": 1}', '{"a": 1}'),
        ('{"anyOf": [{"required": ["b"]}, {"required": ["c"]}]}', '{"a": 1}', '{"c": 2}'),
    ],
)
def test_members_come_and_go_where_a_rule_says_so(schema_text: str, before: str, after: str) -> None:
    assert suspicions(before, after, schema_text) == Suspicions()


def test_a_wrong_value_that_was_merely_emptied_is_suspicious_too() -> None:
    schema_text = '{"properties": {"note": {"type": "string", "maxLength": 20}}}'
    assert suspicions(f'{{"note": "{LONG}"}}', '{"note": ""}', schema_text) == Suspicions(emptied=("/note",))
    assert suspicions(f'{{"note": "{LONG}"}}', '{"note": "bread"}', schema_text) == Suspicions(shortened=("/note",))
    assert suspicions(f'{{"note": "{LONG}"}}', f'{{"note": "{LONG[:19]}"}}', schema_text) == Suspicions()


def test_deep_values_are_compared_without_harm() -> None:
    deep, other = "[" * 3000 + "1" + "]" * 3000, "[" * 3000 + "2" + "]" * 3000
    schema = check('{"type": "object"}', assert_formats=True)
    first, second = judge(deep, schema), judge(other, schema)
    assert first.answer is not None
    assert second.answer is not None
    found = find_suspicions([first.answer.value], [second.answer.value], ())
    assert found.changed == ("/0" * 3001,)


def test_a_suspicious_repair_is_noted_on_its_attempt() -> None:
    schema = check(SCHEMA, assert_formats=True)
    replies = ("Well.", '{"name": "A", "age": "30", "tags": [1]}', '{"name": "B", "age": 30, "tags": []}')
    run = play(make_scenario(schema_text=SCHEMA), *[(said, judge(said, schema)) for said in replies]).run
    assert run.attempts[-1].notes == (
        text("repair.note.emptied", fields=Listing((Field("/tags"),))),
        text("repair.note.changed", fields=Listing((Field("/name"),))),
    )


def test_words_that_say_nothing_are_noted_with_the_first_of_them() -> None:
    schema_text = '{"required": ["name", "city"], "properties": {"name": {"enum": ["N/A", "A"]}, "age": {"type": "integer"}}}'
    schema = check(schema_text, assert_formats=True)
    replies = ('{"age": "x"}', '{"name": "N/A", "city": "TODO", "age": 1}')
    scenario = make_scenario(schema_text=schema_text)
    run = play(scenario, *[(said, judge(said, schema)) for said in replies]).run
    assert run.attempts[-1].notes == (text("repair.note.filler", value=Value('"TODO"'), fields=Listing((Field("/city"),))),)


def test_words_that_say_nothing_are_noted_after_a_reply_without_json_too_and_never_at_first() -> None:
    schema = check(SCHEMA, assert_formats=True)
    filled = '{"name": "N/A", "age": 30}'
    scenario = make_scenario(schema_text=SCHEMA)
    after_prose = play(scenario, *[(said, judge(said, schema)) for said in ("Well.", filled)]).run
    assert [note.id for note in after_prose.attempts[-1].notes] == ["repair.note.filler"]
    assert play(scenario, (filled, judge(filled, schema))).run.attempts[-1].notes == ()


def test_without_an_earlier_value_nothing_is_suspicious() -> None:
    schema = check(SCHEMA, assert_formats=True)
    replies = ("Well.", '{"name": "", "age": 30}')
    run = play(make_scenario(schema_text=SCHEMA), *[(said, judge(said, schema)) for said in replies]).run
    assert run.attempts[-1].notes == ()


def test_a_note_names_only_so_many_places() -> None:
    before = [str(number) for number in range(20)]
    wrong = '{"name": "A", "age": "x", "tags": ' + str(before).replace("'", '"') + "}"
    mended = '{"name": "A", "age": 1, "tags": ' + str([f"t{tag}" for tag in before]).replace("'", '"') + "}"
    schema = check(SCHEMA, assert_formats=True)
    run = play(make_scenario(schema_text=SCHEMA), *[(said, judge(said, schema)) for said in (wrong, mended)]).run
    (note,) = run.attempts[-1].notes
    words = render(note, Language.ENGLISH)
    assert "item 8 of tags and 12 more places, where" in words
