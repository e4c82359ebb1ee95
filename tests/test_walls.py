"""The walls of the house: who may import whom. Each failure names the rule and the way out."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "playground"

# Of words, the lower layers may know the sentence that is not yet worded, and nothing else.
TEXT_ONLY = {"words.text", "words.language"}
FRONT_ENDS = {"window", "commands", "cli", "__main__"}
LAYERS: dict[str, set[str]] = {
    "words": {"words", "resources"},
    "verdict": {"verdict", "words.text"},
    "repair": {"repair", "verdict", "words"},
    "endpoints": {"endpoints", "repair", "verdict", "resources", *TEXT_ONLY},
    "store": {"store", "repair", "verdict", "resources", *TEXT_ONLY},
    "runs": {"runs", "endpoints", "repair", "verdict", *TEXT_ONLY},
    "resources": set(),
    "__init__": set(),
}
STRANGERS: dict[str, str] = {  # a library, and the one place that may import it
    "httpx": "endpoints/transport",
    "httpcore": "endpoints/transport",
    "keyring": "store/keys",
    "PySide6": "window/",
    "shiboken6": "window/",
    "sqlite3": "store/",
}
PURE = ("words", "verdict", "repair")
PURE_LIBRARIES = {"jsonschema", "jsonschema_specifications", "jsonschema_rs", "referencing", "regex", "json_repair", "babel"}
IMPURE = {
    "asyncio", "concurrent", "ctypes", "http", "logging", "multiprocessing", "os", "random", "select", "selectors", "shutil", "signal",
    "socket", "sqlite3", "ssl", "subprocess", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
PURE_PARTS = {"urllib.parse"}  # parts of impure modules that do no I/O


def _modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _imports(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute in this project; write `from playground. ...`."
            assert node.module is not None
            if node.module == "playground":
                for alias in node.names:
                    yield f"playground.{alias.name}", node.lineno
            else:
                yield node.module, node.lineno


def _layer(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_keep_to_the_house(path: Path) -> None:
    layer = _layer(path)
    place = path.relative_to(PACKAGE).as_posix()
    assert layer in LAYERS or layer in FRONT_ENDS, (
        f"playground/{place}: the house has no part named {layer!r}. Put the module into one of {sorted(LAYERS | dict.fromkeys(FRONT_ENDS, set()))}."
    )
    for name, line in _imports(path):
        where = f"playground/{place}:{line} imports {name}"
        top = name.partition(".")[0]
        if top == "playground":
            _check_layer(layer, name.removeprefix("playground").removeprefix("."), where)
        elif top in STRANGERS:
            assert place.startswith(STRANGERS[top]), f"{where}: only playground/{STRANGERS[top]} may. Hand its result on as a frozen value."
        if layer in PURE and top != "playground" and name not in PURE_PARTS:
            _check_pure(top, where)


def _check_layer(layer: str, wanted: str, where: str) -> None:
    if layer in FRONT_ENDS or wanted in {"", "__version__"}:
        return
    allowed = LAYERS[layer]
    permitted = any(wanted == each or wanted.startswith(f"{each}.") for each in allowed)
    assert permitted, f"{where}: {layer} may import only {sorted(allowed)}. Turn the arrow round: take a value, or a protocol that the other side fulfils."


def _check_pure(top: str, where: str) -> None:
    assert top not in IMPURE, f"{where}: words, verdict and repair are pure. Do it in endpoints, store or runs and hand the value in."
    known = top in sys.stdlib_module_names or top in PURE_LIBRARIES
    assert known, f"{where}: the pure parts may use the standard library and {sorted(PURE_LIBRARIES)} only."
