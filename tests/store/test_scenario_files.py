"""Scenarios as files: nothing is lost on the way, and what is no scenario is a sentence."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from playground.repair.scenario import Scenario
from playground.store.file_problems import FileProblem
from playground.store.scenario_files import list_lessons, open_scenario, save_scenario
from playground.words.language import Language

SCENARIO = Scenario(id="7a0f3d52-6a0e-4a5c-8a1c-0a6b5a3b1f00", title="はい \ud800", schema_text='{"broken": ')


def test_a_scenario_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    save_scenario(file, SCENARIO)
    assert open_scenario(file).scenario == SCENARIO


def test_fields_of_a_newer_program_survive(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    save_scenario(file, SCENARIO)
    content = json.loads(file.read_text(encoding="utf-8"))
    content["hologram"] = {"depth": 3}
    file.write_text(json.dumps(content), encoding="utf-8")
    save_scenario(file, replace(open_scenario(file).scenario, title="changed"))
    assert json.loads(file.read_text(encoding="utf-8"))["hologram"] == {"depth": 3}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_scenarios_from_any_editor(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "a.json"
    save_scenario(file, replace(SCENARIO, title="はい"))
    file.write_text(file.read_text(encoding="utf-8"), encoding=encoding)
    assert open_scenario(file).scenario.title == "はい"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": "other"}', '{"format": "repair-loop-scenario", "version": 99}'])
def test_what_is_no_scenario_is_a_sentence_with_the_file_in_it(tmp_path: Path, content: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(FileProblem) as caught:
        open_scenario(file)
    assert caught.value.text.id == "store.scenario_unreadable"
    assert dict(caught.value.text.parameters)["file"] == str(file)
    assert file.read_text(encoding="utf-8") == content


def test_everything_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    save_scenario(file, SCENARIO)
    content = json.loads(file.read_text(encoding="utf-8")) | {"title": 1, "max_attempts": "many"}
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(FileProblem) as caught:
        open_scenario(file)
    assert [detail.id for detail in caught.value.details] == ["store.at_line"]


def test_another_programs_change_is_noticed_before_it_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    save_scenario(file, SCENARIO)
    opened = open_scenario(file)
    file.write_text("changed elsewhere, and longer", encoding="utf-8")
    with pytest.raises(FileProblem) as caught:
        save_scenario(file, SCENARIO, unless_changed_since=opened.stamp)
    assert caught.value.text.id == "store.changed_on_disk"
    assert file.read_text(encoding="utf-8") == "changed elsewhere, and longer"


def test_saving_again_and_again_is_no_change_of_another_program(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    stamp = save_scenario(file, SCENARIO)
    for title in ("one", "two"):
        stamp = save_scenario(file, replace(SCENARIO, title=title), unless_changed_since=stamp)
    assert open_scenario(file).stamp == stamp
    # A file that somebody deleted is simply written again.
    file.unlink()
    save_scenario(file, SCENARIO, unless_changed_since=stamp)
    assert open_scenario(file).scenario == SCENARIO


def test_every_lesson_opens_in_every_language() -> None:
    lessons = list_lessons()
    assert [lesson.name for lesson in lessons] == sorted(lesson.name for lesson in lessons)
    assert len(lessons) >= 2
    for lesson in lessons:
        for language in Language:
            assert open_scenario(lesson.scenario_file(language)).scenario.language is language
            assert lesson.text_file(language).name == f"{language}.md"
            assert lesson.text_file(language).read_text(encoding="utf-8").startswith("# ")
