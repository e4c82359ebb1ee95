"""Where a command writes the details of its own faults: the file that the window writes them to as well, never the terminal."""

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from playground.commands.speech import Speech
from playground.store.file_problems import FileProblem
from playground.store.folders import Folders, find_folders, make_folder
from playground.words.text import text

FAULT_EXIT = 70  # what sysexits.h calls an internal software error


class ProblemLog(logging.Handler):
    """Appends what is logged at warning or above to a file; a file that cannot be written stops nothing."""

    def __init__(self, file: Path) -> None:
        super().__init__(logging.WARNING)
        self._file = file

    def emit(self, record: logging.LogRecord) -> None:
        """See logging.Handler."""
        details = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
        with suppress(OSError, FileProblem):
            make_folder(self._file.parent)
            with self._file.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')} {record.name}: {record.getMessage()}\n{details}\n")


@contextmanager
def log_problems(folders: Folders) -> Iterator[None]:
    """Whatever the program logs meanwhile goes into the file instead of onto the terminal."""
    handler = ProblemLog(folders.problems)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def report_fault(error: Exception, speech: Speech) -> int:
    """A fault of the program that nobody foresaw: a sentence for the person, the details in the file. Gives the exit code."""
    folders = find_folders()
    with log_problems(folders):
        logging.getLogger("playground").error("the command ended by a fault of the program", exc_info=error)
    speech.say(text("cli.broken", reason=f"{type(error).__name__}: {error}", file=str(folders.problems)))
    return FAULT_EXIT
