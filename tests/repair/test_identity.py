from dataclasses import fields, replace
from typing import Any

import pytest

from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.repair.identity import scenario_hash
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
from playground.words.language import Language
from tests.repair.cases import make_scenario

PLAIN = make_scenario()
AFFECTING: list[dict[str, Any]] = [
    {"messages": (Message(Role.SYSTEM, "Does it contain gluten?"),)},
    {"messages": (Message(Role.USER, "Does it?"),)},
    {"schema_text": "{}"},
    {"assert_formats": False},
    {"endpoint": replace(PLAIN.endpoint, dialect=Dialect.GEMINI)},
    {"endpoint": replace(PLAIN.endpoint, base_url="http://localhost")},
    {"endpoint": replace(PLAIN.endpoint, model="m")},
    {"endpoint": replace(PLAIN.endpoint, mode=Mode.JSON)},
    {"endpoint": replace(PLAIN.endpoint, time_limit=1.0)},
    {"endpoint": replace(PLAIN.endpoint, max_tokens=None)},
    {"endpoint": replace(PLAIN.endpoint, temperature=0.0)},
    {"endpoint": replace(PLAIN.endpoint, extra='{"seed": 1}')},
    {"repair_endpoint": RepairEndpoint(model="m")},
    {"repair_endpoint": RepairEndpoint(temperature=0.5)},
    {"repair_endpoint": RepairEndpoint(mode=Mode.JSON)},
    {"feedback": FeedbackSettings(Strategy.BLIND)},
    {"feedback": FeedbackSettings(language=Language.POLISH)},
    {"feedback": FeedbackSettings(templates=(OwnTemplate(Strategy.FAULTS, Language.ENGLISH, "x"),))},
    {"language": Language.POLISH},
    {"fix_small_faults": True},
    {"max_attempts": 4},
    {"budgets": Budgets(seconds=1.0)},
    {"budgets": Budgets(total_tokens=1)},
    {"ending": Ending(EndingKind.BEST_ATTEMPT)},
    {"ending": Ending(EndingKind.FALLBACK, "1")},
    {"stop_rules": StopRules(same_reply=True)},
    {"stop_rules": StopRules(same_violations=True)},
    {"stop_rules": StopRules(raise_limit_once=True)},
    {"stop_rules": StopRules(duplicate_key_is_violation=True)},
]
HARMLESS: list[dict[str, Any]] = [
    {"id": "another"},
    {"title": "T"},
    {"variables": (("unused", "x"),)},
    {"endpoint": replace(PLAIN.endpoint, preset="ollama", stream=False)},
    {"feedback": FeedbackSettings(templates=(OwnTemplate(Strategy.FAULTS, Language.FRENCH, "x"),))},
    {"feedback": FeedbackSettings(templates=(OwnTemplate(Strategy.BLIND, Language.ENGLISH, "x"),))},
    {"samples": Samples(SampleRule.ALWAYS, ("x",))},
    {"cases": (Case("c", "r", should_pass=True),)},
    {"unknown": (("/x", "1"),)},
]


@pytest.mark.parametrize("changes", AFFECTING, ids=str)
def test_what_affects_results_makes_another_scenario(changes: dict[str, Any]) -> None:
    assert scenario_hash(make_scenario(**changes)) != scenario_hash(PLAIN)


@pytest.mark.parametrize("changes", HARMLESS, ids=str)
def test_what_does_not_affect_results_leaves_it_the_same(changes: dict[str, Any]) -> None:
    assert scenario_hash(make_scenario(**changes)) == scenario_hash(PLAIN)


def test_all_hashes_differ() -> None:
    distinct = [changes for changes in AFFECTING if "language" not in changes]  # Polish feedback is the same, whoever chose it
    hashes = [scenario_hash(make_scenario(**changes)) for changes in distinct]
    assert len(set(hashes)) == len(hashes)


def test_every_field_was_thought_of() -> None:
    named = {name for changes in AFFECTING + HARMLESS for name in changes}
    assert named == {field.name for field in fields(Scenario)}
    touched = {
        field.name for changes in AFFECTING + HARMLESS if "endpoint" in changes
        for field in fields(EndpointSettings) if getattr(changes["endpoint"], field.name) != getattr(PLAIN.endpoint, field.name)
    }  # fmt: skip
    assert touched == {field.name for field in fields(EndpointSettings)}


def test_the_hash_never_changes_between_versions() -> None:
    scenario = make_scenario(
        messages=(Message(Role.USER, "グルテン \ud800 {{x}}"),),
        variables=(("x", "é"),),
        feedback=FeedbackSettings(templates=(OwnTemplate(Strategy.FAULTS, Language.ENGLISH, "{faults}"),)),
    )
    assert scenario_hash(scenario) == "a14160cef3f6e63928faa118590feccd391dce727a80601c15273e551958f5ef"
