from dataclasses import replace

import pytest

from playground.repair.exchange import Reply, Source
from playground.repair.fault_list import word_faults
from playground.repair.feedback import compose
from playground.repair.message import Message, Role
from playground.repair.record import Attempt
from playground.repair.requests import first_request
from playground.repair.scenario import FeedbackSettings, OwnTemplate, Scenario, Strategy
from playground.repair.templates import PLACEHOLDERS, check_template, default_template, own_template, set_template, template_of
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import check
from playground.verdict.violations import Fault, Finish, Span, Status, Verdict
from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import Listing, Text, text
from tests.repair.cases import SCHEMA, composed, feedback_text, invalid, make_scenario, no_json, wrong

EN, FR, JA, PL = Language


def judged(content: str, schema_text: str = SCHEMA) -> Verdict:
    return judge(content, check(schema_text, assert_formats=True))


def with_feedback(strategy: Strategy, language: Language = EN) -> Scenario:
    return make_scenario(language=language, feedback=FeedbackSettings(strategy))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (EN, 'Fix this and answer with JSON only: answer must be "yes" or "no".'),
        (FR, 'Corrigez ceci et n’envoyez que du JSON\u00a0: answer doit valoir "yes" ou "no".'),
        (JA, '次の点を直して、JSON だけを返してください：answer は"yes"または"no"でなければなりません。'),
        (PL, 'Popraw to i odpowiedz samym JSON-em: answer musi mieć wartość "yes" lub "no".'),
    ],
)
def test_the_fault_and_the_rule_are_sent_in_the_prompts_language(language: Language, said: str) -> None:
    assert feedback_text(with_feedback(Strategy.FAULTS, language), "", judged('{"answer": "maybe"}')) == said


def test_faults_schema_and_rules_are_sent_together() -> None:
    said = feedback_text(with_feedback(Strategy.FAULTS_SCHEMA), "", judged('{"answer": "maybe"}'))
    assert said == (
        'Your last reply cannot be used: answer must be "yes" or "no".\n\nSend it again, corrected.\n'
        "- Valid JSON, and nothing else: no text before or after it, no code fence.\n"
        f"- It must match this JSON Schema:\n{SCHEMA}"
    )


@pytest.mark.parametrize("language", Language)
def test_the_blind_retry_names_nothing(language: Language) -> None:
    verdict = judged('{"answer": "maybe"}')
    said = feedback_text(with_feedback(Strategy.BLIND, language), "", verdict)
    assert said == default_template(Strategy.BLIND, language)
    assert "answer" not in said.replace("Please answer again", "")
    assert "JSON" not in said


def test_another_language_can_be_chosen_for_what_is_sent() -> None:
    scenario = make_scenario(language=EN, feedback=FeedbackSettings(language=PL))
    assert feedback_text(scenario, "", judged("no")).startswith("Popraw to")


def test_the_list_grows_by_the_reply_verbatim_and_the_feedback() -> None:
    scenario = with_feedback(Strategy.FAULTS)
    answer = ' {"answer": "maybe"}\n\ud800'
    request = composed(scenario, answer, judged(answer)).request
    assert request.messages[:1] == scenario.messages
    assert request.messages[1] == Message(Role.ASSISTANT, answer)
    assert request.messages[2].role is Role.USER
    assert len(request.messages) == 3
    assert request.schema_text == SCHEMA


SYSTEM, ASKED = Message(Role.SYSTEM, "You answer in JSON."), Message(Role.USER, "Does it contain gluten?")
EARLIER = (Message(Role.ASSISTANT, "Hm."), Message(Role.USER, "Once more."))


@pytest.mark.parametrize(
    ("strategy", "sent"),
    [
        (Strategy.FAULTS, ["system", "user", "Hm.", "Once more.", "reply", "feedback"]),
        (Strategy.FAULTS_SCHEMA, ["system", "user", "Hm.", "Once more.", "reply", "feedback"]),
        (Strategy.ANNOTATED, ["system", "user", "Hm.", "Once more.", "reply", "feedback"]),
        (Strategy.FIELDS, ["system", "user", "Hm.", "Once more.", "reply", "feedback"]),
        (Strategy.BLIND, ["system", "user", "Hm.", "Once more.", "reply", "feedback"]),
        (Strategy.LAST_PAIR, ["system", "user", "reply", "feedback"]),
        (Strategy.FRESH, ["system", "feedback"]),
    ],
)
@pytest.mark.parametrize("language", Language)
def test_each_strategy_sends_its_own_messages(strategy: Strategy, sent: list[str], language: Language) -> None:
    answer = '{"answer": "maybe"}'
    scenario = replace(with_feedback(strategy, language), messages=(SYSTEM, ASKED))
    first = first_request(scenario)
    second = replace(first, messages=(*first.messages, *EARLIER))
    attempt = Attempt(2, second, Reply(answer, Source.LIVE), judged(answer))
    messages = compose(scenario, first, attempt).request.messages
    names = {SYSTEM.content: "system", ASKED.content: "user", answer: "reply", messages[-1].content: "feedback"}
    assert [names.get(message.content, message.content) for message in messages] == sent
    assert messages[-1].role is Role.USER


@pytest.mark.parametrize(
    ("strategy", "holds", "lacks"),
    [
        (Strategy.FAULTS, ['answer must be "yes" or "no"'], ["maybe", "{"]),
        (Strategy.FAULTS_SCHEMA, ['answer must be "yes" or "no"', SCHEMA], ["maybe"]),
        (Strategy.ANNOTATED, ['  "answer": "maybe"  // <-- answer must be "yes" or "no"'], [SCHEMA]),
        (Strategy.LAST_PAIR, ['answer must be "yes" or "no"'], ["maybe", "{"]),
        (Strategy.FRESH, [ASKED.content, 'answer must be "yes" or "no"'], ["maybe", "{"]),
        (Strategy.FIELDS, ['- "/answer": answer must be "yes" or "no"'], ["maybe", "{"]),
        (Strategy.BLIND, [], ["answer must", "maybe", "{"]),
    ],
)
def test_each_strategy_says_what_it_is_named_for(strategy: Strategy, holds: list[str], lacks: list[str]) -> None:
    said = feedback_text(with_feedback(strategy), '{"answer": "maybe"}', judged('{"answer": "maybe"}'))
    assert [words for words in holds if words not in said] == []
    assert [words for words in lacks if words in said] == []


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "content", ["", "Probably.", '{"answer": "maybe"', "{'answer': 'yes'}", "[1]", "{}", '{"answer": "maybe"}']
)
def test_every_strategy_has_a_message_for_every_reply(strategy: Strategy, language: Language, content: str) -> None:
    request = composed(with_feedback(strategy, language), content, judged(content)).request
    said = request.messages[-1].content
    assert said.strip() == said != ""
    assert not any(f"{{{placeholder.name}}}" in said for placeholder in PLACEHOLDERS)
    assert "repair." not in said


@pytest.mark.parametrize(("messages", "sent"), [((), 1), ((SYSTEM,), 2), ((ASKED, Message(Role.ASSISTANT, "{")), 3)])
def test_a_fresh_question_without_a_question_is_the_feedback_alone(messages: tuple[Message, ...], sent: int) -> None:
    scenario = replace(with_feedback(Strategy.FRESH), messages=messages)
    found = composed(scenario, "", judged('{"answer": 1}')).request.messages
    assert (len(found), found[:-1]) == (sent, messages)
    assert found[-1].content.startswith("Answer with JSON only")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("content", ["", "Probably.", '{"answer": }', "[1", "{'answer': 'yes'}", "NaN"])
def test_each_kind_of_missing_json_is_put_into_words(content: str, language: Language) -> None:
    said = feedback_text(with_feedback(Strategy.FAULTS, language), content, judged(content))
    prefix = default_template(Strategy.FAULTS, language).removesuffix("{faults}").rstrip()
    assert said.startswith(prefix)
    assert len(said) > len(prefix) + 5
    assert "verdict." not in said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"a": 1 "b": 2}', 'a comma is missing here (at <HERE> in {"a": 1 <HERE>"b": 2}).'),
        ('{"a": }', 'a value is missing here (at <HERE> in {"a": <HERE>}).'),
        (
            'Here is what you asked for:\n{"answer": yes, "more": "' + "x" * 50 + '"}',
            '(at <HERE> in …u asked for:\\n{"answer": <HERE>yes, "more": "xxxxxxxxxx…).',
        ),
        ("Probably.", "the reply is text without any JSON."),
    ],
)
def test_a_fault_of_syntax_is_shown_where_it_stands(content: str, said: str) -> None:
    assert word_faults(judged(content), EN, content).endswith(said)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (Status.NO_JSON, "the reply is not JSON."),
        (Status.CUT_OFF, "the reply breaks off before its end."),
        (Status.BLOCKED, "the reply was refused."),
    ],
)
def test_a_verdict_without_faults_still_says_something(status: Status, said: str) -> None:
    assert word_faults(Verdict(status), EN) == said


def test_several_faults_are_a_list() -> None:
    said = word_faults(judged('{"a": 1, "b": "x"}', '{"properties": {"a": {"type": "string"}, "b": {"type": "null"}}}'), EN)
    assert said == "\n- a must be text.\n- b must be null."


def test_a_list_of_faults_begins_on_its_own_line() -> None:
    said = feedback_text(with_feedback(Strategy.FAULTS), "", judged("{}", '{"required": ["a", "b"]}'))
    assert said == "Fix this and answer with JSON only:\n- the field a is missing.\n- the field b is missing."


def test_like_violations_are_one_line() -> None:
    schema = '{"type": "array", "items": {"type": "string"}}'
    assert word_faults(judged("[1, 2]", schema), EN) == "[0] must be text (the same at [1])."
    assert word_faults(judged("[1, 2, 3]", schema), EN) == "[0] must be text (the same at [1] and [2])."
    assert word_faults(judged(str(list(range(60))), schema), EN) == (
        "[0] must be text (the same at [1], [2], [3], [4], [5] and 54 more places)."
    )


def test_two_missing_keys_are_two_faults() -> None:
    verdict = judged("{}", '{"required": ["a", "b"]}')
    assert word_faults(verdict, EN).count("\n- ") == 2


def test_the_same_key_missing_from_many_items_is_one_fault() -> None:
    verdict = judged("[{}, {}, {}]", '{"items": {"required": ["a"]}}')
    assert word_faults(verdict, EN) == "the field [0].a is missing (the same at [1].a and [2].a)."


def test_what_is_sent_is_capped() -> None:
    properties = ", ".join(f'"k{n}": {{"type": "string"}}' for n in range(15))
    said = word_faults(judged("{" + ", ".join(f'"k{n}": {n}' for n in range(15)) + "}", f'{{"properties": {{{properties}}}}}'), EN)
    assert said.count("\n- ") == 11
    assert said.endswith("\n- and 5 more faults.")


def test_many_syntax_faults_are_capped_too() -> None:
    said = word_faults(no_json(*[text("repair.fault.no_json")] * 12), PL)
    assert said.count("\n- ") == 11
    assert said.endswith("i jeszcze 2 błędy.")


def test_the_branch_that_was_meant_is_explained_below() -> None:
    branch = (replace(wrong("/a"), message=text("repair.fault.no_json")),) * 7
    verdict = invalid("{}", replace(wrong(""), message=text("repair.fault.cut_off"), branch=branch))
    assert word_faults(verdict, EN) == "the reply breaks off before its end." + "\n  - the reply is not JSON" * 5


def test_a_sentence_that_has_an_end_gets_no_second_one() -> None:
    fault = Fault("x", text("repair.template.blind"), Span(0, 0))
    assert word_faults(Verdict(Status.NO_JSON, faults=(fault,)), EN) == "Please answer again."


def test_values_are_json_and_never_in_typographic_quotation_marks() -> None:
    schema = '{"properties": {"a": {"enum": ["été", null, true, 1.50]}}}'
    said = feedback_text(with_feedback(Strategy.FAULTS, FR), "", judged('{"a": "x"}', schema))
    assert '"été", null, true ou 1.50' in said


def test_an_own_template_is_filled_in() -> None:
    own = "{count} x {faults} | {schema} | {other} | {reply} | {"
    scenario = make_scenario(
        schema_text=f" {SCHEMA}\n",
        feedback=FeedbackSettings(templates=tuple(OwnTemplate(Strategy.FAULTS, *pair) for pair in ((EN, own), (FR, "fr")))),
    )
    said = feedback_text(scenario, "{schema}", judged('{"answer": "maybe"}'))
    assert said == f'1 x answer must be "yes" or "no". | {SCHEMA} | {{other}} | """\n{{schema}}\n""" | {{'
    assert feedback_text(replace(scenario, language=JA), "", judged("")) != own
    assert feedback_text(scenario, "", judged("nothing")).startswith("1 x ")


def test_a_quoted_reply_cannot_close_its_own_quotation() -> None:
    scenario = make_scenario(feedback=FeedbackSettings(templates=(OwnTemplate(Strategy.FAULTS, EN, "{reply}"),)))
    assert feedback_text(scenario, 'a """" b', judged("")) == '"""""\na """" b\n"""""'


def test_an_own_template_is_kept_for_each_strategy_and_language_and_can_be_put_back() -> None:
    settings = FeedbackSettings(Strategy.FAULTS)
    settings = set_template(settings, EN, "Mend {faults}")
    settings = set_template(replace(settings, strategy=Strategy.BLIND), FR, "Encore")
    settings = set_template(replace(settings, strategy=Strategy.FAULTS), EN, "Mend this: {faults}")
    assert own_template(settings, EN) == "Mend this: {faults}"
    assert own_template(settings, FR) is None
    assert own_template(replace(settings, strategy=Strategy.BLIND), FR) == "Encore"
    settings = set_template(settings, EN, None)
    assert template_of(make_scenario(feedback=settings), EN) == default_template(Strategy.FAULTS, EN)
    assert settings.templates == (OwnTemplate(Strategy.BLIND, FR, "Encore"),)


KNOWN = Listing(tuple(f"{{{placeholder.name}}}" for placeholder in PLACEHOLDERS))


@pytest.mark.parametrize(
    ("template", "strategy", "hints"),
    [
        ("{faults}", Strategy.FAULTS, ()),
        ("Again.", Strategy.BLIND, ()),
        ("Again.", Strategy.FAULTS, (text("repair.template_hint.no_faults"),)),
        (" \n", Strategy.BLIND, (text("repair.template_hint.empty"),)),
        ("{annotated}", Strategy.LAST_PAIR, ()),
        ("{reply}", Strategy.ANNOTATED, (text("repair.template_hint.no_annotated"),)),
        ("{faults}", Strategy.FIELDS, (text("repair.template_hint.no_fields"),)),
        ("{schema}", Strategy.FRESH, (text("repair.template_hint.no_question"),)),
        ("{question}", Strategy.FRESH, (text("repair.template_hint.no_faults"),)),
        ("", Strategy.FRESH, (text("repair.template_hint.empty"),)),
        (
            "{faults} {x} {x} {y}",
            Strategy.FAULTS,
            tuple(text("repair.template_hint.unknown", name=name, known=KNOWN) for name in "xy"),
        ),
    ],
)
def test_an_odd_template_is_hinted_at(template: str, strategy: Strategy, hints: tuple[Text, ...]) -> None:
    assert check_template(template, strategy) == hints


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("language", Language)
def test_no_template_of_ours_looks_odd(strategy: Strategy, language: Language) -> None:
    assert check_template(default_template(strategy, language), strategy) == ()


def test_the_placeholders_are_those_that_are_documented() -> None:
    assert [placeholder.name for placeholder in PLACEHOLDERS] == [
        "faults",
        "count",
        "schema",
        "reply",
        "annotated",
        "fields",
        "question",
    ]
    meanings = {render(placeholder.meaning, language) for placeholder in PLACEHOLDERS for language in Language}
    assert len(meanings) == 28
    assert not any(meaning.startswith("repair.") for meaning in meanings)


def test_a_refusal_is_named_when_a_template_is_previewed_for_it() -> None:
    verdict = judge("I cannot.", check(SCHEMA, assert_formats=True), JudgeOptions(finish=Finish.REFUSAL))
    assert verdict.status is Status.BLOCKED
    assert len(word_faults(verdict, EN)) > 10
