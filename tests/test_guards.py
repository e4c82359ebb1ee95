"""Guards over what this program stands on."""

import sys

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_qt_calls_keep_their_references_to_none(qtbot: QtBot) -> None:
    """PySide6 6.12.0 took one reference off None at each call that returns nothing, and aborted after some thousand."""
    widget = QWidget()
    qtbot.addWidget(widget)
    before = sys.getrefcount(None)
    for _ in range(200):
        widget.update()
    assert sys.getrefcount(None) > before - 100
