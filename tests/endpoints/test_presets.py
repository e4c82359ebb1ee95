"""What is known of servers in advance, and what a person's own file says of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from playground.endpoints.addresses import Address, read_address
from playground.endpoints.connection import read_connection
from playground.endpoints.presets import OWN_FILE, preset, presets, read_presets
from playground.repair.endpoint_settings import Dialect, EndpointSettings, Mode
from playground.words.language import Language
from playground.words.rendering import render


def test_every_kind_of_server_is_offered_other_last() -> None:
    assert [known.id for known in presets()] == [
        "lab", "openai", "azure", "anthropic", "gemini", "mistral", "deepseek", "groq", "openrouter", "together", "xai", "litellm",
        "ollama", "lmstudio", "llamacpp", "vllm", "other",
    ]  # fmt: skip
    assert preset("from a newer version").id == "other"


def test_each_preset_can_be_used_as_it_is() -> None:
    for known in presets():
        assert not render(known.title, Language.ENGLISH).startswith("endpoints.")
        assert Mode.PROMPT in known.modes
        if known.base_url:
            address = read_address(known.base_url)
            assert isinstance(address, Address)
            assert address.base == known.base_url
            assert read_connection(known.settings, None, allow_plain_http=True).dialect is known.dialects[0]


def test_the_lab_is_as_the_lessons_say() -> None:
    lab = preset("lab")
    assert (lab.base_url, lab.model, lab.default_key, lab.time_limit, lab.max_tokens) == (
        "http://ai:4000/v1",
        "lab",
        "lab",
        30,
        200,
    )


@pytest.mark.parametrize(
    ("id", "wanted", "spoken"),
    [
        ("ollama", Dialect.OLLAMA, Dialect.OLLAMA),
        ("ollama", Dialect.CHAT_COMPLETIONS, Dialect.CHAT_COMPLETIONS),
        ("openai", Dialect.RESPONSES, Dialect.RESPONSES),
        ("openai", Dialect.GEMINI, Dialect.CHAT_COMPLETIONS),
        ("anthropic", Dialect.CHAT_COMPLETIONS, Dialect.ANTHROPIC),
        ("other", Dialect.GEMINI, Dialect.GEMINI),
    ],
)
def test_the_dialect_is_the_wanted_one_where_the_server_speaks_it(id: str, wanted: Dialect, spoken: Dialect) -> None:
    settings = EndpointSettings(preset=id, dialect=wanted, base_url="http://127.0.0.1:1")
    assert read_connection(settings, None).dialect is spoken


def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: Any) -> None:
    path = tmp_path / "own.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    monkeypatch.setenv(OWN_FILE, str(path))


def test_a_persons_own_file_changes_and_adds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        {"id": "openai", "model": "gpt-6-mini"},
        {"id": "team", "base_url": "https://llm.example.com/v1", "modes": ["prompt", "json"]},
    ]
    _own(tmp_path, monkeypatch, {"presets": entries})
    assert (preset("openai").model, preset("openai").limit_field) == ("gpt-6-mini", "max_completion_tokens")
    assert (preset("team").modes, render(preset("team").title, Language.POLISH)) == ((Mode.PROMPT, Mode.JSON), "team")
    assert [known.id for known in presets()][-2:] == ["team", "other"]
    assert read_presets().problem is None


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "{}", {"presets": 7}, {"presets": [{}]}, {"presets": [{"id": "a", "unknown": 1}]}, {"presets": [{"id": "a", "modes": ["x"]}]},
     {"presets": [{"id": "a", "modes": []}]}, {"presets": [{"id": "a", "dialects": []}]}, {"presets": [{"id": "a", "time_limit": "long"}]},
     {"presets": [{"id": "a", "base_url": 7}]}, {"presets": [{"id": "a", "key_needed": 1}]}, {"presets": [{"id": "a", "max_tokens": -1}]}],
)  # fmt: skip
def test_an_own_file_that_cannot_be_used_is_told_and_the_bundled_list_counts(
    content: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundled = presets()
    _own(tmp_path, monkeypatch, content)
    assert presets() == bundled
    problem = read_presets().problem
    assert problem is not None
    assert "own.json" in render(problem, Language.ENGLISH)


def test_an_own_file_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN_FILE, str(tmp_path / "missing.json"))
    assert read_presets().problem is not None
