"""The strategies that turn a verdict into the next request.

| strategy | what is sent next |
| --- | --- |
| faults, faults_schema, annotated, blind | everything so far, the reply, the feedback |
| fields | the same; the reply will be merged into the last answer |
| last_pair | the first question, the last reply, the feedback |
| fresh | the first question, its last message put anew with what must be so; no reply |
"""

from dataclasses import dataclass

from playground.repair.annotation import annotate
from playground.repair.asked_fields import FieldsPlan, plan_fields, word_fields
from playground.repair.exchange import Request
from playground.repair.fault_list import word_faults
from playground.repair.message import Message, Role
from playground.repair.record import Attempt
from playground.repair.requests import repair_endpoint
from playground.repair.scenario import Scenario, Strategy
from playground.repair.templates import feedback_language, fill_template, names_in, template_of
from playground.words.catalogues import wording
from playground.words.language import Language
from playground.words.rendering import Audience, render
from playground.words.text import Text, text


@dataclass(frozen=True, slots=True)
class Composed:
    """The next request, and what is worth saying about it."""

    request: Request
    notes: tuple[Text, ...] = ()


def compose(scenario: Scenario, first: Request, last: Attempt) -> Composed:
    """The next request after the `last` attempt of a run that began with `first`."""
    strategy = scenario.feedback.strategy
    endpoint = repair_endpoint(scenario, last.request.endpoint)
    plan = plan_fields(last.verdict, endpoint) if strategy is Strategy.FIELDS else None
    said = _say(scenario, first, last, plan)
    reply = Message(Role.ASSISTANT, last.reply.text, native=last.reply.native)
    match strategy:
        case Strategy.FRESH:
            messages = (*_without_question(first), Message(Role.USER, said))
        case Strategy.LAST_PAIR:
            messages = (*first.messages, reply, Message(Role.USER, said))
        case _:
            messages = (*last.request.messages, reply, Message(Role.USER, said))
    request = Request(messages, endpoint, last.request.schema_text, plan.asked if plan else None)
    return Composed(request, (plan.why_whole,) if plan and plan.why_whole else ())


def _say(scenario: Scenario, first: Request, last: Attempt, plan: FieldsPlan | None) -> str:
    """The feedback in words; only what the template names is worked out."""
    language = feedback_language(scenario)
    whole_instead = plan is not None and plan.asked is None
    template = wording("repair.template.fields_whole", language) if whole_instead else template_of(scenario, language)
    names = names_in(template)
    verdict, reply = last.verdict, last.reply.text
    values: dict[str, str] = {}
    for name in names:
        match name:
            case "faults":
                values[name] = _faults(scenario.feedback.strategy, last, language)
            case "count":
                values[name] = str(len(verdict.violations) or len(verdict.faults))
            case "schema":
                values[name] = scenario.schema_text.strip()
            case "reply":
                values[name] = _delimit(reply)
            case "annotated":
                values[name] = annotate(verdict, language, reply)
            case "fields":
                values[name] = word_fields(plan or plan_fields(verdict, last.request.endpoint), language)
            case "question":
                values[name] = _question(first)
            case _:
                pass
    said = fill_template(template, values)
    return said.lstrip() if scenario.feedback.strategy is Strategy.FRESH else said


def _faults(strategy: Strategy, last: Attempt, language: Language) -> str:
    """What was wrong; a fresh question, which shows no reply, can only say what must be so."""
    if strategy is Strategy.FRESH and not last.verdict.violations:
        return render(text("repair.fresh.no_json"), language, Audience.MODEL)
    return word_faults(last.verdict, language, last.reply.text)


def _question(first: Request) -> str:
    """The last message of the first question, where it is the user's."""
    return first.messages[-1].content if _ends_with_question(first) else ""


def _without_question(first: Request) -> tuple[Message, ...]:
    return first.messages[:-1] if _ends_with_question(first) else first.messages


def _ends_with_question(first: Request) -> bool:
    return bool(first.messages) and first.messages[-1].role is Role.USER


def _delimit(reply: str) -> str:
    """The reply between two lines that do not occur in it, so that no text of the model's passes for ours."""
    mark = '"""'
    while mark in reply:
        mark += '"'
    return f"{mark}\n{reply}\n{mark}"
