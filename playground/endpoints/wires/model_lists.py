"""Reads a list of models in the shapes that servers give it."""

from typing import Any

from playground.endpoints.reply_draft import read_count
from playground.endpoints.wire import ModelPage

# By the rank in which they count: what the server grants before what the model was trained for.
_CONTEXTS = ("context_length", "max_model_len", "context_window", "max_context_length", "max_input_tokens", "inputTokenLimit")


def read_page(value: Any, *holders: str) -> ModelPage | None:
    """The models in {"data": [{"id"}]}, a bare list, or {"models": [{"name"}]}, each once; None when it is no list of models."""
    entries = value
    if isinstance(value, dict):
        entries = next((value[name] for name in (*holders, "data", "models") if isinstance(value.get(name), list)), None)
    if not isinstance(entries, list):
        return None
    named = [(_name_of(entry), entry) for entry in entries]
    contexts = {name: context for name, entry in named if name and (context := _context_of(entry)) is not None}
    return ModelPage(tuple(dict.fromkeys(name for name, _ in named if name)), contexts=tuple(contexts.items()))


def _name_of(entry: Any) -> str | None:
    if isinstance(entry, dict):
        entry = next((entry[name] for name in ("id", "name", "model") if isinstance(entry.get(name), str) and entry[name]), None)
    return entry if isinstance(entry, str) and entry.strip() else None


def _context_of(entry: Any) -> int | None:
    if not isinstance(entry, dict):
        return None
    granted = read_count(entry, *_CONTEXTS)
    return granted if granted is not None else read_count(entry.get("meta"), "n_ctx", "n_ctx_train")  # llama.cpp
