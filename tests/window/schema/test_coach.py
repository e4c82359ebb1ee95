"""Replies made from a schema: those that pass do, those that fail do, and both can become cases."""

import json

import pytest
from pytestqt.qtbot import QtBot

from playground.verdict.json_text import read
from playground.verdict.schema import check, satisfies
from playground.window.main_window import MainWindow
from playground.window.schema.coach_panel import CoachPanel
from playground.window.schema.coaching import CoachQuestion, coach
from playground.window.schema.gallery import GallerySchema, read_gallery
from playground.words.language import Language


def _ask(schema: object, *, seed: int = 0) -> CoachQuestion:
    return CoachQuestion(json.dumps(schema), True, Language.ENGLISH, seed)


@pytest.mark.parametrize("entry", read_gallery(Language.ENGLISH), ids=lambda entry: entry.name)
def test_what_would_pass_passes_and_what_would_fail_fails(entry: GallerySchema) -> None:
    schema_text = entry.schema_text
    made = coach(CoachQuestion(schema_text, True, Language.ENGLISH, 0))
    schema = check(schema_text, assert_formats=True)
    assert len(made.failing) == 3
    assert len({reply.text for reply in (*made.passing, *made.failing)}) == len(made.passing) + 3
    assert all(satisfies(schema, read(reply.text)) and not reply.reasons for reply in made.passing)
    assert all(not satisfies(schema, read(reply.text)) and reply.reasons for reply in made.failing)


def test_the_replies_that_pass_are_unlike_one_another() -> None:
    made = coach(_ask({"enum": ["a", "b", "c"]}))
    assert {reply.text for reply in made.passing} == {'"a"', '"b"', '"c"'}
    assert len(coach(_ask({"const": [1, {"a": None}]})).passing) == 1


def test_other_replies_come_with_another_seed() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "minLength": 3}}, "required": ["a"]}
    assert coach(_ask(schema)).passing != coach(_ask(schema, seed=1)).passing


def test_what_stands_in_the_way_is_named() -> None:
    assert not coach(CoachQuestion("{", True, Language.ENGLISH, 0)).usable
    assert coach(_ask({"type": "string", "not": {}})).unserved == ("not",)
    assert coach(_ask({})).failing == ()


def _open(window: MainWindow, qtbot: QtBot, schema_text: str) -> CoachPanel:
    window.editing.change("window.change.schema", schema_text=schema_text)
    window.schema.coach_link.setChecked(True)
    panel = window.schema.coach
    assert panel is not None
    qtbot.waitUntil(lambda: panel.coached is not None and panel.coached.question.schema_text == schema_text, timeout=20_000)
    return panel


def test_a_reply_becomes_a_case_that_is_as_it_should_be(window: MainWindow, qtbot: QtBot) -> None:
    panel = _open(window, qtbot, '{"enum": ["yes", "no"]}')
    assert panel.coached is not None
    before = window.editing.scenario.cases
    panel.keep[0].click()
    panel.keep[-1].click()
    kept = window.editing.scenario.cases[len(before) :]
    assert [(case.reply, case.should_pass) for case in kept] == [
        (panel.coached.passing[0].text, True),
        (panel.coached.failing[-1].text, False),
    ]
    assert not panel.keep[0].isEnabled()
    window.editing.document.undo()
    window.editing.document.undo()
    assert window.editing.scenario.cases == before


def test_the_replies_follow_the_schema_while_they_are_looked_at(window: MainWindow, qtbot: QtBot) -> None:
    panel = _open(window, qtbot, '{"const": 1}')
    panel = _open(window, qtbot, '{"type": ')
    assert panel.what.text() == "The schema has errors, so nothing can be made from it yet."
    panel = _open(window, qtbot, '{"type": "string", "not": {}}')
    assert panel.what.text().startswith("No reply could be made: not stands in the way.")
    panel = _open(window, qtbot, "{}")
    assert panel.keep
    window.schema.coach_link.setChecked(False)
    asked = panel._asked
    window.editing.change("window.change.schema", schema_text='{"const": 2}')
    assert panel._asked is asked
    window.schema.coach_link.setChecked(True)
    panel.others.click()
    qtbot.waitUntil(lambda: panel.coached is not None and panel.coached.question.seed == 1, timeout=20_000)
