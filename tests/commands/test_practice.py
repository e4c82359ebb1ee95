"""`playground practice` as a person starts and stops it."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from playground.cli import main
from tests.endpoints.practice.schemas import world

LIMIT = 30.0  # seconds for the program to start or to stop


@contextmanager
def started(*typed: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command at work, and its base address."""
    command = [sys.executable, "-m", "playground", "practice", "--port", "0", "--language", "en", *typed]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8") as program:
        try:
            assert program.stdout is not None
            yield program, program.stdout.readline().strip()
        finally:
            program.kill()


def test_it_says_where_it_answers_and_answers_there() -> None:
    with started("--preset", "chatty", "--speed", "0") as (_, base):
        with httpx.Client(base_url=base, trust_env=False, timeout=LIMIT) as client:
            assert client.get("/models").json()["data"][0]["id"] == "practice-chatty"
            body = {"model": "mine", "messages": [{"role": "user", "content": f"Answer by this: {world()['invoice']}"}]}
            answer = client.post("/chat/completions", json=body).json()
        assert base.startswith("http://127.0.0.1:")
        assert answer["model"] == "mine"
        assert answer["choices"][0]["message"]["content"]


@pytest.mark.skipif(sys.platform == "win32", reason="a console of its own would be needed to send Ctrl+C")
def test_ctrl_c_ends_it_in_order() -> None:
    with started() as (program, base), httpx.stream("GET", f"{base}/models", trust_env=False) as kept_open:
        kept_open.read()
        program.send_signal(signal.SIGINT)
        said = program.communicate(timeout=LIMIT)[1]
    assert program.returncode == 0
    assert said.splitlines() == [
        f"The practice model (no AI) answers at {base}. Stop it with Ctrl+C.",
        "The practice model was stopped.",
    ]


def test_a_port_that_is_taken_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["practice", "--port", port, "--language", "en"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert f"Port {port} cannot be used" in shown.err
