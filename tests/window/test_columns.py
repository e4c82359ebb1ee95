"""The three columns of the window."""

from itertools import pairwise

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from playground.window.appearance import Appearance
from playground.window.columns import Columns


@pytest.mark.parametrize("width", [760, 1024, 1440, 3840])
@pytest.mark.parametrize("scale", [80, 100, 200])
def test_columns_never_lie_on_top_of_each_other(qtbot: QtBot, appearance: Appearance, width: int, scale: int) -> None:
    appearance.set_scale(scale)
    parts = QWidget(), QWidget(), QWidget()
    columns = Columns(appearance, *parts)
    qtbot.addWidget(columns)
    columns.resize(width, 500)
    columns.show()
    places = [part.geometry() for part in parts]
    assert all(left.right() < right.left() for left, right in pairwise(places))
    assert places[2].right() < width
    assert all(place.width() >= min(180, width // 5) for place in places)
