"""Scenarios as files: opened, saved, and the lessons that come with the program."""

from dataclasses import dataclass
from pathlib import Path

from playground.repair.scenario import Scenario
from playground.repair.scenario_format import ScenarioProblem, parse_scenario, write_scenario
from playground.resources import resource
from playground.store.atomic import write_atomically
from playground.store.file_problems import FileProblem
from playground.store.text_files import read_text
from playground.words.language import Language
from playground.words.text import text


@dataclass(frozen=True, slots=True)
class FileStamp:
    """By what a change of a file is noticed: its time in nanoseconds and its size in bytes."""

    changed: int
    size: int


@dataclass(frozen=True, slots=True)
class OpenedScenario:
    """A scenario and the state of the file that it was read from."""

    scenario: Scenario
    path: Path
    stamp: FileStamp | None


def open_scenario(path: Path) -> OpenedScenario:
    """Read a scenario; raises FileProblem, also for a file that is no scenario."""
    stamp = _stamp_of(path)
    content = read_text(path)
    try:
        scenario = parse_scenario(content)
    except ScenarioProblem as problem:
        details = tuple(text("store.at_line", line=str(found.line), reason=found.message) for found in problem.complaints)
        raise FileProblem(text("store.scenario_unreadable", file=str(path), reason=details[0]), details[1:]) from problem
    return OpenedScenario(scenario, path, stamp)


def save_scenario(path: Path, scenario: Scenario, *, unless_changed_since: FileStamp | None = None) -> FileStamp | None:
    """Write a scenario; raises FileProblem, also if another program changed the file since the given stamp."""
    if unless_changed_since is not None and _stamp_of(path) not in (unless_changed_since, None):
        raise FileProblem(text("store.changed_on_disk", file=str(path)))
    write_atomically(path, write_scenario(scenario))
    return _stamp_of(path)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson that comes with the program: one scenario for each language, and a text beside it."""

    name: str  # of its folder, such as "01-send-the-fault-back"
    folder: Path

    def scenario_file(self, language: Language) -> Path:
        """The scenario in this language, or in English where there is none."""
        return self._file(language, ".json")

    def text_file(self, language: Language) -> Path:
        """The text beside it."""
        return self._file(language, ".md")

    def _file(self, language: Language, ending: str) -> Path:
        file = self.folder / f"{language}{ending}"
        return file if file.exists() else self.folder / f"{Language.ENGLISH}{ending}"


def list_lessons() -> tuple[Lesson, ...]:
    """The lessons in their order; none if the resources are missing."""
    folder = resource("lessons")
    if not folder.is_dir():
        return ()
    return tuple(Lesson(path.name, path) for path in sorted(folder.iterdir()) if (path / f"{Language.ENGLISH}.json").is_file())


def _stamp_of(path: Path) -> FileStamp | None:
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    return FileStamp(state.st_mtime_ns, state.st_size)
