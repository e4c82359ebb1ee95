"""How long a server wants to be left alone: Retry-After in all its forms, and Google's way of saying it."""

import math
import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

LONGEST_WAIT = 86_400.0  # seconds; a longer wait is clamped to it

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?inf(?:inity)?", re.IGNORECASE)
_PARTS = re.compile(r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?")
_UNITS = (3600.0, 60.0, 1.0, 0.001)


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait by `retry-after-ms` or `Retry-After`: a number, a duration ("1m30s"), a date; None for none and for nonsense."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name, "").strip()
        if not value:
            continue
        seconds = float(value) * unit if _NUMBER.fullmatch(value) else read_duration(value)
        if seconds is None:
            seconds = _until(value, headers.get("date", ""))
        if not math.isnan(seconds):
            return min(max(seconds, 0.0), LONGEST_WAIT)
    return None


def read_retry_delay(details: Any) -> float | None:
    """Google's RetryInfo, which stands in the body: {"retryDelay": "22s"}."""
    for detail in details if isinstance(details, list) else ():
        delay = detail.get("retryDelay") if isinstance(detail, dict) else None
        seconds = read_duration(delay) if isinstance(delay, str) else None
        if seconds is not None:
            return seconds
    return None


def read_duration(written: str) -> float | None:
    """Seconds in "22s", "6m0s" or "20ms"; None for anything else."""
    match = _PARTS.fullmatch(written.strip()[:40]) if written.strip() else None
    if match is None:
        return None
    return min(sum(float(part) * unit for part, unit in zip(match.groups(), _UNITS, strict=True) if part), LONGEST_WAIT)


def _until(date: str, now: str) -> float:
    try:
        then = parsedate_to_datetime(date).timestamp()
    except (ValueError, TypeError, OverflowError):
        return math.nan
    try:
        return then - parsedate_to_datetime(now).timestamp()
    except (ValueError, TypeError, OverflowError):
        return then - time.time()
