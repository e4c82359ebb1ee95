"""Every way in which an ask can get no answer: a stable kind, and a title, a message and a hint in words."""

import math
from enum import StrEnum

from playground.endpoints.endpoint import AskFailed
from playground.repair.endpoint_settings import Mode
from playground.repair.exchange import EndpointFailure
from playground.words.text import Parameter, Text, text


class Kind(StrEnum):
    """What went wrong; the values are stable and stand in the output of the command."""

    # before anything is sent
    ADDRESS_MISSING = "address_missing"
    ADDRESS_INVALID = "address_invalid"
    PLAIN_HTTP = "plain_http"
    KEY_INVALID = "key_invalid"
    HEADER_INVALID = "header_invalid"
    MODEL_MISSING = "model_missing"
    MODE_UNSUPPORTED = "mode_unsupported"
    EXTRA_INVALID = "extra_invalid"
    EXTRA_RESERVED = "extra_reserved"
    SCHEMA_UNREADABLE = "schema_unreadable"
    NO_SAMPLE = "no_sample"
    # on the way to the server
    NAME_UNKNOWN = "name_unknown"
    LAB_UNKNOWN = "lab_unknown"
    REFUSED = "refused"
    REFUSED_HERE = "refused_here"
    UNREACHABLE = "unreachable"
    CONNECT_TIMEOUT = "connect_timeout"
    CERTIFICATE = "certificate"
    TLS = "tls"
    PROXY = "proxy"
    PROXY_REFUSED = "proxy_refused"
    CA_FILE = "ca_file"
    # while it answers
    TIMEOUT = "timeout"
    CLOSED_EARLY = "closed_early"
    BROKEN_OFF = "broken_off"
    PROTOCOL = "protocol"
    TOO_BIG = "too_big"
    ENCODING = "encoding"
    # its answer is a refusal
    REDIRECT = "redirect"
    WANTS_HTTPS = "wants_https"
    KEY_MISSING = "key_missing"
    KEY_REFUSED = "key_refused"
    FORBIDDEN = "forbidden"
    ADDRESS_UNKNOWN = "address_unknown"
    MODEL_UNKNOWN = "model_unknown"
    MODE_REFUSED = "mode_refused"
    TOO_LONG = "too_long"
    TOO_LARGE = "too_large"
    REQUEST_REFUSED = "request_refused"
    RATE_LIMITED = "rate_limited"
    QUOTA = "quota"
    OVERLOADED = "overloaded"
    SERVER_TIMEOUT = "server_timeout"
    SERVER_ERROR = "server_error"
    # its answer is none
    EMPTY = "empty"
    WEB_PAGE = "web_page"
    NOT_JSON = "not_json"
    NO_CHOICES = "no_choices"
    ERROR_IN_ANSWER = "error_in_answer"
    ERROR_IN_STREAM = "error_in_stream"
    NO_MODEL_LIST = "no_model_list"
    INTERNAL = "internal"


SAID_LIMIT = 300  # characters of a server's own words that a sentence quotes
_PASSING = frozenset({Kind.RATE_LIMITED, Kind.OVERLOADED})


def describe(
    kind: Kind,
    *,
    said: str | None = None,
    status: int | None = None,
    retry_after: float | None = None,
    nearest_mode: Mode | None = None,
    **parameters: Parameter,
) -> EndpointFailure:
    """The failure in words. `said` is what the server itself wrote (no key may be in it any more).

    `nearest_mode` is the one to try after a mode that a server has not, or refused.
    """
    return _describe(kind, parameters, said, status, retry_after, nearest_mode)


def fail(kind: Kind, *, after_first_token: bool = False, nearest_mode: Mode | None = None, **parameters: Parameter) -> AskFailed:
    """The failure as the exception that `ask` raises; for those that no server has put into words."""
    return AskFailed(_describe(kind, parameters, nearest_mode=nearest_mode), after_first_token=after_first_token)


def mode_name(mode: Mode) -> Text:
    """The mode as a sentence names it."""
    return Text(f"endpoints.mode.{mode}")


def _describe(
    kind: Kind,
    parameters: dict[str, Parameter],
    said: str | None = None,
    status: int | None = None,
    retry_after: float | None = None,
    nearest_mode: Mode | None = None,
) -> EndpointFailure:
    message = text(f"endpoints.failure.{kind}.message", **parameters)
    if said:
        message = text("endpoints.failure.said", message=message, said=said)
    return EndpointFailure(
        kind=kind.value,
        title=Text(f"endpoints.failure.{kind}.title"),
        message=message,
        hint=_hint(kind, retry_after, nearest_mode, parameters),
        status=status,
        retry_after=retry_after,
        nearest_mode=nearest_mode,
    )


def _hint(kind: Kind, retry_after: float | None, nearest_mode: Mode | None, parameters: dict[str, Parameter]) -> Text:
    """What to do; more exact where it is known how long to wait, or which mode to choose."""
    if nearest_mode is not None:
        return text("endpoints.hint.nearest_mode", mode=mode_name(nearest_mode))
    if kind in _PASSING and retry_after is not None and retry_after >= 1:
        return text("endpoints.hint.wait", count=math.ceil(retry_after))
    return text(f"endpoints.failure.{kind}.hint", **parameters)
