"""Keys against a real Secret Service, in a session bus and a home of its own; skipped where there is none to start."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = [
    pytest.mark.real_keyring,
    pytest.mark.skipif(
        shutil.which("gnome-keyring-daemon") is None or shutil.which("dbus-run-session") is None,
        reason="needs gnome-keyring and dbus-run-session",
    ),
]

_SAVE = """
from playground.store.keys import KeyOrigin, KeyStore
origin = KeyOrigin("https", "api.example.org", 443)
saved = KeyStore(environ={}).save(origin, "sk-ключ-鍵").result(30)
print(saved.state, saved.backend)
"""
# A store of its own, as after a restart: nothing of the first one's memory is left.
_FIND = """
found = KeyStore(environ={}).find(origin).result(30)
print(found.report.state, found.key == "sk-ключ-鍵")
print(KeyStore(environ={}).find(KeyOrigin("http", "api.example.org", 80)).result(30).report.state)
print(KeyStore(environ={}).forget(origin).result(30).state, KeyStore(environ={}).find(origin).result(30).report.state)
"""
_UNLOCKED = "printf 'test-pass\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null; "
_LOCKED = "gnome-keyring-daemon --start --components=secrets >/dev/null; "


def run_in_session(tmp_path: Path, daemon: str, program: str) -> list[str]:
    home, runtime = tmp_path / "home", tmp_path / "runtime"
    for folder in (home, runtime):
        folder.mkdir(mode=0o700, exist_ok=True)
    unwanted = {"DISPLAY", "WAYLAND_DISPLAY", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS", "PYTHON_KEYRING_BACKEND"}
    environ = {name: value for name, value in os.environ.items() if name not in unwanted}
    environ |= {
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(runtime),
        "PYTHONPATH": str(ROOT),
        "PROGRAM": program,
        "PYTHON": sys.executable,
    }
    done = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", f'{daemon}exec "$PYTHON" -c "$PROGRAM"'],
        env=environ, capture_output=True, text=True, timeout=90, check=True,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_a_key_is_saved_found_after_a_restart_and_forgotten(tmp_path: Path) -> None:
    assert run_in_session(tmp_path, _UNLOCKED, _SAVE + _FIND) == [
        "saved SecretService Keyring",
        "saved True",
        "none",
        "none none",
    ]


def test_a_keyring_that_cannot_be_unlocked_here_is_said_and_the_key_stays_for_the_session(tmp_path: Path) -> None:
    run_in_session(tmp_path, _UNLOCKED, _SAVE)
    program = _SAVE + "print(KeyStore(environ={}).find(origin).result(30).report.state)"
    states = [line.split()[0] for line in run_in_session(tmp_path, _LOCKED, program)]
    assert states == ["locked", "locked"]


def test_a_session_without_any_keyring(tmp_path: Path) -> None:
    # The bus may start a service by itself, which then has no collection and nobody to ask for one.
    (line,) = run_in_session(tmp_path, "", _SAVE)
    assert line.startswith("unavailable ")
