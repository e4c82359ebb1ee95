"""The official client of Chat Completions, as other people's code uses it, talks to `playground practice`."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import openai
import pytest

from playground.endpoints.practice.server import PracticeServer
from playground.endpoints.practice.settings import PracticeSettings
from playground.words.language import Language
from playground.words.rendering import render

SCHEMA = {
    "type": "object",
    "properties": {"answer": {"enum": ["yes", "no"]}},
    "required": ["answer"],
    "additionalProperties": False,
}
STRICT: Any = {"type": "json_schema", "json_schema": {"name": "answer", "schema": SCHEMA, "strict": True}}
TOOLS: Any = [{"type": "function", "function": {"name": "answer", "parameters": SCHEMA}}]
ASKED: Any = [{"role": "user", "content": "Does a baguette contain gluten?"}]
RIGHT: dict[str, Any] = {"practice": {"faults": {}}}


@contextmanager
def serving() -> Iterator[str]:
    """A practice server on a thread of its own, as if it were another program."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="practice server")
    thread.start()
    server = PracticeServer(PracticeSettings(), lambda sentence: render(sentence, Language.ENGLISH))
    try:
        yield asyncio.run_coroutine_threadsafe(server.start(0), loop).result(20)
    finally:
        asyncio.run_coroutine_threadsafe(server.close(), loop).result(20)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(20)
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[openai.OpenAI]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as base, openai.OpenAI(base_url=base, api_key="any", max_retries=0, timeout=20.0) as made:
        yield made


def test_it_lists_the_models(client: openai.OpenAI) -> None:
    assert "practice-stubborn" in [model.id for model in client.models.list()]


def test_it_gets_a_whole_answer(client: openai.OpenAI) -> None:
    answer = client.chat.completions.create(model="practice-sloppy", messages=ASKED, response_format=STRICT, extra_body=RIGHT)
    assert json.loads(answer.choices[0].message.content or "")["answer"] in ("yes", "no")
    assert answer.choices[0].finish_reason == "stop"
    assert answer.system_fingerprint == "practice model, no AI"
    assert answer.usage is not None
    assert answer.usage.total_tokens > 0


def test_it_gets_a_stream(client: openai.OpenAI) -> None:
    stream = client.chat.completions.create(
        model="practice-sloppy",
        messages=ASKED,
        response_format=STRICT,
        stream=True,
        stream_options={"include_usage": True},
        extra_body={"practice": {"by_hand": {"1": ["trailing_comma"]}}},
    )
    pieces = list(stream)
    text = "".join(piece.choices[0].delta.content or "" for piece in pieces if piece.choices)
    assert text.rstrip().endswith(",}") or text.rstrip().endswith(",\n}")
    assert pieces[-1].usage is not None


def test_it_gets_a_tool_call(client: openai.OpenAI) -> None:
    answer = client.chat.completions.create(model="mine", messages=ASKED, tools=TOOLS, extra_body=RIGHT)
    calls = answer.choices[0].message.tool_calls
    assert calls
    (call,) = calls
    assert call.type == "function"
    assert call.function.name == "answer"
    assert json.loads(call.function.arguments)["answer"] in ("yes", "no")


def test_it_repairs_by_naming_the_fault(client: openai.OpenAI) -> None:
    messages = list(ASKED)
    said = []
    for told in ("answer must be yes or no", ""):
        answer = client.chat.completions.create(
            model="practice-sloppy",
            messages=messages,
            response_format=STRICT,
            extra_body={"practice": {"by_hand": {"1": ["wrong_enum"]}}},
        )
        said.append(json.loads(answer.choices[0].message.content or "")["answer"])
        messages += [{"role": "assistant", "content": answer.choices[0].message.content}, {"role": "user", "content": told}]
    assert said[0] not in ("yes", "no")
    assert said[1] in ("yes", "no")


@pytest.mark.parametrize(
    ("practice", "error"),
    [
        ({"troubles": {"rate_limited": 1}}, openai.RateLimitError),
        ({"troubles": {"server_error": 1}}, openai.InternalServerError),
        ({"listening": 9}, openai.BadRequestError),
        ({"troubles": {"cut_stream": 1}}, openai.APIConnectionError),
    ],
)
def test_it_knows_what_went_wrong(client: openai.OpenAI, practice: dict[str, Any], error: type[openai.APIError]) -> None:
    with pytest.raises(error):
        client.chat.completions.create(model="practice-sloppy", messages=ASKED, extra_body={"practice": practice})


def test_it_tries_again_after_the_wait_that_it_was_told(client: openai.OpenAI) -> None:
    patient = client.with_options(max_retries=1)
    practice = {"faults": {}, "by_hand": {"1": ["rate_limited"]}, "wait": 0}
    answer = patient.chat.completions.create(model="practice-sloppy", messages=ASKED, extra_body={"practice": practice})
    assert answer.choices[0].message.content


def test_it_times_out(client: openai.OpenAI) -> None:
    with pytest.raises(openai.APITimeoutError):
        client.with_options(timeout=0.3).chat.completions.create(
            model="practice-sloppy", messages=ASKED, extra_body={"practice": {"troubles": {"time_out": 1}}}
        )
