"""An address in any form that a person pastes."""

import pytest

from playground.endpoints.addresses import Address, AddressProblem, read_address


@pytest.mark.parametrize(
    ("pasted", "base"),
    [
        ("http://localhost:11434/v1", "http://localhost:11434/v1"),
        ("localhost:1234", "http://localhost:1234/v1"),
        ("127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
        ("0.0.0.0:8000", "http://127.0.0.1:8000/v1"),
        ("ai:4000", "http://ai:4000/v1"),
        ("http://ai:4000", "http://ai:4000/v1"),
        ("192.168.1.20:8000/v1", "http://192.168.1.20:8000/v1"),
        ("box.local:1234", "http://box.local:1234/v1"),
        ("api.openai.com", "https://api.openai.com/v1"),
        ("api.openai.com:443", "https://api.openai.com/v1"),
        ("https://api.openai.com/", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/chat/completions/", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/models", "https://api.openai.com/v1"),
        ("https://api.deepseek.com/chat/completions", "https://api.deepseek.com"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
        ("https://generativelanguage.googleapis.com/v1beta/openai/", "https://generativelanguage.googleapis.com/v1beta/openai"),
        ("http://localhost:11434/api/chat", "http://localhost:11434/v1"),
        ("  “http://localhost:1234/v1”  ", "http://localhost:1234/v1"),
        ("'localhost:1234'\n", "http://localhost:1234/v1"),
        ("<https://api.example.com/v1>", "https://api.example.com/v1"),
        ("OPENAI_BASE_URL=http://localhost:1234/v1", "http://localhost:1234/v1"),
        ('export AI_URL="http://ai:4000"', "http://ai:4000/v1"),
        ("HTTPS://API.Example.COM/V1", "https://api.example.com/V1"),
        ("http:/localhost:8080", "http://localhost:8080/v1"),
        ("http//localhost:8080", "http://localhost:8080/v1"),
        ("//localhost:8080", "http://localhost:8080/v1"),
        ("http://localhost:8080//v1//", "http://localhost:8080/v1"),
        ("[::1]:8080", "http://[::1]:8080/v1"),
        ("::1", "http://[::1]/v1"),
        ("http://[0:0:0:0:0:0:0:1]:8080/v1", "http://[::1]:8080/v1"),
        ("http://example.com:80/v1#part", "http://example.com/v1"),
        ("https://api.anthropic.com/v1/messages", "https://api.anthropic.com/v1"),
        ("https://api.anthropic.com/v1/messages?beta=true", "https://api.anthropic.com/v1"),
        ("https://api.openai.com/v1/responses", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/responses/resp_1", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/models/gpt-6", "https://api.openai.com/v1"),
        (
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-3:streamGenerateContent?alt=sse",
            "https://generativelanguage.googleapis.com/v1beta",
        ),
        ("generativelanguage.googleapis.com", "https://generativelanguage.googleapis.com/v1beta"),
        ("openrouter.ai", "https://openrouter.ai/api/v1"),
        ("api.groq.com", "https://api.groq.com/openai/v1"),
        ("api.openai.com/v1/chat/completions", "https://api.openai.com/v1"),
        ("  'http://localhost:1234/v1/chat/completions' ", "http://localhost:1234/v1"),
        ("curl https://api.openai.com/v1/chat/completions -H 'x: y'", "https://api.openai.com/v1"),
        ("POST http://localhost:8080/completion", "http://localhost:8080"),
        ("curl -X POST \\\n  'http://localhost:1234/v1/chat/completions' \\\n -d '{}'", "http://localhost:1234/v1"),
    ],
)
def test_the_base_is_what_was_meant(pasted: str, base: str) -> None:
    address = read_address(pasted)
    assert isinstance(address, Address)
    assert address.base == base
    assert read_address(address.url("chat/completions")) == address


def test_the_query_of_azure_goes_behind_the_call() -> None:
    pasted = "https://me.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2026-01-01"
    address = read_address(pasted)
    assert isinstance(address, Address)
    assert address.url("chat/completions") == pasted


@pytest.mark.parametrize(
    ("pasted", "problem"),
    [
        ("", "missing"),
        ("  \u200b ", "missing"),
        ("''", "missing"),
        ("ftp://example.com", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("https://me:secret@example.com/v1", "user"),
        ("https://example.com/v1?key=abc", "secret"),
        ("http://", "host"),
        ("my server", "host"),
        ("http://exa mple.com", "host"),
        ("http://a..b", "host"),
        ("http://[::zz]/", "host"),
        ("localhost:port", "port"),
        ("localhost:99999", "port"),
        ("localhost:0", "port"),
        ("localhost:٤", "port"),
    ],
)
def test_what_is_no_address_is_said(pasted: str, problem: str) -> None:
    read = read_address(pasted)
    assert isinstance(read, AddressProblem)
    assert read.message.id == f"endpoints.address.{problem}"


@pytest.mark.parametrize(
    ("pasted", "here"),
    [
        ("localhost:1", True),
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("[::1]:1", True),
        ("me.localhost", True),
        ("0.0.0.0:1", True),
        ("ai:4000", False),
        ("192.168.0.1", False),
        ("localhost.example.com", False),
    ],
)
def test_loopback_is_this_computer(pasted: str, here: bool) -> None:
    address = read_address(pasted)
    assert isinstance(address, Address)
    assert address.loopback is here
