"""Replies as people have collected them, read one after the other."""

import json
from io import BufferedReader, BytesIO
from itertools import islice
from pathlib import Path

import pytest

from playground.store import reply_files
from playground.store.file_problems import FileProblem
from playground.store.reply_files import NamedReply, read_replies, stream_lines, stream_replies


def lines(*values: object) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def write(folder: Path, name: str, content: str | bytes, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("name", ["a.jsonl", "A.NDJSON"])
def test_a_line_is_a_text_or_an_object_that_holds_one(tmp_path: Path, name: str, encoding: str) -> None:
    content = lines("a", {"id": "x", "content": "はい"}, {"title": "", "number": 3, "output": "c"}) + "\r\n \n" + '"d"'
    path = write(tmp_path, name, content, encoding)
    expected = (NamedReply("1", "a"), NamedReply("x", "はい"), NamedReply("3", "c"), NamedReply("6", "d"))
    assert tuple(stream_replies(path)) == read_replies(path) == expected


@pytest.mark.parametrize(
    "line",
    [
        {"custom_id": 7, "response": {"status_code": 200, "body": {"choices": [{"message": {"content": "{}"}}]}}},
        {"id": "7", "choices": [{"index": 0, "message": {"role": "assistant", "content": "{}"}}]},
        {"name": "7", "message": {"role": "assistant", "content": "{}"}, "done": True},
        {"custom_id": "7", "result": {"type": "succeeded", "message": {"content": [{"type": "text", "text": "{}"}]}}},
    ],
)
def test_the_answers_of_a_providers_batch_are_replies(tmp_path: Path, line: object) -> None:
    assert read_replies(write(tmp_path, "a.jsonl", lines(line))) == (NamedReply("7", "{}"),)


def test_a_folder_holds_one_reply_in_each_file_and_many_in_a_file_of_lines(tmp_path: Path) -> None:
    write(tmp_path, "b.txt", "one")
    write(tmp_path, "a.jsonl", lines("two", "three"))
    write(tmp_path, ".hidden", b"\xff")
    (tmp_path / "folder").mkdir()
    assert [reply.text for reply in stream_replies(tmp_path)] == ["two", "three", "one"]


def test_any_other_file_is_one_reply(tmp_path: Path) -> None:
    assert read_replies(write(tmp_path, "a.json", '"x"\n"y"')) == (NamedReply("a.json", '"x"\n"y"'),)


def test_what_stands_before_a_fault_is_given_first(tmp_path: Path) -> None:
    replies = stream_replies(write(tmp_path, "a.jsonl", lines("a", "b") + "{\n"))
    assert [reply.text for reply in islice(replies, 2)] == ["a", "b"]
    with pytest.raises(FileProblem) as caught:
        next(replies)
    assert (caught.value.text.id, dict(caught.value.text.parameters)["line"]) == ("store.replies_line_broken", 3)


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.jsonl", b"", "store.replies_none"),
        ("a.jsonl", b" \n\n", "store.replies_none"),
        ("a.jsonl", b"[" * 100_000, "store.replies_line_broken"),
        ("a.jsonl", b"caf\xe9", "store.not_text"),
        ("a.jsonl", b"\x89PNG\r\n\x1a\n\x00\x00", "store.not_text"),
        ("a.txt", b"caf\xe9", "store.not_text"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(tmp_path: Path, name: str, content: bytes, problem: str) -> None:
    with pytest.raises(FileProblem) as caught:
        read_replies(write(tmp_path, name, content))
    assert caught.value.text.id == problem


@pytest.mark.parametrize(
    ("name", "problem"), [("nowhere.jsonl", "store.not_there"), ("a\0b", "store.not_there"), ("", "replies_none")]
)
def test_what_is_not_there_is_a_sentence(tmp_path: Path, name: str, problem: str) -> None:
    with pytest.raises(FileProblem) as caught:
        read_replies(tmp_path / name)
    assert caught.value.text.id.endswith(problem)


def test_a_list_has_a_limit_and_a_stream_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_files, "MOST", 3)
    path = write(tmp_path, "a.jsonl", lines("a", "b", "c", "d"))
    with pytest.raises(FileProblem) as caught:
        read_replies(path)
    assert caught.value.text.id == "store.replies_too_many"
    assert len(list(stream_replies(path))) == 4


def test_a_line_without_end_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_files, "SIZE_LIMIT", 1000)
    with pytest.raises(FileProblem) as caught:
        read_replies(write(tmp_path, "a.jsonl", '"' + "a" * 10_000 + '"'))
    assert caught.value.text.id == "store.too_large"


def test_a_stream_is_read_as_far_as_it_is_asked_for_and_left_open() -> None:
    source = BytesIO(lines(*("x" * 1000 for _ in range(1000))).encode())
    stream = BufferedReader(source)
    replies = stream_lines(stream, "standard input")
    assert next(replies) == NamedReply("1", "x" * 1000)
    assert source.tell() < 100_000
    assert len(list(replies)) == 999
    assert not stream.closed


def test_an_empty_stream_is_a_sentence() -> None:
    with pytest.raises(FileProblem) as caught:
        next(stream_lines(BufferedReader(BytesIO(b"")), "standard input"))
    assert caught.value.text.id == "store.replies_none"


@pytest.mark.parametrize(
    "line", ["3", '{"text": 3}', '{"choices": []}', '{"answer": "yes"}', "[1, 2]", "null", '{"a": 1, "a": 2.50}']
)
def test_a_line_that_holds_no_text_of_a_reply_is_the_reply(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.jsonl").write_text(f" {line} \r\n", encoding="utf-8")
    assert read_replies(tmp_path / "a.jsonl") == (NamedReply("1", line),)
