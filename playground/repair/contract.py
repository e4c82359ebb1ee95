"""What the command prints for programs: the JSON described in resources/schemas/check.json and run.json.

ASCII only, numbers exact. Sentences are put into words by `word`, in the language that the command was asked for.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TypeAlias

from playground.repair.cases import CaseResult
from playground.repair.exchange import EndpointFailure, Usage
from playground.repair.message import Message
from playground.repair.record import Attempt, HonestError, Run
from playground.verdict import json_text
from playground.verdict.violations import JsonValue, SchemaProblem, Span, Verdict
from playground.words.text import Text

Word: TypeAlias = Callable[[Text], str]
JsonObject: TypeAlias = dict[str, JsonValue]


def check_output(verdict: Verdict, word: Word) -> str:
    """What `playground check --json` prints."""
    return json_text.write(verdict_value(verdict, word), indent=2)


def verdict_line(verdict: Verdict, word: Word) -> str:
    """A verdict on one line."""
    return json_text.write(verdict_value(verdict, word))


def reply_line(name: str, verdict: Verdict, word: Word) -> str:
    """One of the lines that `playground check --replies --json` prints."""
    return json_text.write({"name": name, **verdict_value(verdict, word)})


def case_line(title: str, result: CaseResult, word: Word) -> str:
    """One of the lines that `playground check SCENARIO --json` prints."""
    case: JsonObject = {"name": title, "should_pass": result.case.should_pass, "as_expected": result.as_expected}
    return json_text.write({**case, **verdict_value(result.verdict, word)})


def run_output(run: Run, word: Word) -> str:
    """What `playground run --json` prints at the end."""
    return json_text.write(run_value(run, word), indent=2)


def run_value(run: Run, word: Word) -> JsonObject:
    """A run as the contract writes it. Raises ValueError for one that goes on."""
    if run.outcome is None:
        raise ValueError("a run that goes on has no outcome")
    result = json_text.read(run.result).answer if run.result is not None else None
    return {
        "outcome": run.outcome.value,
        "result": result.value if result else None,
        "result_is": run.result_is.value,
        **({"fixed": True} if run.fixed else {}),
        "live": run.live,
        "attempts": [attempt_value(attempt, word) for attempt in run.attempts],
        "messages": messages_value(run.messages),
        "endpoint_failures": [failure_value(failure, word) for failure in run.endpoint_failures],
        "usage": usage_value(run.usage),
        "seconds": seconds_value(run.seconds),
        "error": _error_value(run.error, word),
    }


def attempt_value(attempt: Attempt, word: Word) -> JsonObject:
    """An attempt as the contract writes it; `notes` only where there are some."""
    notes: list[JsonValue] = [{"kind": note.id.rpartition(".")[2], "message": word(note)} for note in attempt.notes]
    return {
        "number": attempt.number,
        "request": messages_value(attempt.request.messages),
        "reply": attempt.reply.text,
        "channel": attempt.reply.channel.value,
        "source": attempt.reply.source.value,
        "finish": attempt.reply.finish.value,
        "verdict": verdict_value(attempt.verdict, word),
        "usage": usage_value(attempt.reply.usage),
        "seconds": seconds_value(attempt.reply.seconds),
        **({"notes": notes} if notes else {}),
    }


def verdict_value(verdict: Verdict, word: Word) -> JsonObject:
    """A verdict as the contract writes it; `value` is there only where JSON was found."""
    found: JsonObject = {"value": verdict.answer.value} if verdict.answer else {}
    return {
        "status": verdict.status.value,
        **found,
        "span": _span_value(verdict.span),
        "violations": [
            {
                "path": violation.path,
                "keyword": violation.keyword,
                "message": word(violation.message),
                "span": _span_value(violation.span),
                "origin": violation.origin.value,
                "schema_path": violation.schema_path,
            }
            for violation in verdict.violations
        ],
        "faults": [
            {"kind": fault.kind, "message": word(fault.message), "span": _span_value(fault.span)} for fault in verdict.faults
        ],
        "candidates": [
            {"span": _span_value(candidate.span), "chosen": candidate.chosen, "valid": candidate.valid}
            for candidate in verdict.candidates
        ],
        "notes": [{"kind": note.kind, "message": word(note.message), "span": _span_value(note.span)} for note in verdict.notes],
        "schema": {
            "errors": [_problem_value(problem, word) for problem in verdict.schema.errors],
            "hints": [_problem_value(problem, word) for problem in verdict.schema.hints],
        },
        **_changes_value(verdict, word),
    }


def _changes_value(verdict: Verdict, word: Word) -> JsonObject:
    """What was fixed before judging, and the text that was judged then; nothing where nothing was fixed."""
    if not verdict.changes:
        return {}
    changes: list[JsonValue] = [
        {
            "before": change.before,
            "after": change.after,
            "risk": change.risk.value,
            "message": word(change.message),
            "span": _span_value(change.span),
        }
        for change in verdict.changes
    ]
    return {"changes": changes, "judged_text": verdict.judged_text}


def messages_value(messages: Sequence[Message]) -> list[JsonValue]:
    """Messages as they were sent."""
    return [message_value(message) for message in messages]


def message_value(message: Message) -> JsonObject:
    """One message."""
    return {"role": message.role.value, "content": message.content}


def failure_value(failure: EndpointFailure, word: Word) -> JsonObject:
    """A request that got no answer."""
    return {"kind": failure.kind, "message": word(failure.message)}


def usage_value(usage: Usage | None) -> JsonObject | None:
    """Tokens; null is "not reported"."""
    if usage is None:
        return None
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "total_tokens": usage.total_tokens,
        "reasoning_tokens": usage.reasoning_tokens,
        "cached_tokens": usage.cached_tokens,
    }


def seconds_value(seconds: float) -> Decimal:
    """A duration to the millisecond."""
    return Decimal(f"{seconds:.3f}").normalize() + 0


def _error_value(error: HonestError | None, word: Word) -> JsonObject | None:
    return {"title": word(error.title), "message": word(error.message), "hint": word(error.hint)} if error else None


def _problem_value(problem: SchemaProblem, word: Word) -> JsonObject:
    return {
        "kind": problem.kind,
        "message": word(problem.message),
        "path": problem.path,
        "line": problem.line,
        "span": _span_value(problem.span),
    }


def _span_value(span: Span | None) -> list[JsonValue] | None:
    return [span.start, span.end] if span else None
