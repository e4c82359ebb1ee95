"""When the transport tries again by itself: at most twice, inside the attempt's time limit, never after the first token."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from playground.endpoints.endpoint import AskFailed, Watcher
from playground.endpoints.failures import Kind

RETRIES = 2
FIRST_WAIT = 0.5  # seconds; doubled for the second
FIRST_WAIT_SHORT = 0.1
# A server on this computer is there or it is not; and a connection kept from before may have been closed meanwhile.
_SHORT = frozenset({Kind.REFUSED_HERE, Kind.CLOSED_EARLY})

_RETRIED = frozenset(
    {
        Kind.REFUSED,
        Kind.REFUSED_HERE,
        Kind.UNREACHABLE,
        Kind.CONNECT_TIMEOUT,
        Kind.CLOSED_EARLY,
        Kind.BROKEN_OFF,
        Kind.RATE_LIMITED,
        Kind.OVERLOADED,
        Kind.SERVER_TIMEOUT,
    }
)
_RETRIED_STATUS = frozenset({408, 429, 500, 502, 503, 504, 529})

Wait = Callable[[float], Awaitable[None]]
_T = TypeVar("_T")


async def keep_trying(
    once: Callable[[], Awaitable[_T]], watcher: Watcher, time_left: Callable[[], float], wait: Wait = asyncio.sleep
) -> _T:
    """What `once` gives; raises its last AskFailed. A wait that doesn't fit into the time left is not begun."""
    retry = 0
    while True:
        try:
            return await once()
        except AskFailed as failed:
            retry += 1
            pause = _pause_before(retry, failed)
            if retry > RETRIES or pause is None or pause >= time_left():
                raise
            watcher.retries(failed.failure, retry, pause)
            await wait(pause)


def is_passing(kind: Kind) -> bool:
    """True for a failure that is tried again by itself, where nothing of the answer had come. Of a server's errors the status decides."""
    return kind in _RETRIED or kind is Kind.SERVER_ERROR


def _pause_before(retry: int, failed: AskFailed) -> float | None:
    """Seconds to wait before this retry; None forbids it."""
    failure = failed.failure
    if failed.after_first_token or failed.may_retry is False or failure.kind == Kind.QUOTA:
        return None
    retried = failure.kind in _RETRIED or (failure.kind == Kind.SERVER_ERROR and failure.status in _RETRIED_STATUS)
    if not retried and failed.may_retry is not True:
        return None
    if failure.retry_after is not None:
        return failure.retry_after
    first = FIRST_WAIT_SHORT if failure.kind in _SHORT else FIRST_WAIT
    return float(first * 2 ** (retry - 1))
