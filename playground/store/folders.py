"""Where the program keeps its own files: the system's folders, or one folder that PLAYGROUND_HOME names."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from playground.store.file_problems import problem_of

HOME_VARIABLE = "PLAYGROUND_HOME"
_NAME = "repair-loop-playground"


@dataclass(frozen=True, slots=True)
class Folders:
    """`config` holds the settings, `data` the history and work not yet saved."""

    config: Path
    data: Path

    @property
    def settings(self) -> Path:
        """The settings' file."""
        return self.config / "settings.json"

    @property
    def history(self) -> Path:
        """The database of all runs."""
        return self.data / "history.sqlite"

    @property
    def problems(self) -> Path:
        """Where the details of the program's own faults are written down."""
        return self.data / "problems.log"

    @property
    def unsaved(self) -> Path:
        """The folder of work that no file holds yet."""
        return self.data / "unsaved"


def find_folders(environ: Mapping[str, str] = os.environ) -> Folders:
    """The folders of this person; nothing is made yet."""
    if home := environ.get(HOME_VARIABLE):
        root = Path(home).expanduser().absolute()
        return Folders(root / "config", root / "data")
    import platformdirs  # noqa: PLC0415 - loaded before the first paint, and not where a folder is named

    return Folders(
        Path(platformdirs.user_config_dir(_NAME, appauthor=False)),
        Path(platformdirs.user_data_dir(_NAME, appauthor=False)),
    )


def make_folder(folder: Path) -> None:
    """Make a folder that its owner alone can open; raises FileProblem."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise problem_of(error, folder) from error
