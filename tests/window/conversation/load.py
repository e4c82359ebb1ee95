"""How long the message view holds up the event loop, and how much memory it takes: the figures of design.md section 8.

For the test beside it and for `packaging/dev.py bench`. Times are the main thread's own (thread_time), so that a busy machine
does not count.
"""

import gc
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer

from playground.verdict.violations import Span
from playground.window.conversation.cards import Badge, Card, CardRole, Mark, MarkKind, Pill, Tone
from playground.window.conversation.pane import ConversationPane
from playground.words.text import text

_WORDS = ["alpha", "beta", "gamma", '"answer":', '{"x":', "12,", '"yes"}', "the", "model", "says", "no,", "perhaps"]
ONE_LINE = ("[" + ",".join(f'{{"id":{number},"name":"item {number}","ok":true}}' for number in range(30_000)) + "]")[:1_000_000]


@dataclass(frozen=True, slots=True)
class Load:
    """Longest stop of the event loop in milliseconds, stage by stage; memory in megabytes (None where it cannot be asked)."""

    open_200: float
    stream: float
    add_megabyte: float
    stream_into_megabyte: float
    choose_violation: float
    resize: float
    memory: float | None

    @property
    def longest(self) -> float:
        """The longest of all stops."""
        return max(self.open_200, self.stream, self.add_megabyte, self.stream_into_megabyte, self.choose_violation, self.resize)


def measure_load(pane: ConversationPane, stream_seconds: float = 2.0) -> Load:
    """Put 200 messages of 2 kB, a stream of 200 tokens a second and a megabyte on one line through a shown pane."""
    view = pane.view
    chance = random.Random(3)
    cards = _make_cards(chance)
    pane.show_cards(cards[:3])  # fonts are read before anything is measured
    _spin(0.3)
    pane.show_cards(())
    gc.collect()
    before = _resident()
    open_200 = _longest_stop(lambda: pane.show_cards(cards))
    view.append(Card("stream", CardRole.MODEL, text("conversation.model", number=1), "so ", (Badge.LIVE,), growing=True))
    stream = _stream(pane, "stream", chance, stream_seconds)
    megabyte = _make_megabyte()
    add_megabyte = _longest_stop(lambda: view.append(megabyte))
    choose = _longest_stop(lambda: view.select_violation(1, 700))
    view.scroll_to_end()
    _spin(0.2)
    into = _stream(pane, "megabyte", chance, stream_seconds)
    width = pane.width()
    resize = _longest_stop(lambda: pane.resize(width + 160, pane.height()))
    gc.collect()
    after = _resident()
    memory = (after - before) / 1e6 if after and before else None
    return Load(open_200, stream, add_megabyte, into, choose, resize, memory)


def _make_cards(chance: random.Random) -> list[Card]:
    bad = Pill(Tone.BAD, text("conversation.pill.no_json"))
    cards = []
    for number in range(200):
        body = " ".join(chance.choice(_WORDS) for _ in range(500))[:2000]
        role = CardRole.MODEL if number % 2 else CardRole.YOU
        title = text("conversation.model", number=number)
        cards.append(Card(f"message/{number}", role, title, body, (Badge.SENT,), pill=bad if number % 2 else None))
    return cards


def _make_megabyte() -> Card:
    places = (at for at in count(5) if ONE_LINE.startswith('"item', at))
    marks = []
    for index, at in zip(range(1500), places, strict=False):
        marks.append(Mark(MarkKind.ERROR, text("conversation.you"), Span(at, at + 7), index + 1, index))
    title = text("conversation.model", number=1)
    coloured = (Span(0, len(ONE_LINE)),)
    return Card(
        "megabyte", CardRole.MODEL, title, ONE_LINE, (Badge.LIVE,), 1, marks=tuple(marks), coloured=coloured, monospaced=True
    )


def _stream(pane: ConversationPane, card_id: str, chance: random.Random, seconds: float) -> float:
    timer = QTimer()
    timer.setInterval(5)
    timer.timeout.connect(lambda: pane.view.grow(card_id, f"{chance.choice(_WORDS)} "))
    longest = _longest_stop(timer.start, seconds)
    timer.stop()
    return longest


def _longest_stop(act: Callable[[], object], seconds: float = 0.6) -> float:
    """The most time that the main thread worked between two beats of a 2 ms timer, in milliseconds."""
    last = time.thread_time()
    longest = 0.0

    def beat() -> None:
        nonlocal last, longest
        now = time.thread_time()
        longest = max(longest, now - last)
        last = now

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(2)
    timer.timeout.connect(beat)
    timer.start()
    QTimer.singleShot(10, act)
    _spin(seconds)
    timer.stop()
    return longest * 1000


def _spin(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def _resident() -> int | None:
    status = Path("/proc/self/statm")
    return int(status.read_text(encoding="ascii").split()[1]) * 4096 if status.exists() else None
