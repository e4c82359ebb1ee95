"""How a scenario's replies are judged, also those that hold only the fields that were asked for."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from playground.repair.asked_fields import schema_of_part
from playground.repair.exchange import AskedFields, Reply
from playground.repair.merging import Merged, Sent, find_sent, merge
from playground.repair.naming import name_places, name_some
from playground.repair.scenario import Scenario
from playground.verdict.fixed_places import span_before_changes
from playground.verdict.json_text import Reading, read, write
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import CheckedSchema, check
from playground.verdict.violations import Answer, Finish, Note, Origin, Span, Status, Verdict, Violation
from playground.words.text import Value, text

Judging: TypeAlias = Callable[[str, CheckedSchema, JudgeOptions], Verdict]


def options_of(scenario: Scenario, reply: Reply) -> JudgeOptions:
    """How strictly a scenario has this reply judged."""
    return JudgeOptions(
        finish=Finish.UNKNOWN if reply.endless_blanks else reply.finish,  # the program ended it, not a limit or a connection
        refusal=reply.refusal,
        duplicate_key_is_violation=scenario.stop_rules.duplicate_key_is_violation,
        fix_small_faults=scenario.fix_small_faults,
    )


def judge_reply(
    reply: Reply,
    schema: CheckedSchema,
    scenario: Scenario,
    *,
    asked: AskedFields | None = None,
    base: Answer | None = None,
    by: Judging = judge,
) -> Verdict:
    """The verdict on a reply by the scenario's schema and rules. Where fields were `asked` for, those in the reply are merged into
    `base`, the last answer, and the whole is judged. `by` is what judges one text."""
    options = options_of(scenario, reply)
    if asked is None or base is None:
        return by(reply.text, schema, options)
    part = by(reply.text, _schema_of_part(asked), replace(options, duplicate_key_is_violation=False))
    if part.status is not Status.VALID:
        part = by(reply.text, schema, options)
        if part.status is not Status.INVALID:
            return part
    reading = _reading_of(part, reply.text)
    sent = find_sent(reading, base.value, asked)
    if sent is None:
        return part
    merged = merge(base.value, sent, reading.text)
    whole = by(merged.text, schema, JudgeOptions(duplicate_key_is_violation=options.duplicate_key_is_violation))
    return _combine(part, whole, merged, sent)


@lru_cache(maxsize=8)
def _schema_of_part(asked: AskedFields) -> CheckedSchema:
    """What tells an object of fields from a whole answer; what the fields must be is judged later, in the whole."""
    return check(write(schema_of_part(asked)), assert_formats=False)


def _reading_of(part: Verdict, reply: str) -> Reading:
    """The chosen JSON once more, in the text that it was read from."""
    if part.judged_text is not None or part.span is None:
        return read(part.judged_text or "")
    return read(reply, part.span.start, part.span.end)


def _combine(part: Verdict, whole: Verdict, merged: Merged, sent: Sent) -> Verdict:
    """The verdict on the whole; what was found in the reply is that of the part."""
    places = (*(field.pointer for field in sent.fields), *sent.remove)
    notes = [Note("merged", text("repair.note.merged", fields=name_places(places)))]
    if sent.ignored:
        ignored = name_some([Value(write(key)) for key in sent.ignored])
        notes.append(Note("ignored_fields", text("repair.note.ignored_fields", fields=ignored)))
    return Verdict(
        whole.status,
        answer=whole.answer,
        span=part.span,
        violations=tuple(_moved(violation, part, merged) for violation in whole.violations),
        candidates=tuple(
            replace(candidate, valid=whole.status is Status.VALID) if candidate.chosen else candidate
            for candidate in part.candidates
        ),
        notes=(*part.notes, *notes),
        schema=whole.schema,
        changes=part.changes,
        judged_text=merged.text,
    )


def _moved(violation: Violation, part: Verdict, merged: Merged) -> Violation:
    """The violation at its place in the reply, or in the merged text where the reply doesn't hold what it speaks of."""
    branch = tuple(_moved(inner, part, merged) for inner in violation.branch)
    in_reply = _span_in_reply(part, merged.span_in_source(violation.span)) if violation.span else None
    if in_reply is None:
        return replace(violation, branch=branch, origin=Origin.MERGED_ANSWER)
    return replace(violation, branch=branch, span=in_reply)


def _span_in_reply(part: Verdict, span: Span | None) -> Span | None:
    if span is None or part.judged_text is None or part.span is None:
        return span
    return span_before_changes(part.changes, part.span.start, span)
