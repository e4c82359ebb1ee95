"""Writing a file so that at every moment either the old or the new content is there, whole."""

import os
from contextlib import suppress
from pathlib import Path

from playground.store.file_problems import problem_of


def write_atomically(path: Path, content: str, *, private: bool = False) -> None:
    """Write `content` as UTF-8 in place of the file; raises FileProblem and leaves the old file as it was.

    A symbolic link keeps pointing where it pointed. `private`: readable by its owner alone; otherwise an existing file
    keeps its permissions and a new one gets the usual ones.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name[:40]}.{os.urandom(8).hex()}.part")
    # The mode given to the system's own open obeys the umask without a look at it, which no thread-safe call offers.
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)  # Windows would write CR LF otherwise
    try:
        descriptor = os.open(temporary, flags, 0o600 if private else 0o666)
    except OSError as error:
        raise problem_of(error, path) from error
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if not private and target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError):
            raise problem_of(error, path) from error
        raise


def set_aside(path: Path) -> Path:
    """Give a damaged file a new name beside its place, never one in use; returns it, raises FileProblem."""
    from datetime import UTC, datetime  # noqa: PLC0415 - seldom needed, and this module is loaded before the first paint

    stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    number = 0
    while True:
        number += 1
        tail = "" if number == 1 else f"-{number}"
        aside = path.with_name(f"{path.stem}.damaged-{stamp}{tail}{path.suffix}")
        if not aside.exists():
            break
    try:
        path.rename(aside)
    except OSError as error:
        raise problem_of(error, path) from error
    return aside
