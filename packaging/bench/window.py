"""Prints for how many milliseconds the window's event loop stood still at the longest, stage by stage, and megabytes of memory.

The whole program runs offscreen against a loopback server in a process of its own.
"""

import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.message import Message, Role
from playground.repair.scenario import Samples, Scenario
from playground.store.folders import find_folders
from playground.window import runner
from playground.window.application import Program
from playground.window.main_window import MainWindow
from playground.window.system import make_application
from playground.words.language import Language
from tests.support.chat_server import Behaviour, ChatServer, reply, stream, stream_of, whole

STAGES = ("stream", "megabyte", "messages", "fifty", "pattern")
SETTLING = 0.5  # seconds after each stage that still count
TIME_LIMIT = 60.0
AT_ONCE = 50
YES_OR_NO = '{"type": "object", "required": ["answer"], "properties": {"answer": {"enum": ["yes", "no"]}}}'
HOSTILE = '{"type": "string", "pattern": "^(a+)+$"}'
WORDS = ("alpha", "beta", '"answer":', "12,", "the", "model", "says", "no,", "perhaps")


def serve(stage: str) -> None:
    """Answer as the stage wants it, until standard input ends."""
    item = '{"id":%d,"name":"item %d","ok":true}'
    one_line = "[" + ",".join(item % (number, number) for number in range(27_000)) + "]"
    behaviours: dict[str, Behaviour] = {
        "stream": stream(stream_of("word " * 600, size=5), pause=0.005),  # 200 tokens a second
        "megabyte": whole({"choices": [{"message": {"content": one_line}, "finish_reason": "stop"}]}),
        "messages": reply('{"answer": "perhaps"}'),
        "fifty": stream(stream_of('{"answer": "perhaps"}', size=1), pause=0.01),
        "pattern": reply(json.dumps("a" * 40 + "!")),
    }
    with ChatServer(behaviours[stage]) as server:
        print(server.base_url, flush=True)
        sys.stdin.read()


def main() -> None:
    """Print the longest stop of each stage in its order, then the growth of memory."""
    os.environ["PLAYGROUND_HOME"] = tempfile.mkdtemp()
    runner._AT_ONCE = AT_ONCE  # noqa: SLF001 - the window itself starts fewer; the budget is for as many
    application = make_application()
    program = Program(application, find_folders(), Language.ENGLISH)
    window = program.open_first_window(None)
    _spin_until(lambda: window.ready)
    _spin(1.0)
    gc.collect()
    before = _resident()
    stops = [_play(window, stage) for stage in STAGES]
    gc.collect()
    grown = (_resident() - before) / 1e6
    window.editing.document.mark_saved(Path("nowhere"), window.editing.scenario)
    window.close()
    program.close()
    QApplication.processEvents()
    print(*(round(stop, 1) for stop in stops), round(grown, 1))


def _play(window: MainWindow, stage: str) -> float:
    server = subprocess.Popen([sys.executable, __file__, "serve", stage], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None  # noqa: S101 - it was asked for
    try:
        scenario = _scenario(window.editing.scenario, stage, server.stdout.readline().strip())
        return _longest_stop(lambda: _begin(window, scenario, stage), lambda: not window.runs.runner.busy)
    finally:
        server.kill()
        server.wait()


def _scenario(lesson: Scenario, stage: str, base_url: str) -> Scenario:
    chance = random.Random(3)  # noqa: S311 - only text to show
    many = tuple(Message(Role.USER, " ".join(chance.choice(WORDS) for _ in range(500))[:2000]) for _ in range(200))
    return replace(
        lesson,
        messages=many if stage == "messages" else (Message(Role.USER, "Does a baguette contain gluten?"),),
        schema_text=HOSTILE if stage == "pattern" else YES_OR_NO,
        endpoint=EndpointSettings(base_url=base_url, model="test-model", stream=stage != "megabyte", time_limit=TIME_LIMIT),
        samples=Samples(),
        max_attempts=1 if stage in ("stream", "megabyte") else 2,
    )


def _begin(window: MainWindow, scenario: Scenario, stage: str) -> None:
    window.editing.change("window.change.endpoint", **{name: getattr(scenario, name) for name in _CHANGED})
    if stage == "fifty":
        window.runs.runner.run_many(scenario, AT_ONCE)
    else:
        window.runs.runner.run(scenario)


_CHANGED = ("messages", "schema_text", "endpoint", "samples", "max_attempts")


def _longest_stop(act: Callable[[], None], done: Callable[[], bool]) -> float:
    """The longest time between two beats of a timer of 2 ms, in milliseconds."""
    last = time.perf_counter()
    longest = 0.0

    def beat() -> None:
        nonlocal last, longest
        now = time.perf_counter()
        longest = max(longest, now - last - 0.002)
        last = now

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(beat)
    timer.start(2)
    QTimer.singleShot(10, act)
    _spin(0.1)
    _spin_until(done)
    _spin(SETTLING)
    timer.stop()
    return longest * 1000


def _spin_until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + TIME_LIMIT
    while not done():
        if time.monotonic() > end:
            sys.exit("The window did not come to rest in time.")
        _spin(0.02)


def _spin(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def _resident() -> int:
    status = Path("/proc/self/statm")
    return int(status.read_text(encoding="ascii").split()[1]) * 4096 if status.exists() else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
    else:
        main()
