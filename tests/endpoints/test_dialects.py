"""How replies end, refuse and call tools in each of the newer dialects; and what is sent in each."""

import json
from typing import Any

import pytest

from playground.endpoints.preview import request_preview
from playground.repair.endpoint_settings import Dialect, Mode
from playground.repair.exchange import Channel, Reply
from playground.repair.message import Message, Role
from playground.verdict.violations import Finish
from tests.endpoints.asking import QUESTION, SCHEMA, ask, fail_to_ask, request_to
from tests.support.chat_server import Behaviour, ChatServer, stream, whole

ANSWER = '{"answer": "yes"}'
_OBJECT = json.loads(ANSWER)
_A, _G, _R, _O = Dialect.ANTHROPIC, Dialect.GEMINI, Dialect.RESPONSES, Dialect.OLLAMA


def _ask(dialect: Dialect, behaviour: Behaviour, **changes: Any) -> Reply:
    with ChatServer(behaviour) as server:
        return ask(request_to(server, dialect=dialect, **changes))


def _anthropic(*blocks: Any, stop: str | None = "end_turn", **more: Any) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": list(blocks), "stop_reason": stop, **more}


def _gemini(*parts: Any, finish: str | None = "STOP") -> dict[str, Any]:
    return {"candidates": [{"content": {"role": "model", "parts": list(parts)}, "finishReason": finish}]}


def _responses(*output: Any, status: str = "completed", **more: Any) -> dict[str, Any]:
    return {"object": "response", "status": status, "output": list(output), **more}


def _ollama(content: str = "", reason: Any = "stop", **message: Any) -> dict[str, Any]:
    return {"model": "m", "message": {"role": "assistant", "content": content, **message}, "done": True, "done_reason": reason}


def _said(text: str) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


_TEXT = {"type": "text", "text": ANSWER}
_USE = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": _OBJECT}
_CALL = {"type": "function_call", "call_id": "call_1", "name": "answer", "arguments": ANSWER}
_FUNCTION = {"functionCall": {"name": "answer", "args": _OBJECT}}
_REFUSED = {"type": "message", "content": [{"type": "refusal", "refusal": "I can't help."}]}
_LENGTH = {"incomplete_details": {"reason": "max_output_tokens"}}


@pytest.mark.parametrize(
    ("dialect", "body", "text", "channel", "finish"),
    [
        (_A, _anthropic(_TEXT, stop="max_tokens"), ANSWER, Channel.CONTENT, Finish.LENGTH),
        (_A, _anthropic(_TEXT, stop="model_context_window_exceeded"), ANSWER, Channel.CONTENT, Finish.LENGTH),
        (_A, _anthropic(_TEXT, stop="stop_sequence"), ANSWER, Channel.CONTENT, Finish.STOP),
        (_A, _anthropic(_TEXT, stop="pause_turn"), ANSWER, Channel.CONTENT, Finish.UNKNOWN),
        (_A, _anthropic(_TEXT, stop="brand_new"), ANSWER, Channel.CONTENT, Finish.UNKNOWN),
        (_A, _anthropic(stop="refusal", stop_details={"explanation": "no"}), "", Channel.CONTENT, Finish.REFUSAL),
        (_A, _anthropic({"type": "thinking", "thinking": "hm", "signature": "s"}, stop="max_tokens"), "", Channel.CONTENT, Finish.LENGTH),
        (_A, _anthropic({"type": "text", "text": '{"ans'}, {"type": "text", "text": 'wer": "yes"}'}), ANSWER, Channel.CONTENT, Finish.STOP),
        (_A, _anthropic(_USE, stop="tool_use"), ANSWER, Channel.TOOL_CALL, Finish.TOOL_CALL),
        (_A, _anthropic({**_USE, "input": {}}, stop="tool_use"), "{}", Channel.TOOL_CALL, Finish.TOOL_CALL),
        (_A, _anthropic({"type": "server_tool_use"}, "odd", None, _TEXT), ANSWER, Channel.CONTENT, Finish.STOP),
        (_G, _gemini({"text": ANSWER}, finish="MAX_TOKENS"), ANSWER, Channel.CONTENT, Finish.LENGTH),
        (_G, _gemini({"text": ANSWER}, finish="SAFETY"), ANSWER, Channel.CONTENT, Finish.CONTENT_FILTER),
        (_G, _gemini({"text": ANSWER}, finish="BRAND_NEW"), ANSWER, Channel.CONTENT, Finish.UNKNOWN),
        (_G, {"candidates": [{"finishReason": "RECITATION"}]}, "", Channel.CONTENT, Finish.CONTENT_FILTER),
        (_G, {"candidates": [{"content": {"role": "model"}, "finishReason": "STOP"}]}, "", Channel.CONTENT, Finish.STOP),
        (_G, {"promptFeedback": {"blockReason": "SAFETY"}}, "", Channel.CONTENT, Finish.CONTENT_FILTER),
        (_G, _gemini(_FUNCTION), ANSWER, Channel.TOOL_CALL, Finish.TOOL_CALL),
        (_G, _gemini({"functionCall": {"name": "answer"}}), "{}", Channel.TOOL_CALL, Finish.TOOL_CALL),
        (_G, _gemini({"text": "thinking of " + ANSWER, "thought": True}), "thinking of " + ANSWER, Channel.REASONING, Finish.STOP),
        (_G, [_gemini({"text": '{"ans'}, finish=None), _gemini({"text": 'wer": "yes"}'})], ANSWER, Channel.CONTENT, Finish.STOP),
        (_R, _responses(_said(ANSWER), status="incomplete", **_LENGTH), ANSWER, Channel.CONTENT, Finish.LENGTH),
        (_R, _responses(status="incomplete", incomplete_details={"reason": "content_filter"}), "", Channel.CONTENT, Finish.CONTENT_FILTER),
        (_R, _responses(_REFUSED), "", Channel.CONTENT, Finish.REFUSAL),
        (_R, _responses(_CALL), ANSWER, Channel.TOOL_CALL, Finish.TOOL_CALL),
        (_R, _responses(_said("a"), _said("b")), "ab", Channel.CONTENT, Finish.STOP),
        (_R, _responses(None, {"type": "web_search_call"}, _said(ANSWER)), ANSWER, Channel.CONTENT, Finish.STOP),
        (_O, _ollama(ANSWER, "length"), ANSWER, Channel.CONTENT, Finish.LENGTH),
        (_O, _ollama("", "load"), "", Channel.CONTENT, Finish.UNKNOWN),
        (_O, _ollama(ANSWER, 7), ANSWER, Channel.CONTENT, Finish.UNKNOWN),
        (_O, _ollama(tool_calls=[{"function": {"name": "answer", "arguments": _OBJECT}}]), ANSWER, Channel.TOOL_CALL, Finish.TOOL_CALL),
        (_O, _ollama(thinking=ANSWER), ANSWER, Channel.REASONING, Finish.STOP),
    ],
)  # fmt: skip
def test_how_replies_end(dialect: Dialect, body: object, text: str, channel: Channel, finish: Finish) -> None:
    reply = _ask(dialect, whole(body), stream=False)
    assert (reply.text, reply.channel, reply.finish) == (text, channel, finish)


@pytest.mark.parametrize("dialect", [_A, _G, _R, _O])
@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (whole({}), "no_choices"),
        (whole([]), "no_choices"),
        (whole({"content": "Hello", "candidates": [], "output": None, "message": "Hello"}), "no_choices"),
        (whole(b"Hello"), "not_json"),
        (whole(b'{"a": '), "not_json"),
        (whole(b""), "empty"),
        (whole(b"<!doctype html>"), "web_page"),
        (whole({"error": {"message": "died"}}), "error_in_answer"),
        (whole({"error": "died"}), "error_in_answer"),
        (whole({"error": {"type": "rate_limit_error", "message": "wait"}}), "rate_limited"),
        (whole({"detail": "Not Found"}, 404), "address_unknown"),
    ],
)
@pytest.mark.parametrize("streams", [True, False])
def test_what_is_no_answer_in_any_dialect(dialect: Dialect, behaviour: Behaviour, kind: str, streams: bool) -> None:
    with ChatServer(behaviour) as server:
        assert fail_to_ask(request_to(server, dialect=dialect, stream=streams)).kind == kind


def test_numbers_in_arguments_that_came_as_objects_stay_exact() -> None:
    content = b'{"content":[{"type":"tool_use","id":"t","name":"answer","input":{"n": 1e400, "m": 0.10, "k": 9007199254740993}}],'
    reply = _ask(_A, whole(content + b'"stop_reason":"tool_use"}'), stream=False)
    assert reply.text == '{"n": 1E+400, "m": 0.10, "k": 9007199254740993}'


def _named(*events: dict[str, Any]) -> list[bytes]:
    return [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in events]


def test_a_streamed_tool_call_of_anthropic() -> None:
    start = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": {}}
    deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in ("", '{"answer"', ': "yes"}')]
    events = _named(
        {"type": "message_start", "message": {"model": "m", "usage": {"input_tokens": 3}}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_start", "index": 1, "content_block": start},
        *({"type": "content_block_delta", "index": 1, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": 1},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 4}},
        {"type": "message_stop"},
    )
    reply = _ask(_A, stream(events), mode=Mode.TOOL)
    assert (reply.text, reply.channel, reply.finish) == (ANSWER, Channel.TOOL_CALL, Finish.TOOL_CALL)


def test_a_streamed_tool_call_of_responses() -> None:
    events = _named(
        {
            "type": "response.output_item.added",
            "output_index": 0,
            "item": {"type": "function_call", "call_id": "c", "name": "answer"},
        },
        {"type": "response.function_call_arguments.delta", "output_index": 0, "delta": '{"answer"'},
        {"type": "response.function_call_arguments.delta", "output_index": 0, "delta": ': "yes"}'},
        {"type": "response.completed", "response": _responses(_CALL)},
    )
    reply = _ask(_R, stream(events), mode=Mode.TOOL)
    assert (reply.text, reply.channel, reply.finish) == (ANSWER, Channel.TOOL_CALL, Finish.TOOL_CALL)


def test_the_last_event_of_responses_makes_good_what_was_lost_on_the_way() -> None:
    events = _named(
        {"type": "response.output_text.delta", "output_index": 0, "delta": '{"answer"'},
        {"type": "response.completed", "response": _responses(_said(ANSWER))},
    )
    assert _ask(_R, stream(events)).text == ANSWER


def test_a_failed_response_in_mid_stream_is_an_error() -> None:
    failed = _responses(status="failed", error={"code": "server_error", "message": "died"})
    events = _named({"type": "response.output_text.delta", "delta": "half"}, {"type": "response.failed", "response": failed})
    with ChatServer(stream(events)) as server:
        assert fail_to_ask(request_to(server, dialect=_R)).kind == "error_in_stream"


def _body(dialect: Dialect, **changes: Any) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(
        request_preview(request_to("http://127.0.0.1:1", dialect=dialect, **changes), has_key=False).body
    )
    return body


_S = json.loads(SCHEMA)
_TOOL = {"name": "answer", "description": "Give the answer."}


@pytest.mark.parametrize(
    ("dialect", "mode", "fields"),
    [
        (_A, Mode.SCHEMA, {"output_config": {"format": {"type": "json_schema", "schema": _S}}}),
        (_A, Mode.TOOL, {"tools": [{**_TOOL, "input_schema": _S}],
                         "tool_choice": {"type": "tool", "name": "answer", "disable_parallel_tool_use": True}}),
        (_R, Mode.JSON, {"text": {"format": {"type": "json_object"}}}),
        (_R, Mode.SCHEMA, {"text": {"format": {"type": "json_schema", "name": "answer", "strict": True, "schema": _S}}}),
        (_R, Mode.TOOL, {"tools": [{"type": "function", **_TOOL, "parameters": _S, "strict": False}],
                         "tool_choice": {"type": "function", "name": "answer"}}),
        (_G, Mode.JSON, {"generationConfig": {"maxOutputTokens": 2000, "responseMimeType": "application/json"}}),
        (_G, Mode.SCHEMA, {"generationConfig": {"maxOutputTokens": 2000, "responseMimeType": "application/json",
                                                "responseJsonSchema": _S}}),
        (_G, Mode.TOOL, {"tools": [{"functionDeclarations": [{**_TOOL, "parametersJsonSchema": _S}]}],
                         "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["answer"]}}}),
        (_O, Mode.JSON, {"format": "json", "options": {"num_predict": 2000}}),
        (_O, Mode.SCHEMA, {"format": _S}),
        (_O, Mode.GRAMMAR, {"format": _S}),
    ],
)  # fmt: skip
def test_each_mode_is_asked_for_as_the_dialect_wants_it(dialect: Dialect, mode: Mode, fields: dict[str, Any]) -> None:
    body = _body(dialect, mode=mode)
    assert {name: body[name] for name in fields} == fields


@pytest.mark.parametrize(
    ("dialect", "mode", "nearest"),
    [(_A, Mode.JSON, Mode.SCHEMA), (_A, Mode.GRAMMAR, Mode.SCHEMA), (_R, Mode.GRAMMAR, Mode.SCHEMA), (_O, Mode.TOOL, Mode.SCHEMA)],
)
def test_a_mode_that_a_dialect_lacks_is_told_with_the_nearest_one(dialect: Dialect, mode: Mode, nearest: Mode) -> None:
    failure = fail_to_ask(request_to("http://127.0.0.1:1", dialect=dialect, mode=mode))
    assert (failure.kind, failure.nearest_mode) == ("mode_unsupported", nearest)


_SYSTEM = Message(Role.SYSTEM, "Be brief.")
_TWICE = (_SYSTEM, *QUESTION, Message(Role.USER, "Really?"))


def test_system_words_and_neighbours_of_one_role_stand_where_the_dialect_wants_them() -> None:
    joined = f"{QUESTION[0].content}\n\nReally?"
    anthropic = _body(_A, messages=_TWICE)
    assert (anthropic["system"], anthropic["messages"]) == ("Be brief.", [{"role": "user", "content": joined}])
    gemini = _body(_G, messages=_TWICE)
    assert gemini["systemInstruction"] == {"parts": [{"text": "Be brief."}]}
    assert gemini["contents"] == [{"role": "user", "parts": [{"text": joined}]}]
    assert [item["role"] for item in _body(_R, messages=_TWICE)["input"]] == ["system", "user", "user"]
    assert [item["role"] for item in _body(_O, messages=_TWICE)["messages"]] == ["system", "user", "user"]


@pytest.mark.parametrize("dialect", [_A, _G])
def test_system_words_alone_are_the_question(dialect: Dialect) -> None:
    body = _body(dialect, messages=(_SYSTEM,))
    assert "Be brief." in json.dumps(body.get("messages", body.get("contents")))


@pytest.mark.parametrize("dialect", list(Dialect))
@pytest.mark.parametrize("empty", ["", " \n"])
def test_an_empty_reply_goes_back_as_words(dialect: Dialect, empty: str) -> None:
    body = _body(dialect, messages=(*QUESTION, Message(Role.ASSISTANT, empty), Message(Role.USER, "Again.")))
    assert "(empty reply)" in json.dumps(body)


@pytest.mark.parametrize(
    ("said", "roles"),
    [
        ("Conversation roles must alternate user/assistant/user/assistant/...", ["system", "user"]),
        ("System role not supported", ["user"]),
    ],
)
def test_a_template_that_refuses_roles_is_learned_from(said: str, roles: list[str]) -> None:
    with ChatServer(
        whole({"error": {"message": said, "code": 500}}, 500), whole({"choices": [{"message": {"content": "{}"}}]})
    ) as server:
        ask(request_to(server, messages=_TWICE, stream=False))
        assert [message["role"] for message in server.requests[1].json["messages"]] == roles


@pytest.mark.parametrize(
    ("dialect", "streams", "path"),
    [
        (_A, True, "/v1/messages"),
        (_R, True, "/v1/responses"),
        (_G, True, "/v1/models/test-model:streamGenerateContent?alt=sse"),
        (_G, False, "/v1/models/test-model:generateContent"),
        (_O, True, "/api/chat"),
    ],
)
def test_where_it_is_sent(dialect: Dialect, streams: bool, path: str) -> None:
    with ChatServer(whole({}, 400)) as server:
        fail_to_ask(request_to(server, dialect=dialect, stream=streams))
        assert server.requests[0].path == path


@pytest.mark.parametrize(
    ("dialect", "header", "value"),
    [(_A, "x-api-key", "sk-secret"), (_G, "x-goog-api-key", "sk-secret"), (_R, "authorization", "Bearer sk-secret"),
     (_O, "authorization", "Bearer sk-secret")],
)  # fmt: skip
def test_the_key_goes_into_the_dialects_own_header(dialect: Dialect, header: str, value: str) -> None:
    with ChatServer(whole({}, 400)) as server:
        fail_to_ask(request_to(server, dialect=dialect), key="sk-secret")
        assert server.requests[0].headers[header] == value
        assert "sk-secret" not in server.requests[0].path


@pytest.mark.parametrize(
    ("temperature", "extra", "version"),
    [(None, "{}", "2026-10-21"), (0.5, "{}", "2023-06-01"), (None, '{"top_p": 1}', "2023-06-01")],
)
def test_anthropics_version_is_the_newest_that_knows_what_is_sent(temperature: float | None, extra: str, version: str) -> None:
    with ChatServer(whole({}, 400)) as server:
        fail_to_ask(request_to(server, dialect=_A, temperature=temperature, extra=extra))
        assert server.requests[0].headers["anthropic-version"] == version
