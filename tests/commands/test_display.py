"""A machine that cannot show a window is found out before Qt aborts."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from playground.commands.display import DEBIAN_PACKAGES, describe_import_error, find_display_problem

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")


def problem_of(environ: dict[str, str]) -> str | None:
    problem = find_display_problem(environ)
    return problem.id if problem else None


@linux_only
@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"DISPLAY": ""},
        {"QT_QPA_PLATFORM": "xcb"},
        {"QT_QPA_PLATFORM": "wayland"},
        {"QT_QPA_PLATFORM": "wayland;xcb"},
        {"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "wayland-0"},
    ],
)
def test_without_a_screen(environ: dict[str, str]) -> None:
    assert problem_of(environ) == "cli.no_display"


@linux_only
@pytest.mark.parametrize("platform", ["offscreen", "minimal", "vnc:size=800x600", "xcb;offscreen"])
def test_what_needs_no_screen_is_let_through(platform: str) -> None:
    assert problem_of({"QT_QPA_PLATFORM": platform}) is None


@linux_only
def test_a_screen_that_does_not_answer(tmp_path: Path) -> None:
    # Where Qt's part for X cannot be loaded, that is what is said first.
    assert problem_of({"DISPLAY": ":4711"}) in ("cli.display_silent", "cli.library_missing")
    assert problem_of({"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)}) in (
        "cli.display_silent",
        "cli.library_missing",
    )


@linux_only
def test_a_compositor_that_listens_is_enough(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        assert problem_of({"WAYLAND_DISPLAY": str(tmp_path / "wayland-0")}) in (None, "cli.library_missing")


@linux_only
def test_a_library_that_qt_cannot_load_is_named_before_qt_aborts(tmp_path: Path) -> None:
    (tmp_path / "libxcb-cursor.so.0").write_bytes(b"no library")
    environ = os.environ | {"LD_LIBRARY_PATH": str(tmp_path), "DISPLAY": ":4711", "LC_ALL": "C"}
    environ.pop("QT_QPA_PLATFORM", None)
    environ.pop("WAYLAND_DISPLAY", None)
    done = subprocess.run(
        [sys.executable, "-m", "playground"], env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (2, "", False)
    assert "libxcb-cursor" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ImportError("libEGL.so.1: cannot open shared object file: No such file or directory"), "cli.library_missing"),
        (
            ImportError("libxcb-cursor.so.0: cannot open shared object file: No such file", name="PySide6.QtGui"),
            "cli.library_missing",
        ),
        (ModuleNotFoundError("No module named 'PySide6'", name="PySide6"), "cli.no_qt"),
        (ImportError("DLL load failed while importing QtCore", name="PySide6.QtCore"), "cli.qt_not_loaded"),
        (ModuleNotFoundError("No module named 'shiboken6'", name="shiboken6"), "cli.qt_not_loaded"),
    ],
)
def test_why_qt_cannot_be_loaded(error: ImportError, sentence: str) -> None:
    problem = describe_import_error(error)
    assert problem is not None
    assert problem.id == sentence


def test_the_sentence_has_a_command_that_installs_everything() -> None:
    problem = describe_import_error(ImportError("libGL.so.1: cannot open shared object file: No such file or directory"))
    assert problem is not None
    parameters = dict(problem.parameters)
    assert parameters["library"] == "libGL.so.1"
    assert parameters["command"] == f"sudo apt install {' '.join(DEBIAN_PACKAGES)}"


def test_a_fault_of_ours_is_not_blamed_on_qt() -> None:
    assert describe_import_error(ModuleNotFoundError("No module named 'playground.windo'", name="playground.windo")) is None
