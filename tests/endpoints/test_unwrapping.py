"""What is pasted where a schema is wanted, taken apart."""

import json
from typing import Any

import pytest

from playground.endpoints.preview import request_preview
from playground.endpoints.unwrapping import Unwrapped, Wrapping, unwrap
from playground.repair.endpoint_settings import Dialect, Mode
from playground.repair.message import Message, Role
from tests.endpoints.asking import QUESTION, SCHEMA, request_to

_S = json.loads(SCHEMA)


def _unwrap(value: Any) -> Unwrapped | None:
    return unwrap(json.dumps(value))


@pytest.mark.parametrize(
    ("pasted", "wrapping"),
    [
        ({"name": "x", "strict": True, "schema": _S}, Wrapping.FORMAT),
        ({"type": "json_schema", "json_schema": {"name": "x", "schema": _S}}, Wrapping.FORMAT),
        ({"type": "json_schema", "name": "x", "schema": _S}, Wrapping.FORMAT),
        ({"type": "json_schema", "schema": _S}, Wrapping.FORMAT),
        ({"type": "function", "function": {"name": "x", "parameters": _S}}, Wrapping.TOOL),
        ({"type": "function", "name": "x", "parameters": _S, "strict": True}, Wrapping.TOOL),
        ({"name": "x", "description": "d", "input_schema": _S}, Wrapping.TOOL),
        ({"name": "x", "parametersJsonSchema": _S}, Wrapping.TOOL),
    ],
)
def test_a_wrapper_gives_its_schema(pasted: Any, wrapping: Wrapping) -> None:
    found = _unwrap(pasted)
    assert found is not None
    assert found.wrapping is wrapping
    assert json.loads(found.schema_text or "") == _S


@pytest.mark.parametrize(
    "pasted",
    [
        _S, {}, [], 7, True, "x", {"type": "object"}, {"name": "x"}, {"schema": _S},
        {"type": "object", "properties": {"name": {}, "schema": {"type": "object"}}},
        {"properties": {"messages": {"type": "array"}}}, {"$ref": "#", "name": "x", "schema": {}}, {"enum": [1], "name": "x", "schema": {}},
    ],
)  # fmt: skip
def test_a_schema_is_no_wrapper(pasted: Any) -> None:
    assert _unwrap(pasted) is None


def test_what_is_broken_is_no_wrapper() -> None:
    assert unwrap('{"name": "x", "schema": {') is None


_MODES = {
    Dialect.CHAT_COMPLETIONS: (Mode.PROMPT, Mode.JSON, Mode.SCHEMA, Mode.TOOL, Mode.GRAMMAR),
    Dialect.RESPONSES: (Mode.PROMPT, Mode.JSON, Mode.SCHEMA, Mode.TOOL),
    Dialect.ANTHROPIC: (Mode.SCHEMA, Mode.TOOL),
    Dialect.GEMINI: (Mode.PROMPT, Mode.JSON, Mode.SCHEMA, Mode.TOOL),
    Dialect.OLLAMA: (Mode.PROMPT, Mode.JSON, Mode.SCHEMA),
}


@pytest.mark.parametrize(("dialect", "mode"), [(dialect, mode) for dialect, modes in _MODES.items() for mode in modes])
def test_our_own_requests_come_back_as_what_they_were_made_of(dialect: Dialect, mode: Mode) -> None:
    messages = (Message(Role.SYSTEM, "Be brief."), *QUESTION, Message(Role.ASSISTANT, "{}"), Message(Role.USER, "Again."))
    request = request_to(
        "http://127.0.0.1:1", dialect=dialect, mode=mode, messages=messages, temperature=0.5, max_tokens=77, extra='{"seed": 7}'
    )
    found = unwrap(request_preview(request, has_key=False).body)
    assert found is not None
    assert (found.wrapping, found.dialect, found.messages) == (Wrapping.REQUEST, dialect, messages)
    assert (found.temperature, found.max_tokens) == (0.5, 77)
    assert (found.mode or Mode.PROMPT) is mode
    assert (found.schema_text is not None) is (mode in {Mode.SCHEMA, Mode.TOOL, Mode.GRAMMAR})
    assert found.schema_text is None or json.loads(found.schema_text) == _S
    assert json.loads(found.extra or "{}") == {"seed": 7}


def test_parts_of_messages_are_joined_and_unknown_roles_left_out() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    body = {
        "messages": [{"role": "user", "content": parts}, {"role": "tool", "content": "x"}, {"role": "developer", "content": "c"}, 7]
    }
    found = _unwrap(body)
    assert found is not None
    assert found.messages == (Message(Role.USER, "ab"), Message(Role.SYSTEM, "c"))


@pytest.mark.parametrize(
    "body",
    [
        {"messages": []},
        {"messages": [], "tools": 7, "response_format": [], "generationConfig": "x", "options": None},
        {"model": 7, "input": 5},
        {"messages": [], "temperature": 10**400, "response_format": {"type": []}, "tools": [{"functionDeclarations": [7]}]},
    ],
)
def test_an_odd_request_breaks_nothing(body: Any) -> None:
    assert _unwrap(body) is not None
