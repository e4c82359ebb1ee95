"""The strategies that turn a verdict into the next request.

Each strategy has a template per language, which a person may replace by their own. These placeholders are filled in, anything else
in braces is left alone:

    {faults}  what was wrong: one fault on the line, several as a list
    {count}   how many violations or faults there are
    {schema}  the JSON Schema as it was written
    {reply}   the model's reply between lines of quotation marks
"""

import re
from dataclasses import dataclass

from playground.repair.fault_list import word_faults
from playground.repair.messages import Message, Reply, Request, Role
from playground.repair.requests import repair_endpoint
from playground.repair.scenario import Scenario, Strategy
from playground.verdict.violations import Verdict
from playground.words.catalogues import wording
from playground.words.language import Language
from playground.words.text import Text, text


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A name in braces that a template may hold, and what it stands for."""

    name: str
    meaning: Text


PLACEHOLDERS = (
    Placeholder("faults", text("repair.placeholder.faults")),
    Placeholder("count", text("repair.placeholder.count")),
    Placeholder("schema", text("repair.placeholder.schema")),
    Placeholder("reply", text("repair.placeholder.reply")),
)

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_TEMPLATES = {
    Strategy.FAULTS: text("repair.template.faults"),
    Strategy.FAULTS_SCHEMA: text("repair.template.faults_schema"),
    Strategy.BLIND: text("repair.template.blind"),
}


def compose(scenario: Scenario, request: Request, reply: Reply, verdict: Verdict) -> Request:
    """The next request: the conversation so far, the reply verbatim, and the feedback; the list grows by two."""
    feedback = Message(Role.USER, preview(scenario, reply.text, verdict))
    messages = (*request.messages, Message(Role.ASSISTANT, reply.text), feedback)
    return Request(messages, repair_endpoint(scenario, request.endpoint), request.schema_text)


def preview(scenario: Scenario, reply: str, verdict: Verdict) -> str:
    """The feedback that the scenario's settings give for this reply and its verdict, as it would be sent."""
    language = feedback_language(scenario)
    faults = word_faults(verdict, language, reply)
    template = template_of(scenario, language)
    if faults.startswith("\n"):  # a list begins on its own line, and leaves no blank behind
        template = template.replace(" {faults}", "{faults}")
    values = {
        "faults": faults,
        "count": str(len(verdict.violations) or len(verdict.faults)),
        "schema": scenario.schema_text.strip(),
        "reply": _delimit(reply),
    }
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), template)


def feedback_language(scenario: Scenario) -> Language:
    """The language of what is sent: the prompt's, unless another was chosen."""
    return scenario.feedback.language or scenario.language


def template_of(scenario: Scenario, language: Language) -> str:
    """The person's own template for this language, else the strategy's."""
    own = dict(scenario.feedback.templates).get(language)
    return default_template(scenario.feedback.strategy, language) if own is None else own


def default_template(strategy: Strategy, language: Language) -> str:
    """The wording that a strategy comes with."""
    return wording(_TEMPLATES[strategy].id, language)


def check_template(template: str, strategy: Strategy) -> tuple[Text, ...]:
    """What looks odd about an own template: nothing in it, a placeholder that is not filled in, the faults forgotten."""
    if not template.strip():
        return (text("repair.template_hint.empty"),)
    known = [placeholder.name for placeholder in PLACEHOLDERS]
    names = _PLACEHOLDER.findall(template)
    hints = [text("repair.template_hint.unknown", name=name) for name in dict.fromkeys(names) if name not in known]
    if strategy is not Strategy.BLIND and "faults" not in names:
        hints.append(text("repair.template_hint.no_faults"))
    return tuple(hints)


def _delimit(reply: str) -> str:
    """The reply between two lines that do not occur in it, so that no text of the model's passes for ours."""
    mark = '"""'
    while mark in reply:
        mark += '"'
    return f"{mark}\n{reply}\n{mark}"
