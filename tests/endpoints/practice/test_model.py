"""The practice model answers from the request alone, and can be set to do what a person wants to see."""

import json
from dataclasses import fields, replace

import jsonschema
import pytest

from playground.endpoints.practice.faults import Fault, Trouble
from playground.endpoints.practice.model import NoRightAnswer, Question, pieces_of, reply_to, usage_of
from playground.endpoints.practice.settings import (
    ByHand,
    PracticeSettings,
    SettingsProblem,
    practice_presets,
    read_settings,
    settings_of,
    write_settings,
)
from playground.repair.message import Message, Role
from playground.repair.record import Outcome
from playground.resources import resource
from playground.verdict.judge import judge
from playground.verdict.violations import Status
from playground.words.language import Language
from tests.endpoints.practice.looping import carry_out
from tests.endpoints.practice.schemas import checked, world

SCHEMA = jsonschema.Draft202012Validator(json.loads(resource("schemas", "practice.json").read_text("utf-8")))
ASKED = (Message(Role.USER, "Answer in JSON."),)


@pytest.mark.parametrize("preset", practice_presets(), ids=lambda preset: preset.id)
@pytest.mark.parametrize("name", ["invoice", "yes or no", "recursive comments", "github-workflows"])
def test_a_preset_makes_its_faults(preset: object, name: str) -> None:
    settings = settings_of(preset.id)  # type: ignore[attr-defined]
    replies = {reply_to(Question(ASKED, world()[name]), replace(settings, seed=seed)) for seed in range(1, 21)}
    assert len(replies) > 8
    clean = sum(
        judge(reply.text, checked(name)).status is Status.VALID and not judge(reply.text, checked(name)).notes for reply in replies
    )
    assert clean <= len(replies) / 2


def test_without_faults_it_is_right_at_once() -> None:
    run = carry_out(world()["invoice"], PracticeSettings(faults=()))
    assert run.outcome is Outcome.ACCEPTED
    assert not run.live


def test_what_is_chosen_by_hand_comes_at_its_turn() -> None:
    settings = PracticeSettings(by_hand=(ByHand(1, (Fault.PROSE_ONLY,)), ByHand(2, (Fault.WRONG_ENUM,)), ByHand(3)))
    run = carry_out(world()["yes or no"], settings, attempts=5)
    assert [attempt.verdict.status for attempt in run.attempts] == [Status.NO_JSON, Status.INVALID, Status.VALID]


def test_the_same_wrong_reply_comes_again_once_when_asked_for() -> None:
    settings = PracticeSettings(faults=((Fault.SAME_AGAIN, 1000), (Fault.WRONG_ENUM, 1)), at_once=1)
    first, second, third = (attempt.reply.text for attempt in carry_out(world()["yes or no"], settings).attempts)
    assert first == second != third


def test_a_suspicious_repair_is_noticed_by_the_loop() -> None:
    schema = (
        '{"type": "object", "properties": {"kind": {"enum": ["a", "b"]}, "text": {"type": "string"}}, "required": ["kind", "text"]}'
    )
    settings = PracticeSettings(faults=((Fault.SUSPICIOUS, 1000), (Fault.WRONG_ENUM, 1)), at_once=1)
    run = carry_out(schema, settings)
    assert run.outcome is Outcome.REPAIRED
    assert any("emptied" in note.id for note in run.attempts[-1].notes)


def test_it_goes_on_from_what_stands_in_the_conversation() -> None:
    """A shortened conversation is enough: the last reply tells what is still wrong."""
    settings = PracticeSettings(by_hand=(ByHand(1, (Fault.WRONG_ENUM, Fault.EXTRA_KEY)),), listening=0.5)
    first = reply_to(Question(ASKED, world()["yes or no"]), settings)
    told = Message(Role.USER, "answer must be yes or no")
    second = reply_to(Question((*ASKED, Message(Role.ASSISTANT, first.text), told), world()["yes or no"]), settings)
    assert set(json.loads(second.text)) == set(json.loads(first.text))
    assert json.loads(second.text)["answer"] in ("yes", "no")


def test_it_speaks_the_language_of_the_question() -> None:
    settings = PracticeSettings(by_hand=(ByHand(1, (Fault.PROSE_AROUND,)),))
    french = reply_to(
        Question((Message(Role.USER, "Répondez en JSON, s’il vous plaît : est-ce vrai ?"),), world()["yes or no"]), settings
    )
    polish = reply_to(Question(ASKED, world()["yes or no"]), replace(settings, language=Language.POLISH))
    assert any(word in french.text for word in ("Bien sûr", "Avec plaisir", "Voilà"))
    assert any(word in polish.text for word in ("Jasne", "Oczywiście", "Proszę"))


def test_a_schema_without_a_right_answer_is_said() -> None:
    with pytest.raises(NoRightAnswer) as refused:
        reply_to(Question(ASKED, '{"type": "integer", "minimum": 3, "maximum": 2}'), PracticeSettings())
    assert [each.keyword for each in refused.value.unserved] == ["minimum"]
    with pytest.raises(NoRightAnswer):
        reply_to(Question(ASKED, '{"type": 3}'), PracticeSettings())


def test_pieces_make_the_text_and_tokens_grow_with_it() -> None:
    text = 'Of course:\n\n{"a": "long, long text"}\n'
    assert "".join(pieces_of(text)) == text
    assert "".join(pieces_of("")) == ""
    short, long = usage_of(ASKED, "yes"), usage_of((*ASKED, *ASKED), text)
    assert short.input_tokens is not None
    assert long.total_tokens == (long.input_tokens or 0) + (long.output_tokens or 0)
    assert (long.input_tokens or 0) > short.input_tokens > 0


CHANGED = PracticeSettings(
    preset="chatty",
    seed=42,
    faults=((Fault.FENCE, 2.0), (Fault.REFUSAL, 0.5)),
    at_once=3,
    right_at_once=0.25,
    listening=0.75,
    speed=12.0,
    by_hand=(ByHand(1, (Fault.FENCE,), Trouble.RATE_LIMITED), ByHand(3)),
    troubles=((Trouble.SERVER_ERROR, 0.5),),
    wait=1.5,
    language=Language.JAPANESE,
)


@pytest.mark.parametrize("settings", [CHANGED, *(preset.settings for preset in practice_presets())])
def test_settings_survive_the_extra_fields(settings: PracticeSettings) -> None:
    assert read_settings("", write_settings(settings)) == settings


def test_other_extra_fields_stay_where_a_setting_changes() -> None:
    extra = '{"top_p": 0.9, "practice": {"preset": "chatty", "listening": 1}}'
    reseeded = write_settings(replace(read_settings("", extra), seed=7), extra)
    assert json.loads(reseeded) == {"top_p": 0.9, "practice": {"preset": "chatty", "listening": 1.0, "seed": 7}}
    for wrong in ("[]", "{"):
        with pytest.raises(SettingsProblem):
            write_settings(CHANGED, wrong)


@pytest.mark.parametrize("settings", [CHANGED, *(preset.settings for preset in practice_presets())])
def test_settings_are_as_their_schema_says(settings: PracticeSettings) -> None:
    SCHEMA.validate(json.loads(write_settings(settings))["practice"])


def test_the_schema_of_the_settings_knows_every_one_of_them() -> None:
    described = json.loads(resource("schemas", "practice.json").read_text("utf-8"))
    assert set(described["properties"]) == {field.name for field in fields(PracticeSettings)}
    assert described["properties"]["preset"]["enum"] == [preset.id for preset in practice_presets()]
    assert (described["$defs"]["fault"]["enum"], described["$defs"]["trouble"]["enum"]) == (list(Fault), list(Trouble))


@pytest.mark.parametrize(
    ("model", "extra", "preset"),
    [
        ("practice-broken", "{}", "broken"),
        ("broken", "", "broken"),
        ("gpt-anything", "{}", "sloppy"),
        ("practice-broken", '{"practice": {"preset": "chatty"}}', "chatty"),
        ("practice-chatty", '{"temperature": 1}', "chatty"),
    ],
)
def test_the_model_names_the_preset(model: str, extra: str, preset: str) -> None:
    assert read_settings(model, extra).preset == preset


@pytest.mark.parametrize(
    ("extra", "name"),
    [
        ("[", "practice"),
        ("[]", "practice"),
        ('{"practice": 3}', "practice"),
        ('{"practice": {"preset": "kind"}}', "preset"),
        ('{"practice": {"colour": 1}}', "colour"),
        ('{"practice": {"faults": {"typo": 1}}}', "faults"),
        ('{"practice": {"faults": {"fence": "much"}}}', "faults"),
        ('{"practice": {"listening": 2}}', "listening"),
        ('{"practice": {"listening": NaN}}', "listening"),
        ('{"practice": {"seed": 1.5}}', "seed"),
        ('{"practice": {"at_once": true}}', "at_once"),
        ('{"practice": {"by_hand": {"0": []}}}', "by_hand"),
        ('{"practice": {"by_hand": {"first": ["fence"]}}}', "by_hand"),
        ('{"practice": {"troubles": {"fire": 1}}}', "troubles"),
        ('{"practice": {"language": "de"}}', "language"),
    ],
)
def test_settings_that_cannot_be_are_refused_by_name(extra: str, name: str) -> None:
    with pytest.raises(SettingsProblem) as refused:
        read_settings("", extra)
    assert refused.value.name == name
    if name != "practice" and "NaN" not in extra:
        assert not SCHEMA.is_valid(json.loads(extra)["practice"])
