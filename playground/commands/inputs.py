"""Texts that a command is given: files, and standard input as "-"."""

import sys
from pathlib import Path

from playground.commands.speech import Speech
from playground.store.text_files import SIZE_LIMIT, decode_text, read_text
from playground.words.text import text


def read_input(name: str, speech: Speech) -> str:
    """The text of a file, or of standard input for "-"; raises FileProblem."""
    if name != "-":
        return read_text(Path(name))
    if sys.stdin is not None and sys.stdin.isatty():
        speech.say(text("cli.type_reply"))
    # A windowed program on Windows has no standard input; that is an empty one.
    content = sys.stdin.buffer.read(SIZE_LIMIT + 1) if sys.stdin is not None else b""
    return decode_text(content, speech.word(text("cli.standard_input")))
