"""The window on a real X server, as `playground selftest` shows it; skipped where there is none to start."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.packaging.scripts import ROOT

pytestmark = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")


@pytest.fixture
def display() -> Iterator[str]:
    reading, writing = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    ) as server:
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
        server.terminate()


def selftest(display: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name not in {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY"}}
    return subprocess.run(
        [sys.executable, "-m", "playground", "selftest"],
        cwd=ROOT, env=environ | {"DISPLAY": display, "PYTHONUTF8": "1"}, capture_output=True, encoding="utf-8", timeout=150, check=False,
    )  # fmt: skip


def test_the_selftest_shows_the_window_on_the_screen(display: str) -> None:
    done = selftest(display)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "xcb" in done.stdout
