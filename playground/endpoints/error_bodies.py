"""Reads what a server wrote in place of an answer: every known shape of error body."""

import html
import re
from dataclasses import dataclass
from typing import Any

from playground.endpoints.retry_after import read_retry_delay
from playground.endpoints.wire_json import NotJson, read_json, write_json

_WORDS_LIMIT = 2000  # characters that are searched for an error's kind
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{1,300})", re.IGNORECASE)
# Where a body has no number, its own word for the error is as good as a status.
_STATUS_OF_WORD = {
    "authentication_error": 401, "invalid_api_key": 401, "UNAUTHENTICATED": 401, "billing_error": 402, "insufficient_quota": 429,
    "permission_error": 403, "PERMISSION_DENIED": 403, "not_found_error": 404, "model_not_found": 404, "NOT_FOUND": 404,
    "timeout_error": 504, "DEADLINE_EXCEEDED": 504, "request_too_large": 413, "rate_limit_error": 429, "rate_limit_exceeded": 429,
    "RESOURCE_EXHAUSTED": 429, "invalid_request_error": 400, "context_length_exceeded": 400, "exceed_context_size_error": 400,
    "INVALID_ARGUMENT": 400, "FAILED_PRECONDITION": 400, "invalid_prompt": 400, "overloaded_error": 529, "unavailable_error": 503,
    "UNAVAILABLE": 503, "INTERNAL": 500,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ServerError:
    """An error body, read. `message` is the server's own sentence as it came: a key may be in it. `words` tell the error's kind.

    `answer` is what the model had written where the server itself refused it (Groq).
    """

    message: str = ""
    words: str = ""
    code: int | None = None
    retry_after: float | None = None
    answer: str | None = None


def read_error(body: bytes | str) -> ServerError:
    """What the body says, whatever its shape; an empty error when it says nothing that a person could read."""
    try:
        value = read_json(body)
    except NotJson:
        content = body if isinstance(body, str) else body.decode("utf-8", "replace")
        if content.lstrip("\ufeff \t\r\n").startswith("<"):
            title = _TITLE.search(content[: 16 * _WORDS_LIMIT])
            content = html.unescape(title[1]) if title else ""
        return ServerError(content, content[:_WORDS_LIMIT])
    return read_error_value(value)


def read_error_value(value: Any) -> ServerError:
    """The same for a body that is read already."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, str):
        return ServerError(value, value[:_WORDS_LIMIT])
    if not isinstance(value, dict):
        return ServerError()
    inner = value.get("error")
    if isinstance(inner, str):
        more = next((value[name] for name in ("message", "detail", "error_description") if isinstance(value.get(name), str)), "")
        sentence = f"{inner}: {more}" if more else inner
        return ServerError(sentence, sentence[:_WORDS_LIMIT])
    if not isinstance(inner, dict):
        inner = value
    names = ("message", "detail", "msg", "error_message", "error_description", "title")
    sentence = next((_read_sentence(inner[name]) for name in names if inner.get(name)), "")
    metadata = inner.get("metadata")
    raw = metadata.get("raw") if isinstance(metadata, dict) else None  # OpenRouter: the upstream's own words
    sentence = f"{sentence} {raw}" if isinstance(raw, str) else sentence
    details = inner.get("details")
    marks = [str(inner[name]) for name in ("code", "type", "param", "status") if isinstance(inner.get(name), str | int)]
    answer = inner.get("failed_generation")
    return ServerError(
        message=sentence,
        words=f"{' '.join(marks)} {_read_details(details)} {sentence[:_WORDS_LIMIT]}",
        code=_read_code(inner.get("code"), marks),
        retry_after=read_retry_delay(details),
        answer=answer if isinstance(answer, str) and answer else None,
    )


def _read_sentence(message: Any) -> str:
    """A sentence; FastAPI's list of {loc, msg}; or whatever else stands in its place, as JSON."""
    if isinstance(message, str):
        return message
    if isinstance(message, list):
        return "; ".join(filter(None, (_read_item(item) for item in message)))
    if isinstance(message, dict) and isinstance(message.get("message"), str):
        return str(message["message"])
    return write_json(message)


def _read_item(item: Any) -> str:
    if not isinstance(item, dict):
        return item if isinstance(item, str) else ""
    place = item.get("loc")
    named = ".".join(str(part) for part in place if isinstance(part, str | int)) if isinstance(place, list) else ""
    said = str(item.get("msg") or item.get("message") or "")
    return f"{named}: {said}" if named and said else said


def _read_details(details: Any) -> str:
    return write_json(details)[:_WORDS_LIMIT] if isinstance(details, dict | list) else ""


def _read_code(code: Any, marks: list[str]) -> int | None:
    if isinstance(code, str) and code.isascii() and code.isdigit():
        return int(code[:6])
    if isinstance(code, int) and not isinstance(code, bool):
        return code
    return next((_STATUS_OF_WORD[mark] for mark in marks if mark in _STATUS_OF_WORD), None)
