"""What is loaded when the window is painted for the first time: only what is seen then."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROBE = """
import os, sys
from playground.cli import main
from playground.window import main_window

class Reporting(main_window.MainWindow):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.painted.connect(report)

def report():
    print(*sorted(sys.modules), flush=True)
    os._exit(0)

main_window.MainWindow = Reporting
main([])
"""

LATER = (
    "asyncio",
    "babel",
    "concurrent.futures",
    "h11",
    "httpcore",
    "httpx",
    "jsonschema",
    "jsonschema_rs",
    "keyring",
    "sqlite3",
    "ssl",
    "uuid",
    "playground.endpoints",
    "playground.runs.events",
    "playground.runs.service",
    "playground.store.history",
    "playground.store.keys",
    "playground.store.recovery",
    "playground.verdict.judge",
    "playground.verdict.schema",
    "playground.verdict.violations",
    "playground.window.conversation.find_bar",
    "playground.window.endpoint_details",
    "playground.window.run_side",
)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    home = tmp_path_factory.mktemp("home")
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PLAYGROUND_HOME": str(home)},
        cwd=Path(__file__).resolve().parents[2],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("module", LATER)
def test_the_first_paint_does_without(loaded: set[str], module: str) -> None:
    assert module not in loaded


def test_the_whole_window_was_there(loaded: set[str]) -> None:
    panes = {"prompt_pane", "schema_pane", "endpoint_pane", "feedback.pane", "limits_pane", "ending.pane", "conversation.pane"}
    assert {f"playground.window.{pane}" for pane in panes} <= loaded


LATER_PROBE = """
import os, sys, threading
from playground.window.application import Program, find_folders, make_application
from playground.words.language import Language

application = make_application()
program = Program(application, find_folders(), Language.FRENCH)
window = program.open_first_window(None)

def finish():
    threads = [thread for thread in threading.enumerate() if thread.name == "warm-up"]
    for thread in threads:
        thread.join()
    print(len(threads), *sorted(sys.modules), flush=True)
    os._exit(0)

window.painted.connect(finish)
application.exec()
"""


def test_after_it_a_thread_loads_what_the_first_run_and_the_first_large_number_need(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LATER_PROBE],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PLAYGROUND_HOME": str(tmp_path)},
        cwd=Path(__file__).resolve().parents[2],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert {"babel.numbers", "playground.store.history", "playground.store.keys"} <= set(done.stdout.split())
