"""Every way in which an ask can get no answer: a stable kind, and a title, a message and a hint in words."""

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
    # while it answers
    TIMEOUT = "timeout"
    CLOSED_EARLY = "closed_early"
    BROKEN_OFF = "broken_off"
    PROTOCOL = "protocol"
    TOO_BIG = "too_big"
    ENCODING = "encoding"
    # its answer is a refusal
    REDIRECT = "redirect"
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


def describe(
    kind: Kind,
    *,
    said: str | None = None,
    status: int | None = None,
    retry_after: float | None = None,
    **parameters: Parameter,
) -> EndpointFailure:
    """The failure in words. `said` is what the server itself wrote (no key may be in it any more)."""
    return _describe(kind, said, status, retry_after, parameters)


def fail(kind: Kind, *, after_first_token: bool = False, **parameters: Parameter) -> AskFailed:
    """The failure as the exception that `ask` raises; for those that no server has put into words."""
    return AskFailed(_describe(kind, None, None, None, parameters), after_first_token=after_first_token)


def mode_name(mode: Mode) -> Text:
    """The mode as a sentence names it."""
    return Text(f"endpoints.mode.{mode}")


def _describe(
    kind: Kind, said: str | None, status: int | None, retry_after: float | None, parameters: dict[str, Parameter]
) -> EndpointFailure:
    message = text(f"endpoints.failure.{kind}.message", **parameters)
    if said:
        message = text("endpoints.failure.said", message=message, said=said)
    return EndpointFailure(
        kind=kind.value,
        title=Text(f"endpoints.failure.{kind}.title"),
        message=message,
        hint=text(f"endpoints.failure.{kind}.hint", **parameters),
        status=status,
        retry_after=retry_after,
    )
