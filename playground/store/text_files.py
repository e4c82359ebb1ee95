"""Text files as people have them: UTF-8 with or without a mark at its beginning, and what Windows calls Unicode."""

import codecs
from io import BufferedReader
from pathlib import Path

from playground.store.file_problems import FileProblem, problem_of
from playground.words.text import text

SIZE_LIMIT = 100_000_000  # bytes; far above any scenario or reply, far below what fills the memory

# UTF-32 before UTF-16: the mark of the one begins with the mark of the other.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_text(path: Path) -> str:
    """The file's text without its byte order mark, newlines unchanged; raises FileProblem."""
    with open_bytes(path) as file:
        try:
            content = file.read(SIZE_LIMIT + 1)
        except OSError as error:
            raise problem_of(error, path) from error
    return decode_text(content, str(path))


def open_bytes(path: Path) -> BufferedReader:
    """The file, open for reading; raises FileProblem."""
    try:
        return path.open("rb")
    except OSError as error:
        raise problem_of(error, path) from error
    except ValueError as error:  # a zero byte in the name
        raise FileProblem(text("store.not_there", file=str(path).replace("\0", "\\0"))) from error


def decode_text(content: bytes, name: str) -> str:
    """The text of a file or of standard input; `name` is what a person calls it. Raises FileProblem."""
    if len(content) > SIZE_LIMIT:
        raise FileProblem(text("store.too_large", file=name, limit=SIZE_LIMIT // 1_000_000))
    try:
        return content.decode(encoding_of(content))
    except UnicodeDecodeError as error:
        raise FileProblem(text("store.not_text", file=name)) from error


def encoding_of(content: bytes) -> str:
    """Python's name for the encoding of a text whose beginning (or whole) this is; the codec drops the byte order mark."""
    return next((encoding for mark, encoding in _MARKS if content.startswith(mark)), None) or _unmarked(content)


def _unmarked(content: bytes) -> str:
    """UTF-8, unless every other byte at the beginning is zero, as in UTF-16 of a Latin text without its mark."""
    beginning = content[:8]
    if len(content) % 2 == 0 and len(beginning) >= 4:
        if not any(beginning[1::2]) and all(beginning[::2]):
            return "utf-16-le"
        if not any(beginning[::2]) and all(beginning[1::2]):
            return "utf-16-be"
    return "utf-8"
