"""What a server answers becomes a Reply, whole and streamed."""

import json
from typing import Any

import pytest

from playground.repair.endpoint_settings import Mode
from playground.repair.exchange import Channel, Reply, Source, Usage
from playground.verdict.violations import Finish
from tests.endpoints.asking import Seen, ask, request_to
from tests.support.chat_server import Behaviour, ChatServer, completion, delta, event, reply, stream, stream_of, whole

ANSWER = '{"answer": "yes"}'
_FULL_USAGE = {
    "prompt_tokens": 11,
    "completion_tokens": 7,
    "total_tokens": 18,
    "prompt_tokens_details": {"cached_tokens": 3, "audio_tokens": None},
    "completion_tokens_details": {"reasoning_tokens": 2},
}


def _call(arguments: object, **more: Any) -> list[dict[str, Any]]:
    return [{"id": "call_1", "type": "function", "function": {"name": "answer", "arguments": arguments}, **more}]


def _ask(behaviour: Behaviour, *, watcher: Seen | None = None, **changes: Any) -> Reply:
    with ChatServer(behaviour) as server:
        return ask(request_to(server, **changes), watcher=watcher)


@pytest.mark.parametrize("streams", [True, False])
def test_a_reply_comes_whole_or_in_pieces_and_is_the_same(streams: bool) -> None:
    seen = Seen()
    answer = _ask(reply(ANSWER, pause=0.02), watcher=seen, stream=streams)
    assert (answer.text, answer.source, answer.channel, answer.finish) == (ANSWER, Source.LIVE, Channel.CONTENT, Finish.STOP)
    assert answer.usage == Usage(11, 7, 18)
    assert answer.model == "test-model"
    assert answer.seconds > 0
    assert (answer.first_token_seconds is not None) is streams
    assert seen.text == ANSWER
    assert (len(seen.added) > 1) is streams


@pytest.mark.parametrize(
    ("body", "text", "channel", "finish"),
    [
        (completion(ANSWER, finish="length"), ANSWER, Channel.CONTENT, Finish.LENGTH),
        (completion(ANSWER, finish=None), ANSWER, Channel.CONTENT, Finish.UNKNOWN),
        (completion(ANSWER, finish="brand_new"), ANSWER, Channel.CONTENT, Finish.UNKNOWN),
        (completion("", finish="content_filter"), "", Channel.CONTENT, Finish.CONTENT_FILTER),
        (completion(None, refusal="I can't help with that."), "", Channel.CONTENT, Finish.REFUSAL),
        (completion(None), "", Channel.CONTENT, Finish.STOP),
        (completion(None, finish="tool_calls", tool_calls=_call(ANSWER)), ANSWER, Channel.TOOL_CALL, Finish.TOOL_CALL),
        (completion("", tool_calls=_call({"answer": "yes"})), '{"answer": "yes"}', Channel.TOOL_CALL, Finish.STOP),
        (completion("Hi", tool_calls=_call(ANSWER)), "Hi", Channel.CONTENT, Finish.STOP),
        (completion("", function_call={"name": "answer", "arguments": ANSWER}), ANSWER, Channel.TOOL_CALL, Finish.STOP),
        (completion("", reasoning_content="so: " + ANSWER), "so: " + ANSWER, Channel.REASONING, Finish.STOP),
        (completion("", reasoning=ANSWER), ANSWER, Channel.REASONING, Finish.STOP),
        (completion("", reasoning='{"draft": 1', finish="length"), "", Channel.CONTENT, Finish.LENGTH),
        (completion("", reasoning="hm"), "", Channel.CONTENT, Finish.STOP),
        ({"choices": [{"text": ANSWER, "finish_reason": "stop"}]}, ANSWER, Channel.CONTENT, Finish.STOP),
        (completion([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]), "ab", Channel.CONTENT, Finish.STOP),  # type: ignore[arg-type]
        (completion({"answer": "yes"}), '{"answer": "yes"}', Channel.CONTENT, Finish.STOP),  # type: ignore[arg-type]
        (completion(42), "42", Channel.CONTENT, Finish.STOP),  # type: ignore[arg-type]
        ({"error": None, **completion(ANSWER)}, ANSWER, Channel.CONTENT, Finish.STOP),
        (b"\xef\xbb\xbf" + json.dumps(completion(ANSWER)).encode(), ANSWER, Channel.CONTENT, Finish.STOP),
        (b"\n\n  " + json.dumps(completion(ANSWER)).encode(), ANSWER, Channel.CONTENT, Finish.STOP),
        (completion("\ud83d\ude00 \ud800"), "😀 \ud800", Channel.CONTENT, Finish.STOP),
    ],
)
def test_whole_replies(body: object, text: str, channel: Channel, finish: Finish) -> None:
    answer = _ask(whole(body), stream=False)
    assert (answer.text, answer.channel, answer.finish) == (text, channel, finish)


def test_a_forced_tool_call_wins_over_what_is_said_beside_it() -> None:
    answer = _ask(whole(completion("Here you are:", tool_calls=_call(ANSWER))), stream=False, mode=Mode.TOOL)
    assert (answer.text, answer.channel) == (ANSWER, Channel.TOOL_CALL)


def test_of_several_tool_calls_the_first_is_the_answer() -> None:
    calls = _call(ANSWER, index=0) + _call('{"answer": "no"}', index=1)
    assert _ask(whole(completion(None, tool_calls=calls)), stream=False).text == ANSWER


def test_thoughts_are_kept_beside_the_reply() -> None:
    answer = _ask(whole(completion(ANSWER, reasoning_content="wheat has gluten")), stream=False)
    assert (answer.text, answer.reasoning) == (ANSWER, "wheat has gluten")
    mistral = [{"type": "thinking", "thinking": [{"type": "text", "text": "wheat"}]}, {"type": "text", "text": ANSWER}]
    answer = _ask(whole(completion(mistral)), stream=False)  # type: ignore[arg-type]
    assert (answer.text, answer.reasoning) == (ANSWER, "wheat")


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (_FULL_USAGE, Usage(11, 7, 18, reasoning_tokens=2, cached_tokens=3)),
        ({"prompt_tokens": 5}, Usage(input_tokens=5)),
        ({}, None),
        (None, None),
        ("many", None),
        ({"prompt_tokens": -1, "completion_tokens": True, "total_tokens": 1e3}, None),
        ({"prompt_tokens": 10**40}, None),
    ],
)
def test_tokens_are_what_was_reported_or_not_reported(usage: object, expected: Usage | None) -> None:
    assert _ask(whole(completion(ANSWER, usage=False) | {"usage": usage}), stream=False).usage == expected


def _deltas(*parts: dict[str, Any], finish: str | None = "stop") -> list[bytes]:
    return [*(event(delta(**part)) for part in parts), *([event(delta(finish=finish))] if finish else []), event("[DONE]")]


_FIRST = [{"index": 0, "id": "call_1", "type": "function", "function": {"name": "answer", "arguments": ""}}]


@pytest.mark.parametrize(
    ("events", "text", "channel", "finish"),
    [
        (stream_of(ANSWER, usage=False), ANSWER, Channel.CONTENT, Finish.STOP),
        (stream_of(ANSWER, done=False), ANSWER, Channel.CONTENT, Finish.STOP),
        (stream_of(ANSWER, finish="length"), ANSWER, Channel.CONTENT, Finish.LENGTH),
        (stream_of(ANSWER, finish=None), ANSWER, Channel.CONTENT, Finish.CUT),
        (stream_of(ANSWER, finish=None, done=False), ANSWER, Channel.CONTENT, Finish.CUT),
        ([b": OPENROUTER PROCESSING\n\n", b": ping\n\n", *stream_of(ANSWER)], ANSWER, Channel.CONTENT, Finish.STOP),
        ([event({"choices": [], "prompt_filter_results": []}), *stream_of(ANSWER)], ANSWER, Channel.CONTENT, Finish.STOP),
        ([event({"choices": [{"index": 0}]}), *stream_of(ANSWER)], ANSWER, Channel.CONTENT, Finish.STOP),
        ([b"".join(stream_of(ANSWER))[:-2]], ANSWER, Channel.CONTENT, Finish.STOP),
        ([bytes([byte]) for byte in b"".join(stream_of("é😀"))], "é😀", Channel.CONTENT, Finish.STOP),
        (_deltas({"refusal": "I can't "}, {"refusal": "help."}), "", Channel.CONTENT, Finish.REFUSAL),
        (_deltas({"reasoning": "hm "}, {"content": "a"}, {"content": None}, {"content": "b"}), "ab", Channel.CONTENT, Finish.STOP),
        (_deltas({"reasoning_content": ANSWER}), ANSWER, Channel.REASONING, Finish.STOP),
        (
            _deltas(
                {"tool_calls": _FIRST},
                {"tool_calls": [{"index": 0, "function": {"arguments": ANSWER[:5]}}]},
                {"tool_calls": [{"index": 1, "id": "call_2", "function": {"name": "answer", "arguments": "{}"}}]},
                {"tool_calls": [{"index": 0, "function": {"arguments": ANSWER[5:]}}]},
                finish="tool_calls",
            ),
            ANSWER,
            Channel.TOOL_CALL,
            Finish.TOOL_CALL,
        ),
        (
            _deltas(
                {"tool_calls": [{"id": "call_1", "function": {"name": "answer", "arguments": ""}}]},
                {"tool_calls": [{"function": {"arguments": ANSWER[:5]}}]},
                {"tool_calls": [{"function": {"arguments": ANSWER[5:]}}]},
            ),
            ANSWER,
            Channel.TOOL_CALL,
            Finish.STOP,
        ),
        (_deltas({"tool_calls": _call({"answer": "yes"})}), '{"answer": "yes"}', Channel.TOOL_CALL, Finish.STOP),
        (
            [event({"choices": [{"index": 1, "delta": {"content": "other"}, "finish_reason": "stop"}]}), *stream_of(ANSWER)],
            ANSWER,
            Channel.CONTENT,
            Finish.STOP,
        ),
    ],
)
def test_streams(events: list[bytes], text: str, channel: Channel, finish: Finish) -> None:
    seen = Seen()
    answer = _ask(stream(events), watcher=seen)
    assert (answer.text, answer.channel, answer.finish) == (text, channel, finish)
    assert "".join(added for added, of in seen.added if of is channel) == text


def _snapshot(content: str, finish: str | None = None) -> bytes:
    return event({"choices": [{"index": 0, "message": {"content": content}, "finish_reason": finish}]})


@pytest.mark.parametrize(
    "events",
    [
        [_snapshot(ANSWER[:4]), _snapshot(ANSWER[:9]), _snapshot(ANSWER, "stop")],
        [event(delta(ANSWER[:4])), event(delta(ANSWER[4:])), _snapshot(ANSWER, "stop")],
        [b"".join(stream_of(ANSWER)).replace(b"\n\n", b"\n")],
        [b"".join(stream_of(ANSWER, done=False)).replace(b"\n\n", b"\n")],
    ],
)
def test_streams_that_are_not_quite_what_they_should_be(events: list[bytes]) -> None:
    answer = _ask(stream(events))
    assert (answer.text, answer.finish) == (ANSWER, Finish.STOP)


def test_a_broken_connection_after_the_first_token_is_a_reply_cut_off() -> None:
    answer = _ask(stream(stream_of("half an answer")[:3], cut=True))
    assert (answer.text, answer.finish) == ("half", Finish.CUT) or answer.text.startswith("half")
    assert answer.finish is Finish.CUT


def test_halves_of_a_character_sent_apart_are_joined_before_anyone_sees_them() -> None:
    chunks = [json.dumps(delta(half)).encode() for half in ("a\ud83d", "\ude00b", "\ud800")]
    seen = Seen()
    events = [b"data: " + chunk + b"\n\n" for chunk in chunks] + stream_of("", usage=False)
    answer = _ask(stream(events, pause=0.02), watcher=seen)
    assert answer.text == "a😀b\ud800"
    assert [added for added, _ in seen.added] == ["a", "😀b", "\ud800"]


def test_a_server_that_ignores_stream_is_understood() -> None:
    assert _ask(whole(completion(ANSWER)), stream=True).text == ANSWER


def test_a_server_that_streams_unasked_is_understood() -> None:
    assert _ask(stream(stream_of(ANSWER)), stream=False).text == ANSWER


def test_a_stream_is_known_by_what_comes_when_its_type_is_wrong() -> None:
    assert _ask(stream(stream_of(ANSWER), content_type="application/json")).text == ANSWER


def test_what_follows_the_end_mark_is_not_waited_for() -> None:
    async def never_closes(exchange: Any) -> None:
        await exchange.head(content_type="text/event-stream", transfer_encoding="chunked")
        await exchange.chunk(b"".join(stream_of(ANSWER)))
        await exchange.until_closed()

    assert _ask(never_closes, time_limit=10.0).text == ANSWER


def test_packed_answers_are_unpacked() -> None:
    import gzip
    import zlib

    body = json.dumps(completion(ANSWER)).encode()
    for encoding, packed in (("gzip", gzip.compress(body)), ("deflate", zlib.compress(body))):
        assert _ask(whole(packed, content_encoding=encoding), stream=False).text == ANSWER


def test_a_long_reply_is_read_in_linear_time() -> None:
    text = "x" * 4_000_000
    assert len(_ask(stream([b"".join(stream_of(text, size=40_000))])).text) == len(text)


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_a_key_that_a_server_sends_back_is_masked_in_whatever_pieces_it_comes(size: int) -> None:
    key, seen = "sk-sk-very-secret", Seen()
    text = f"sk-s: you sent {key}{key}, sk-sk"
    with ChatServer(stream(stream_of(text, size=size), pause=0.001)) as server:
        answer = ask(request_to(server), key=key, watcher=seen)
    assert answer.text == "sk-s: you sent ••••••, sk-sk"
    assert seen.text == answer.text
    with ChatServer(whole(completion(key, reasoning=key, refusal=key) | {"model": key})) as server:
        assert key not in repr(ask(request_to(server, stream=False), key=key))


def test_a_fast_stream_is_told_in_fewer_pieces_than_it_has_tokens() -> None:
    seen, text = Seen(), "token " * 150
    with ChatServer(stream(stream_of(text, size=6), pause=0.001)) as server:
        answer = ask(request_to(server), watcher=seen)
    assert answer.text == seen.text == text
    assert len(seen.added) < 100
