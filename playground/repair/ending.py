"""The ending: why a run goes no further, and what it gives then."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from playground.repair.notes import repeats_reply, repeats_violations
from playground.repair.record import Attempt, HonestError, Outcome, ResultIs, Run
from playground.repair.scenario import Ending, EndingKind, Scenario
from playground.verdict import json_text
from playground.verdict.violations import Verdict
from playground.words.text import Text, text


class Reason(StrEnum):
    """Why a run goes no further; the first three are a verdict's status."""

    CUT_OFF = "cut_off"
    BLOCKED = "blocked"
    SCHEMA_ERROR = "schema_error"
    LIMIT = "limit"
    SAME_REPLY = "same_reply"
    SAME_VIOLATIONS = "same_violations"
    BUDGET_SECONDS = "budget_seconds"
    BUDGET_TOKENS = "budget_tokens"


def find_reason(scenario: Scenario, attempts: Sequence[Attempt]) -> Reason | None:
    """Why no further attempt follows the last of these, or None if one does."""
    if len(attempts) >= scenario.max_attempts:
        return Reason.LIMIT
    *earlier, last = attempts
    rules = scenario.stop_rules
    if (rules.same_reply or rules.same_violations) and repeats_reply(earlier, last.reply):
        return Reason.SAME_REPLY
    if rules.same_violations and repeats_violations(earlier, last.verdict):
        return Reason.SAME_VIOLATIONS
    budgets = scenario.budgets
    if budgets.seconds is not None and sum(attempt.reply.seconds for attempt in attempts) >= budgets.seconds:
        return Reason.BUDGET_SECONDS
    spent = sum(attempt.reply.usage.spent or 0 for attempt in attempts if attempt.reply.usage)
    if budgets.total_tokens is not None and spent >= budgets.total_tokens:
        return Reason.BUDGET_TOKENS
    return None


def conclude(ending: Ending, run: Run, reason: Reason) -> Run:
    """The run with the ending that was chosen beforehand; no hidden invented value."""
    if ending.kind is EndingKind.FALLBACK and ending.value is not None:
        return _give(run, ending.value, ResultIs.FALLBACK, reason)
    if ending.kind is EndingKind.BEST_ATTEMPT:
        best = find_best(run.attempts)
        if best is not None and best.verdict.answer is not None:
            return _give(run, json_text.write(best.verdict.answer.value), ResultIs.BEST_ATTEMPT, reason)
    return replace(run, outcome=Outcome.ERROR, error=_word_error(run, reason))


def find_best(attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt with the fewest violations, of equals the later; None where no reply held JSON."""
    with_answer = [attempt for attempt in attempts if attempt.verdict.answer is not None]
    return min(with_answer, key=lambda attempt: (len(attempt.verdict.violations), -attempt.number), default=None)


def _give(run: Run, result: str, result_is: ResultIs, reason: Reason) -> Run:
    if reason is not Reason.LIMIT:
        last = run.attempts[-1]
        noted = replace(last, notes=(*last.notes, text(f"repair.error.{reason}.message")))
        run = replace(run, attempts=(*run.attempts[:-1], noted))
    return replace(run, outcome=Outcome.FELL_BACK, result=result, result_is=result_is)


def _word_error(run: Run, reason: Reason) -> HonestError:
    if reason is Reason.LIMIT:
        last = run.attempts[-1].verdict
        message = text("repair.error.limit.message", count=len(run.attempts), fault=_first_fault(last))
    else:
        message = text(f"repair.error.{reason}.message")
    return HonestError(text(f"repair.error.{reason}.title"), message, text(f"repair.error.{reason}.hint"))


def _first_fault(verdict: Verdict) -> Text:
    if verdict.violations:
        return verdict.violations[0].message
    return verdict.faults[0].message if verdict.faults else text("repair.fault.no_json")
