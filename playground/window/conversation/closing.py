"""The closing card: what came of the run, the value, and from where. Without Qt."""

from playground.repair.exchange import Source
from playground.repair.record import Outcome, ResultIs, Run
from playground.repair.scenario import Scenario
from playground.verdict.violations import Span
from playground.window.conversation.cards import Card, CardRole, Pill, Tone
from playground.words.quoting import unescape_json
from playground.words.text import Text, text

_TONES = {
    Outcome.ACCEPTED: Tone.GOOD,
    Outcome.REPAIRED: Tone.GOOD,
    Outcome.FELL_BACK: Tone.WARN,
    Outcome.ERROR: Tone.BAD,
    Outcome.ENDPOINT_FAILED: Tone.BAD,
    Outcome.STOPPED: Tone.PLAIN,
    None: Tone.PLAIN,
}


def close_card(run_id: str, run: Run, scenario: Scenario | None = None) -> Card:
    """The last card of a run that ended."""
    value = unescape_json(run.result or "")  # for people; what is copied from the result card is the value as it is
    return Card(
        f"{run_id}/closing",
        CardRole.CLOSING,
        _title_of(run),
        value,
        aside=_origin_of(run),
        pill=_kind_of_result(run),
        tone=_TONES[run.outcome],
        coloured=(Span(0, len(value)),) if value else (),
        monospaced=True,
        notes=_notes_of(run, scenario),
    )


def _title_of(run: Run) -> Text:
    count = len(run.attempts)
    match run.outcome:
        case Outcome.ACCEPTED:
            return text("conversation.closing.accepted")
        case Outcome.REPAIRED:
            return text("conversation.closing.repaired", number=run.attempts[-1].number if run.attempts else 1)
        case Outcome.FELL_BACK if run.result_is is ResultIs.BEST_ATTEMPT:
            return text("conversation.closing.best_attempt", count=count)
        case Outcome.FELL_BACK:
            return text("conversation.closing.fell_back", count=count)
        case Outcome.ERROR:
            return run.error.title if run.error else text("conversation.closing.error", count=count)
        case Outcome.ENDPOINT_FAILED:
            return run.error.title if run.error else text("conversation.closing.endpoint_failed")
        case Outcome.STOPPED | None:
            return text("conversation.closing.stopped", count=count)


def _kind_of_result(run: Run) -> Pill | None:
    match run.result_is:
        case ResultIs.FALLBACK:
            return Pill(Tone.WARN, text("conversation.pill.fallback"))
        case ResultIs.BEST_ATTEMPT:
            return Pill(Tone.WARN, text("conversation.pill.best_attempt"))
        case ResultIs.ANSWER | ResultIs.NONE:
            return None


def _origin_of(run: Run) -> Text | None:
    sources = {attempt.reply.source for attempt in run.attempts}
    if not sources:
        return None
    if len(sources) > 1:
        return text("conversation.from.mixed")
    match sources.pop():
        case Source.LIVE:
            return text("conversation.from.live")
        case Source.RECORDED:
            return text("conversation.from.recorded")
        case Source.PRACTICE:
            return text("conversation.from.practice")


def _notes_of(run: Run, scenario: Scenario | None) -> tuple[Text, ...]:
    if run.error is not None:
        return (run.error.message, run.error.hint)
    if run.outcome is Outcome.ENDPOINT_FAILED and run.endpoint_failures:
        failure = run.endpoint_failures[-1]
        return (failure.message, failure.hint)
    if run.fixed:
        return (text("conversation.closing.fixed"),)
    if run.outcome is Outcome.FELL_BACK and run.result_is is ResultIs.FALLBACK:
        return (text("conversation.closing.chosen_before"),)
    if run.outcome is Outcome.STOPPED and scenario is not None:
        return (text("conversation.closing.run_again"),)
    return ()
