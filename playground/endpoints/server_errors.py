"""Reads what a server wrote in place of an answer: every known shape of error body, and which failure it means."""

import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from typing import Any

from playground.endpoints.endpoint import AskFailed
from playground.endpoints.failures import SAID_LIMIT, Kind, describe, mode_name
from playground.endpoints.keys import mask_key
from playground.endpoints.wire_json import NotJson, read_json
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.words.text import text

LONGEST_WAIT = 86_400.0  # seconds; a longer Retry-After is clamped to it

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+")
_TRACE = re.compile(r"\n\s*File \"|\n\s*Traceback \(|Traceback \(most recent")  # a server's insides help nobody
_BLANKS = re.compile(r"\s+")
_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?)s")
_TOO_LONG = re.compile(
    r"context[ _]?(length|size|window)|maximum context|too many tokens|(prompt|input) is too long|exceed_context|token limit",
    re.IGNORECASE,
)
_ABOUT_MODE = re.compile(
    r"response_format|json_schema|json_object|tool_choice|\btools?\b|structured.?output|grammar|guided|schema", re.IGNORECASE
)
_ABOUT_MODEL = re.compile(r"\bmodel\b", re.IGNORECASE)
_NO_MODEL = re.compile(
    r"model_not_found|model.{0,80}(not found|not exist|does not exist|unknown|invalid|not available)", re.IGNORECASE | re.DOTALL
)
_BAD_KEY = re.compile(r"api_key_invalid|invalid_api_key|api key not valid|incorrect api key", re.IGNORECASE)
_NO_MONEY = re.compile(
    r"insufficient_quota|billing|spend_limit|insufficient.{0,20}(credit|balance|fund)|exceeded your current quota", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ServerError:
    """An error body, read: the sentence for people, and every word that can tell its kind."""

    message: str = ""
    words: str = ""
    code: int | None = None
    retry_after: float | None = None


def read_error(body: bytes | str) -> ServerError:
    """What the body says, whatever its shape; an empty error when it says nothing that a person could read."""
    try:
        value = read_json(body)
    except NotJson:
        content = body if isinstance(body, str) else body.decode("utf-8", "replace")
        return ServerError() if content.lstrip().startswith("<") else ServerError(_tidy(content), content[:2000])
    return read_error_value(value)


def read_error_value(value: Any) -> ServerError:
    """The same for a body that is read already."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, str):
        return ServerError(_tidy(value), value)
    if not isinstance(value, dict):
        return ServerError()
    inner = value.get("error")
    if isinstance(inner, str):
        return ServerError(_tidy(inner), inner)
    if not isinstance(inner, dict):
        inner = value
    message = next((inner[name] for name in ("message", "detail", "msg", "error_message") if inner.get(name)), "")
    if isinstance(message, list):  # FastAPI: [{loc, msg, type}]
        message = "; ".join(str(item.get("msg", "")) for item in message if isinstance(item, dict))
    details = inner.get("details")
    words = " ".join(str(inner[name]) for name in ("code", "type", "param", "status") if inner.get(name))
    raw = inner["metadata"].get("raw") if isinstance(inner.get("metadata"), dict) else None  # OpenRouter: the upstream's own words
    sentence = f"{message} {raw}" if isinstance(raw, str) else str(message)
    code = inner.get("code")
    if isinstance(code, str) and code.isascii() and code.isdigit():
        code = int(code[:6])
    return ServerError(
        message=_tidy(sentence),
        words=f"{words} {str(details)[:2000] if details else ''} {sentence[:2000]}",
        code=code if isinstance(code, int) and not isinstance(code, bool) else None,
        retry_after=_read_retry_delay(details),
    )


def read_refusal(
    status: int, headers: Mapping[str, str], error: ServerError, settings: EndpointSettings, key: str | None
) -> AskFailed:
    """The failure that a status other than 2xx means."""
    kind = _classify(status, error, settings, has_key=bool(key))
    to = headers.get("location", "")
    failure = describe(
        kind,
        said=mask_key(error.message, key) or None,
        status=status,
        retry_after=read_retry_after(headers) if error.retry_after is None else error.retry_after,
        code=str(status),
        model=settings.model,
        mode=mode_name(settings.mode),
        to=mask_key(_tidy(to), key) or text("endpoints.elsewhere"),
    )
    word = headers.get("x-should-retry", "").strip().lower()
    return AskFailed(failure, may_retry={"true": True, "false": False}.get(word))


def read_error_in_answer(
    error: ServerError, settings: EndpointSettings, key: str | None, *, kind: Kind, tokens_came: bool
) -> AskFailed:
    """An error that came with status 200. Before the first token it is what its own code says; after it, the answer is lost."""
    if not tokens_came and error.code is not None and 400 <= error.code < 600:
        return read_refusal(error.code, {}, error, settings, key)
    failure = describe(kind, said=mask_key(error.message, key) or None)
    return AskFailed(replace(failure, retry_after=error.retry_after), after_first_token=tokens_came)


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait by `retry-after-ms` or `Retry-After` in any of its forms; None for none and for nonsense."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name, "").strip()
        if not value:
            continue
        try:
            seconds = float(value) * unit
        except ValueError:
            seconds = _until(value, headers.get("date", ""))
        if not math.isnan(seconds):
            return min(max(seconds, 0.0), LONGEST_WAIT)
    return None


def _until(date: str, now: str) -> float:
    try:
        then = parsedate_to_datetime(date).timestamp()
    except (ValueError, TypeError, OverflowError):
        return math.nan
    try:
        return then - parsedate_to_datetime(now).timestamp()
    except (ValueError, TypeError, OverflowError):
        return then - time.time()


def _read_retry_delay(details: Any) -> float | None:
    """Google's RetryInfo, which stands in the body: {"retryDelay": "22s"}."""
    for detail in details if isinstance(details, list) else ():
        delay = detail.get("retryDelay") if isinstance(detail, dict) else None
        if isinstance(delay, str) and (match := _DURATION.fullmatch(delay)):
            return min(float(match[1]), LONGEST_WAIT)
    return None


def _classify(status: int, error: ServerError, settings: EndpointSettings, *, has_key: bool) -> Kind:
    words = error.words
    if status < 400:
        return Kind.REDIRECT if status >= 300 else Kind.PROTOCOL
    if status == 401 or (status == 400 and _BAD_KEY.search(words)):
        return Kind.KEY_REFUSED if has_key else Kind.KEY_MISSING
    if status == 402 or (status in {403, 429} and _NO_MONEY.search(words)):
        return Kind.QUOTA
    by_status = {
        403: Kind.FORBIDDEN,
        405: Kind.ADDRESS_UNKNOWN,
        408: Kind.SERVER_TIMEOUT,
        413: Kind.TOO_LARGE,
        429: Kind.RATE_LIMITED,
        503: Kind.OVERLOADED,
        504: Kind.SERVER_TIMEOUT,
        529: Kind.OVERLOADED,
    }
    if status in by_status:
        return by_status[status]
    if status == 404:
        return Kind.MODEL_UNKNOWN if _ABOUT_MODEL.search(words) else Kind.ADDRESS_UNKNOWN
    if _TOO_LONG.search(words):
        return Kind.TOO_LONG
    if settings.mode is not Mode.PROMPT and _ABOUT_MODE.search(words):
        return Kind.MODE_REFUSED
    if status >= 500:
        return Kind.SERVER_ERROR
    return Kind.MODEL_UNKNOWN if _NO_MODEL.search(words) else Kind.REQUEST_REFUSED


def _tidy(content: str) -> str:
    """On one line, without anything that cannot be seen, shortened."""
    content = _TRACE.split(content[: SAID_LIMIT * 4], maxsplit=1)[0]
    content = _BLANKS.sub(" ", _CONTROL.sub(" ", content)).strip()
    return content if len(content) <= SAID_LIMIT else content[: SAID_LIMIT - 1] + "…"
