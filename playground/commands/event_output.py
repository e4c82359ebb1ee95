"""What `playground run --events` prints for each event: one line of JSON, described in resources/schemas/events.json."""

from playground.repair.contract import (
    JsonObject,
    Word,
    attempt_value,
    failure_value,
    message_value,
    messages_value,
    run_value,
    seconds_value,
)
from playground.runs.events import (
    AttemptJudged,
    AttemptStarted,
    EndpointFailed,
    EndpointRetries,
    Event,
    ReplyGrew,
    RunEnded,
    RunStarted,
)
from playground.verdict import json_text


def event_output(event: Event, word: Word) -> str:
    """One line, ASCII only."""
    return json_text.write(_event_value(event, word))


def _event_value(event: Event, word: Word) -> JsonObject:
    match event:
        case RunStarted():
            return {"event": "run_started", "run": event.run_id, "scenario": event.scenario.id, "at": event.at}
        case AttemptStarted():
            request = messages_value(event.request.messages)
            return {"event": "attempt_started", "run": event.run_id, "number": event.number, "request": request}
        case ReplyGrew():
            grown: JsonObject = {"added": event.added, "channel": event.channel.value}
            return {"event": "reply_grew", "run": event.run_id, "number": event.number, **grown}
        case AttemptJudged():
            feedback = message_value(event.attempt.feedback) if event.attempt.feedback else None
            judged = attempt_value(event.attempt, word)
            return {"event": "attempt_judged", "run": event.run_id, "attempt": judged, "feedback": feedback}
        case EndpointRetries():
            failure = failure_value(event.failure, word)
            again: JsonObject = {"failure": failure, "retry": event.retry, "wait": seconds_value(event.wait)}
            return {"event": "endpoint_retries", "run": event.run_id, "number": event.number, **again}
        case EndpointFailed():
            failed = failure_value(event.failure, word)
            return {"event": "endpoint_failed", "run": event.run_id, "number": event.number, "failure": failed}
        case RunEnded():
            return {"event": "run_ended", "run": event.run_id, "result": run_value(event.run, word)}
