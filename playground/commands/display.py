"""Whether a window can be opened at all, found out before Qt is asked, because Qt aborts the process where it cannot.

Standard library only: this runs before the first paint.
"""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from playground.words.text import Text, text

# What a bare Debian or Ubuntu lacks for a window; found by starting in a minimal system and adding what the loader missed.
DEBIAN_PACKAGES = (
    "libgl1",
    "libegl1",
    "libxkbcommon0",
    "libglib2.0-0",
    "libfontconfig1",
    "libdbus-1-3",
    "libxkbcommon-x11-0",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libxcb-shape0",
)
_MISSING = re.compile(r"(lib[\w.+-]+\.so[.\d]*): cannot open shared object file")


def find_display_problem(environ: Mapping[str, str] = os.environ) -> Text | None:
    """Why Qt could not open a window here, with the way out; None where nothing speaks against it."""
    if not sys.platform.startswith("linux"):
        return None
    wanted = [name.partition(":")[0] for name in environ.get("QT_QPA_PLATFORM", "").split(";") if name]
    if not wanted:
        wanted = ["wayland"] * bool(environ.get("WAYLAND_DISPLAY")) + ["xcb"] * bool(environ.get("DISPLAY"))
    if not wanted:
        return text("cli.no_display")
    problems: list[Text] = []
    for platform in wanted:
        problem = _problem_with(platform, environ)
        if problem is None:
            return None
        problems.append(problem)
    return problems[0]


def describe_import_error(error: ImportError) -> Text | None:
    """In words why Qt could not be loaded; None if the error is about something else, and so ours."""
    if (missing := _MISSING.search(str(error))) is not None:
        return _library_missing(missing[1])
    name = error.name or ""
    if name.partition(".")[0] not in ("PySide6", "shiboken6"):
        return None
    if isinstance(error, ModuleNotFoundError) and name == "PySide6":
        return text("cli.no_qt")
    return text("cli.qt_not_loaded", reason=str(error))


def _problem_with(platform: str, environ: Mapping[str, str]) -> Text | None:
    if platform == "xcb":
        if not environ.get("DISPLAY"):
            return text("cli.no_display")
        return _plugin_problem("libqxcb.so") or _x_server_problem(environ["DISPLAY"])
    if platform.startswith("wayland"):
        if not environ.get("WAYLAND_DISPLAY"):
            return text("cli.no_display")
        return _plugin_problem("libqwayland.so") or _compositor_problem(environ)
    return None


def _plugin_problem(name: str) -> Text | None:
    """Load Qt's part for this kind of screen, which Qt would do next anyway; what it lacks is said by the loader."""
    import ctypes  # noqa: PLC0415 - as above
    import importlib.util  # noqa: PLC0415 - as above

    spec = importlib.util.find_spec("PySide6")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        plugin = Path(folder, "Qt", "plugins", "platforms", name)
        if not plugin.exists():
            continue
        try:
            ctypes.CDLL(str(plugin))
        except OSError as error:
            missing = _MISSING.search(str(error))
            return _library_missing(missing[1]) if missing else text("cli.qt_not_loaded", reason=str(error))
    return None


def _library_missing(library: str) -> Text:
    return text("cli.library_missing", library=library, command="sudo apt install " + " ".join(DEBIAN_PACKAGES))


def _x_server_problem(display: str) -> Text | None:
    import ctypes  # noqa: PLC0415 - as above

    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return None  # the plugin was loaded or is not there; Qt has the last word
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    if xcb.xcb_connection_has_error(connection):
        xcb.xcb_disconnect(connection)
        return text("cli.display_silent", display=display)
    # Not closed on purpose: a server without a session (Xvfb) starts anew when its last client goes, and Qt would find it closed.
    return None


def _compositor_problem(environ: Mapping[str, str]) -> Text | None:
    import socket  # noqa: PLC0415 - only here, and this module is loaded before the first paint

    display = environ["WAYLAND_DISPLAY"]
    path = Path(environ.get("XDG_RUNTIME_DIR", ""), display)  # an absolute display stays as it is
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(2)
        try:
            client.connect(str(path))
        except OSError:
            return text("cli.display_silent", display=display)
    return None
