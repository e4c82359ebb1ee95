"""Controls side by side where their words fit, else one below the other."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from playground.window.appearance import Appearance
from playground.window.controls.button import Button
from playground.window.controls.label import Label
from playground.window.controls.wrapping_row import WrappingRow
from playground.window.theme import ThemeName


@pytest.fixture
def parts(qtbot: QtBot, qapp: QApplication) -> tuple[QLabel, QWidget, WrappingRow]:
    appearance = Appearance(qapp, theme=ThemeName.LIGHT)
    label, button = Label(appearance, wraps=True), Button(appearance)
    label.setText("a model with a long name · a server")
    button.setText("not tried yet")
    row = WrappingRow(label, button)
    qtbot.addWidget(row)
    row.resize(600, 80)
    row.show()
    return label, button, row


def _are_side_by_side(label: QWidget, button: QWidget) -> bool:
    return button.geometry().left() > label.geometry().right() and button.geometry().top() < label.geometry().bottom()


def test_a_narrow_row_becomes_a_column(qtbot: QtBot, parts: tuple[QLabel, QWidget, WrappingRow]) -> None:
    label, button, row = parts
    assert _are_side_by_side(label, button)
    row.resize(220, 120)
    qtbot.waitUntil(lambda: button.geometry().top() >= label.geometry().bottom())
    assert button.geometry().left() == 0
    row.resize(600, 80)
    qtbot.waitUntil(lambda: _are_side_by_side(label, button))


def test_longer_words_turn_it_too(qtbot: QtBot, parts: tuple[QLabel, QWidget, WrappingRow]) -> None:
    label, button, _ = parts
    label.setText("a model with a long name " * 6)
    qtbot.waitUntil(lambda: button.geometry().top() >= label.geometry().bottom())
