"""The command as a process: signals, pipes, and that nothing but JSON is ever on standard output."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from playground.resources import resource
from tests.support.chat_server import ChatServer, reply

LESSON = str(resource("lessons", "01-send-the-fault-back", "en.json"))
ROOT = Path(__file__).resolve().parent.parent.parent
posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")


def start(*typed: str, **more: str) -> subprocess.Popen[str]:
    environ = (
        os.environ
        | {"PYTHONPATH": str(ROOT), "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring", "LC_ALL": "C.UTF-8"}
        | more
    )
    return subprocess.Popen(
        [sys.executable, "-m", "playground", *typed],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environ,
    )


def slow() -> ChatServer:
    return ChatServer(reply('{"answer": "yes"}' + " " * 4000, pause=0.05))


@posix_only
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_run_within_a_second(number: signal.Signals) -> None:
    with slow() as server, start("run", LESSON, "--base-url", server.base_url, "--events") as process:
        assert process.stdout is not None
        for line in process.stdout:
            if json.loads(line)["event"] == "reply_grew":
                break
        before = time.monotonic()
        process.send_signal(number)
        ended = next(event for line in process.stdout if (event := json.loads(line))["event"] == "run_ended")
        took = time.monotonic() - before
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err, ended["result"]["outcome"]) == (130, "", "", "stopped")
    assert took < 2  # one second, and as much again for a busy machine


@posix_only
def test_a_reader_who_goes_away_stops_the_run_without_a_traceback() -> None:
    with slow() as server, start("run", LESSON, "--base-url", server.base_url, "--events") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(20) == 130
        assert process.stderr.read() == ""


def test_events_are_flushed_line_by_line() -> None:
    with slow() as server, start("run", LESSON, "--base-url", server.base_url, "--events") as process:
        assert process.stdout is not None
        # The server is still busy with its one reply, which takes minutes.
        assert json.loads(process.stdout.readline())["event"] == "run_started"
        process.kill()
        process.communicate()


def test_a_lesson_runs_with_the_folders_of_a_new_machine(tmp_path: Path) -> None:
    with start("run", LESSON, "--json", PLAYGROUND_HOME=str(tmp_path / "new" / "home")) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err, json.loads(out)["outcome"]) == (0, "", "repaired")
    assert (tmp_path / "new" / "home" / "data" / "history.sqlite").exists()


def test_the_window_without_a_screen_is_one_sentence() -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("elsewhere there is always a screen")
    with start(QT_QPA_PLATFORM="", DISPLAY="", WAYLAND_DISPLAY="") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, len(err.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("heavy", ["PySide6", "httpx", "keyring", "jsonschema", "argparse", "babel", "sqlite3"])
def test_what_is_not_needed_before_the_first_paint_is_not_loaded_by_the_command(heavy: str) -> None:
    program = (
        "import sys\n"
        "import playground.cli, playground.commands.speech, playground.commands.window\n"
        f"print({heavy!r} in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True, cwd=ROOT)
    assert done.stdout == "False\n"


def many_replies(folder: Path, count: int) -> list[str]:
    (folder / "schema.json").write_text('{"type": "integer"}', encoding="utf-8")
    (folder / "replies.jsonl").write_text("".join(json.dumps(str(number)) + "\n" for number in range(count)), encoding="utf-8")
    return ["check", "--schema", str(folder / "schema.json"), "--replies"]


def test_a_reader_of_verdicts_who_goes_away_is_no_fault(tmp_path: Path) -> None:
    typed = many_replies(tmp_path, 20_000)
    with start(*typed, str(tmp_path / "replies.jsonl"), "--json") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["status"] == "valid"
        process.stdout.close()
        assert process.wait(60) == 2
        assert process.stderr.read() == ""


@posix_only
def test_a_verdict_comes_before_the_next_reply_is_there_and_a_signal_ends_the_waiting(tmp_path: Path) -> None:
    typed = many_replies(tmp_path, 0)
    reading, writing = os.pipe()
    environ = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "playground", *typed, "-", "--json"]
    with subprocess.Popen(command, stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ) as process:
        os.close(reading)
        assert process.stdout is not None
        assert process.stderr is not None
        for number in range(3):
            os.write(writing, json.dumps(str(number)).encode() + b"\n")
            assert json.loads(process.stdout.readline())["value"] == number
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read() == b""
    os.close(writing)
