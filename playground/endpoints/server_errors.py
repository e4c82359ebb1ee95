"""Which failure an error of a server means, said in our words and quoted in its own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from playground.endpoints.endpoint import AskFailed
from playground.endpoints.error_bodies import ServerError
from playground.endpoints.failures import SAID_LIMIT, Kind, describe, mode_name
from playground.endpoints.keys import mask_key, split_before_key
from playground.endpoints.retry_after import read_retry_after
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.words.text import text

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+")
_TRACE = re.compile(r"\n\s*File \"|\n\s*Traceback \(|Traceback \(most recent")  # a server's insides help nobody
_BLANKS = re.compile(r"\s+")
_SHOWN = SAID_LIMIT * 4  # characters that are tidied for one sentence

_TOO_LONG = re.compile(
    r"context[ _]?(length|size|window|limit)|maximum context|too many tokens|(prompt|input) is too long|exceed_context|token limit"
    r"|token count.{0,60}exceed|maximum number of tokens allowed",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT_MODE = re.compile(
    r"response_?format|json_?schema|json_object|responseMimeType|tool_choice|\btools?\b|tool use|function.?call|structured.?output"
    r"|output_config|grammar|guided|schema|too many states|requested parameters",
    re.IGNORECASE,
)
_ABOUT_MODEL = re.compile(r"\bmodel\b|\bmodels/|deployment|no endpoints found", re.IGNORECASE)
_NO_MODEL = re.compile(
    r"model_not_found|DeploymentNotFound|invalid_model|(invalid|unknown) model|model.{0,80}(not found|not exist|does not exist|unknown|invalid|not available)",
    re.IGNORECASE | re.DOTALL,
)
_BAD_KEY = re.compile(
    r"api_key_invalid|invalid_api_key|api key (not valid|not found|expired)|(incorrect|invalid) api key", re.IGNORECASE
)
_NO_MONEY = re.compile(
    r"insufficient_quota|insufficient_user_quota|billing|spend_?limit|spending limit|insufficient.{0,20}(credit|balance|fund)"
    r"|credit balance|out of credits|exceeded your current quota|PerDay",
    re.IGNORECASE,
)
_NO_MONEY_400 = re.compile(r"billing_|credit balance|insufficient (balance|credits|funds)|spend_limit", re.IGNORECASE)
_FILTERED = re.compile(
    r"content_filter|content management policy|ResponsibleAIPolicyViolation|invalid_prompt|violat\w+ (our )?usage (policy|guidelines)"
    r"|content_policy_violation|SAFETY_CHECK",
    re.IGNORECASE,
)
_WANTS_HTTPS = re.compile(r"plain HTTP request was sent to HTTPS|HTTP request to an HTTPS server|TLS required", re.IGNORECASE)

_BY_STATUS = {
    403: Kind.FORBIDDEN,
    405: Kind.ADDRESS_UNKNOWN,
    407: Kind.PROXY_REFUSED,
    408: Kind.SERVER_TIMEOUT,
    413: Kind.TOO_LARGE,
    429: Kind.RATE_LIMITED,
    503: Kind.OVERLOADED,
    504: Kind.SERVER_TIMEOUT,
    529: Kind.OVERLOADED,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked, as far as its refusal needs it. `nearest` is the mode to try where this one is refused."""

    settings: EndpointSettings
    address: str
    nearest: Mode | None = None
    key: str | None = None

    def say(self, content: str) -> str:
        """Words of a server's: without the key, on one line, without anything that cannot be seen, shortened."""
        masked = mask_key(content, self.key)
        if len(masked) > _SHOWN:  # the cut may go through the key
            masked, _ = split_before_key(masked[:_SHOWN], self.key)
        masked = _TRACE.split(masked, maxsplit=1)[0]
        masked = _BLANKS.sub(" ", _CONTROL.sub(" ", masked)).strip()
        return masked if len(masked) <= SAID_LIMIT else masked[: SAID_LIMIT - 1] + "…"


def read_refusal(status: int, headers: Mapping[str, str], error: ServerError, asked: Asked) -> AskFailed:
    """The failure that a status other than 2xx means."""
    kind = _classify(status, error, asked)
    refused_mode = kind is Kind.MODE_REFUSED
    failure = describe(
        kind,
        said=asked.say(error.message) or None,
        status=status,
        retry_after=read_retry_after(headers) if error.retry_after is None else error.retry_after,
        nearest_mode=asked.nearest if refused_mode else None,
        code=str(status),
        address=asked.address,
        model=asked.settings.model,
        mode=mode_name(asked.settings.mode),
        to=asked.say(headers.get("location", "")) or text("endpoints.elsewhere"),
    )
    word = headers.get("x-should-retry", "").strip().lower()
    return AskFailed(failure, may_retry={"true": True, "false": False}.get(word))


def read_error_in_answer(error: ServerError, asked: Asked, *, kind: Kind, tokens_came: bool) -> AskFailed:
    """An error that came with status 200. Before the first token it is what its own code says; after it, the answer is lost."""
    if not tokens_came and error.code is not None and 400 <= error.code < 600:
        return read_refusal(error.code, {}, error, asked)
    failure = describe(kind, said=asked.say(error.message) or None, retry_after=error.retry_after)
    return AskFailed(failure, after_first_token=tokens_came)


def is_filtered(status: int, error: ServerError) -> bool:
    """True where a provider's filter refused the prompt: no failure of the endpoint, but a blocked reply."""
    return status in {400, 403, 422} and _FILTERED.search(error.words) is not None


def _classify(status: int, error: ServerError, asked: Asked) -> Kind:
    words = error.words
    if status < 400:
        return Kind.REDIRECT if status >= 300 else Kind.PROTOCOL
    if status == 401 or (status in {400, 403} and _BAD_KEY.search(words)):
        return Kind.KEY_REFUSED if asked.key else Kind.KEY_MISSING
    if _is_about_money(status, error):
        return Kind.QUOTA
    about_mode = asked.settings.mode is not Mode.PROMPT and _ABOUT_MODE.search(words) is not None
    if status == 404 or (status == 403 and "model_not_found" in words):
        if about_mode and not _NO_MODEL.search(words):
            return Kind.MODE_REFUSED
        return Kind.MODEL_UNKNOWN if _ABOUT_MODEL.search(words) else Kind.ADDRESS_UNKNOWN
    return _BY_STATUS.get(status) or _classify_by_words(status, words, about_mode=about_mode)


def _classify_by_words(status: int, words: str, *, about_mode: bool) -> Kind:
    """400, 422 and 500 say nothing by themselves."""
    if status == 400 and _WANTS_HTTPS.search(words):
        return Kind.WANTS_HTTPS
    if _TOO_LONG.search(words):
        return Kind.TOO_LONG
    if about_mode:
        return Kind.MODE_REFUSED
    if status >= 500:
        return Kind.SERVER_ERROR
    return Kind.MODEL_UNKNOWN if _NO_MODEL.search(words) else Kind.REQUEST_REFUSED


def _is_about_money(status: int, error: ServerError) -> bool:
    if status == 402:
        return True
    if status == 400:
        return _NO_MONEY_400.search(error.words) is not None
    if status not in {403, 429} or not _NO_MONEY.search(error.words):
        return False
    # Gemini says "exceeded your current quota" of each minute's limit too; a delay beside it says that it passes.
    return error.retry_after is None or "PerDay" in error.words
