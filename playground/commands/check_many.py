"""Many verdicts, each told as soon as it is there: a table for people, or the contract, one line each, for programs."""

from playground.commands.inputs import stream_input
from playground.commands.speech import Speech
from playground.commands.verdict_report import say_schema
from playground.commands.verdict_table import CaseTable, ReplyTable
from playground.repair.cases import check_case
from playground.repair.contract import case_line, reply_line, verdict_line
from playground.repair.exchange import Reply, Source
from playground.repair.judging import judge_reply
from playground.repair.scenario import Scenario
from playground.verdict.schema import CheckedSchema
from playground.verdict.violations import Status, Verdict
from playground.words.text import Text, text

_USAGE = 2


def check_replies(name: str, scenario: Scenario, schema: CheckedSchema, speech: Speech, *, json: bool) -> int:
    """Judge each reply of a file or folder ("-" is standard input): 0 if all are valid, 1 if not, 2 for a schema that cannot be
    used. Raises FileProblem, after the replies before it were told."""
    if not schema.ok:
        return _refuse(schema, speech, json=json)
    table = ReplyTable(speech)
    count = valid = fixed = 0
    for named in stream_input(name, speech):
        verdict = judge_reply(Reply(named.text, Source.RECORDED), schema, scenario)
        count += 1
        valid += verdict.status is Status.VALID
        fixed += verdict.status is Status.VALID and bool(verdict.changes)
        if not json:
            table.add(named.name, verdict)
        elif not speech.give(reply_line(named.name, verdict, speech.word)):
            return _USAGE
    if not json:
        source = speech.word(text("cli.standard_input")) if name == "-" else name
        apart = (text("cli.replies_fixed", count=fixed),) if fixed else ()
        _end((text("check.table", valid=valid, count=count, source=source), *apart), schema, speech)
    return 0 if valid == count else 1


def check_all_cases(scenario: Scenario, schema: CheckedSchema, speech: Speech, *, json: bool) -> int:
    """Judge each case of a scenario: 0 if all are as they should be, 1 if not, 2 for a schema that cannot be used or no cases."""
    if not schema.ok:
        return _refuse(schema, speech, json=json)
    if not scenario.cases:
        speech.say(text("cli.no_cases"))
        return _USAGE
    table = CaseTable(speech)
    right = 0
    for number, case in enumerate(scenario.cases, 1):
        result = check_case(case, scenario, schema)
        right += result.as_expected
        title = case.title or speech.word(text("check.case_untitled", number=number))
        if not json:
            table.add(title, result)
        elif not speech.give(case_line(title, result, speech.word)):
            return _USAGE
    if not json:
        _end((text("check.count", right=right, count=len(scenario.cases)),), schema, speech)
    return 0 if right == len(scenario.cases) else 1


def _refuse(schema: CheckedSchema, speech: Speech, *, json: bool) -> int:
    if json:
        speech.give(verdict_line(Verdict(Status.SCHEMA_ERROR, schema=schema.report), speech.word))
    else:
        speech.say(text("cli.verdict.schema_error"))
        say_schema(schema.report, speech)
    return _USAGE


def _end(summary: tuple[Text, ...], schema: CheckedSchema, speech: Speech) -> None:
    speech.say("")
    for sentence in summary:
        speech.say(sentence)
    say_schema(schema.report, speech)
