"""What a run tells while it goes on: JSON for programs, or sentences for people."""

from typing import Protocol

from playground.commands.event_output import event_output
from playground.commands.speech import Speech
from playground.commands.verdict_report import say_details, verdict_sentence
from playground.repair.contract import run_output
from playground.repair.record import Outcome, ResultIs, Run
from playground.runs.events import AttemptJudged, EndpointFailed, EndpointRetries, Event, RunEnded
from playground.words.text import Text, text


class Report(Protocol):
    """Takes each event of a run."""

    def take(self, event: Event) -> bool:
        """Tell what the event brings; False when nobody listens any more."""


class JsonReport:
    """The whole run as one JSON object at its end."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech

    def take(self, event: Event) -> bool:
        """See Report."""
        return not isinstance(event, RunEnded) or self._speech.give(run_output(event.run, self._speech.word))


class EventsReport:
    """One JSON object a line as things happen."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech

    def take(self, event: Event) -> bool:
        """See Report."""
        return self._speech.give(event_output(event, self._speech.word))


class WordsReport:
    """Sentences on standard error. What went wrong with the endpoint is said once, however often it is tried again."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._said: set[Text] = set()

    def take(self, event: Event) -> bool:
        """See Report."""
        speech = self._speech
        match event:
            case AttemptJudged(attempt=attempt):
                source = text(f"cli.source.{attempt.reply.source}")
                verdict = verdict_sentence(attempt.verdict)
                speech.say(text("cli.attempt", number=str(attempt.number), source=source, verdict=verdict))
                say_details(attempt.verdict, speech)
                for note in attempt.notes:
                    speech.say("  " + speech.word(text("cli.note", message=note)))
            case EndpointRetries():
                self._say_once(event.failure.message)
                speech.say(text("cli.retry", count=max(1, round(event.wait))))
            case EndpointFailed():
                self._say_once(event.failure.message)
            case RunEnded():
                self._say_end(event.run)
        return True

    def _say_once(self, sentence: Text) -> None:
        if sentence not in self._said:
            self._said.add(sentence)
            self._speech.say(sentence)

    def _say_end(self, run: Run) -> None:
        speech = self._speech
        if run.outcome is not None:
            best = run.outcome is Outcome.FELL_BACK and run.result_is is ResultIs.BEST_ATTEMPT
            refused = run.outcome is Outcome.ERROR and not run.attempts
            name = "best_attempt" if best else "refused" if refused else str(run.outcome)
            speech.say(text(f"cli.outcome.{name}", number=str(len(run.attempts))))
        if run.fixed:
            speech.say(text("cli.answer_fixed"))
        if run.error is not None:
            for sentence in (run.error.title, run.error.message, run.error.hint):
                self._say_once(sentence)
        if run.result is not None:
            speech.say(run.result)
        if run.attempts and not run.live:
            speech.say(text("cli.demonstration"))
