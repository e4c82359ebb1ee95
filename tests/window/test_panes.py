"""The panes of the left column edit the scenario through its document, and show what undo brings back."""

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from playground.endpoints.endpoint import AskFailed
from playground.endpoints.failures import Kind, fail
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.message import Message, Role
from playground.repair.scenario import Budgets, SampleRule, Samples, Scenario, StopRules
from playground.store.document import ScenarioDocument
from playground.store.keys import KeyState, KeyStore
from playground.store.settings import Settings
from playground.store.writer import Writer
from playground.window.appearance import Appearance
from playground.window.controls.pill import State
from playground.window.editing import Editing
from playground.window.endpoint_details import EndpointDetails
from playground.window.endpoint_pane import EndpointPane
from playground.window.futures import Futures
from playground.window.limits_pane import LimitsPane
from playground.window.preferences import Preferences
from playground.window.prompt_pane import PromptPane
from playground.window.words_in_window import Wording
from playground.words.language import Language

SECRET = "sk-made-up-for-this-test"


@pytest.fixture
def editing() -> Editing:
    return Editing(ScenarioDocument(Scenario("s", messages=(Message(Role.USER, "Hello"),))))


@pytest.fixture
def preferences(tmp_path: Path) -> Iterator[Preferences]:
    writer = Writer()
    yield Preferences(Settings(), tmp_path / "settings.json", writer)
    assert writer.close(5)


class _Servers:
    """A server that offers two models, or one that fails."""

    def __init__(self, failure: AskFailed | None = None) -> None:
        self._failure = failure

    def list_models(self, endpoint: EndpointSettings) -> "Future[tuple[str, ...]]":
        assert endpoint.base_url
        future: Future[tuple[str, ...]] = Future()
        if self._failure is not None:
            future.set_exception(self._failure)
        else:
            future.set_result(("small", "large"))
        return future


# Prompt


def test_typing_changes_the_prompt_in_one_step_that_undo_takes_back(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing
) -> None:
    pane = PromptPane(appearance, wording, editing)
    qtbot.addWidget(pane)
    field = pane._rows[0].field
    qtbot.keyClicks(field.editor, "Oh, ")
    assert editing.scenario.messages == (Message(Role.USER, "HelloOh, "),)
    editing.document.undo()
    assert field.text() == "Hello"


def test_no_break_spaces_survive_an_edit(qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing) -> None:
    editing.change("window.change.prompt", messages=(Message(Role.USER, "Du gluten\u00a0? \U0001f956\nOui."),))
    pane = PromptPane(appearance, wording, editing)
    qtbot.addWidget(pane)
    qtbot.keyClicks(pane._rows[0].field.editor, "x")
    assert editing.scenario.messages[0].content == "Du gluten\u00a0? \U0001f956\nOui.x"


def test_undo_leaves_the_cursor_near_what_changed(qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing) -> None:
    editing.change("window.change.prompt", messages=(Message(Role.USER, "one \U0001f956 two three"),))
    pane = PromptPane(appearance, wording, editing)
    qtbot.addWidget(pane)
    editor = pane._rows[0].field.editor
    cursor = editor.textCursor()
    cursor.setPosition(8)
    editor.setTextCursor(cursor)
    qtbot.keyClicks(editor, "X")
    editing.document.undo()
    assert editor.toPlainText() == "one \U0001f956 two three"
    assert editor.textCursor().position() == 8


def test_messages_are_added_moved_given_a_role_and_removed(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing
) -> None:
    pane = PromptPane(appearance, wording, editing)
    qtbot.addWidget(pane)
    simple = [pane.simple]
    pane._details.click()
    simple.append(pane.simple)
    assert simple == [True, False]
    pane._add.click()
    qtbot.keyClicks(pane._rows[1].field.editor, "Be brief.")
    pane._rows[1].role.setCurrentIndex(pane._rows[1].role.findData("system"))
    pane._rows[1].up.click()
    assert editing.scenario.messages == (Message(Role.SYSTEM, "Be brief."), Message(Role.USER, "Hello"))
    pane._rows[1].remove.click()
    assert list(editing.scenario.messages) == [Message(Role.SYSTEM, "Be brief.")]
    assert not pane.simple


def test_an_edited_prompt_is_said_to_be_unread_by_recorded_samples(qtbot: QtBot, appearance: Appearance, wording: Wording) -> None:
    scenario = Scenario("s", messages=(Message(Role.USER, "Hello"),), samples=Samples(SampleRule.ALWAYS, ("a",)))
    editing = Editing(ScenarioDocument(scenario))
    pane = PromptPane(appearance, wording, editing)
    qtbot.addWidget(pane)
    assert pane._unread.isHidden()
    qtbot.keyClicks(pane._rows[0].field.editor, "x")
    assert not pane._unread.isHidden()
    with qtbot.waitSignal(pane.model_wanted):
        pane._unread_way_out.click()
    editing.change("window.change.samples", samples=Samples(SampleRule.NEVER, ("a",)))
    assert pane._unread.isHidden()


def test_oversights_are_said_before_anything_is_sent(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing
) -> None:
    pane = PromptPane(appearance, wording, editing)
    qtbot.addWidget(pane)
    pane.begin_hints()
    assert pane.hints.isHidden()
    editing.change("window.change.prompt", messages=(Message(Role.USER, "Hello {{who}}"),))
    assert "{{who}}" in pane.hints.text()
    editing.change("window.change.variable", variables=(("who", "Ada"),))
    assert pane.hints.isHidden()
    editing.change("window.change.mode", endpoint=EndpointSettings(mode=Mode.JSON))
    assert "JSON" in pane.hints.text()
    wording.speak(Language.FRENCH)
    assert pane.hints.text().startswith("Le mode")


# Limits


def test_the_slider_says_what_it_means(qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing) -> None:
    pane = LimitsPane(appearance, wording, editing)
    qtbot.addWidget(pane)
    assert pane.slider.accessibleDescription() == "3 attempts: the first and 2 repairs"
    pane.slider.setFocus()
    qtbot.keyClick(pane.slider, Qt.Key.Key_Home)
    assert editing.scenario.max_attempts == 1
    assert pane.slider.accessibleDescription() == "1 attempt: the first answer only, no repair"
    qtbot.keyClick(pane.slider, Qt.Key.Key_End)
    assert editing.scenario.max_attempts == 10
    wording.speak(Language.POLISH)
    assert pane.slider.accessibleDescription() == "10 prób: pierwsza i 9 napraw"
    editing.document.undo()
    assert pane.slider.value() == 3


@pytest.mark.parametrize("rule", ["same_reply", "same_violations", "raise_limit_once", "duplicate_key_is_violation"])
def test_each_rule_is_switched_on_and_taken_back(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing, rule: str
) -> None:
    pane = LimitsPane(appearance, wording, editing)
    qtbot.addWidget(pane)
    pane.unfold.click()
    assert pane.rules is not None
    pane.rules.switches[rule].click()
    assert editing.scenario.stop_rules == replace(StopRules(), **{rule: True})
    editing.document.undo()
    assert editing.scenario.stop_rules == StopRules()
    assert not any(switch.isChecked() for switch in pane.rules.switches.values())


def test_budgets_of_the_run_are_set_emptied_and_said_while_folded(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing
) -> None:
    pane = LimitsPane(appearance, wording, editing)
    qtbot.addWidget(pane)
    pane.show()
    pane.unfold.click()
    rules = pane.rules
    assert rules is not None
    qtbot.keyClicks(rules.seconds, "090")  # no number begins with 0
    qtbot.keyClick(rules.seconds, Qt.Key.Key_Return)
    qtbot.keyClicks(rules.tokens, "4000")
    qtbot.keyClick(rules.tokens, Qt.Key.Key_Return)
    assert editing.scenario.budgets == Budgets(seconds=90, total_tokens=4000)
    pane.unfold.click()
    assert not rules.seconds.isVisible()
    assert pane.meaning.text() == "the first and 2 repairs · no new attempt after 90 s · no new attempt after 4,000 tokens"
    pane.unfold.click()
    rules.seconds.selectAll()
    qtbot.keyClick(rules.seconds, Qt.Key.Key_Delete)
    qtbot.keyClick(rules.seconds, Qt.Key.Key_Return)
    assert editing.scenario.budgets == Budgets(total_tokens=4000)


# Endpoint


def _details(
    qtbot: QtBot,
    appearance: Appearance,
    wording: Wording,
    editing: Editing,
    preferences: Preferences,
    servers: _Servers | None = None,
) -> EndpointDetails:
    made = EndpointDetails(appearance, wording, editing, KeyStore(), servers or _Servers(), Futures(), preferences)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize(
    ("pasted", "kept"),
    [
        (" https://api.example.org/v1/chat/completions ", "https://api.example.org/v1"),
        ("localhost:8080", "http://localhost:8080/v1"),
        ("ftp://example.org", "ftp://example.org"),
    ],
)
def test_an_address_is_taken_in_any_form(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing, preferences: Preferences, pasted: str, kept: str
) -> None:
    details = _details(qtbot, appearance, wording, editing, preferences)
    details.address.setText(pasted)
    qtbot.keyClick(details.address, Qt.Key.Key_Return)
    assert editing.scenario.endpoint.base_url == kept
    assert details._address_hint.isHidden() == kept.startswith("http")


def test_a_kind_of_server_brings_its_settings_and_keeps_the_mode_it_can(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing, preferences: Preferences
) -> None:
    details = _details(qtbot, appearance, wording, editing, preferences)
    details.mode.setCurrentIndex(details.mode.findData("tool"))
    details.who.setCurrentIndex(details.who.findData("openai"))
    assert editing.scenario.endpoint.base_url == "https://api.openai.com/v1"
    modes = [editing.scenario.endpoint.mode]
    details.who.setCurrentIndex(details.who.findData("ollama"))
    modes.append(editing.scenario.endpoint.mode)
    assert modes == [Mode.TOOL, Mode.PROMPT]
    assert editing.scenario.endpoint.time_limit == 120


def test_limits_are_numbers_and_may_be_left_out(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing, preferences: Preferences
) -> None:
    details = _details(qtbot, appearance, wording, editing, preferences)
    for field, typed in ((details.time_limit, "45"), (details.max_tokens, ""), (details.temperature, "0.5")):
        field.clear()
        qtbot.keyClicks(field, typed)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    endpoint = editing.scenario.endpoint
    assert (endpoint.time_limit, endpoint.max_tokens, endpoint.temperature) == (45.0, None, 0.5)


def test_a_limit_that_was_left_empty_shows_what_holds(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing, preferences: Preferences
) -> None:
    details = _details(qtbot, appearance, wording, editing, preferences)
    with qtbot.waitActive(details):
        details.activateWindow()
    before = editing.scenario.endpoint.time_limit
    details.time_limit.setFocus()
    details.time_limit.clear()
    qtbot.keyClick(details.time_limit, Qt.Key.Key_Tab)
    assert not details.time_limit.hasFocus()
    assert details.time_limit.text() == f"{before:.0f}"
    assert editing.scenario.endpoint.time_limit == before


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)
def test_models_come_from_the_server(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing, preferences: Preferences
) -> None:
    editing.change("window.change.endpoint", endpoint=EndpointSettings(base_url="http://localhost:1/v1"))
    details = _details(qtbot, appearance, wording, editing, preferences)
    with qtbot.waitSignal(details.status_changed):
        details.list_models.click()
    assert [action.text() for action in details.models.actions()] == ["small", "large"]
    details.models.actions()[1].trigger()
    details.models.hide()
    assert editing.scenario.endpoint.model == "large"
    assert details.status.answered


def test_a_server_that_does_not_answer_is_said_in_words(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing, preferences: Preferences
) -> None:
    editing.change("window.change.endpoint", endpoint=EndpointSettings(base_url="http://localhost:1/v1", model="m"))
    servers = _Servers(fail(Kind.ADDRESS_MISSING, problem="?"))
    pane = EndpointPane(appearance, wording, editing, KeyStore(), servers, Futures(), preferences)
    qtbot.addWidget(pane)
    pane.show()
    assert pane.pill.text == "not tried yet"
    pane.unfold()
    assert pane._details is not None
    with qtbot.waitSignal(pane._details.status_changed):
        pane._details.list_models.click()
    assert (pane.pill.state, pane.pill.text) == (State.BAD, "no answer")
    assert len(pane._details._models_status.text()) > 20


def test_a_key_goes_to_the_keyring_and_stays_out_of_the_scenario(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing, preferences: Preferences
) -> None:
    editing.change("window.change.endpoint", endpoint=EndpointSettings(base_url="https://api.example.org/v1"))
    details = _details(qtbot, appearance, wording, editing, preferences)
    details.look_up_key()
    qtbot.waitUntil(lambda: details.key_state is KeyState.NONE)
    assert "https://api.example.org" in details.key._where.text()
    qtbot.keyClicks(details.key.field, SECRET)
    details.key.save.click()
    assert details.key.field.text() == ""
    qtbot.waitUntil(lambda: details.key_state is KeyState.SAVED)
    assert SECRET not in repr(editing.scenario)
    assert not any(SECRET in child.text() for child in details.findChildren(type(details.key._status)))
    details.key.forget.click()
    qtbot.waitUntil(lambda: details.key_state is KeyState.NONE)


def test_a_key_crosses_a_network_unprotected_only_after_a_yes(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing, preferences: Preferences
) -> None:
    editing.change("window.change.endpoint", endpoint=EndpointSettings(base_url="http://192.168.1.9:8000/v1"))
    details = _details(qtbot, appearance, wording, editing, preferences)
    details.look_up_key()
    assert details.key._plain.isHidden()
    qtbot.keyClicks(details.key.field, SECRET)
    details.key.session.click()
    assert details.key_state is KeyState.SESSION_ONLY
    assert not details.key._plain.isHidden()
    details.key.allow_plain.click()
    assert preferences.settings.plain_http_hosts == ("http://192.168.1.9:8000",)
    assert details.key._plain.isHidden()


def test_what_was_typed_for_one_server_is_not_saved_for_another(
    qtbot: QtBot, appearance: Appearance, wording: Wording, editing: Editing, preferences: Preferences
) -> None:
    editing.change("window.change.endpoint", endpoint=EndpointSettings(base_url="https://one.example.org/v1"))
    details = _details(qtbot, appearance, wording, editing, preferences)
    details.look_up_key()
    qtbot.keyClicks(details.key.field, SECRET)
    editing.change("window.change.endpoint", endpoint=EndpointSettings(base_url="https://two.example.org/v1"))
    assert details.key.field.text() == ""
