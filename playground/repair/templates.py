"""The wording of feedback: one template for each strategy and language, which a person may replace by their own.

These placeholders are filled in, anything else in braces is left alone:

    {faults}     what was wrong: one fault on the line, several as a list
    {count}      how many violations or faults there are
    {schema}     the JSON Schema as it was written
    {reply}      the model's reply between lines of quotation marks
    {annotated}  the JSON (or the broken text) with each fault marked where it stands
    {fields}     the failing fields, one a line, each with its path and what must be so
    {question}   the last message of the first question
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from playground.repair.scenario import FeedbackSettings, OwnTemplate, Scenario, Strategy
from playground.words.catalogues import wording
from playground.words.language import Language
from playground.words.text import Listing, Text, text


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A name in braces that a template may hold, and what it stands for."""

    name: str
    meaning: Text


PLACEHOLDERS = tuple(
    Placeholder(name, text(f"repair.placeholder.{name}"))
    for name in ("faults", "count", "schema", "reply", "annotated", "fields", "question")
)

_PLACEHOLDER = re.compile(r"\{(\w+)\}")

# What a strategy cannot do without: any one of the names of each row, the first being the one that is proposed.
_FAULTS = ("faults", "annotated", "fields")
_NEEDED: Mapping[Strategy, tuple[tuple[str, ...], ...]] = {
    Strategy.FAULTS: (_FAULTS,),
    Strategy.FAULTS_SCHEMA: (_FAULTS,),
    Strategy.ANNOTATED: (("annotated", "faults", "fields"),),
    Strategy.LAST_PAIR: (_FAULTS,),
    Strategy.FRESH: (("question",), ("faults", "schema", "fields")),
    Strategy.FIELDS: (("fields",),),
    Strategy.BLIND: (),
}


def feedback_language(scenario: Scenario) -> Language:
    """The language of what is sent: the prompt's, unless another was chosen."""
    return scenario.feedback.language or scenario.language


def default_template(strategy: Strategy, language: Language) -> str:
    """The wording that a strategy comes with."""
    return wording(f"repair.template.{strategy}", language)


def own_template(settings: FeedbackSettings, language: Language) -> str | None:
    """The person's own template for the strategy in use and this language, or None."""
    for own in settings.templates:
        if (own.strategy, own.language) == (settings.strategy, language):
            return own.template
    return None


def set_template(settings: FeedbackSettings, language: Language, template: str | None) -> FeedbackSettings:
    """The settings with another own template for the strategy in use and this language; None goes back to the original."""
    others = tuple(own for own in settings.templates if (own.strategy, own.language) != (settings.strategy, language))
    new = () if template is None else (OwnTemplate(settings.strategy, language, template),)
    return replace(settings, templates=(*others, *new))


def template_of(scenario: Scenario, language: Language) -> str:
    """The person's own template for the strategy in use and this language, else the strategy's."""
    own = own_template(scenario.feedback, language)
    return default_template(scenario.feedback.strategy, language) if own is None else own


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """The template with its placeholders filled in; what is filled in is not looked at again."""
    for name, value in values.items():
        if value.startswith("\n"):  # a list begins on its own line, and leaves no blank behind
            template = template.replace(f" {{{name}}}", f"{{{name}}}")
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), template)


def names_in(template: str) -> tuple[str, ...]:
    """The names in braces that a template holds, known or not, each once."""
    return tuple(dict.fromkeys(_PLACEHOLDER.findall(template)))


def check_template(template: str, strategy: Strategy) -> tuple[Text, ...]:
    """What looks odd about an own template: nothing in it, a placeholder that is not filled in, what the strategy needs forgotten."""
    if not template.strip():
        return (text("repair.template_hint.empty"),)
    known = [placeholder.name for placeholder in PLACEHOLDERS]
    names = names_in(template)
    listed = Listing(tuple(f"{{{name}}}" for name in known))
    hints = [text("repair.template_hint.unknown", name=name, known=listed) for name in names if name not in known]
    hints += [text(f"repair.template_hint.no_{needed[0]}") for needed in _NEEDED[strategy] if not set(needed) & set(names)]
    return tuple(hints)
