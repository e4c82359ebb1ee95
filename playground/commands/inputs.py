"""Texts that a command is given: files, and standard input as "-"."""

import sys
from collections.abc import Iterator
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any, cast

from playground.commands.speech import Speech
from playground.store.reply_files import NamedReply, stream_lines, stream_replies
from playground.store.text_files import SIZE_LIMIT, decode_text, read_text
from playground.words.text import text


def read_input(name: str, speech: Speech) -> str:
    """The text of a file, or of standard input for "-"; raises FileProblem."""
    if name != "-":
        return read_text(Path(name))
    return decode_text(_standard_input(speech, "cli.type_reply").read(SIZE_LIMIT + 1), speech.word(text("cli.standard_input")))


def stream_input(name: str, speech: Speech) -> Iterator[NamedReply]:
    """The replies of a file or folder, or JSON lines from standard input for "-", one after the other; raises FileProblem."""
    if name != "-":
        return stream_replies(Path(name))
    return stream_lines(_standard_input(speech, "cli.type_replies"), speech.word(text("cli.standard_input")))


def _standard_input(speech: Speech, invitation: str) -> "BufferedReader[Any]":
    # A windowed program on Windows has no standard input; that is an empty one.
    if sys.stdin is None:
        return BufferedReader(BytesIO())
    if sys.stdin.isatty():
        speech.say(text(invitation))
    return cast("BufferedReader[Any]", sys.stdin.buffer)
