"""Why a run does not begin: found before anything is sent or paid for."""

from playground.repair.record import HonestError
from playground.repair.scenario import MAX_ATTEMPTS_LIMIT, EndingKind, Scenario
from playground.verdict import json_text
from playground.verdict.schema import CheckedSchema, check
from playground.verdict.violations import SchemaReport
from playground.words.text import Parameter, text


class RunRefused(Exception):
    """The scenario cannot be carried out as it stands; `error` says why and what to do."""

    def __init__(self, kind: str, **parameters: Parameter) -> None:
        super().__init__(kind)
        self.kind = kind
        self.error = HonestError(
            text(f"repair.refused.{kind}.title"),
            text(f"repair.refused.{kind}.message", **parameters),
            text(f"repair.refused.{kind}.hint"),
        )


class SchemaRefused(RunRefused):
    """The schema is broken; `report` says where."""

    def __init__(self, report: SchemaReport) -> None:
        first = report.errors[0]
        super().__init__("schema", line=str(first.line or 1), problem=first.message)
        self.report = report


def check_scenario(scenario: Scenario, checked: CheckedSchema | None = None) -> CheckedSchema:
    """The scenario's schema, ready for judging; raises RunRefused. `checked` is that schema where it was checked before."""
    schema = checked or check(scenario.schema_text, assert_formats=scenario.assert_formats)
    if schema.report.errors:
        raise SchemaRefused(schema.report)
    if not any(message.content.strip() for message in scenario.messages):
        raise RunRefused("no_prompt")
    if not 1 <= scenario.max_attempts <= MAX_ATTEMPTS_LIMIT:
        raise RunRefused("attempts")
    value = scenario.ending.value
    if scenario.ending.kind is EndingKind.FALLBACK and (value is None or json_text.read(value).answer is None):
        raise RunRefused("fallback")
    return schema
