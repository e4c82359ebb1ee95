"""Scenarios as files: JSON of the format "repair-loop-scenario", described in resources/schemas/scenario.json.

Nothing is lost between a load and a save: fields of a newer program survive, numbers are exact, and a JSON text that a person
wrote in their own way (or has not finished) is kept letter by letter in a field whose name ends in `_text`.
"""

import json
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import cast

from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.repair.json_fields import Complaints, Fields, put_back
from playground.repair.message import Message, Role
from playground.repair.scenario import (
    MAX_ATTEMPTS_DEFAULT,
    MAX_ATTEMPTS_LIMIT,
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
)
from playground.verdict.json_plain import read_plainly
from playground.verdict.json_value import JsonValue
from playground.verdict.json_writer import write
from playground.words.language import Language
from playground.words.quoting import unescape_json
from playground.words.text import Text, text

FORMAT = "repair-loop-scenario"
_SPACE = " \t\n\r"
_LARGE = 100_000  # characters; up to here the strict reader is quick on any text
_BEYOND = 100  # characters behind a fault that tell what it is
VERSION = 1  # the first; a later version migrates the earlier ones here


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong with a file. `path` is a JSON Pointer, `line` counts from 1."""

    message: Text
    path: str
    line: int


class ScenarioProblem(Exception):
    """The text is no scenario that this program can open; there is at least one complaint."""

    def __init__(self, complaints: tuple[Complaint, ...]) -> None:
        super().__init__(complaints[0].message.id)
        self.complaints = complaints

    @property
    def text(self) -> Text:
        """The first complaint with its line, and how many more there are: one sentence for a dialog or a terminal."""
        first = self.complaints[0]
        more = len(self.complaints) - 1
        said = text("repair.file.problem", message=first.message, line=str(first.line))
        return text("repair.file.problems", first=said, count=more) if more else said


def parse_scenario(scenario_text: str) -> Scenario:
    """The scenario in a file's text; raises ScenarioProblem with everything that is wrong."""
    content = scenario_text.removeprefix("\ufeff")
    plain = read_plainly(content, 0, len(content))
    if plain is not None and not content[plain[2] :].strip(_SPACE):
        complaints = Complaints()
        scenario = _read(plain[0], complaints)
        if not complaints.found:
            return scenario
    return _parse_strictly(content)


def _parse_strictly(content: str) -> Scenario:
    """As `parse_scenario`, by the reader that knows the place of every fault; a sound file never comes here."""
    from playground.verdict import json_text  # noqa: PLC0415 - the window opens a lesson at its start, without this reader

    reading = json_text.read(_up_to_first_fault(content))
    if reading.answer is None:
        fault = reading.faults[0]
        message = text("repair.file.no_json", fault=fault.message)
        raise ScenarioProblem((Complaint(message, "", json_text.line_of(content, fault.span.start)),))
    complaints = Complaints()
    scenario = _read(reading.answer.value, complaints)
    if complaints.found:
        places = reading.places(pointer for _, pointer in complaints.found)
        raise ScenarioProblem(
            tuple(
                Complaint(
                    message, pointer, json_text.line_of(reading.text, places[pointer].value.start) if pointer in places else 1
                )
                for message, pointer in complaints.found
            )
        )
    return scenario


def _up_to_first_fault(content: str) -> str:
    """The strict reader names every fault of a text, which takes its time; of a large file that is no JSON the first will do."""
    if len(content) <= _LARGE:
        return content
    try:
        json.loads(content, parse_int=str)
    except json.JSONDecodeError as error:
        return content[: error.pos + _BEYOND]
    except RecursionError:
        return content[:_LARGE]
    return content


def write_scenario(scenario: Scenario) -> str:
    """The text of a scenario's file: indented, readable in every language, every field said."""
    from playground.verdict import json_text  # noqa: PLC0415 - as above

    value: dict[str, JsonValue] = {
        "format": FORMAT,
        "version": VERSION,
        "id": scenario.id,
        "title": scenario.title,
        "language": scenario.language.value,
        "messages": [{"role": message.role.value, "content": message.content} for message in scenario.messages],
        "variables": dict(scenario.variables),
        "schema_text": scenario.schema_text,
        "assert_formats": scenario.assert_formats,
        "fix_small_faults": scenario.fix_small_faults,
        "endpoint": _endpoint_value(scenario.endpoint),
        "repair_endpoint": {
            "model": scenario.repair_endpoint.model,
            "temperature": _number(scenario.repair_endpoint.temperature),
            "mode": scenario.repair_endpoint.mode,
        },
        "feedback": {
            "strategy": scenario.feedback.strategy.value,
            "language": scenario.feedback.language,
            "templates": _templates_value(scenario.feedback.templates),
        },
        "max_attempts": scenario.max_attempts,
        "budgets": {"seconds": _number(scenario.budgets.seconds), "total_tokens": scenario.budgets.total_tokens},
        "ending": {"kind": scenario.ending.kind.value, **_json_or_text("value", scenario.ending.value)},
        "samples": {"rule": scenario.samples.rule.value, "replies": list(scenario.samples.replies)},
        "cases": [{"title": case.title, "reply": case.reply, "should_pass": case.should_pass} for case in scenario.cases],
        "stop_rules": {
            "same_reply": scenario.stop_rules.same_reply,
            "same_violations": scenario.stop_rules.same_violations,
            "raise_limit_once": scenario.stop_rules.raise_limit_once,
            "duplicate_key_is_violation": scenario.stop_rules.duplicate_key_is_violation,
        },
    }
    for pointer, part in scenario.unknown:
        answer = json_text.read(part).answer
        if answer is not None:
            put_back(value, pointer, answer.value)
    return unescape_json(write(value, indent=2)) + "\n"


def _templates_value(templates: tuple[OwnTemplate, ...]) -> dict[str, JsonValue]:
    by_strategy: dict[str, JsonValue] = {}
    for own in templates:
        by_language = by_strategy.setdefault(own.strategy.value, {})
        cast("dict[str, JsonValue]", by_language)[own.language.value] = own.template
    return by_strategy


def _endpoint_value(endpoint: EndpointSettings) -> dict[str, JsonValue]:
    return {
        "preset": endpoint.preset,
        "dialect": endpoint.dialect.value,
        "base_url": endpoint.base_url,
        "model": endpoint.model,
        "mode": endpoint.mode.value,
        "stream": endpoint.stream,
        "time_limit": _number(endpoint.time_limit),
        "max_tokens": endpoint.max_tokens,
        "temperature": _number(endpoint.temperature),
        **_json_or_text("extra", endpoint.extra),
    }


def _json_or_text(name: str, written: str | None) -> dict[str, JsonValue]:
    """The JSON itself where nothing of its writing would be lost; else its text under another name."""
    if written is None:
        return {}
    from playground.verdict import json_text  # noqa: PLC0415 - as above

    answer = json_text.read(written).answer
    if answer is not None and _canonical(answer.value) == written:
        return {name: answer.value}
    return {f"{name}_text": written}


def _canonical(value: JsonValue) -> str:
    return unescape_json(write(value))


def _number(value: float | None) -> int | Decimal | None:
    """A setting as it is written: 30, not 30.0."""
    if value is None:
        return None
    return int(value) if value == int(value) else Decimal(repr(value))


def _read(value: JsonValue, complaints: Complaints) -> Scenario:
    fields = Fields(value, "", complaints)
    if not complaints.found:
        _check_head(fields, complaints)
    if complaints.found:
        return Scenario("")
    parts = {
        name: fields.inner(name)
        for name in ("endpoint", "repair_endpoint", "feedback", "budgets", "ending", "samples", "stop_rules")
    }
    listed: list[Fields] = []
    scenario = Scenario(
        id=fields.string("id", "") or _id_of(value),
        title=fields.string("title", ""),
        language=fields.choice("language", Language.ENGLISH),
        messages=tuple(_read_message(Fields(item, at, complaints), listed) for item, at in fields.items("messages")),
        variables=fields.pairs("variables"),
        schema_text=fields.string("schema_text", "{}"),
        assert_formats=fields.flag("assert_formats", default=True),
        fix_small_faults=fields.flag("fix_small_faults", default=False),
        endpoint=_read_endpoint(parts["endpoint"]),
        repair_endpoint=RepairEndpoint(
            model=parts["repair_endpoint"].string_or_none("model"),
            temperature=parts["repair_endpoint"].number_or_none("temperature", zero=True),
            mode=parts["repair_endpoint"].choice_or_none("mode", Mode.PROMPT),
        ),
        feedback=_read_feedback(parts["feedback"], listed),
        max_attempts=fields.whole("max_attempts", MAX_ATTEMPTS_DEFAULT, most=MAX_ATTEMPTS_LIMIT),
        budgets=Budgets(
            seconds=parts["budgets"].number_or_none("seconds"),
            total_tokens=parts["budgets"].whole_or_none("total_tokens", None),
        ),
        ending=Ending(kind=parts["ending"].choice("kind", EndingKind.ERROR), value=_read_json(parts["ending"], "value")),
        samples=Samples(rule=parts["samples"].choice("rule", SampleRule.NEVER), replies=parts["samples"].strings("replies")),
        cases=tuple(_read_case(Fields(item, at, complaints), listed) for item, at in fields.items("cases")),
        stop_rules=StopRules(
            same_reply=parts["stop_rules"].flag("same_reply", default=False),
            same_violations=parts["stop_rules"].flag("same_violations", default=False),
            raise_limit_once=parts["stop_rules"].flag("raise_limit_once", default=False),
            duplicate_key_is_violation=parts["stop_rules"].flag("duplicate_key_is_violation", default=False),
        ),
    )
    unknown = [left for taken in (fields, *parts.values(), *listed) for left in taken.left_over()]
    return _with_unknown(scenario, unknown)


def _with_unknown(scenario: Scenario, unknown: list[tuple[str, JsonValue]]) -> Scenario:
    return replace(scenario, unknown=tuple((pointer, write(part)) for pointer, part in unknown))


def _check_head(fields: Fields, complaints: Complaints) -> None:
    """A newer file is refused before its fields are looked at: they may mean something else there."""
    if fields.take("format") != FORMAT:
        complaints.add("repair.file.other_format", "")
        return
    version = fields.take("version")
    if isinstance(version, bool) or not isinstance(version, int) or version < VERSION:
        complaints.add("repair.file.no_version", fields.pointer("version"))
    elif version > VERSION:
        complaints.add("repair.file.newer", fields.pointer("version"), version=str(version), known=str(VERSION))


def _read_message(fields: Fields, listed: list[Fields]) -> Message:
    listed.append(fields)
    return Message(fields.choice("role", Role.USER), fields.string("content", ""))


def _read_case(fields: Fields, listed: list[Fields]) -> Case:
    listed.append(fields)
    return Case(fields.string("title", ""), fields.string("reply", ""), fields.flag("should_pass", default=True))


def _read_endpoint(fields: Fields) -> EndpointSettings:
    plain = EndpointSettings()
    return EndpointSettings(
        preset=fields.string("preset", plain.preset),
        dialect=fields.choice("dialect", Dialect.CHAT_COMPLETIONS),
        base_url=fields.string("base_url", plain.base_url),
        model=fields.string("model", plain.model),
        mode=fields.choice("mode", plain.mode),
        stream=fields.flag("stream", default=plain.stream),
        time_limit=fields.number("time_limit", plain.time_limit),
        max_tokens=fields.whole_or_none("max_tokens", plain.max_tokens),
        temperature=fields.number_or_none("temperature", zero=True),
        extra=_read_json(fields, "extra") or plain.extra,
    )


def _id_of(value: JsonValue) -> str:
    """The id of a file that has none: the same for the same content."""
    from uuid import NAMESPACE_URL, uuid5  # noqa: PLC0415 - files that this program wrote have an id

    return str(uuid5(NAMESPACE_URL, write(value)))


def _read_feedback(fields: Fields, listed: list[Fields]) -> FeedbackSettings:
    strategy = fields.choice("strategy", Strategy.FAULTS)
    return FeedbackSettings(
        strategy=strategy,
        language=fields.choice_or_none("language", Language.ENGLISH),
        templates=_read_templates(fields.inner("templates"), strategy, listed),
    )


def _read_templates(fields: Fields, strategy: Strategy, listed: list[Fields]) -> tuple[OwnTemplate, ...]:
    """Own templates by strategy and language. Files of the first program have them by language alone, for the strategy in use."""
    listed.append(fields)
    earlier = [OwnTemplate(strategy, language, fields.string(language, "")) for language in Language if fields.holds(language)]
    found: list[OwnTemplate] = []
    for name in Strategy:
        if fields.holds(name):
            inner = fields.inner(name)
            listed.append(inner)
            found += [OwnTemplate(name, language, inner.string(language, "")) for language in Language if inner.holds(language)]
    newer = {(own.strategy, own.language) for own in found}
    return (*(own for own in earlier if (own.strategy, own.language) not in newer), *found)


def _read_json(fields: Fields, name: str) -> str | None:
    """The JSON text of a field that holds JSON, or of its sister that holds a text."""
    if fields.holds(name):
        return _canonical(fields.take(name))
    return fields.string_or_none(f"{name}_text")
