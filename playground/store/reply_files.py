"""Replies as people have collected them: a file of JSON lines, a folder of files, or one file that is a reply."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader, TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import Any

from playground.store.file_problems import FileProblem, problem_of
from playground.store.text_files import SIZE_LIMIT, encoding_of, open_bytes, read_text
from playground.words.text import text

LINES = (".jsonl", ".ndjson")
# The first that is a text is taken. "answer" is none of them: it is more often a field of the JSON that was asked for.
FIELDS = ("reply", "completion", "response", "output_text", "output", "content", "text")
# Where the answers of a provider's batch have their text.
_BATCHES: tuple[tuple[str | int, ...], ...] = (
    ("response", "body", "choices", 0, "message", "content"),
    ("choices", 0, "message", "content"),
    ("message", "content"),
    ("result", "message", "content", 0, "text"),
)
_PATHS = (*((field,) for field in FIELDS), *_BATCHES)
NAMES = ("name", "id", "custom_id", "title")
MOST = 50_000  # replies read at once


@dataclass(frozen=True, slots=True)
class NamedReply:
    """A reply and what it is called: its file's name, its own name, or the number of its line."""

    name: str
    text: str


def holds_many(path: Path) -> bool:
    """True for what is read as a list of replies: a folder, or a file of JSON lines."""
    return path.is_dir() or path.suffix.lower() in LINES


def read_replies(path: Path) -> tuple[NamedReply, ...]:
    """The replies of a folder (each file one, in the order of their names), of JSON lines, or of a single file.

    A line's value that is a string is the reply; of an object the first of `FIELDS` that is a string is taken; any other line is the
    reply itself, as it is written. Raises FileProblem, also where nothing is found.
    """
    replies = tuple(islice(stream_replies(path), MOST + 1))
    if len(replies) > MOST:
        raise FileProblem(text("store.replies_too_many", file=str(path), limit=MOST))
    return replies


def stream_replies(path: Path) -> Iterator[NamedReply]:
    """The same replies one after the other, however many there are; a file of lines is read line by line.

    Raises FileProblem where one cannot be read, and at the end if there was none.
    """
    found = False
    for reply in _in_folder(path) if _is_folder(path) else _in_file(path):
        found = True
        yield reply
    if not found:
        raise FileProblem(text("store.replies_none", file=str(path)))


def stream_lines(stream: "BufferedReader[Any]", name: str) -> Iterator[NamedReply]:
    """The replies of JSON lines that come from a stream; `name` is what a person calls it. Raises FileProblem, also for no reply."""
    found = False
    for reply in _read_lines(stream, name):
        found = True
        yield reply
    if not found:
        raise FileProblem(text("store.replies_none", file=name))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # opening the file says why
        return False


def _in_folder(path: Path) -> Iterator[NamedReply]:
    try:
        files = sorted(each for each in path.iterdir() if each.is_file() and not each.name.startswith("."))
    except OSError as error:
        raise problem_of(error, path) from error
    for file in files:
        yield from _in_file(file)


def _in_file(path: Path) -> Iterator[NamedReply]:
    if path.suffix.lower() not in LINES:
        yield NamedReply(path.name, read_text(path))
        return
    with open_bytes(path) as file:
        try:
            yield from _read_lines(file, str(path))
        except OSError as error:
            raise problem_of(error, path) from error


def _read_lines(stream: "BufferedReader[Any]", name: str) -> Iterator[NamedReply]:
    lines = TextIOWrapper(stream, encoding=encoding_of(stream.peek()), newline="\n")
    number = 0
    try:
        while line := lines.readline(SIZE_LIMIT + 1):
            number += 1
            if len(line) > SIZE_LIMIT:
                raise FileProblem(text("store.too_large", file=name, limit=SIZE_LIMIT // 1_000_000))
            if line.strip():
                yield _read_line(line, number, name)
    except UnicodeDecodeError as error:
        raise FileProblem(text("store.not_text", file=name)) from error
    finally:
        lines.detach()  # the stream is its owner's to close


def _read_line(line: str, number: int, name: str) -> NamedReply:
    try:
        value = json.loads(line, parse_int=_Number, parse_float=_Number)
    except (ValueError, RecursionError) as error:
        raise FileProblem(text("store.replies_line_broken", file=name, line=number)) from error
    if isinstance(value, str):
        return NamedReply(str(number), value)
    found = next((found for path in _PATHS if isinstance(found := _at(value, path), str)), None)
    if found is None:
        return NamedReply(str(number), line.strip())
    return NamedReply(_name_in(value) or str(number), found)


def _at(value: object, path: tuple[str | int, ...]) -> object:
    for step in path:
        if isinstance(value, list):
            value = value[0] if value and step == 0 else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def _name_in(value: object) -> str | None:
    for field in NAMES:
        name = _at(value, (field,))
        if isinstance(name, _Number):
            return name.digits
        if isinstance(name, str) and name:
            return name
    return None


@dataclass(frozen=True, slots=True)
class _Number:
    """A number as written: of any length, and never taken for a text."""

    digits: str
