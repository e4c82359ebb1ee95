"""Server-sent events by the rules of WHATWG, however the bytes are cut."""

import pytest

from playground.endpoints.sse import SseEvent, SseReader

_CASES = [
    (b"data: a\n\n", [("message", "a")]),
    (b"data:a\r\n\r\n", [("message", "a")]),
    (b"data: a\r\r", [("message", "a")]),
    (b"data: a\n\r\n", [("message", "a")]),
    (b"\xef\xbb\xbfdata: a\n\n", [("message", "a")]),
    (b"data:  a\n\n", [("message", " a")]),
    (b"data: a\ndata: b\n\n", [("message", "a\nb")]),
    (b": comment\n\ndata: a\n\n", [("message", "a")]),
    (b"event: error\ndata: {}\n\ndata: b\n\n", [("error", "{}"), ("message", "b")]),
    (b"event: lost\n\ndata: a\n\n", [("message", "a")]),
    (b"id: 7\nretry: 10\nother: x\ndata: a\n\n", [("message", "a")]),
    (b"data\n\n", [("message", "")]),
    (b"data: a\n\ndata: last", [("message", "a"), ("message", "last")]),
    ("data: é漢😀\n\n".encode(), [("message", "é漢😀")]),
    ("data: a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg\n\n".encode(), [("message", "a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg")]),
    (b"data: a\xffb\n\n", [("message", "a\ufffdb")]),
    (b"data: cut \xe6\xbc\n\n", [("message", "cut \ufffd")]),
    (b"data: [DONE]\n", [("message", "[DONE]")]),
    (b"", []),
    (b"\n\n\n", []),
]


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
@pytest.mark.parametrize(("content", "expected"), _CASES)
def test_events_do_not_depend_on_where_the_bytes_are_cut(content: bytes, expected: list[tuple[str, str]], size: int) -> None:
    reader = SseReader()
    events: list[SseEvent] = []
    for at in range(0, len(content), size):
        events += reader.feed(content[at : at + size])
    events += reader.end()
    assert [(event.name, event.data) for event in events] == expected


def test_a_blank_line_after_a_cut_crlf_still_ends_the_event() -> None:
    reader = SseReader()
    assert reader.feed(b"data: a\r") == []
    assert reader.feed(b"\n") == []
    assert reader.feed(b"\n") == [SseEvent("message", "a")]
