"""Replies as people have collected them: a file of JSON lines, a folder of files, or one file that is a reply."""

import json
from dataclasses import dataclass
from pathlib import Path

from playground.store.file_problems import FileProblem, problem_of
from playground.store.text_files import read_text
from playground.words.text import text

LINES = (".jsonl", ".ndjson")
FIELDS = (
    "reply",
    "text",
    "content",
    "output",
    "completion",
    "response",
    "answer",
    "output_text",
)  # the first that is a text is taken
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

    A line's value that is a string is the reply; of an object the first of `FIELDS` that is a string is taken. Raises FileProblem,
    also where nothing is found.
    """
    try:
        folder = path.is_dir()
        files = sorted(each for each in path.iterdir() if each.is_file() and not each.name.startswith(".")) if folder else []
    except OSError as error:
        raise problem_of(error, path) from error
    if folder:
        if len(files) > MOST:
            raise FileProblem(text("store.replies_too_many", file=str(path), limit=MOST))
        replies = tuple(
            reply
            for file in files
            for reply in (_read_lines(file) if file.suffix.lower() in LINES else (NamedReply(file.name, read_text(file)),))
        )
    elif path.suffix.lower() in LINES:
        replies = _read_lines(path)
    else:
        return (NamedReply(path.name, read_text(path)),)
    if not replies:
        raise FileProblem(text("store.replies_none", file=str(path)))
    if len(replies) > MOST:
        raise FileProblem(text("store.replies_too_many", file=str(path), limit=MOST))
    return replies


def _read_lines(path: Path) -> tuple[NamedReply, ...]:
    lines = read_text(path).split("\n")
    return tuple(_read_line(line, number, path) for number, line in enumerate(lines, 1) if line.strip())


def _read_line(line: str, number: int, path: Path) -> NamedReply:
    try:
        value = json.loads(line, parse_int=str, parse_float=str)  # numbers are never used, and may be of any length
    except (ValueError, RecursionError) as error:
        raise FileProblem(text("store.replies_line_broken", file=str(path), line=number)) from error
    if isinstance(value, str):
        return NamedReply(str(number), value)
    if isinstance(value, dict):
        found = next((value[field] for field in FIELDS if isinstance(value.get(field), str)), None)
        name = next((value[field] for field in NAMES if isinstance(value.get(field), str) and value[field]), str(number))
        if found is not None:
            return NamedReply(name, found)
    raise FileProblem(text("store.replies_line_without", file=str(path), line=number, fields=", ".join(FIELDS)))
