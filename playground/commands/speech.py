"""How a command speaks: JSON for programs on standard output, sentences for people on standard error."""

import errno
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import TextIO

from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import Text, text


class Speech:
    """Both streams of a command, and the language of its sentences. A windowed program on Windows has neither stream."""

    def __init__(self, language: Language, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.language = language
        self._out = out if out is not None else _prepared(sys.stdout)
        self._err = err if err is not None else _prepared(sys.stderr)

    def say(self, sentence: Text | str) -> None:
        """A sentence for people."""
        words = sentence if isinstance(sentence, str) else self.word(sentence)
        if self._err is not None:
            with suppress(OSError, ValueError):  # nobody is left to be told
                self._err.write(words + "\n")
                self._err.flush()

    def word(self, sentence: Text) -> str:
        """The sentence as a string."""
        return render(sentence, self.language)

    def give(self, line: str) -> bool:
        """A line for programs, at once; False when it could not be written, because nobody reads any more or the disk is full."""
        if self._out is None:
            return True
        try:
            self._out.write(line + "\n")
            self._out.flush()
        except (OSError, ValueError) as error:  # ValueError: the stream is closed
            _silence(self._out)
            # Windows calls a broken pipe "invalid argument". Whoever stopped reading need not be told.
            if isinstance(error, OSError) and error.errno not in (errno.EPIPE, errno.EINVAL):
                full = error.errno in (errno.ENOSPC, errno.EDQUOT)
                self.say(text("cli.output_full") if full else text("cli.output_lost", reason=error.strerror or str(error)))
            return False
        return True


def _silence(stream: TextIO) -> None:
    """Python flushes its streams once more at the end, and would complain about the broken pipe there."""
    try:
        descriptor = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
    except (OSError, ValueError):
        return
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


def _prepared(stream: TextIO | None) -> TextIO | None:
    """UTF-8 whatever the system's code page; what cannot be written is escaped, never a traceback."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None and "PYTHONIOENCODING" not in os.environ:
        reconfigure(encoding="utf-8", errors="backslashreplace")
    return stream


def system_language(environ: Mapping[str, str] = os.environ) -> Language:
    """The language that the system speaks, if it is one of ours, else English."""
    named = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or _language_of_windows()
    try:
        return Language(named[:2].lower())
    except ValueError:
        return Language.ENGLISH


def _language_of_windows() -> str:
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only Windows needs them
        import locale  # noqa: PLC0415 - as above

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""
