"""Wrappers that models and servers put around an answer: named and not opened, and no wrapper where there is none."""

import pytest

from playground.verdict.violations import Status
from tests.verdict.cases import ANSWER, marked, verdict_of

YES = '{"answer": "yes"}'
IN_TEXT = '"{\\"answer\\": \\"yes\\"}"'
LIST = '{"type": "array", "items": {"type": "integer"}}'

WRAPPED = {
    "JSON in a text": (IN_TEXT, "json_in_string"),
    "a list in a text": ('"[1, 2]"', "json_in_string"),
    "JSON in a text under a key": (f'{{"json": {IN_TEXT}}}', "json_in_string"),
    "JSON in the text of the wanted key": (f'{{"answer": {IN_TEXT}}}', "json_in_string"),
    "tool call": ('{"name": "reply", "arguments": {"answer": "yes"}}', "tool_call"),
    "arguments as a text": (f'{{"name": "reply", "arguments": {IN_TEXT}}}', "tool_call"),
    "function and its parameters": (
        '{"type": "function", "function": {"name": "f", "parameters": {"answer": "yes"}}}',
        "tool_call",
    ),
    "function by its name": ('{"function": "f", "args": {"answer": "yes"}}', "tool_call"),
    "tool and its input": ('{"tool": "f", "tool_input": {"answer": "yes"}}', "tool_call"),
    "action of an agent": ('{"action": "Final Answer", "action_input": {"answer": "yes"}}', "tool_call"),
    "call of Anthropic": ('{"type": "tool_use", "id": "1", "name": "f", "input": {"answer": "yes"}}', "tool_call"),
    "call of Gemini": ('{"functionCall": {"name": "f", "args": {"answer": "yes"}}}', "tool_call"),
    "call of Bedrock": ('{"toolUse": {"name": "f", "input": {}}}', "tool_call"),
    "call of Responses": (f'{{"type": "function_call", "name": "f", "arguments": {IN_TEXT}}}', "tool_call"),
    "call of Cohere": ('[{"tool_call_id": "0", "tool_name": "f", "parameters": {"answer": "yes"}}]', "tool_call"),
    "call with its recipient": ('{"recipient_name": "functions.f", "parameters": {"answer": "yes"}}', "tool_call"),
    "message with calls": ('{"role": "assistant", "content": null, "tool_calls": [{"id": "1"}]}', "tool_call"),
    "arguments alone": ('{"arguments": {"answer": "yes"}}', "tool_call"),
    "Chat Completions": (
        '{"id": "1", "choices": [{"index": 0, "message": {"role": "assistant", "content": "{}"}}]}',
        "api_envelope",
    ),
    "a piece of its stream": ('{"choices": [{"delta": {"content": "x"}}]}', "api_envelope"),
    "older completions": ('{"choices": [{"text": "x", "finish_reason": "stop"}]}', "api_envelope"),
    "Responses": ('{"output": [{"type": "message", "content": [{"type": "output_text", "text": "{}"}]}]}', "api_envelope"),
    "empty Responses": ('{"id": "r", "object": "response", "output": []}', "api_envelope"),
    "text of Responses": ('{"output_text": "{}"}', "api_envelope"),
    "Anthropic": ('{"type": "message", "role": "assistant", "content": [{"type": "text", "text": "x"}]}', "api_envelope"),
    "content of Anthropic": ('{"content": [{"type": "thinking", "thinking": "x"}]}', "api_envelope"),
    "block of Anthropic": ('{"type": "text", "text": "{}"}', "api_envelope"),
    "Gemini": ('{"candidates": [{"content": {"parts": [{"text": "x"}]}}]}', "api_envelope"),
    "Gemini's stream": ('[{"candidates": [{"finishReason": "STOP"}]}]', "api_envelope"),
    "content of Gemini": ('{"parts": [{"text": "x"}], "role": "model"}', "api_envelope"),
    "parts of Gemini": ('{"parts": [{"text": "x"}]}', "api_envelope"),
    "Ollama's chat": ('{"model": "llama3", "message": {"role": "assistant", "content": "x"}, "done": true}', "api_envelope"),
    "Ollama's completions": ('{"model": "llama3", "response": "x", "done": true}', "api_envelope"),
    "llama.cpp": ('{"content": "x", "stop": true, "tokens_predicted": 3}', "api_envelope"),
    "text-generation-inference": ('[{"generated_text": "x"}]', "api_envelope"),
    "Bedrock": ('{"output": {"message": {"role": "assistant"}}, "stopReason": "end_turn"}', "api_envelope"),
    "older Bedrock": ('{"completion": "x", "stop_reason": "stop"}', "api_envelope"),
    "error": ('{"error": {"message": "Invalid key", "type": "auth"}}', "api_error"),
    "error as a text": ('{"error": "model not found"}', "api_error"),
    "error in a list": ('[{"error": {"code": 400, "message": "bad"}}]', "api_error"),
    "the schema": ('{"type": "object", "properties": {"answer": {"enum": ["yes", "no"]}}}', "schema_echo"),
    "the schema as a response format": ('{"type": "json_schema", "json_schema": {"name": "x"}}', "schema_echo"),
    "the schema's properties": ('{"answer": {"type": "string", "enum": ["yes", "no"]}}', "schema_echo"),
    "values under properties": ('{"properties": {"answer": "yes"}, "required": ["answer"]}', "values_under_properties"),
    "under another key": (f'{{"result": {YES}}}', "under_key"),
    "under another key with more beside it": (f'{{"data": {YES}, "status": "ok"}}', "under_key"),
    "list of one": (f"[{YES}]", "list_of_one"),
    "list of a list": (f"[[{YES}]]", "list_of_one"),
}


@pytest.mark.parametrize(("reply", "kind"), WRAPPED.values(), ids=WRAPPED)
@pytest.mark.parametrize("around", ["{}", "```json\n{}\n```"])
def test_a_wrapper_is_named_and_not_opened(reply: str, kind: str, around: str) -> None:
    whole = around.replace("{}", reply, 1)
    verdict = verdict_of(whole)
    assert verdict.status is Status.INVALID
    assert marked(whole, verdict.span) == reply
    assert [note.message.id for note in verdict.notes if note.kind == "wrapper"] == [f"verdict.note.wrapper.{kind}"]


def test_a_list_under_a_key_is_named() -> None:
    verdict = verdict_of('{"items": [1, 2], "count": 2}', LIST)
    assert [note.message.id for note in verdict.notes] == ["verdict.note.wrapper.list_under_key"]


NO_WRAPPERS = [
    ('"{not json"', ANSWER), ('"[1, 2"', ANSWER), ('"' + "[" * 3000 + "]" * 3000 + '"', '{"type": "object"}'), ("[[1]]", ANSWER), ("[]", ANSWER),
    ('{"a": 1, "b": 2}', ANSWER), ('{"result": {"other": 1}}', ANSWER), ('{"result": 1}', ANSWER), ("3", ANSWER), ('{"name": "x"}', ANSWER),
    ('{"name": "Bob", "input": "x"}', ANSWER), ('{"name": "x", "parameters": 3}', ANSWER), ('{"choices": ["a", "b"]}', ANSWER),
    ('{"choices": []}', ANSWER), ('{"candidates": ["Ann"]}', ANSWER), ('{"message": "hi"}', ANSWER), ('{"response": "yes"}', ANSWER),
    ('{"error": 3}', ANSWER), ('{"error": "x", "line": 2}', ANSWER), ('{"properties": {}, "a": 1, "b": 2, "c": 3, "d": 4}', ANSWER),
    ('{"a": {"answer": "yes"}, "b": {"answer": "no"}}', ANSWER), ('{"a": [1], "b": [2]}', LIST), ('{"a": 1}', LIST),
    ('{"answer": {"type": "yes"}}', ANSWER), ("{}", ANSWER),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "schema"), NO_WRAPPERS)
def test_no_wrapper_is_seen_where_there_is_none(reply: str, schema: str) -> None:
    verdict = verdict_of(reply, schema)
    assert verdict.status is Status.INVALID
    assert "wrapper" not in [note.kind for note in verdict.notes]


LOOSE = '{"type": "object", "properties": {"answer": {"type": "string"}}}'
WANTED = {
    "what the schema names": ('{"answer": "yes", "arguments": {}}', LOOSE, None),
    "what the schema asks for": ('{"name": "f", "arguments": {}}', '{"properties": {"name": {}, "arguments": {}}}', None),
    "a list that is wanted": (f"[{YES}]", '{"type": "array"}', None),
    "a text that is wanted": (IN_TEXT, '{"type": "string"}', None),
    "what a schema without keys lets pass": ('{"name": "f", "arguments": {}}', '{"type": "object"}', None),
    "none of the keys that a loose schema names": ('{"name": "f", "arguments": {"answer": "yes"}}', LOOSE, "tool_call"),
    "a key around the whole": (f'{{"result": {YES}}}', LOOSE, "under_key"),
}


@pytest.mark.parametrize(("reply", "schema", "kind"), WANTED.values(), ids=WANTED)
def test_in_a_valid_reply_only_what_the_schema_knows_nothing_of_is_a_wrapper(reply: str, schema: str, kind: str | None) -> None:
    verdict = verdict_of(reply, schema)
    assert verdict.status is Status.VALID
    assert [note.message.id for note in verdict.notes] == ([] if kind is None else [f"verdict.note.wrapper.{kind}"])
