"""Editing a scenario: undo, redo, merging of typing, the unsaved mark, and what is kept meanwhile."""

from dataclasses import replace
from pathlib import Path

import pytest

from playground.repair.scenario import Scenario
from playground.store.document import MERGE_PAUSE, UNDO_LIMIT, ScenarioDocument
from playground.words.text import Text, text

FIRST = Scenario(id="7a0f3d52-6a0e-4a5c-8a1c-0a6b5a3b1f00", title="first")
LABEL = text("store.test")


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Shelf:
    """Keeps work in memory and writes down what it was asked."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[Scenario, Path | None]] = {}

    def keep(self, document_id: str, scenario: Scenario, path: Path | None) -> None:
        self.kept[document_id] = (scenario, path)

    def drop(self, document_id: str) -> None:
        self.kept.pop(document_id, None)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def titled(title: str) -> Scenario:
    return replace(FIRST, title=title)


def labels(document: ScenarioDocument) -> tuple[Text | None, Text | None]:
    return document.undo_label, document.redo_label


def is_dirty(document: ScenarioDocument) -> bool:
    return document.dirty


def type_letters(document: ScenarioDocument, word: str, key: str = "title") -> None:
    for length in range(1, len(word) + 1):
        document.change(titled(word[:length]), LABEL, key)


def test_undo_and_redo_walk_through_every_state() -> None:
    document = ScenarioDocument(FIRST)
    document.change(titled("second"), text("store.one"))
    document.change(titled("third"), text("store.two"))

    assert labels(document) == (text("store.two"), None)
    document.undo()
    assert (document.scenario.title, labels(document)) == ("second", (text("store.one"), text("store.two")))
    document.undo()
    assert (document.scenario, labels(document)) == (FIRST, (None, text("store.one")))
    document.undo()
    assert document.scenario == FIRST
    document.redo()
    document.redo()
    document.redo()
    assert (document.scenario.title, document.redo_label) == ("third", None)


def test_a_change_after_undo_ends_what_could_be_redone() -> None:
    document = ScenarioDocument(FIRST)
    document.change(titled("second"), LABEL)
    document.undo()
    document.change(titled("other"), LABEL)
    assert document.redo_label is None
    document.undo()
    assert document.scenario == FIRST


def test_typing_becomes_one_undo_step(clock: Clock) -> None:
    document = ScenarioDocument(FIRST, clock=clock)
    type_letters(document, "hello")
    document.undo()
    assert document.scenario == FIRST
    document.redo()
    assert document.scenario.title == "hello"


@pytest.mark.parametrize("between", ["pause", "other key", "no key", "undo and redo", "save"])
def test_what_ends_the_merging_of_typing(between: str, clock: Clock) -> None:
    document = ScenarioDocument(FIRST, clock=clock)
    type_letters(document, "one")
    match between:
        case "pause":
            clock.now += MERGE_PAUSE
        case "undo and redo":
            document.undo()
            document.redo()
        case "save":
            document.mark_saved(Path("a.json"), document.scenario)
    key = {"other key": "schema_text", "no key": None}.get(between, "title")
    document.change(titled("one more"), LABEL, key)
    document.undo()
    assert document.scenario.title == "one"


def test_the_same_state_again_is_no_change() -> None:
    document = ScenarioDocument(FIRST)
    heard: list[str] = []
    document.listen(lambda: heard.append(document.scenario.title))
    document.change(titled("first"), LABEL)
    assert (heard, document.undo_label) == ([], None)


def test_dirty_is_measured_against_the_saved_state() -> None:
    document = ScenarioDocument(FIRST, Path("a.json"))
    assert not is_dirty(document)
    document.change(titled("second"), LABEL)
    assert is_dirty(document)
    document.undo()
    assert not is_dirty(document)
    document.redo()
    document.mark_saved(Path("b.json"), document.scenario)
    assert (is_dirty(document), document.path) == (False, Path("b.json"))
    document.undo()
    assert is_dirty(document)


def test_typing_during_a_save_stays_unsaved() -> None:
    document = ScenarioDocument(FIRST)
    written = document.scenario
    document.change(titled("typed meanwhile"), LABEL)
    document.mark_saved(Path("a.json"), written)
    assert document.dirty


def test_listeners_hear_changes_until_they_stop() -> None:
    document = ScenarioDocument(FIRST)
    heard: list[str] = []
    stop = document.listen(lambda: heard.append(document.scenario.title))
    document.change(titled("second"), LABEL)
    document.undo()
    stop()
    document.redo()
    stop()
    assert heard == ["second", "first"]


def test_unsaved_work_is_kept_until_it_is_saved_or_taken_back() -> None:
    shelf = Shelf()
    document = ScenarioDocument(FIRST, Path("a.json"), keeper=shelf)
    assert shelf.kept == {}
    document.change(titled("second"), LABEL)
    assert shelf.kept == {document.id: (titled("second"), Path("a.json"))}
    document.undo()
    assert shelf.kept == {}
    document.redo()
    document.mark_saved(Path("a.json"), document.scenario)
    assert shelf.kept == {}
    document.change(titled("third"), LABEL)
    document.close()
    assert shelf.kept == {}


def test_recovered_work_counts_as_unsaved_and_is_kept_at_once() -> None:
    shelf = Shelf()
    document = ScenarioDocument(FIRST, saved=False, keeper=shelf)
    assert document.dirty
    assert shelf.kept == {document.id: (FIRST, None)}


def test_the_undo_stack_has_an_end() -> None:
    document = ScenarioDocument(FIRST)
    for number in range(UNDO_LIMIT + 5):
        document.change(titled(str(number)), LABEL)
    for _ in range(UNDO_LIMIT + 5):
        document.undo()
    assert document.scenario.title == "4"
