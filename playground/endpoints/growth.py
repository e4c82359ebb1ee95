"""Tells a watcher how a reply grows, and keeps the time of it."""

from collections.abc import Callable

from playground.endpoints.chat_reply import ReplyDraft
from playground.endpoints.endpoint import Watcher
from playground.repair.messages import Channel

_FIRST_HALF = range(0xD800, 0xDC00)


class Growing:
    """One ask's reply as it grows. `seconds` counts from the last `start` to the last byte."""

    def __init__(self, watcher: Watcher, clock: Callable[[], float]) -> None:
        self._watcher = watcher
        self._clock = clock
        self._started = 0.0
        self._ended = 0.0
        self._first: float | None = None
        self._half: tuple[str, Channel] | None = None  # the first half of a character whose second half is still to come
        self.begun = False

    def start(self) -> None:
        """The request is being sent (again)."""
        self._started = self._ended = self._clock()
        self._first = None
        self._half = None

    def grew(self, added: str, channel: Channel) -> None:
        """More text has come."""
        if self._first is None:
            self._first = self._clock()
        self.begun = True
        if self._half is not None:
            half, of = self._half
            self._half = None
            if of is channel:
                added = (half + added).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
            else:
                self._watcher.grew(half, of)
        if ord(added[-1]) in _FIRST_HALF:
            self._half = (added[-1], channel)
            added = added[:-1]
        if added:
            self._watcher.grew(added, channel)

    def tell_whole(self, draft: ReplyDraft) -> None:
        """The reply has come in one piece."""
        self._ended = self._clock()
        calls = next(iter(draft.tool_calls.values()), [])
        for pieces, channel in ((draft.reasoning, Channel.REASONING), (draft.content, Channel.CONTENT), (calls, Channel.TOOL_CALL)):
            if added := "".join(pieces):
                self._watcher.grew(added, channel)

    def finish(self) -> None:
        """The stream has ended."""
        self._ended = self._clock()
        if self._half is not None:
            self._watcher.grew(*self._half)
            self._half = None

    @property
    def seconds(self) -> float:
        """From sending to the last byte."""
        return max(self._ended - self._started, 0.0)

    @property
    def first_token_seconds(self) -> float | None:
        """From sending to the first token; None for a reply that came whole."""
        return None if self._first is None else max(self._first - self._started, 0.0)
