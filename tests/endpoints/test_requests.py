"""The request as it reaches the server."""

import json
from dataclasses import replace
from typing import Any

import pytest

from playground.endpoints.endpoint import AskFailed
from playground.endpoints.network import Network
from playground.endpoints.preview import request_preview
from playground.repair.endpoint_settings import Mode
from playground.repair.message import Message, Role
from tests.endpoints.asking import QUESTION, SCHEMA, ask, fail_to_ask, request_to
from tests.support.chat_server import ChatServer, refuse, reply

_FORMAT = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": json.loads(SCHEMA)}}
_TOOL = {"type": "function", "function": {"name": "answer", "description": "Give the answer.", "parameters": json.loads(SCHEMA)}}


def _sent(**changes: Any) -> dict[str, Any]:
    with ChatServer(reply("{}")) as server:
        ask(request_to(server, **changes))
        return server.requests[-1].json


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"stream": False}, {"stream": False}),
        ({}, {"stream": True, "stream_options": {"include_usage": True}}),
        ({"stream": False, "temperature": 0.0}, {"stream": False, "temperature": 0.0}),
        ({"stream": False, "mode": Mode.JSON}, {"stream": False, "response_format": {"type": "json_object"}}),
        ({"stream": False, "mode": Mode.SCHEMA}, {"stream": False, "response_format": _FORMAT}),
        (
            {"stream": False, "mode": Mode.TOOL},
            {"stream": False, "tools": [_TOOL], "tool_choice": {"type": "function", "function": {"name": "answer"}}},
        ),
        (
            {"stream": False, "mode": Mode.TOOL, "preset": "llamacpp"},
            {"stream": False, "tools": [_TOOL], "tool_choice": "required"},
        ),
        ({"stream": False, "mode": Mode.GRAMMAR, "preset": "llamacpp"}, {"stream": False, "json_schema": json.loads(SCHEMA)}),
        (
            {"stream": False, "mode": Mode.GRAMMAR, "preset": "vllm"},
            {"stream": False, "structured_outputs": {"json": json.loads(SCHEMA)}},
        ),
        (
            {"stream": False, "extra": '{"seed": 7, "provider": {"require_parameters": true}}'},
            {"stream": False, "seed": 7, "provider": {"require_parameters": True}},
        ),
        ({"stream": False, "extra": "  "}, {"stream": False}),
    ],
)
def test_each_setting_is_sent_as_the_dialect_wants_it(changes: dict[str, Any], fields: dict[str, Any]) -> None:
    common = {"model": "test-model", "messages": [{"role": "user", "content": QUESTION[0].content}], "max_tokens": 2000}
    assert _sent(**changes) == common | fields


def test_limits_are_sent_under_one_name_only() -> None:
    assert _sent(preset="openai")["max_completion_tokens"] == 2000
    assert "max_tokens" not in _sent(preset="openai")
    assert "max_tokens" not in _sent(max_tokens=None)
    chosen = _sent(extra='{"max_completion_tokens": 5}')
    assert (chosen["max_completion_tokens"], "max_tokens" in chosen) == (5, False)


def test_the_schema_goes_out_as_it_was_written() -> None:
    written = '{"maximum": 1e400, "minimum": 12345678901234567890.5, "title": "é😀\\ud800"}'
    request = request_to("http://127.0.0.1:1", mode=Mode.SCHEMA, schema_text="\ufeff " + written)
    body = request_preview(request, has_key=False).body
    assert body.isascii()
    assert '{"maximum": 1e400, "minimum": 12345678901234567890.5, "title": "\\u00e9\\ud83d\\ude00\\ud800"}' in body


def test_a_lone_surrogate_in_a_reply_does_not_break_the_next_request() -> None:
    messages = (*QUESTION, Message(Role.ASSISTANT, "half \ud83d"), Message(Role.USER, "Again."))
    assert _sent(messages=messages)["messages"][1]["content"] == "half \ud83d"


def test_an_empty_reply_is_sent_back_as_words() -> None:
    messages = (*QUESTION, Message(Role.ASSISTANT, ""), Message(Role.USER, "Again."))
    assert _sent(messages=messages)["messages"][1]["content"] == "(empty reply)"


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"model": " "}, "model_missing"),
        ({"extra": "{"}, "extra_invalid"),
        ({"extra": "[1]"}, "extra_invalid"),
        ({"extra": '{"a": NaN}'}, "extra_invalid"),
        ({"extra": '{"messages": []}'}, "extra_reserved"),
        ({"extra": '{"model": "x"}'}, "extra_reserved"),
        ({"extra": '{"stream": false}'}, "extra_reserved"),
        ({"mode": Mode.JSON, "preset": "lmstudio"}, "mode_unsupported"),
        ({"mode": Mode.TOOL, "preset": "ollama"}, "mode_unsupported"),
        ({"mode": Mode.GRAMMAR, "preset": "openai"}, "mode_unsupported"),
        ({"mode": Mode.SCHEMA, "schema_text": "{"}, "schema_unreadable"),
        ({"base_url": ""}, "address_missing"),
        ({"base_url": "ftp://x"}, "address_invalid"),
    ],
)
def test_what_cannot_be_asked_is_said_and_nothing_is_sent(changes: dict[str, Any], kind: str) -> None:
    with ChatServer() as server:
        assert fail_to_ask(request_to(server, **changes)).kind == kind
        assert server.requests == []


def test_llama_cpp_needs_no_name_of_a_model() -> None:
    assert "model" not in _sent(model="", preset="llamacpp")


@pytest.mark.parametrize(
    ("preset", "said", "name"),
    [
        ("other", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_completion_tokens"),
        ("openai", "Unknown field: max_completion_tokens", "max_tokens"),
    ],
)
def test_the_name_of_the_limit_is_learned_from_the_refusal(preset: str, said: str, name: str) -> None:
    with ChatServer(refuse(400, said), reply("{}")) as server:
        ask(request_to(server, preset=preset))
        assert [name in received.json for received in server.requests] == [False, True]


def test_a_server_that_refuses_stream_options_is_asked_without_them() -> None:
    with ChatServer(refuse(400, "unknown field stream_options"), reply("{}")) as server:
        ask(request_to(server))
        assert ["stream_options" in received.json for received in server.requests] == [True, False]


def test_the_same_refusal_twice_is_a_failure() -> None:
    with ChatServer(refuse(400, "Use 'max_completion_tokens'")) as server:
        assert fail_to_ask(request_to(server)).kind == "request_refused"
        assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("key", "header"),
    [("sk-secret-1", "Bearer sk-secret-1"), ("  sk-secret-1\n", "Bearer sk-secret-1"), (None, None), ("  ", None)],
)
def test_the_key_is_cleaned_and_sent_in_the_header(key: str | None, header: str | None) -> None:
    with ChatServer() as server:
        ask(request_to(server), key=key)
        assert server.requests[0].headers.get("authorization") == header


@pytest.mark.parametrize("key", ["sk-clé", "sk-a b", "sk-a\nb", "sk-a\x00b", "“sk-1”"])
def test_a_key_that_no_header_can_carry_is_refused_in_words(key: str) -> None:
    with ChatServer() as server:
        failure = fail_to_ask(request_to(server), key=key)
        assert failure.kind == "key_invalid"
        assert key not in repr(failure)
        assert server.requests == []


def test_the_lab_gets_its_own_key() -> None:
    with ChatServer() as server:
        ask(request_to(server, preset="lab"))
        assert server.requests[0].headers["authorization"] == "Bearer lab"


@pytest.mark.parametrize(
    ("base_url", "preset", "key", "refused"),
    [
        ("http://192.0.2.1:8000", "other", "sk-secret", True),
        ("http://192.0.2.1:8000", "other", None, False),
        ("http://ai:4000", "lab", "lab", False),
        ("http://ai:4000", "lab", "sk-secret", True),
        ("https://192.0.2.1:8000", "other", "sk-secret", False),
        ("http://127.0.0.1:8000", "other", "sk-secret", False),
    ],
)
def test_a_key_goes_over_plain_http_to_another_machine_only_with_a_yes(
    base_url: str, preset: str, key: str | None, refused: bool
) -> None:
    from playground.endpoints.connection import read_connection

    settings = request_to(base_url, preset=preset).endpoint
    if refused:
        with pytest.raises(AskFailed) as caught:
            read_connection(settings, key)
        assert caught.value.failure.kind == "plain_http"
    else:
        read_connection(settings, key)
    assert read_connection(settings, key, allow_plain_http=True).address.host in base_url


def test_no_printed_form_holds_the_key() -> None:
    from playground.endpoints.connection import read_connection

    connection = read_connection(request_to("http://127.0.0.1:1").endpoint, "sk-very-secret")
    assert "sk-very-secret" not in repr(connection)


def test_the_preview_is_what_is_sent_with_the_key_masked() -> None:
    with ChatServer() as server:
        request = request_to(server, mode=Mode.SCHEMA, extra='{"seed": 1}', messages=(Message(Role.USER, "it's “é”"),))
        preview = request_preview(request, has_key=True)
        ask(request, key="sk-secret")
        assert preview.body.encode() == server.requests[0].body
        assert preview.url == f"{server.base_url}/chat/completions"
        assert ("authorization", "Bearer •••") in preview.headers
        assert "it'\\''s" in preview.curl


def test_a_command_for_a_shell_reads_secrets_from_variables() -> None:
    request = request_to("https://api.example.com", stream=False)
    curl = request_preview(request, has_key=True, network=Network(headers=(("X-Team", "secret"),))).curl
    start = 'curl \'https://api.example.com/v1/chat/completions\' -H "x-team: $X_TEAM" -H "authorization: Bearer $API_KEY"'
    assert curl.startswith(start + " -H 'content-type: application/json' -d '{")


def test_extra_fields_go_out_exactly_as_written_and_are_merged_into_objects() -> None:
    sent = request_preview(
        request_to("http://127.0.0.1:1", extra='{"a": 1e400, "stream_options": {"more": 0.10}}'), has_key=False
    ).body
    assert '"a":1E+400' in sent
    assert '"stream_options":{"include_usage":true}' not in sent
    assert json.loads(sent)["stream_options"]["more"] == 0.1
    deep = '{"a":' * 900 + "1" + "}" * 900
    assert ask_or_refuse(deep)


def ask_or_refuse(extra: str) -> str:
    """What is sent with these extra fields, or the kind of their refusal."""
    try:
        return request_preview(request_to("http://127.0.0.1:1", extra=extra), has_key=False).body
    except AskFailed as failed:
        return failed.failure.kind


def test_a_repair_turn_may_have_its_own_model() -> None:
    with ChatServer() as server:
        request = request_to(server)
        ask(replace(request, endpoint=replace(request.endpoint, model="other-model")))
        assert server.requests[0].json["model"] == "other-model"
