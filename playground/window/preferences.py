"""What the person chose about the program: one frozen Settings, changed here and written in the background."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from playground.store.file_problems import FileProblem
from playground.store.settings import Settings, save_settings
from playground.store.writer import Writer
from playground.words.text import Text

_DELAY = 0.5  # seconds: a window being resized is written once


class Preferences(QObject):
    """Lives in the GUI thread; several windows share one. `not_saved` brings the reason in words."""

    changed = Signal()
    not_saved = Signal(object)

    def __init__(self, settings: Settings, path: Path, writer: Writer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._path = path
        self._writer = writer

    @property
    def settings(self) -> Settings:
        """What is chosen."""
        return self._settings

    def change(self, **fields: Any) -> None:
        """Choose something else; it is written soon after."""
        self.use(replace(self._settings, **fields))

    def use(self, settings: Settings) -> None:
        """Other settings as a whole."""
        if settings == self._settings:
            return
        self._settings = settings
        self._writer.later("settings", _DELAY, lambda: self._write(settings))
        self.changed.emit()

    def _write(self, settings: Settings) -> None:
        """On the writer's thread."""
        try:
            save_settings(self._path, settings)
        except FileProblem as problem:
            self._tell(problem.text)

    def _tell(self, reason: Text) -> None:
        self.not_saved.emit(reason)
