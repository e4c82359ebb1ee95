"""A verdict in words, for people at a terminal."""

from playground.commands.speech import Speech
from playground.repair.naming import name_places
from playground.verdict.groups import ViolationGroup, group_violations, place_inside
from playground.verdict.violations import SchemaProblem, SchemaReport, Status, Verdict
from playground.words.quoting import make_visible
from playground.words.text import Text, text


def verdict_sentence(verdict: Verdict) -> Text:
    """One sentence that says what a reply is worth."""
    if verdict.status is Status.INVALID:
        return text("cli.verdict.invalid", count=len(verdict.violations))
    return text(f"cli.verdict.{verdict.status}")


def say_verdict(verdict: Verdict, speech: Speech) -> None:
    """The whole verdict: the sentence, each violation with its pointer and what to do, why there is no JSON, notes, and the schema's state."""
    speech.say(verdict_sentence(verdict))
    say_details(verdict, speech, with_advice=True)
    say_schema(verdict.schema, speech)


def say_schema(report: SchemaReport, speech: Speech) -> None:
    """The errors and hints of a schema, one line each."""
    for problem in (*report.errors, *report.hints):
        speech.say("  " + speech.word(_schema_sentence(problem)))


def say_details(verdict: Verdict, speech: Speech, *, with_advice: bool = False) -> None:
    """What is wrong with the reply, one line each, like violations together; `with_advice` adds what to do about it below."""
    for number, group in enumerate(group_violations(verdict.violations), 1):
        # The path is made of the reply's own keys, which may hold anything, a terminal's commands too.
        place = f"  [{make_visible(group.first.path)}]" if group.first.path else ""
        speech.say(f"  {number}. {speech.word(_group_sentence(group))}{place}")
        _say_advice(group.first.advice if with_advice else None, speech)
    for change in verdict.changes:
        speech.say("  " + speech.word(text(f"cli.change.{change.risk}", message=change.message)))
    for fault in verdict.faults:
        speech.say("  " + speech.word(fault.message))
        _say_advice(fault.advice if with_advice else None, speech)
    for note in verdict.notes:
        speech.say("  " + speech.word(text("cli.note", message=note.message)))


def _group_sentence(group: ViolationGroup) -> Text:
    if not group.others:
        return group.first.message
    inside = place_inside(group.first)
    places = name_places(path + inside for path in group.others)
    return text("repair.fault.also_at", fault=group.first.short, places=places)


def _say_advice(advice: Text | None, speech: Speech) -> None:
    if advice is not None:
        speech.say("     → " + speech.word(advice))


def _schema_sentence(problem: SchemaProblem) -> Text:
    if problem.line is None:
        return text("cli.schema_place", message=problem.message)
    return text("cli.schema_line", line=str(problem.line), message=problem.message)
