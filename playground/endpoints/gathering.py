"""Reads a fast stream in fewer, larger pieces: waking up for each token of fifty streams would keep a processor busy."""

import asyncio
from collections.abc import AsyncGenerator

_PAUSE = 0.015  # seconds in which more may gather; half of what the window takes to show it
_FAST = 0.012  # seconds between two pieces of a stream that is worth gathering
_FIRST = 16  # pieces that are handed on at once, so that a short reply never waits
_TURN = 0.01  # seconds of work on what is there already, after which other runs, and a cancel, have their turn


async def gather(pieces: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """The same pieces. Between two that come fast, a pause, after which several are there without waiting."""
    loop = asyncio.get_running_loop()
    waited = False

    def mark() -> None:  # runs only when the loop gets a turn, which is when nothing was there to be read
        nonlocal waited
        waited = True

    last, count = loop.time(), 0
    while True:
        waited = False
        marking = loop.call_soon(mark)
        try:
            piece = await anext(pieces, None)
        finally:
            marking.cancel()
        if piece is None:
            return
        count += 1
        yield piece
        now = loop.time()
        if waited:
            fast, last = now - last < _FAST, now
            if fast and count > _FIRST:
                await asyncio.sleep(_PAUSE)
                last = loop.time()
        elif now - last > _TURN:
            await asyncio.sleep(0)
            last = now
