"""Where a schema can start from: an example, a table, or the gallery."""

from functools import partial

from PySide6.QtCore import Signal, Slot

from playground.window.appearance import Appearance
from playground.window.controls.menu import Menu
from playground.window.schema.start_source import Source
from playground.window.words_in_window import Wording


class StartMenu(Menu):
    """`source_chosen` with a Source, `schema_chosen` with the text of a schema of the gallery."""

    source_chosen = Signal(object)
    schema_chosen = Signal(str)

    def __init__(self, appearance: Appearance, wording: Wording) -> None:
        super().__init__(appearance)
        self._wording = wording
        self.aboutToShow.connect(self.fill)

    @Slot()
    def fill(self) -> None:
        """Offer what there is, in the window's language; the gallery is read when the menu is opened."""
        from playground.window.schema.gallery import read_gallery  # noqa: PLC0415 - not needed for the first paint

        self.clear()
        for source in Source:
            self.addAction(self._wording.say(f"schema.start.{source}")).triggered.connect(partial(self.source_chosen.emit, source))
        self.addSeparator()
        for entry in read_gallery(self._wording.language):
            action = self.addAction(entry.title.replace("&", "&&"))
            action.triggered.connect(partial(self.schema_chosen.emit, entry.schema_text))
