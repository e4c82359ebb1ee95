"""A whole run with a forced tool call, in each dialect that has one: feedback goes back as the call's result, the history keeps it."""

import json
from typing import Any

import pytest

from playground.repair.endpoint_settings import Dialect, Mode
from playground.repair.record import Outcome, Run
from playground.repair.record_format import read_record, write_record
from tests.runs.running import carry_out, scenario_for
from tests.support.chat_server import ChatServer, Exchange

_ANSWERS = ('{"answer": "maybe"}', '{"answer": "perhaps"}', '{"answer": "yes"}')


def _chat(turn: int) -> Any:
    call = {"id": f"call_{turn}", "type": "function", "function": {"name": "answer", "arguments": _ANSWERS[turn]}}
    return {"choices": [{"message": {"content": None, "tool_calls": [call]}, "finish_reason": "tool_calls"}]}


def _responses(turn: int) -> Any:
    call = {"type": "function_call", "call_id": f"call_{turn}", "name": "answer", "arguments": _ANSWERS[turn]}
    return {"status": "completed", "output": [call]}


def _anthropic(turn: int) -> Any:
    use = {"type": "tool_use", "id": f"call_{turn}", "name": "answer", "input": json.loads(_ANSWERS[turn])}
    return {"content": [{"type": "thinking", "thinking": "hm", "signature": f"s{turn}"}, use], "stop_reason": "tool_use"}


def _gemini(turn: int) -> Any:
    call = {"functionCall": {"name": "answer", "args": json.loads(_ANSWERS[turn])}, "thoughtSignature": f"s{turn}"}
    return {"candidates": [{"content": {"parts": [call]}, "finishReason": "STOP"}]}


@pytest.mark.parametrize(
    ("dialect", "body", "marks"),
    [
        (Dialect.CHAT_COMPLETIONS, _chat, ('"tool_call_id": "call_0"', '"tool_call_id": "call_1"')),
        (Dialect.RESPONSES, _responses, ('"type": "function_call_output", "call_id": "call_0"', '"call_id": "call_1", "output"')),
        (Dialect.ANTHROPIC, _anthropic, ('"signature": "s0"', '"tool_use_id": "call_0"', '"tool_use_id": "call_1"')),
        (Dialect.GEMINI, _gemini, ('"thoughtSignature": "s0"', '"functionResponse"', '"thoughtSignature": "s1"')),
    ],
)
def test_a_forced_call_is_repaired(dialect: Dialect, body: Any, marks: tuple[str, ...]) -> None:
    turns = iter(range(3))

    async def behave(exchange: Exchange) -> None:
        await exchange.whole(json.dumps(body(next(turns))).encode())

    with ChatServer(behave) as server:
        endpoint = {"dialect": dialect, "mode": Mode.TOOL, "stream": False}
        run = carry_out(scenario_for(server, endpoint=endpoint)).run
        sent = [received.json for received in server.requests]
    assert run.outcome is Outcome.REPAIRED
    last = json.dumps(sent[2].get("messages") or sent[2].get("input") or sent[2].get("contents"))
    assert [mark for mark in marks if mark not in last] == []
    assert read_record(Run, write_record(run)) == run
