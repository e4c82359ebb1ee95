"""Tells a watcher how a reply grows, and keeps the time of it."""

import asyncio
from collections.abc import Callable, Iterable

from playground.endpoints.endpoint import Watcher
from playground.endpoints.keys import mask_key, split_before_key
from playground.endpoints.reply_draft import Growth, join_halves
from playground.repair.exchange import Channel

_FIRST_HALF = range(0xD800, 0xDC00)


class Growing:
    """One ask's reply as it grows. What comes in one go is told in one go, as soon as the event loop has a turn.

    A server may put the key that it was sent into its reply: that is masked, also when it comes in pieces.
    """

    def __init__(self, watcher: Watcher, clock: Callable[[], float], key: str | None) -> None:
        self._watcher = watcher
        self._key = key
        self._clock = clock
        self._started = 0.0
        self._ended = 0.0
        self._first: float | None = None
        self._waiting: list[str] = []
        self._channel = Channel.CONTENT  # of what waits
        self._telling: asyncio.Handle | None = None
        self.begun = False
        self.connected = False

    def start(self) -> None:
        """The request is being sent (again)."""
        self.connected = False
        self._started = self._ended = self._clock()
        self._first = None
        self._waiting.clear()

    def note_connection(self) -> None:
        """There is a connection."""
        self.connected = True

    def grew(self, added: str, channel: Channel) -> None:
        """More text has come."""
        if self._first is None:
            self._first = self._clock()
            self.begun = True
        if channel is not self._channel:
            self.tell()
            self._channel = channel
        self._waiting.append(added)
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_soon(self._tell_what_is_whole)

    def came_whole(self, grown: Iterable[Growth]) -> None:
        """The reply has come in one piece, so that there is no time of a first token."""
        for added, channel in grown:
            self.grew(added, channel)
        self._first = None

    def finish(self) -> None:
        """The reply has ended."""
        self._ended = self._clock()
        self.tell()

    def tell(self) -> None:
        """Tell now what waits to be told."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        self._hand_on(mask_key(self._take_waiting(), self._key))

    def _tell_what_is_whole(self) -> None:
        """All but an end that has yet to become whole: half a character, or what may be the beginning of the key."""
        self._telling = None
        added, held = split_before_key(mask_key(self._take_waiting(), self._key), self._key)
        if added and ord(added[-1]) in _FIRST_HALF:
            added, held = added[:-1], added[-1] + held
        if held:
            self._waiting.append(held)
        self._hand_on(added)

    def _take_waiting(self) -> str:
        added = join_halves(self._waiting)
        self._waiting.clear()
        return added

    def _hand_on(self, added: str) -> None:
        if added:
            self._watcher.grew(added, self._channel)

    @property
    def seconds(self) -> float:
        """From sending to the last byte."""
        return max(self._ended - self._started, 0.0)

    @property
    def first_token_seconds(self) -> float | None:
        """From sending to the first token; None for a reply that came whole."""
        return None if self._first is None else max(self._first - self._started, 0.0)
