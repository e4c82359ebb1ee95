"""Events come from another thread in their order, in few wake-ups, with growth joined."""

import threading

from pytestqt.qtbot import QtBot

from playground.repair.exchange import Channel
from playground.repair.record import Run
from playground.runs.events import Event, ReplyGrew, RunEnded
from playground.window.bridge import Bridge, join_growth


def test_growth_of_one_reply_is_joined_and_nothing_else() -> None:
    events: tuple[Event, ...] = (
        ReplyGrew("a", 1, "x"),
        ReplyGrew("a", 1, "y"),
        ReplyGrew("b", 1, "z"),
        ReplyGrew("a", 1, "r", Channel.REASONING),
        ReplyGrew("a", 1, "1"),
        ReplyGrew("a", 2, "2"),
        RunEnded("a", Run("a", "s")),
    )
    assert join_growth(events) == (
        ReplyGrew("a", 1, "xy"),
        ReplyGrew("b", 1, "z"),
        ReplyGrew("a", 1, "r", Channel.REASONING),
        ReplyGrew("a", 1, "1"),
        ReplyGrew("a", 2, "2"),
        RunEnded("a", Run("a", "s")),
    )


def test_ten_thousand_pieces_arrive_whole_in_few_wake_ups(qtbot: QtBot) -> None:
    bridge = Bridge()
    batches: list[tuple[Event, ...]] = []
    bridge.arrived.connect(batches.append)

    def write() -> None:
        for number in range(10_000):
            bridge.take(ReplyGrew("a", 1, f"{number},"))
        bridge.take(RunEnded("a", Run("a", "s")))

    writer = threading.Thread(target=write)
    writer.start()
    qtbot.waitUntil(lambda: bool(batches) and isinstance(batches[-1][-1], RunEnded), timeout=10_000)
    writer.join()
    grown = "".join(event.added for batch in batches for event in batch if isinstance(event, ReplyGrew))
    assert grown == "".join(f"{number}," for number in range(10_000))
    assert len(batches) < 300
    assert all(len(batch) <= 2 for batch in batches)


def test_what_comes_after_the_window_has_gone_is_dropped(qtbot: QtBot) -> None:
    bridge = Bridge()
    batches: list[tuple[Event, ...]] = []
    bridge.arrived.connect(batches.append)
    bridge.take(ReplyGrew("a", 1, "x"))
    bridge.close()
    bridge.take(ReplyGrew("a", 1, "y"))
    bridge.deleteLater()
    with qtbot.waitSignal(bridge.destroyed):
        pass
    bridge.take(ReplyGrew("a", 1, "z"))
    assert batches == []
