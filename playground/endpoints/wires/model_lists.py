"""Reads a list of models in the shapes that servers give it."""

from typing import Any

from playground.endpoints.wire import ModelPage


def read_names(value: Any, *holders: str) -> ModelPage | None:
    """The names in {"data": [{"id"}]}, a bare list, or {"models": [{"name"}]}, each once; None when it is no list of models."""
    entries = value
    if isinstance(value, dict):
        entries = next((value[name] for name in (*holders, "data", "models") if isinstance(value.get(name), list)), None)
    if not isinstance(entries, list):
        return None
    names = (
        entry if isinstance(entry, str) else next((entry[name] for name in ("id", "name", "model") if entry.get(name)), None)
        for entry in entries
        if isinstance(entry, str | dict)
    )
    return ModelPage(tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name.strip())))
