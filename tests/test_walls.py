"""The walls of the house: who may import whom, and what the pure parts may touch. Each failure names the rule and the way out."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "playground"

# Of words, the lower layers may know the sentence that is not yet worded, and nothing else.
TEXT_ONLY = {"words.text", "words.language"}
LAYERS: dict[str, set[str]] = {
    "__init__": set(),
    "resources": set(),
    "words": {"words", "resources"},
    "verdict": {"verdict", "words.text"},
    "repair": {"repair", "verdict", "words"},
    "endpoints": {"endpoints", "repair", "verdict", "resources", *TEXT_ONLY},
    "store": {"store", "repair", "verdict", "resources", *TEXT_ONLY},
    "runs": {"runs", "endpoints", "repair", "verdict", *TEXT_ONLY},
}
BELOW = {*LAYERS} - {"__init__"}
FRONT_ENDS: dict[str, set[str]] = {
    # the recorder is the one piece that puts runs and store together; the window's composition root takes it as it is
    "window": {*BELOW, "window", "commands.recording"},
    "commands": {*BELOW, "commands", "window.application", "window.proof"},
    "cli": {*BELOW, "commands"},
    "__main__": {"cli"},
}
HOUSE = LAYERS | FRONT_ENDS
LIBRARIES: dict[str, tuple[str, ...]] = {  # every library that the program may import, and where
    "babel": ("words/",),
    "certifi": ("commands/selftest_steps.py",),
    "h11": ("endpoints/practice/server",),
    "genson": ("verdict/plain_schema/from_example",),
    "httpx": ("endpoints/transport",),
    "json_repair": ("verdict/small_faults",),
    "jsonschema_rs": ("verdict/",),
    "keyring": ("store/keys",),
    "platformdirs": ("store/",),
    "PySide6": ("window/",),
    "shiboken6": ("window/",),
    "sqlite3": ("store/",),  # of the standard library, but history is one place
    "typing_extensions": ("",),  # for the types alone; Python 3.11 lacks `override`
}
PURE = ("words", "verdict", "repair")
IMPURE = {
    "asyncio", "concurrent", "ctypes", "curses", "fcntl", "fileinput", "ftplib", "glob", "http", "imaplib", "io", "locale", "logging",
    "mmap", "msvcrt", "multiprocessing", "os", "pathlib", "pickle", "platform", "poplib", "queue", "random", "readline", "sched", "secrets",
    "select", "selectors", "shelve", "shutil", "signal", "smtplib", "socket", "socketserver", "ssl", "subprocess", "sys", "syslog", "tempfile",
    "termios", "threading", "time", "tkinter", "urllib", "webbrowser", "winreg", "xmlrpc", "zoneinfo",
}  # fmt: skip
PURE_PARTS = {"urllib.parse"}  # parts of impure modules that do no I/O
IMPURE_BUILTINS = {"open", "print", "input", "breakpoint", "__import__"}
IMPURE_CALLS = {"now", "today", "utcnow", "uuid1", "uuid4", "getnode", "read_text", "read_bytes", "write_text", "write_bytes"}
PURE_WAY_OUT = "words, verdict and repair are pure. Do it in endpoints, store or runs and hand the value in."
LATE_IMPORTS = ("commands/selftest_steps.py", "commands/display.py")  # importlib: what a table of imports cannot see


def find_faults(place: str, source: str) -> list[str]:
    """What `source` would do against the rules, were it the file playground/`place`."""
    layer = place.partition("/")[0].removesuffix(".py")
    if layer not in HOUSE:
        return [f"playground/{place}: the house has no part named {layer!r}. Put the module into one of {sorted(HOUSE)}."]
    tree = ast.parse(source)
    faults = [
        f"playground/{place}:{fault}" for name, line in _imports(tree) for fault in _faults_of_import(place, layer, name, line)
    ]
    if layer in PURE:
        faults += [f"playground/{place}:{fault}" for fault in _impure_calls(tree)]
    return faults


def _imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                yield "." * node.level + (node.module or ""), node.lineno
            elif node.module == "playground":
                yield from ((f"playground.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield node.module or "", node.lineno


def _faults_of_import(place: str, layer: str, name: str, line: int) -> Iterator[str]:
    said = f"{line} imports {name}"
    top = name.partition(".")[0]
    if name.startswith("."):
        yield f"{said}: imports are absolute in this project. Write `from playground. ... import ...`."
    elif top == "playground":
        wanted = name.removeprefix("playground").removeprefix(".")
        allowed = HOUSE[layer]
        if wanted not in {"", "__version__"} and not any(wanted == each or wanted.startswith(f"{each}.") for each in allowed):
            yield f"{said}: {layer} may import only {sorted(allowed)}. Turn the arrow round: take a value, or a protocol that the other side fulfils."
    elif top in LIBRARIES:
        if not place.startswith(LIBRARIES[top]):
            where = " and ".join(f"playground/{each}" for each in LIBRARIES[top])
            yield f"{said}: only {where} may. Hand its result on as a frozen value."
    elif top not in sys.stdlib_module_names:
        yield f"{said}: a library that the house does not know. Add it to pyproject.toml and, with its one place, to LIBRARIES in tests/test_walls.py."
    elif top == "importlib" and place not in LATE_IMPORTS:
        yield f"{said}: only {' and '.join(LATE_IMPORTS)} may. Import by name, so that the walls can be seen."
    elif layer in PURE and top in IMPURE and name not in PURE_PARTS:
        yield f"{said}: {PURE_WAY_OUT}"


def _impure_calls(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in IMPURE_BUILTINS:
                yield f"{node.lineno} calls {called.id}: {PURE_WAY_OUT}"
            elif isinstance(called, ast.Attribute) and called.attr in IMPURE_CALLS:
                yield f"{node.lineno} calls {called.attr}: {PURE_WAY_OUT}"


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_the_house_keeps_its_walls(path: Path) -> None:
    faults = find_faults(path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8"))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("place", "source", "rule"),
    [
        ("verdict/x.py", "import httpx", "only playground/endpoints/transport may"),
        ("endpoints/chat.py", "from httpx import AsyncClient", "only playground/endpoints/transport may"),
        ("store/settings.py", "import keyring.errors", "only playground/store/keys may"),
        ("commands/x.py", "from PySide6.QtCore import QObject", "only playground/window/ may"),
        ("verdict/x.py", "import requests", "a library that the house does not know"),
        ("verdict/x.py", "from playground.repair.loop import begin", "verdict may import only"),
        ("verdict/x.py", "from playground.words.rendering import render", "verdict may import only"),
        ("repair/x.py", "from playground.endpoints import samples", "repair may import only"),
        ("endpoints/x.py", "from playground.runs.events import Event", "endpoints may import only"),
        ("store/x.py", "from playground.endpoints.chat import Chat", "store may import only"),
        ("runs/x.py", "from playground.store.history import History", "runs may import only"),
        ("runs/x.py", "from playground import store", "runs may import only"),
        ("words/x.py", "from playground.verdict.violations import Violation", "words may import only"),
        ("window/x.py", "from playground.commands.speech import Speech", "window may import only"),
        ("commands/x.py", "from playground.window.main_window import MainWindow", "commands may import only"),
        ("repair/x.py", "def f():\n    import asyncio", "are pure"),
        ("repair/x.py", "from time import monotonic", "are pure"),
        ("repair/x.py", "from urllib.request import urlopen", "are pure"),
        ("verdict/x.py", "text = open('a').read()", "are pure"),
        ("repair/x.py", "at = datetime.now(UTC)", "are pure"),
        ("repair/x.py", "number = uuid.uuid4()", "are pure"),
        ("repair/x.py", "from .loop import begin", "imports are absolute"),
        ("runs/x.py", "import importlib", "Import by name"),
        ("helpers/x.py", "", "the house has no part named 'helpers'"),
        ("util.py", "", "the house has no part named 'util'"),
    ],
)
def test_a_hole_in_a_wall_is_found_and_its_rule_named(place: str, source: str, rule: str) -> None:
    (fault,) = find_faults(place, source)
    assert rule in fault


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("verdict/x.py", "import jsonschema_rs, re\nfrom urllib.parse import urljoin\nfrom datetime import datetime"),
        ("words/x.py", "from playground.resources import resource"),
        ("repair/x.py", "from playground.words.rendering import render\nfrom uuid import uuid5"),
        ("endpoints/transport.py", "import httpx, asyncio, ssl"),
        ("window/panes/x.py", "from PySide6.QtWidgets import QWidget\nfrom playground.store.history import History"),
    ],
)
def test_what_the_house_allows_is_no_fault(place: str, source: str) -> None:
    assert find_faults(place, source) == []
