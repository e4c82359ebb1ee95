"""The keys that go on and stop while something runs, wherever the keyboard is except in a text."""

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from playground.window.playback import Playback
from playground.window.runner import Runner


class PlayKeys(QObject):
    """Space goes on with what is played, Escape stops. Listens to the application only while there is something to stop."""

    def __init__(self, window: QWidget, runner: Runner, playback: Playback) -> None:
        super().__init__(window)
        self._window = window
        self._runner = runner
        self._playback = playback
        self._listening = False
        runner.changed.connect(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the two keys."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent) or not self._of_window(watched):
            return super().eventFilter(watched, event)
        typing = isinstance(watched, QLineEdit | QPlainTextEdit) and not watched.isReadOnly()
        if event.key() == Qt.Key.Key_Space and self._playback.playing and not typing:
            self._playback.skip()
            return True
        if event.key() == Qt.Key.Key_Escape and self._runner.busy:
            self._runner.stop()
            return True
        return super().eventFilter(watched, event)

    def _of_window(self, watched: QObject) -> bool:
        return isinstance(watched, QWidget) and watched.window() is self._window

    @Slot()
    def _follow(self) -> None:
        application = QApplication.instance()
        if application is None or self._runner.busy == self._listening:
            return
        self._listening = self._runner.busy
        if self._listening:
            application.installEventFilter(self)
        else:
            application.removeEventFilter(self)
