"""`playground check`: schema, reply and verdict, without any model."""

from playground.commands.arguments import CheckOptions
from playground.commands.inputs import read_input
from playground.commands.speech import Speech
from playground.commands.verdict_report import say_verdict
from playground.repair.contract import check_output
from playground.store.file_problems import FileProblem
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import check as check_schema
from playground.verdict.violations import Status
from playground.words.text import text

_EXIT_CODES = {Status.VALID: 0, Status.SCHEMA_ERROR: 2}


def check(options: CheckOptions, speech: Speech) -> int:
    """Judge one reply: 0 valid, 1 anything else that a reply can be, 2 for a file or a schema that cannot be used."""
    if options.schema == options.reply == "-":
        speech.say(text("cli.both_standard_input"))
        return 2
    try:
        schema_text = read_input(options.schema, speech)
        reply = read_input(options.reply, speech)
    except FileProblem as problem:
        speech.say(problem.text)
        return 2
    schema = check_schema(schema_text, assert_formats=options.formats)
    verdict = judge(reply, schema, JudgeOptions(fix_small_faults=options.fix_small_faults))
    if not options.json:
        say_verdict(verdict, speech)
    elif not speech.give(check_output(verdict, speech.word)):
        return 2
    return _EXIT_CODES.get(verdict.status, 1)
