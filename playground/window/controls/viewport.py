"""A viewport that Python knows."""

from PySide6.QtWidgets import QAbstractScrollArea, QWidget


def use_own_viewport(area: QAbstractScrollArea) -> None:
    """Put a widget of ours in the place of the one that Qt made; not for text edits, which hold on to theirs.

    The first time Python is handed a widget that it has not made, PySide loads every class of widgets there is to find out what
    it is: as long as a whole pane takes to build. Called first of all in the constructor.
    """
    area.setViewport(QWidget(area))
