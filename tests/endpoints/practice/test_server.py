"""Clients of other people talk to the practice model over loopback HTTP: streaming and not, in every way of asking for JSON."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeVar

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.endpoints.connection import read_connection
from playground.endpoints.model_server import ModelServer
from playground.endpoints.practice.chat_questions import BadRequest, read_question
from playground.endpoints.practice.faults import Fault
from playground.endpoints.practice.server import PracticeServer
from playground.endpoints.practice.settings import PracticeSettings, SettingsProblem
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import Request
from playground.repair.message import Message, Role
from playground.verdict.violations import Finish
from playground.words.language import Language
from playground.words.rendering import render
from tests.endpoints.asking import Seen
from tests.endpoints.practice.schemas import world

_T = TypeVar("_T")

SCHEMA = json.loads(world()["invoice"])
ASKED: dict[str, Any] = {"model": "practice-sloppy", "messages": [{"role": "user", "content": "Read this."}]}
STRICT = {"type": "json_schema", "json_schema": {"name": "invoice", "schema": SCHEMA}}
DEFAULT = PracticeSettings()
RIGHT: dict[str, Any] = {"practice": {"faults": {}, "troubles": {}}}


def served(use: Callable[[httpx.AsyncClient], Awaitable[_T]], settings: PracticeSettings = DEFAULT) -> _T:
    """What a client makes of a server of its own."""

    async def once() -> _T:
        server = PracticeServer(settings, lambda sentence: render(sentence, Language.ENGLISH), wait=lambda _: asyncio.sleep(0))
        base = await server.start(0)
        try:
            async with httpx.AsyncClient(base_url=base, trust_env=False, timeout=20.0) as client:
                return await use(client)
        finally:
            await server.close()

    return asyncio.run(once())


def post(body: object, settings: PracticeSettings = DEFAULT) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return served(lambda client: client.post("/chat/completions", content=content), settings)


def chunks_of(response: httpx.Response) -> list[dict[str, Any]]:
    lines = [line.removeprefix("data: ") for line in response.text.split("\n\n") if line]
    assert lines[-1] == "[DONE]"
    return [json.loads(line) for line in lines[:-1]]


def test_a_whole_answer_has_the_shape_of_chat_completions_and_its_label() -> None:
    answer = post({**ASKED, "response_format": STRICT, **RIGHT}).json()
    assert answer["object"] == "chat.completion"
    assert answer["system_fingerprint"] == "practice model, no AI"
    assert answer["model"] == "practice-sloppy"
    (choice,) = answer["choices"]
    assert (choice["message"]["role"], choice["finish_reason"]) == ("assistant", "stop")
    assert set(json.loads(choice["message"]["content"])) == set(SCHEMA["required"])
    assert answer["usage"]["simulated"] is True
    assert answer["usage"]["total_tokens"] == answer["usage"]["prompt_tokens"] + answer["usage"]["completion_tokens"]


def test_a_stream_holds_the_same_text_in_pieces() -> None:
    body = {**ASKED, "response_format": STRICT, **RIGHT}
    whole = post(body).json()["choices"][0]["message"]["content"]
    response = post({**body, "stream": True, "stream_options": {"include_usage": True}})
    assert response.headers["content-type"] == "text/event-stream"
    chunks = chunks_of(response)
    assert len(chunks) > 10
    assert {chunk["system_fingerprint"] for chunk in chunks} == {"practice model, no AI"}
    assert "".join(chunk["choices"][0]["delta"].get("content") or "" for chunk in chunks if chunk["choices"]) == whole
    assert [chunk["choices"][0]["finish_reason"] for chunk in chunks if chunk["choices"]][-1] == "stop"
    assert chunks[-1]["choices"] == []
    assert chunks[-1]["usage"]["simulated"] is True


def test_the_list_of_models() -> None:
    listed = served(lambda client: client.get("/models")).json()
    assert [model["id"] for model in listed["data"]] == [
        "practice-chatty",
        "practice-sloppy",
        "practice-stubborn",
        "practice-broken",
    ]


@pytest.mark.parametrize(
    "asking",
    [
        {"response_format": STRICT},
        {"tools": [{"type": "function", "function": {"name": "answer", "parameters": SCHEMA}}], "tool_choice": "required"},
        {"structured_outputs": {"json": SCHEMA}},
        {"json_schema": SCHEMA},
        {"messages": [{"role": "system", "content": f"Follow this:\n```json\n{json.dumps(SCHEMA, indent=1)}\n```"}, {"role": "user", "content": "Go"}]},
        {"messages": [{"role": "user", "content": [{"type": "text", "text": f"Schema: {json.dumps(SCHEMA)}"}]}]},
    ],
    ids=["strict", "tool", "vllm", "llamacpp", "in the prompt", "in parts"],
)  # fmt: skip
def test_the_schema_is_found_wherever_a_client_puts_it(asking: dict[str, Any]) -> None:
    message = post({**ASKED, **RIGHT, **asking}).json()["choices"][0]["message"]
    said = message["tool_calls"][0]["function"]["arguments"] if "tool_calls" in message else message["content"]
    assert set(json.loads(said)) == set(SCHEMA["required"])


def test_a_tool_call_streams_its_arguments() -> None:
    tools = [{"type": "function", "function": {"name": "answer", "parameters": SCHEMA}}]
    chunks = chunks_of(post({**ASKED, **RIGHT, "tools": tools, "stream": True}))
    calls = [call for chunk in chunks for call in chunk["choices"][0]["delta"].get("tool_calls", ())]
    assert calls[0]["function"]["name"] == "answer"
    assert set(json.loads("".join(call["function"]["arguments"] for call in calls))) == set(SCHEMA["required"])
    assert chunks[-1]["choices"][0]["finish_reason"] == "tool_calls"


def test_without_a_schema_it_answers_all_the_same() -> None:
    content = post({**ASKED, **RIGHT}).json()["choices"][0]["message"]["content"]
    assert set(json.loads(content)) == {"answer"}


def test_a_repair_loop_of_other_people_gets_there() -> None:
    async def loop(client: httpx.AsyncClient) -> list[str]:
        body = {**ASKED, "response_format": STRICT, "practice": {"by_hand": {"1": ["wrong_enum", "trailing_comma"]}}}
        said: list[str] = []
        for told in ("Invalid JSON: trailing comma", "'currency' is not one of the allowed values", ""):
            answer = (await client.post("/chat/completions", json=body)).json()
            said.append(answer["choices"][0]["message"]["content"])
            body["messages"] = [*body["messages"], answer["choices"][0]["message"], {"role": "user", "content": told}]
        return said

    first, second, third = served(loop)
    with pytest.raises(json.JSONDecodeError):
        json.loads(first)
    allowed = SCHEMA["properties"]["currency"]["enum"]
    assert json.loads(second)["currency"] not in allowed
    assert json.loads(third)["currency"] in allowed


def test_the_seed_of_the_request_decides() -> None:
    def content_of(**changes: object) -> str:
        return str(post({**ASKED, "response_format": STRICT, **changes}).json()["choices"][0]["message"])

    assert content_of(seed=5) == content_of(seed=5)
    assert len({content_of(seed=seed) for seed in range(8)}) > 4


def test_a_limit_of_tokens_cuts_the_answer_off() -> None:
    answer = post({**ASKED, **RIGHT, "response_format": STRICT, "max_tokens": 5}).json()
    assert answer["choices"][0]["finish_reason"] == "length"
    assert answer["usage"]["completion_tokens"] == 5


@pytest.mark.parametrize("streams", [False, True])
def test_a_refusal_has_its_own_field(streams: bool) -> None:
    body = {**ASKED, "response_format": STRICT, "practice": {"by_hand": {"1": ["refusal"]}}, "stream": streams}
    if streams:
        chunks = chunks_of(post(body))
        assert "".join(chunk["choices"][0]["delta"].get("refusal", "") for chunk in chunks)
    else:
        message = post(body).json()["choices"][0]["message"]
        assert message["content"] is None
        assert message["refusal"]


def test_a_server_in_trouble_gets_over_it() -> None:
    async def twice(client: httpx.AsyncClient) -> list[httpx.Response]:
        body = {**ASKED, "practice": {"by_hand": {"1": ["rate_limited"]}, "wait": 1.2, "faults": {}}}
        return [await client.post("/chat/completions", json=body) for _ in range(2)]

    first, second = served(twice)
    assert (first.status_code, first.headers["retry-after"]) == (429, "2")
    assert first.json()["error"]["type"] == "rate_limit_exceeded"
    assert second.status_code == 200


@pytest.mark.parametrize("streams", [False, True])
def test_a_stream_that_is_cut_breaks_the_connection(streams: bool) -> None:
    with pytest.raises(httpx.RemoteProtocolError):
        post({**ASKED, "practice": {"troubles": {"cut_stream": 1}, "faults": {}}, "stream": streams})


def test_who_waits_for_an_answer_in_vain_may_go() -> None:
    async def wait(client: httpx.AsyncClient) -> int:
        with pytest.raises(httpx.ReadTimeout):
            await client.post("/chat/completions", json={**ASKED, "practice": {"troubles": {"time_out": 1}}}, timeout=0.2)
        return (await client.get("/models")).status_code

    assert served(wait) == 200


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"{", 400, "not JSON"),
        (b"[]", 400, "messages"),
        ({"messages": []}, 400, "messages"),
        ({"messages": ["hello"]}, 400, "messages"),
        ({**ASKED, "practice": 3}, 400, "practice"),
        ({**ASKED, "practice": {"listening": 7}}, 400, "listening"),
        (
            {**ASKED, "response_format": {"json_schema": {"schema": {"type": "integer", "minimum": 2, "maximum": 1}}}},
            400,
            "minimum",
        ),
        ({**ASKED, "practice": {"troubles": {"server_error": 1}}}, 500, "500"),
        ({**ASKED, "practice": {"\ud800": 1}}, 400, "\ud800"),
        ({**ASKED, "practice": {"faults": ["fence"]}}, 400, "faults"),
        (b"[" * 100_000, 400, "not JSON"),
        (b" " * 10_000_001, 413, "too large"),
    ],
)
def test_what_is_wrong_with_a_request_is_said(body: object, status: int, said: str) -> None:
    response = post(body)
    assert response.status_code == status
    assert said in response.json()["error"]["message"]
    assert response.headers["x-practice-model"] == "no AI"


def test_other_paths_are_not_served_and_pages_may_ask() -> None:
    async def ask(client: httpx.AsyncClient) -> tuple[httpx.Response, httpx.Response, httpx.Response]:
        other = await client.get("/embeddings")
        options = await client.options("/chat/completions", headers={"origin": "http://localhost:5500"})
        return other, options, await client.get("/")

    other, options, root = served(ask)
    assert other.status_code == 404
    assert "GET /v1/embeddings" in other.json()["error"]["message"]
    assert options.status_code == 204
    assert options.headers["access-control-allow-origin"] == "*"
    assert root.json()["object"] == "practice model, no AI"


def test_what_is_no_http_ends_the_connection() -> None:
    async def talk(client: httpx.AsyncClient) -> bytes:
        reader, writer = await asyncio.open_connection(client.base_url.host, client.base_url.port)
        writer.write(b"\x16\x03\x01 hello\r\n\r\n")
        try:
            return await reader.read()
        finally:
            writer.close()

    assert served(talk) == b""


@pytest.mark.parametrize("mode", [Mode.PROMPT, Mode.JSON, Mode.SCHEMA, Mode.TOOL, Mode.GRAMMAR])
@pytest.mark.parametrize("streams", [False, True])
def test_our_own_endpoint_talks_to_it_in_every_mode(mode: Mode, streams: bool) -> None:
    async def ask(client: httpx.AsyncClient) -> Finish:
        settings = EndpointSettings(base_url=str(client.base_url), model="practice-sloppy", mode=mode, stream=streams)
        settings = replace(settings, extra='{"practice": {"faults": {}}}')
        endpoint = ModelServer(read_connection(settings, None))
        try:
            question = Message(Role.USER, f"Answer in JSON by this schema: {world()['invoice']}")
            reply = await endpoint.ask(Request((question,), settings, world()["invoice"]), Seen())
        finally:
            await endpoint.close()
        assert set(json.loads(reply.text)) == set(SCHEMA["required"])
        return reply.finish

    assert served(ask) in (Finish.STOP, Finish.TOOL_CALL)


def test_the_speed_is_kept_piece_by_piece() -> None:
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    async def once() -> str:
        server = PracticeServer(PracticeSettings(faults=(), speed=25.0), str, wait=wait)
        base = await server.start(0)
        try:
            async with httpx.AsyncClient(base_url=base, trust_env=False) as client:
                body = {**ASKED, "model": "any", "practice": {"faults": {}}, "stream": True}
                return (await client.post("/chat/completions", json=body)).text
        finally:
            await server.close()

    pieces = asyncio.run(once()).count('"content": "')
    assert set(waits) == {0.04}
    assert len(waits) == pieces - 1  # the first one holds the role alone


def test_the_faults_by_name_are_those_of_the_program() -> None:
    for fault in (Fault.FENCE, Fault.PROSE_ONLY):
        answer = post({**ASKED, "response_format": STRICT, "practice": {"by_hand": {"1": [fault]}}}).json()
        content = answer["choices"][0]["message"]["content"]
        assert content.startswith("```") is (fault is Fault.FENCE)


def test_a_fault_of_the_program_is_an_answer_too(caplog: pytest.LogCaptureFixture) -> None:
    async def ask(sentences: list[object]) -> tuple[int, str]:
        def say(sentence: object) -> str:
            sentences.append(sentence)
            if len(sentences) == 1:
                raise KeyError("a sentence is missing")
            return "said"

        server = PracticeServer(PracticeSettings(), say)
        base = await server.start(0)
        try:
            async with httpx.AsyncClient(base_url=base, trust_env=False) as client:
                response = await client.post("/chat/completions", content=b"{")
        finally:
            await server.close()
        return response.status_code, response.json()["error"]["message"]

    assert asyncio.run(ask([])) == (500, "practice model, no AI: said")
    assert "could not be answered" in caplog.text


_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)),
    max_leaves=5,
)
_NAMES = (
    "model",
    "messages",
    "stream",
    "stream_options",
    "response_format",
    "tools",
    "tool_choice",
    "seed",
    "max_tokens",
    "practice",
    "json_schema",
)


@settings(max_examples=300, deadline=None)
@given(changes=st.dictionaries(st.sampled_from(_NAMES), _JSON, max_size=4), inside=_JSON)
def test_any_body_is_read_or_refused(changes: dict[str, Any], inside: Any) -> None:
    body = {**ASKED, "practice": {"by_hand": inside}, "tools": [inside, {"function": inside}], **changes}
    for content in (body, {**ASKED, "messages": [{"role": inside, "content": inside, "tool_calls": inside}], **changes}):
        try:
            asked = read_question(json.dumps(content).encode(), DEFAULT)
        except (BadRequest, SettingsProblem):
            continue
        assert asked.question.messages
        assert asked.question.schema_text
