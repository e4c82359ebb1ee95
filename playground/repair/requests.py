"""The requests of a run: the first one, what differs for a repair turn, and the marks of a person's hand."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.exchange import Request
from playground.repair.message import Message
from playground.repair.record import Attempt
from playground.repair.scenario import Scenario
from playground.verdict import json_text
from playground.verdict.violations import Status

LIMIT_FIELDS = ("max_tokens", "max_completion_tokens")  # among extra fields they take the place of the setting
_VARIABLE = re.compile(r"\{\{([^{}]+)\}\}")


def first_request(scenario: Scenario) -> Request:
    """The question of the first attempt, variables filled in."""
    values = dict(scenario.variables)
    messages = tuple(replace(message, content=fill_variables(message.content, values)) for message in scenario.messages)
    return Request(messages, scenario.endpoint, scenario.schema_text)


def fill_variables(content: str, values: dict[str, str]) -> str:
    """The text with each {{name}} replaced by its value; a name without a value stays as written. Values are not filled again."""
    return _VARIABLE.sub(lambda match: values.get(match[1].strip(), match[0]), content)


def names_of_variables(messages: Iterable[Message]) -> tuple[str, ...]:
    """The names in double braces that these messages hold, each once, in their order."""
    found = (name.strip() for message in messages for name in _VARIABLE.findall(message.content))
    return tuple(dict.fromkeys(name for name in found if name))


def repair_endpoint(scenario: Scenario, endpoint: EndpointSettings) -> EndpointSettings:
    """The endpoint of a repair turn that follows a request to `endpoint`."""
    differs = scenario.repair_endpoint
    return replace(
        endpoint,
        model=endpoint.model if differs.model is None else differs.model,
        temperature=endpoint.temperature if differs.temperature is None else differs.temperature,
        mode=endpoint.mode if differs.mode is None else differs.mode,
    )


def raise_limit(scenario: Scenario, attempts: Sequence[Attempt]) -> Request | None:
    """The last request again with twice the tokens, once in a run; None where the scenario does not say so, or the request has no
    limit, or its extra fields have their own, which nobody but the person may change."""
    last = attempts[-1].request
    cut_off = sum(attempt.verdict.status is Status.CUT_OFF for attempt in attempts)
    if not scenario.stop_rules.raise_limit_once or cut_off > 1 or last.endpoint.max_tokens is None or _has_own_limit(last.endpoint):
        return None
    return replace(last, endpoint=replace(last.endpoint, max_tokens=2 * last.endpoint.max_tokens))


def _has_own_limit(endpoint: EndpointSettings) -> bool:
    extra = json_text.read(endpoint.extra).answer
    return extra is not None and isinstance(extra.value, dict) and not extra.value.keys().isdisjoint(LIMIT_FIELDS)


def mark_edits(request: Request, proposal: Request) -> Request:
    """The request with a mark on every message that differs from what was proposed at its place."""
    proposed = proposal.messages
    messages = tuple(
        proposed[index] if index < len(proposed) and _same(message, proposed[index]) else replace(message, edited=True)
        for index, message in enumerate(request.messages)
    )
    return replace(request, messages=messages)


def _same(one: Message, other: Message) -> bool:
    return (one.role, one.content) == (other.role, other.content)
