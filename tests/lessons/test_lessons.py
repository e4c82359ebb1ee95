"""The lessons that come with the program, run with their recorded samples in every language."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from playground.repair.exchange import Reply, Source
from playground.repair.loop import Ask, Compose, Ended, Judge, advance, begin
from playground.repair.message import Role
from playground.repair.record import Outcome, ResultIs, Run
from playground.repair.scenario import EndingKind, SampleRule, Scenario
from playground.repair.scenario_format import write_scenario
from playground.store.scenario_files import Lesson, list_lessons, open_scenario
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.verdict.violations import Finish, Status
from playground.words.language import Language

GLUTEN = "01-send-the-fault-back"
MALFORMED = "02-malformed-output"
LESSONS = {lesson.name: lesson for lesson in list_lessons()}
ALL = [pytest.param(lesson, language, id=f"{name}-{language}") for name, lesson in LESSONS.items() for language in Language]


def _scenario(lesson: Lesson, language: Language) -> Scenario:
    return open_scenario(lesson.folder / f"{language}.json").scenario


def _run(scenario: Scenario) -> Run:
    state = begin(scenario, run_id="run")
    while not isinstance(state.next, Ended):
        match state.next:
            case Ask(request):
                turn = sum(message.role is Role.ASSISTANT for message in request.messages)
                state = advance(state, Reply(scenario.samples.replies[turn], Source.RECORDED, finish=Finish.STOP))
            case Judge(reply):
                state = advance(state, judge(reply.text, state.schema))
            case Compose(_, proposal):
                state = advance(state, proposal)
    return state.run


def _broken(run: Run) -> list[list[tuple[str, str]]]:
    return [[(violation.path, violation.keyword) for violation in attempt.verdict.violations] for attempt in run.attempts]


def _value(result: str | None) -> Any:
    assert result is not None
    return json.loads(result)


def test_the_lessons_are_there_in_their_order() -> None:
    assert list(LESSONS) == [GLUTEN, MALFORMED]


@pytest.mark.parametrize(
    ("language", "key", "answer", "fallback"),
    [
        (Language.ENGLISH, "answer", "yes", "unknown"),
        (Language.FRENCH, "reponse", "oui", "inconnu"),
        (Language.JAPANESE, "answer", "はい", "不明"),
        (Language.POLISH, "odpowiedz", "tak", "nieznane"),
    ],
)
def test_gluten(language: Language, key: str, answer: str, fallback: str) -> None:
    scenario = _scenario(LESSONS[GLUTEN], language)
    run = _run(scenario)
    assert [attempt.verdict.status for attempt in run.attempts] == [Status.NO_JSON, Status.INVALID, Status.VALID]
    assert _broken(run) == [[], [(f"/{key}", "enum")], []]
    assert [len(attempt.request.messages) for attempt in run.attempts] == [1, 3, 5]
    assert run.outcome is Outcome.REPAIRED
    assert _value(run.result) == {key: answer}
    at_limit = _run(replace(scenario, max_attempts=2))
    assert (at_limit.outcome, at_limit.result_is) == (Outcome.FELL_BACK, ResultIs.FALLBACK)
    assert _value(at_limit.result) == {key: fallback}


@pytest.mark.parametrize(
    ("language", "name", "who", "age"),
    [
        (Language.ENGLISH, "name", "Alice", "age"),
        (Language.FRENCH, "nom", "Alice", "age"),
        (Language.JAPANESE, "名前", "アリス", "年齢"),
        (Language.POLISH, "imie", "Alicja", "wiek"),
    ],
)
def test_malformed_output(language: Language, name: str, who: str, age: str) -> None:
    scenario = _scenario(LESSONS[MALFORMED], language)
    run = _run(scenario)
    assert _broken(run) == [[(f"/{age}", "type")], [(f"/{age}", "type")], []]
    assert "fence" in [note.kind for note in run.attempts[0].verdict.notes]
    second = run.attempts[1]
    assert second.verdict.span is not None
    assert 0 < second.verdict.span.start < second.verdict.span.end < len(second.reply.text)
    assert _value(run.result) == {name: who, age: 30}
    for attempt in run.attempts[1:]:
        assert scenario.schema_text in attempt.request.messages[-1].content
    at_limit = _run(replace(scenario, max_attempts=2))
    assert (at_limit.outcome, at_limit.result_is, at_limit.result) == (Outcome.ERROR, ResultIs.NONE, None)
    assert at_limit.error is not None


@pytest.mark.parametrize(("lesson", "language"), ALL)
def test_settings_of_a_lesson(lesson: Lesson, language: Language) -> None:
    scenario = _scenario(lesson, language)
    endpoint = scenario.endpoint
    assert scenario.language is language
    assert (endpoint.preset, endpoint.base_url, endpoint.model, endpoint.time_limit) == ("lab", "http://ai:4000", "lab", 30)
    assert endpoint.max_tokens == {GLUTEN: 60, MALFORMED: 200}[lesson.name]
    assert endpoint.temperature is None
    assert scenario.samples.rule is SampleRule.ALWAYS
    assert scenario.max_attempts == 3
    assert scenario.ending.kind is {GLUTEN: EndingKind.FALLBACK, MALFORMED: EndingKind.ERROR}[lesson.name]


@pytest.mark.parametrize(("lesson", "language"), ALL)
def test_cases_pass_and_fail_as_they_say(lesson: Lesson, language: Language) -> None:
    scenario = _scenario(lesson, language)
    schema = check(scenario.schema_text, assert_formats=scenario.assert_formats)
    assert (schema.report.errors, schema.report.hints) == ((), ())
    found = {case.title: judge(case.reply, schema).status is Status.VALID for case in scenario.cases}
    assert found == {case.title: case.should_pass for case in scenario.cases}
    assert set(found.values()) == {True, False}


@pytest.mark.parametrize(("lesson", "language"), ALL)
def test_the_file_is_as_the_program_writes_it(lesson: Lesson, language: Language) -> None:
    path = lesson.folder / f"{language}.json"
    assert write_scenario(_scenario(lesson, language)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("lesson", "language"), ALL)
def test_the_text_shows_what_the_samples_say(lesson: Lesson, language: Language) -> None:
    written = (lesson.folder / f"{language}.md").read_text(encoding="utf-8")
    for reply in _scenario(lesson, language).samples.replies:
        shown = re.sub(r"^```json\n|\n```$", "", reply)
        assert shown in written.replace("`", "")
    assert len(re.findall(r"^## ", written, re.MULTILINE)) == 4


def test_each_language_has_its_own_scenario_id() -> None:
    ids = [_scenario(lesson, language).id for lesson in LESSONS.values() for language in Language]
    assert len(set(ids)) == len(ids)
