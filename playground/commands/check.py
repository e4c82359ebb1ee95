"""`playground check`: one reply, many replies, or the cases of a scenario, judged without any model."""

from dataclasses import replace
from pathlib import Path

from playground.commands.arguments import CheckOptions
from playground.commands.check_many import check_all_cases, check_replies
from playground.commands.inputs import read_input
from playground.commands.speech import Speech
from playground.commands.verdict_report import say_verdict
from playground.repair.contract import check_output
from playground.repair.exchange import Reply, Source
from playground.repair.judging import judge_reply
from playground.repair.scenario import Scenario
from playground.repair.scenario_format import FORMAT
from playground.store.file_problems import FileProblem
from playground.store.scenario_files import open_scenario
from playground.verdict.schema import CheckedSchema
from playground.verdict.schema import check as check_schema
from playground.verdict.violations import Status
from playground.words.text import text

_EXIT_CODES = {Status.VALID: 0, Status.SCHEMA_ERROR: 2}
_USAGE = 2


def check(options: CheckOptions, speech: Speech) -> int:
    """Judge what was named: 0 if all is valid (or as the cases say), 1 if not, 2 for a file or a schema that cannot be used."""
    if options.schema == "-" and "-" in (options.reply, options.replies):
        speech.say(text("cli.both_standard_input"))
        return _USAGE
    try:
        scenario = _read_scenario(options, speech)
        schema = check_schema(scenario.schema_text, assert_formats=scenario.assert_formats)
        if _is_scenario(schema) and options.schema is not None:
            speech.say(text("cli.schema_is_scenario", file=options.schema))
            return _USAGE
        if options.replies is not None:
            return check_replies(options.replies, scenario, schema, speech, json=options.json)
        if options.reply is None:
            return check_all_cases(scenario, schema, speech, json=options.json)
        return _check_reply(read_input(options.reply, speech), scenario, schema, speech, json=options.json)
    except FileProblem as problem:
        for sentence in (problem.text, *problem.details):
            speech.say(sentence)
        if problem.text.id == "store.scenario_unreadable":
            speech.say(text("cli.perhaps_schema", file=options.scenario or ""))
        return _USAGE


def _read_scenario(options: CheckOptions, speech: Speech) -> Scenario:
    """The scenario that was named, or one that holds the schema and nothing else; what the command line asks for is added."""
    if options.schema is not None:
        scenario = Scenario("", schema_text=read_input(options.schema, speech), assert_formats=False)
    else:
        scenario = open_scenario(Path(options.scenario or "")).scenario
    return replace(
        scenario,
        assert_formats=options.formats or scenario.assert_formats,
        fix_small_faults=options.fix_small_faults or scenario.fix_small_faults,
    )


def _is_scenario(schema: CheckedSchema) -> bool:
    return isinstance(schema.value, dict) and schema.value.get("format") == FORMAT


def _check_reply(content: str, scenario: Scenario, schema: CheckedSchema, speech: Speech, *, json: bool) -> int:
    verdict = judge_reply(Reply(content, Source.RECORDED), schema, scenario)
    if not json:
        say_verdict(verdict, speech)
    elif not speech.give(check_output(verdict, speech.word)):
        return _USAGE
    return _EXIT_CODES.get(verdict.status, 1)
