"""What the window edits just now: one ScenarioDocument, and a signal for everyone who shows it."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from playground.repair.scenario import Scenario
from playground.store.document import ScenarioDocument
from playground.words.text import Text


class Editing(QObject):
    """The panes change a scenario through this object alone. Lives in the GUI thread."""

    changed = Signal()  # the scenario, its file or its saved state
    document_changed = Signal()  # another document lies open; `changed` follows

    def __init__(self, document: ScenarioDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._stop_listening = document.listen(self.changed.emit)

    @property
    def document(self) -> ScenarioDocument:
        """The document that lies open."""
        return self._document

    @property
    def scenario(self) -> Scenario:
        """Its present state."""
        return self._document.scenario

    def open(self, document: ScenarioDocument) -> None:
        """Lay another document open; the one before it is closed."""
        before = self._document
        self._stop_listening()
        self._document = document
        self._stop_listening = document.listen(self.changed.emit)
        before.close()
        self.document_changed.emit()
        self.changed.emit()

    def change(self, label: str, merge_key: str | None = None, **fields: Any) -> None:
        """Change fields of the scenario. `label` is the id of the sentence that names the change in the undo list."""
        self._document.change(replace(self.scenario, **fields), Text(label), merge_key)

    def close(self) -> None:
        """The window closes, and the document with it."""
        self._stop_listening()
        self._document.close()
