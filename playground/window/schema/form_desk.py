"""What all rows of a form share: which of them are unfolded, and where an edit goes."""

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from playground.window.appearance import Appearance
from playground.window.words_in_window import Wording

Path: TypeAlias = tuple[int, ...]  # of a row among its siblings, from the outermost one; -1 stands for the items of a list
Edit: TypeAlias = Callable[[str], str]  # the schema's text before -> after


class FormDesk(QObject):
    """`edit_wanted` with an Edit that the person has made in some row and what is being typed there (or None), `focus_wanted` with the Path of a row that is new."""

    edit_wanted = Signal(object, object)
    focus_wanted = Signal(object)

    def __init__(self, appearance: Appearance, wording: Wording, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.appearance = appearance
        self.wording = wording
        self.unfolded: set[Path] = set()

    def edit(self, change: Edit, typing: str | None = None) -> None:
        """Change the text. Edits that name the same `typing` shortly after one another are undone together."""
        self.edit_wanted.emit(change, typing)

    def forget(self, path: Path) -> None:
        """A row goes: those behind it move up by one."""
        self._move(path, lambda index: None if index == path[-1] else index - (index > path[-1]))

    def swap(self, path: Path, direction: int) -> None:
        """A row and its neighbour change places."""
        pair = (path[-1], path[-1] + direction)
        self._move(path, lambda index: pair[1 - pair.index(index)] if index in pair else index)

    def _move(self, path: Path, move: Callable[[int], int | None]) -> None:
        level = len(path) - 1
        kept: set[Path] = set()
        for each in self.unfolded:
            if each[:level] == path[:level] and len(each) > level:
                index = move(each[level])
                if index is not None:
                    kept.add((*each[:level], index, *each[level + 1 :]))
            else:
                kept.add(each)
        self.unfolded = kept
