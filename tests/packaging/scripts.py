"""Loads the scripts of packaging/, which are no package."""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "packaging"


def load(name: str) -> ModuleType:
    """The script packaging/`name`.py as a module of its own."""
    spec = importlib.util.spec_from_file_location(f"packaging_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
