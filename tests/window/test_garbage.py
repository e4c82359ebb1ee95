"""Widgets in a cycle are taken apart in the GUI thread, whatever other threads do."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from playground.window.garbage import GarbageCollection


@pytest.fixture
def collection(qapp: QApplication) -> Iterator[GarbageCollection]:
    made = GarbageCollection()
    yield made
    made.close()


class _Cycle(QWidget):
    def __init__(self, ends: list[str]) -> None:
        super().__init__()
        self.itself = self
        weakref.finalize(self, lambda: ends.append(threading.current_thread().name))


def test_cycles_of_widgets_end_in_the_gui_thread(qtbot: QtBot, collection: GarbageCollection) -> None:
    ends: list[str] = []
    _Cycle(ends)
    kept: list[list[object]] = []
    busy = threading.Thread(target=lambda: kept.extend([[[]] for _ in range(200_000)]))
    busy.start()
    busy.join()
    assert ends == []
    qtbot.waitUntil(lambda: ends == [threading.main_thread().name], timeout=60_000)


def test_python_collects_again_afterwards(qapp: QApplication) -> None:
    before = gc.isenabled()
    made = GarbageCollection()
    while_it_lives = gc.isenabled()
    made.close()
    assert (before, while_it_lives, gc.isenabled()) == (True, False, True)
