"""What goes wrong with files, in words: the one place where an OSError becomes a sentence."""

import errno
from pathlib import Path

from playground.words.text import Text, text


class FileProblem(Exception):
    """A file that could not be read or written. `text` says what happened and what to do next; `details` what else is wrong."""

    def __init__(self, problem: Text, details: tuple[Text, ...] = ()) -> None:
        super().__init__(problem.id)
        self.text = problem
        self.details = details


_SENTENCES = {
    errno.ENOSPC: "store.disk_full",
    errno.EDQUOT: "store.disk_full",
    errno.EACCES: "store.no_permission",
    errno.EPERM: "store.no_permission",
    errno.EROFS: "store.read_only",
    errno.ENOENT: "store.not_there",
    errno.ENOTDIR: "store.not_there",
    errno.EISDIR: "store.is_folder",
    errno.ENAMETOOLONG: "store.name_too_long",
}


def problem_of(error: OSError, path: Path) -> FileProblem:
    """The sentence for what the system said about this file."""
    sentence = _SENTENCES.get(error.errno or 0)
    if sentence is None:
        # The system's own words are all there is; they come in the language of the system.
        return FileProblem(text("store.other_trouble", file=str(path), reason=error.strerror or type(error).__name__))
    return FileProblem(text(sentence, file=str(path)))
