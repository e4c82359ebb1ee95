"""A verdict in words, for people at a terminal."""

from playground.commands.speech import Speech
from playground.verdict.violations import SchemaProblem, SchemaReport, Status, Verdict
from playground.words.quoting import make_visible
from playground.words.text import Text, text


def verdict_sentence(verdict: Verdict) -> Text:
    """One sentence that says what a reply is worth."""
    if verdict.status is Status.INVALID:
        return text("cli.verdict.invalid", count=len(verdict.violations))
    return text(f"cli.verdict.{verdict.status}")


def say_verdict(verdict: Verdict, speech: Speech) -> None:
    """The whole verdict: the sentence, each violation with its pointer, why there is no JSON, notes, and the schema's state."""
    speech.say(verdict_sentence(verdict))
    say_details(verdict, speech)
    say_schema(verdict.schema, speech)


def say_schema(report: SchemaReport, speech: Speech) -> None:
    """The errors and hints of a schema, one line each."""
    for problem in (*report.errors, *report.hints):
        speech.say("  " + speech.word(_schema_sentence(problem)))


def say_details(verdict: Verdict, speech: Speech) -> None:
    """What is wrong with the reply, one line each."""
    for number, violation in enumerate(verdict.violations, 1):
        # The path is made of the reply's own keys, which may hold anything, a terminal's commands too.
        place = f"  [{make_visible(violation.path)}]" if violation.path else ""
        speech.say(f"  {number}. {speech.word(violation.message)}{place}")
    for change in verdict.changes:
        speech.say("  " + speech.word(text(f"cli.change.{change.risk}", message=change.message)))
    for fault in verdict.faults:
        speech.say("  " + speech.word(fault.message))
    for note in verdict.notes:
        speech.say("  " + speech.word(text("cli.note", message=note.message)))


def _schema_sentence(problem: SchemaProblem) -> Text:
    if problem.line is None:
        return text("cli.schema_place", message=problem.message)
    return text("cli.schema_line", line=str(problem.line), message=problem.message)
