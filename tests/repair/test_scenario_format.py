import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.repair.message import Message, Role
from playground.repair.scenario import (
    Budgets,
    Case,
    Ending,
    EndingKind,
    FeedbackSettings,
    OwnTemplate,
    RepairEndpoint,
    SampleRule,
    Samples,
    Scenario,
    StopRules,
    Strategy,
)  # fmt: skip
from playground.repair.scenario_format import ScenarioProblem, parse_scenario, write_scenario
from playground.resources import resource
from playground.words.language import Language
from playground.words.rendering import render
from tests.repair.cases import make_scenario
from tests.repair.contracts import contract

HEAD = '"format": "repair-loop-scenario", "version": 1'
CONTRACT = contract("scenario")

texts = st.text(st.characters(codec=None), max_size=20)
positive = st.floats(min_value=0.001, max_value=1e6)
languages = st.sampled_from(Language)
modes = st.sampled_from(Mode)
json_texts = st.sampled_from(["null", '{"a": 1}', '{ "a":1}', "{", "9007199254740993", '"é"', '"\\u00e9"', "1.50"])

scenarios = st.builds(
    Scenario,
    id=st.uuids().map(str),
    title=texts,
    language=languages,
    messages=st.lists(st.builds(Message, st.sampled_from(Role), texts), max_size=3).map(tuple),
    variables=st.dictionaries(texts, texts, max_size=3).map(lambda found: tuple(found.items())),
    schema_text=texts,
    assert_formats=st.booleans(),
    fix_small_faults=st.booleans(),
    endpoint=st.builds(
        EndpointSettings,
        preset=texts,
        dialect=st.sampled_from(Dialect),
        base_url=texts,
        model=texts,
        mode=modes,
        stream=st.booleans(),
        time_limit=positive,
        max_tokens=st.none() | st.integers(1, 10**9),
        temperature=st.none() | st.just(0.0) | positive,
        extra=st.sampled_from(["{}", '{"seed": 1}', '{"seed":1}', "{", " "]),
    ),
    repair_endpoint=st.builds(
        RepairEndpoint, model=st.none() | texts, temperature=st.none() | st.just(0.0) | positive, mode=st.none() | modes
    ),
    feedback=st.builds(
        FeedbackSettings,
        strategy=st.sampled_from(Strategy),
        language=st.none() | languages,
        templates=st.sets(st.tuples(st.sampled_from(Strategy), languages)).map(
            lambda found: tuple(
                OwnTemplate(strategy, language, f"x {language}")
                for strategy in Strategy
                for language in Language
                if (strategy, language) in found
            )
        ),
    ),
    max_attempts=st.integers(1, 10),
    budgets=st.builds(Budgets, seconds=st.none() | positive, total_tokens=st.none() | st.integers(1, 10**9)),
    ending=st.builds(Ending, kind=st.sampled_from(EndingKind), value=st.none() | json_texts),
    samples=st.builds(Samples, rule=st.sampled_from(SampleRule), replies=st.lists(texts, max_size=3).map(tuple)),
    cases=st.lists(st.builds(Case, texts, texts, st.booleans()), max_size=2).map(tuple),
    stop_rules=st.builds(StopRules, st.booleans(), st.booleans(), st.booleans(), st.booleans()),
)


@settings(max_examples=40, deadline=None)  # two cores, shared
@given(scenarios)
def test_every_scenario_survives_a_save_and_a_load(scenario: Scenario) -> None:
    written = write_scenario(scenario)
    assert parse_scenario(written) == scenario
    written.encode("utf-8")
    CONTRACT.validate(json.loads(written))


def parse(fields: str) -> Scenario:
    return parse_scenario(f"{{{HEAD}, {fields}}}")


def test_a_file_with_nothing_but_its_head_has_the_defaults() -> None:
    scenario = parse_scenario(f"{{{HEAD}}}")
    assert scenario == Scenario(id=scenario.id)
    assert UUID(scenario.id)
    assert parse_scenario(f"{{{HEAD}}}").id == scenario.id


def test_what_is_written_can_be_read_by_people() -> None:
    written = write_scenario(make_scenario(title="グルテン", messages=(Message(Role.USER, 'Dis "œuf"\n\ud800\u202e'),)))
    assert '"title": "グルテン",\n' in written
    assert r'"content": "Dis \"œuf\"\n\ud800\u202e"' in written
    assert written.endswith("}\n")
    assert '"time_limit": 60,' in written


def test_unknown_fields_survive_at_their_places_with_exact_numbers() -> None:
    fields = (
        '"new": {"n": 9007199254740993, "x": 1.10}, "endpoint": {"proxy": null}, "feedback": {"templates": {"de": "x"}, "tone": 1},'
        '"messages": [{"role": "user", "content": "a"}, {"role": "user", "content": "b", "name": "n"}], "cases": [{"tag": []}]'
    )
    scenario = parse(fields)
    written = write_scenario(scenario)
    assert parse_scenario(written) == scenario
    value = json.loads(written, parse_float=str)
    assert value["new"] == {"n": 9007199254740993, "x": "1.10"}
    assert value["endpoint"]["proxy"] is None
    assert value["feedback"]["templates"] == {"de": "x"}
    assert value["feedback"]["tone"] == 1
    assert value["messages"][1]["name"] == "n"
    assert value["cases"][0]["tag"] == []


def test_an_unknown_field_whose_place_is_gone_is_left_out() -> None:
    scenario = replace(parse('"messages": [{"content": "a", "name": "n"}]'), messages=())
    assert json.loads(write_scenario(scenario))["messages"] == []
    odd = replace(scenario, unknown=(("/title/x", "1"), ("/messages/x/y", "1"), ("/title", "1"), ("/broken", "{")))
    assert parse_scenario(write_scenario(odd)).unknown == ()


def test_json_that_a_person_wrote_in_their_own_way_is_kept_letter_by_letter() -> None:
    scenario = make_scenario(ending=Ending(EndingKind.FALLBACK, '{ "answer":"unknown" }'))
    value = json.loads(write_scenario(scenario))["ending"]
    assert value == {"kind": "fallback", "value_text": '{ "answer":"unknown" }'}


def test_templates_by_language_alone_are_those_of_the_strategy_in_use() -> None:
    scenario = parse(
        '"feedback": {"strategy": "blind", "templates": {"fr": "old", "en": "Again.", "blind": {"fr": "new", "de": "x"}}}'
    )
    assert scenario.feedback.templates == (
        OwnTemplate(Strategy.BLIND, Language.ENGLISH, "Again."),
        OwnTemplate(Strategy.BLIND, Language.FRENCH, "new"),
    )
    assert json.loads(write_scenario(scenario))["feedback"]["templates"]["blind"] == {"en": "Again.", "fr": "new", "de": "x"}


def test_a_byte_order_mark_does_no_harm() -> None:
    assert parse_scenario(f'\ufeff{{{HEAD}, "title": "x"}}').title == "x"


@pytest.mark.parametrize(
    ("fields", "path", "words"),
    [
        ('"title": 1', "/title", "title must be text"),
        ('"language": "de"', "/language", "language must be “en”, “fr”, “ja” or “pl”."),
        ('"language": null', "/language", "language must be"),
        ('"messages": {}', "/messages", "messages must be a list"),
        ('"messages": ["x"]', "/messages/0", "item 1 of messages must be a JSON object"),
        (
            '"messages": [{"role": "tool"}]',
            "/messages/0/role",
            "role in item 1 of messages must be “system”, “user” or “assistant”",
        ),
        ('"messages": [{"content": null}]', "/messages/0/content", "content in item 1 of messages must be text"),
        ('"variables": {"a b": 1}', "/variables/a b", "“a b” in variables must be text"),
        ('"variables": []', "/variables", "variables must be a JSON object"),
        ('"assert_formats": 1', "/assert_formats", "assert_formats must be true or false"),
        ('"endpoint": null', "/endpoint", "endpoint must be a JSON object"),
        ('"endpoint": {"time_limit": 0}', "/endpoint/time_limit", "time_limit in endpoint must be a number above zero"),
        ('"endpoint": {"time_limit": true}', "/endpoint/time_limit", "must be a number"),
        ('"endpoint": {"time_limit": 1e400}', "/endpoint/time_limit", "must be a number"),
        ('"endpoint": {"time_limit": ' + "9" * 400 + "}", "/endpoint/time_limit", "must be a number"),
        ('"endpoint": {"max_tokens": 0}', "/endpoint/max_tokens", "max_tokens in endpoint must be a whole number of 1 or more"),
        ('"endpoint": {"max_tokens": 1.5}', "/endpoint/max_tokens", "must be a whole number"),
        ('"endpoint": {"temperature": -1}', "/endpoint/temperature", "must be a number"),
        ('"endpoint": {"mode": "magic"}', "/endpoint/mode", "mode in endpoint must be “prompt”"),
        ('"endpoint": {"extra_text": 1}', "/endpoint/extra_text", "must be text"),
        ('"repair_endpoint": {"mode": 1}', "/repair_endpoint/mode", "must be “prompt”"),
        ('"feedback": {"strategy": "beg"}', "/feedback/strategy", "must be “faults”, “faults_schema”, “annotated”"),
        ('"feedback": {"templates": {"fr": 1}}', "/feedback/templates/fr", "must be text"),
        ('"feedback": {"templates": {"fresh": "x"}}', "/feedback/templates/fresh", "must be a JSON object"),
        ('"feedback": {"templates": {"fresh": {"fr": 1}}}', "/feedback/templates/fresh/fr", "must be text"),
        ('"fix_small_faults": 1', "/fix_small_faults", "must be true or false"),
        ('"max_attempts": 11', "/max_attempts", "max_attempts must be a whole number from 1 to 10."),
        ('"max_attempts": true', "/max_attempts", "must be a whole number"),
        ('"samples": {"replies": [1]}', "/samples/replies/0", "item 1 of replies in samples must be text"),
        ('"samples": {"replies": "x"}', "/samples/replies", "must be a list"),
        ('"stop_rules": {"same_reply": "yes"}', "/stop_rules/same_reply", "must be true or false"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(fields: str, path: str, words: str) -> None:
    with pytest.raises(ScenarioProblem) as problem:
        parse(f"\n{fields}")
    (complaint,) = problem.value.complaints
    assert (complaint.path, complaint.line) == (path, 2)
    assert words in render(complaint.message, Language.ENGLISH)
    assert render(problem.value.text, Language.ENGLISH).startswith("Line 2: ")
    assert not CONTRACT.is_valid(json.loads(f"{{{HEAD}, {fields}}}")) or "1e400" in fields or "9" * 400 in fields


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(ScenarioProblem) as problem:
        parse('\n"title": 1,\n"max_attempts": 0,\n"cases": 5')
    assert [complaint.line for complaint in problem.value.complaints] == [2, 3, 4]
    assert render(problem.value.text, Language.ENGLISH) == (
        "Line 2: title must be text in quotation marks. There are 2 more problems in the file."
    )


@pytest.mark.parametrize(
    ("content", "id", "line"),
    [
        ("", "repair.file.no_json", 1),
        ("{\n  'format': 1\n}", "repair.file.no_json", 2),
        ("[]", "repair.file.no_object", 1),
        ("null", "repair.file.no_object", 1),
        ("{}", "repair.file.other_format", 1),
        ('{"format": "promptfoo"}', "repair.file.other_format", 1),
        ('{"format": "repair-loop-scenario"}', "repair.file.no_version", 1),
        ('{"format": "repair-loop-scenario",\n"version": "1"}', "repair.file.no_version", 2),
        ('{"format": "repair-loop-scenario", "version": 0}', "repair.file.no_version", 1),
        ('{"format": "repair-loop-scenario", "version": true}', "repair.file.no_version", 1),
        ('{"format": "repair-loop-scenario",\n"version": 2, "title": 5}', "repair.file.newer", 2),
    ],
)
@pytest.mark.parametrize("language", Language)
def test_what_is_no_scenario_of_ours_is_refused_in_words(content: str, id: str, line: int, language: Language) -> None:
    with pytest.raises(ScenarioProblem) as problem:
        parse_scenario(content)
    (complaint,) = problem.value.complaints
    assert (complaint.message.id, complaint.line) == (id, line)
    words = render(problem.value.text, language)
    assert "repair." not in words.replace("repair-loop", "")
    assert "{" not in words


@pytest.mark.parametrize("path", sorted(resource("lessons").glob("*/*.json")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_lesson_is_a_scenario_by_the_contract(path: Path) -> None:
    content = path.read_text(encoding="utf-8")
    CONTRACT.validate(json.loads(content))
    scenario: Any = parse_scenario(content)
    assert scenario.unknown == ()
    assert parse_scenario(write_scenario(scenario)) == scenario


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param("[" * 3_000_000, 1, id="brackets without end"),
        pytest.param('{\n"a": [' + "1,\n" * 500_000 + "],\n}", 500_001, id="a comma too many far behind"),
        pytest.param("not JSON " * 200_000, 1, id="prose"),
    ],
)
def test_a_large_file_that_is_no_json_is_refused_quickly_with_its_line(content: str, line: int) -> None:
    with pytest.raises(ScenarioProblem) as raised:
        parse_scenario(content)
    assert raised.value.complaints[0].line == line


@pytest.mark.parametrize("content", ["[" * 200_000, '{"a": ' * 100_000, "{" + " " * 200_000 + "x"])
def test_a_large_file_that_is_no_json_is_told_soon(content: str) -> None:
    with pytest.raises(ScenarioProblem) as caught:
        parse_scenario(content)
    assert caught.value.complaints[0].message.id == "repair.file.no_json"


@pytest.mark.parametrize("size", [0, 200_000])
def test_what_only_the_strict_reader_reads_is_a_scenario_all_the_same(size: int) -> None:
    whole = json.loads(write_scenario(make_scenario(title="x" * size)))
    content = json.dumps(whole)[:-1] + ', "later": ' + "9" * 5000 + "}"
    scenario = parse_scenario(content)
    assert scenario.title == "x" * size
    assert [value for _, value in scenario.unknown] == ["9" * 5000]
