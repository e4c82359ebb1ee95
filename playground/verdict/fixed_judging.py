"""The verdict on a reply whose small syntax faults are fixed first."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from playground.verdict.fixed_places import span_before_changes
from playground.verdict.small_faults import Fixed, fix_small_faults
from playground.verdict.spans import Span
from playground.verdict.violations import Note, Origin, Status, Verdict, Violation
from playground.words.text import text as words


def judge_fixed(reply: str, pieces: Sequence[Span], without: Verdict, judge_text: Callable[[str], Verdict]) -> Verdict:
    """The verdict on the last of the broken `pieces` that satisfies the schema once it is fixed, else on the last that could be
    fixed, else the verdict `without` fixing. `judge_text` judges a text in strict JSON by the reply's schema."""
    last: Verdict | None = None
    for piece in reversed(pieces):
        fixed = fix_small_faults(reply, piece)
        if fixed is None:
            continue
        verdict = _judged(piece, fixed, without, judge_text(fixed.text))
        if verdict.status is Status.VALID:
            return verdict
        last = last or verdict
    return last or without


def _judged(piece: Span, fixed: Fixed, without: Verdict, verdict: Verdict) -> Verdict:
    note = Note("fixed", words("verdict.note.fixed", count=len(fixed.changes)), piece)
    return replace(
        verdict,
        span=piece,
        violations=tuple(_moved(violation, piece, fixed) for violation in verdict.violations),
        candidates=without.candidates,
        notes=(*without.notes, note, *(replace(other, span=None) for other in verdict.notes)),
        changes=fixed.changes,
        judged_text=fixed.text,
    )


def _moved(violation: Violation, piece: Span, fixed: Fixed) -> Violation:
    """The violation at its place in the reply, or in the fixed text where the reply doesn't hold what it speaks of."""
    branch = tuple(_moved(inner, piece, fixed) for inner in violation.branch)
    in_reply = span_before_changes(fixed.changes, piece.start, violation.span) if violation.span else None
    if in_reply is None:
        return replace(violation, branch=branch, origin=Origin.FIXED_TEXT)
    return replace(violation, branch=branch, span=in_reply)
