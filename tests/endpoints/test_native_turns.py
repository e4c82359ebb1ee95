"""What a repair turn gives back in each dialect: the call with its result, thoughts with their signatures."""

import json
from dataclasses import replace
from typing import Any

import pytest

from playground.repair.endpoint_settings import Dialect, Mode
from playground.repair.exchange import Reply
from playground.repair.message import Message, Role
from tests.endpoints.asking import QUESTION, ask, request_to
from tests.support.chat_server import ChatServer, whole

ANSWER = '{"answer": "maybe"}'
_OBJECT = json.loads(ANSWER)
_CHAT_CALL = {"id": "call_7", "type": "function", "function": {"name": "answer", "arguments": ANSWER}}
_ANTHROPIC_THOUGHT = {"type": "thinking", "thinking": "hm", "signature": "c2ln"}
_HIDDEN = {"type": "redacted_thinking", "data": "eA=="}
_SEALED = {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "hm"}], "encrypted_content": "gAAA"}


def _chat(**message: Any) -> dict[str, Any]:
    return {"choices": [{"message": {"role": "assistant", "content": None, **message}, "finish_reason": "tool_calls"}]}


def _gemini(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"candidates": [{"content": {"role": "model", "parts": list(parts)}, "finishReason": "STOP"}]}


def _anthropic(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"content": list(blocks), "stop_reason": "tool_use"}


def _repair(body: object, **changes: Any) -> dict[str, Any]:
    """What the second request holds, when the first got this answer and the feedback is "Again."."""
    first_changes = {name: value for name, value in changes.items() if not name.startswith("later_")}
    later = {name.removeprefix("later_"): value for name, value in changes.items() if name.startswith("later_")}
    with ChatServer(whole(body)) as server:
        request = request_to(server, stream=False, **first_changes)
        reply = ask(request)
        messages = (*QUESTION, _message_of(reply), Message(Role.USER, "Again."))
        ask(replace(request, messages=messages, endpoint=replace(request.endpoint, **later)))
        return server.requests[1].json


def _message_of(reply: Reply) -> Message:
    return Message(Role.ASSISTANT, reply.text, native=reply.native)


_USE = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": _OBJECT}
_RESPONSE_CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_7", "name": "answer", "arguments": ANSWER}
_GEMINI_CALL = {"functionCall": {"id": "f1", "name": "answer", "args": _OBJECT}, "thoughtSignature": "c2ln"}


@pytest.mark.parametrize(
    ("dialect", "body", "where", "turns"),
    [
        (Dialect.CHAT_COMPLETIONS, _chat(tool_calls=[_CHAT_CALL]), "messages", [
            {"role": "assistant", "content": None, "tool_calls": [_CHAT_CALL]},
            {"role": "tool", "tool_call_id": "call_7", "content": "Again."}]),
        (Dialect.CHAT_COMPLETIONS, _chat(tool_calls=[{"function": {"name": "answer", "arguments": _OBJECT}}]), "messages", [
            {"role": "assistant", "content": None, "tool_calls": [{**_CHAT_CALL, "id": "call_1"}]},
            {"role": "tool", "tool_call_id": "call_1", "content": "Again."}]),
        (Dialect.CHAT_COMPLETIONS, _chat(tool_calls=[{**_CHAT_CALL, "extra_content": {"google": {"thought_signature": "s"}}}]), "messages", [
            {"role": "assistant", "content": None, "tool_calls": [{**_CHAT_CALL, "extra_content": {"google": {"thought_signature": "s"}}}]},
            {"role": "tool", "tool_call_id": "call_7", "content": "Again."}]),
        (Dialect.CHAT_COMPLETIONS, _chat(tool_calls=[_CHAT_CALL], reasoning_content="hm"), "messages", [
            {"role": "assistant", "content": None, "tool_calls": [_CHAT_CALL]},
            {"role": "tool", "tool_call_id": "call_7", "content": "Again."}]),
        (Dialect.CHAT_COMPLETIONS, _chat(tool_calls=[_CHAT_CALL], reasoning_details=[{"type": "reasoning.encrypted", "data": "x"}]),
         "messages", [
            {"role": "assistant", "content": None, "tool_calls": [_CHAT_CALL],
             "reasoning_details": [{"type": "reasoning.encrypted", "data": "x"}]},
            {"role": "tool", "tool_call_id": "call_7", "content": "Again."}]),
        (Dialect.RESPONSES, {"status": "completed", "output": [_SEALED, _RESPONSE_CALL]}, "input", [
            {"type": "reasoning", "summary": _SEALED["summary"], "encrypted_content": "gAAA"},
            {"type": "function_call", "call_id": "call_7", "name": "answer", "arguments": ANSWER},
            {"type": "function_call_output", "call_id": "call_7", "output": "Again."}]),
        (Dialect.ANTHROPIC, _anthropic(_ANTHROPIC_THOUGHT, _HIDDEN, _USE), "messages", [
            {"role": "assistant", "content": [_ANTHROPIC_THOUGHT, _HIDDEN, _USE]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "Again."}]}]),
        (Dialect.GEMINI, _gemini({"text": "hm", "thought": True}, _GEMINI_CALL), "contents", [
            {"role": "model", "parts": [_GEMINI_CALL]},
            {"role": "user", "parts": [{"functionResponse": {"id": "f1", "name": "answer", "response": {"result": "Again."}}}]}]),
    ],
)  # fmt: skip
def test_feedback_on_a_forced_call_is_its_result(dialect: Dialect, body: object, where: str, turns: list[Any]) -> None:
    assert _repair(body, dialect=dialect, mode=Mode.TOOL)[where][1:] == turns


@pytest.mark.parametrize(
    ("dialect", "body", "where", "turns"),
    [
        (Dialect.ANTHROPIC, _anthropic(_ANTHROPIC_THOUGHT, {"type": "text", "text": ANSWER}), "messages", [
            {"role": "assistant", "content": [_ANTHROPIC_THOUGHT, {"type": "text", "text": ANSWER}]},
            {"role": "user", "content": "Again."}]),
        (Dialect.GEMINI, _gemini({"text": ANSWER, "thoughtSignature": "c2ln"}), "contents", [
            {"role": "model", "parts": [{"text": ANSWER, "thoughtSignature": "c2ln"}]},
            {"role": "user", "parts": [{"text": "Again."}]}]),
        (Dialect.RESPONSES, {"status": "completed", "output": [
            _SEALED, {"type": "message", "content": [{"type": "output_text", "text": ANSWER}]}]}, "input", [
            {"type": "reasoning", "summary": _SEALED["summary"], "encrypted_content": "gAAA"},
            {"role": "assistant", "content": ANSWER}, {"role": "user", "content": "Again."}]),
        (Dialect.RESPONSES, {"status": "completed", "output": [
            {**_SEALED, "encrypted_content": None}, {"type": "message", "content": [{"type": "output_text", "text": ANSWER}]}]}, "input", [
            {"role": "assistant", "content": ANSWER}, {"role": "user", "content": "Again."}]),
    ],
)  # fmt: skip
def test_signed_thoughts_go_back_before_the_reply(dialect: Dialect, body: object, where: str, turns: list[Any]) -> None:
    assert _repair(body, dialect=dialect)[where][1:] == turns


def test_thoughts_in_plain_text_go_back_only_where_they_are_wanted() -> None:
    body = _chat(tool_calls=[_CHAT_CALL], reasoning_content="hm")
    assert _repair(body, mode=Mode.TOOL, preset="deepseek")["messages"][1]["reasoning_content"] == "hm"


_PLAIN = [{"role": "assistant", "content": ANSWER}, {"role": "user", "content": "Again."}]


@pytest.mark.parametrize("changes", [{"later_mode": Mode.PROMPT}, {"later_model": "another"}])
def test_another_mode_or_model_gets_the_reply_as_text(changes: dict[str, Any]) -> None:
    assert _repair(_chat(tool_calls=[_CHAT_CALL]), mode=Mode.TOOL, **changes)["messages"][1:] == _PLAIN


def test_what_a_person_edited_goes_out_as_text() -> None:
    with ChatServer(whole(_chat(tool_calls=[_CHAT_CALL]))) as server:
        request = request_to(server, stream=False, mode=Mode.TOOL)
        edited = replace(_message_of(ask(request)), edited=True)
        ask(replace(request, messages=(*QUESTION, edited, Message(Role.USER, "Again."))))
        assert server.requests[1].json["messages"][1:] == _PLAIN


def test_a_call_without_feedback_behind_it_goes_out_as_text() -> None:
    with ChatServer(whole(_chat(tool_calls=[_CHAT_CALL]))) as server:
        request = request_to(server, stream=False, mode=Mode.TOOL)
        ask(replace(request, messages=(*QUESTION, _message_of(ask(request)))))
        assert server.requests[1].json["messages"][1:] == _PLAIN[:1]


@pytest.mark.parametrize(
    "native", ["", "{", "[]", '{"dialect": "chat_completions"}', '{"dialect": "chat_completions", "model": 7, "call": 1}']
)
def test_a_damaged_mark_is_passed_over(native: str) -> None:
    with ChatServer(whole(_chat(content="{}"))) as server:
        message = Message(Role.ASSISTANT, ANSWER, native=native)
        ask(request_to(server, mode=Mode.TOOL, stream=False, messages=(*QUESTION, message, Message(Role.USER, "Again."))))
        assert server.requests[0].json["messages"][1:] == _PLAIN


def test_arguments_that_are_no_object_go_back_inside_one() -> None:
    native = json.dumps({"dialect": "anthropic", "model": "test-model", "call": {"id": "t", "name": "answer"}})
    messages = (*QUESTION, Message(Role.ASSISTANT, "[1", native=native), Message(Role.USER, "Again."))
    with ChatServer(whole(_anthropic({"type": "text", "text": "{}"}))) as server:
        ask(request_to(server, dialect=Dialect.ANTHROPIC, mode=Mode.TOOL, stream=False, messages=messages))
        assert server.requests[0].json["messages"][1]["content"][0]["input"] == {"invalid": "[1"}


def test_pieces_of_streamed_details_go_back_as_one() -> None:
    from tests.support.chat_server import delta, event, stream

    piece = {"type": "reasoning.text", "index": 0}
    events = [
        event(delta(reasoning_details=[{**piece, "text": "h"}])),
        event(delta(reasoning_details=[{**piece, "text": "m", "signature": "s"}])),
        event(delta("{}")),
        event(delta(finish="stop")),
    ]
    with ChatServer(stream(events)) as server:
        reply = ask(request_to(server))
        ask(request_to(server, messages=(*QUESTION, _message_of(reply), Message(Role.USER, "Again."))))
        sent = server.requests[1].json["messages"][1]
    assert reply.reasoning == "hm"
    assert sent["reasoning_details"] == [{**piece, "text": "hm", "signature": "s"}]


def test_openais_sealed_thoughts_are_asked_for_until_a_model_has_none() -> None:
    refused = whole({"error": {"message": "Encrypted content is not supported with this model."}}, 400)
    answer = whole({"status": "completed", "output": []})
    with ChatServer(refused, answer) as server:
        ask(request_to(server, preset="openai", dialect=Dialect.RESPONSES, stream=False))
        assert ["include" in received.json for received in server.requests] == [True, False]
