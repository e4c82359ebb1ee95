"""What the machine itself must have, and how it gets it: system libraries, programs, Python's own venv. Standard library only."""

import ctypes
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


class Need(NamedTuple):
    """Something that must be there. `name` is a library, a program, a Python module or a file; `package` is Debian's."""

    kind: str
    name: str
    package: str


def _libraries(packages: dict[str, str]) -> list[Need]:
    return [Need("library", name, package) for name, package in packages.items()]


VENV = [Need("module", "ensurepip", "python{}.{}-venv".format(*sys.version_info))]
QT = _libraries({
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
})  # fmt: skip
SCREEN = _libraries({
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
})  # fmt: skip
VIRTUAL_SCREEN = [Need("program", "Xvfb", "xvfb")]
KEYRING = [Need("program", "gnome-keyring-daemon", "gnome-keyring"), Need("program", "dbus-run-session", "dbus-daemon")]
BUNDLE = [Need("program", "objdump", "binutils")]
if sysconfig.get_config_var("Py_ENABLE_SHARED"):
    # Debian's python3 carries Python's library in itself, yet a bundle needs it as a file.
    _LIBRARY = Path(sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("INSTSONAME"))
    BUNDLE.append(Need("file", str(_LIBRARY), "libpython{}.{}".format(*sys.version_info)))


def missing(needs: Sequence[Need]) -> list[Need]:
    """Those that this machine does not have. Only Linux keeps Qt's libraries apart from Qt."""
    if not sys.platform.startswith("linux"):
        needs = [need for need in needs if need.kind == "module"]
    return [need for need in needs if not _is_there(need)]


def provide(needs: Sequence[Need], wishes: Sequence[Need] = ()) -> None:
    """Install what is missing where that is ours to do, else say the one command to type.

    A missing need ends the program; a missing wish is said, and the job goes on without it.
    """
    lacking = missing([*needs, *wishes])
    if lacking and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        say(f"Installing what this machine lacks: {_packages(lacking)}.")
        _install(sorted({need.package for need in lacking}))
        lacking = missing(lacking)
    if needed := [need for need in lacking if need in needs]:
        say(f"This machine lacks {_names(needed)}. {_way_out(needed)}")
        sys.exit(1)
    if lacking:
        say(f"This machine lacks {_names(lacking)}, so what needs it is left out. {_way_out(lacking)}")


def say(words: str) -> None:
    """Say something to the person, beside what the job itself prints."""
    print(words, file=sys.stderr, flush=True)


def _names(needs: Sequence[Need]) -> str:
    return ", ".join(need.name for need in needs)


def _packages(needs: Sequence[Need]) -> str:
    return " ".join(sorted({need.package for need in needs}))


def _way_out(needs: Sequence[Need]) -> str:
    if shutil.which("apt-get") is None:
        return "Install what is missing with your system's package manager, then try again."
    install = f"apt-get install -y --no-install-recommends {_packages(needs)}"
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        # A new machine does not know its packages yet; root's own way above has asked already.
        known = f"apt-get update && {install}"
        install = f"sudo sh -c '{known}'" if shutil.which("sudo") else f"su -c '{known}'"
    return f"Type this, then try again:\n\n    {install}\n"


def _is_there(need: Need) -> bool:
    if need.kind == "program":
        return shutil.which(need.name) is not None
    if need.kind == "module":
        return find_spec(need.name) is not None
    if need.kind == "file":
        return Path(need.name).exists()
    try:
        ctypes.CDLL(need.name)
    except OSError:
        return False
    return True


def _install(packages: list[str]) -> None:
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    # A machine that has never asked does not know its packages yet, so the second try asks first.
    for command in (install, ["apt-get", "update", "-q"], install):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode == 0 and command is install:
            return
    say(done.stderr.strip())
