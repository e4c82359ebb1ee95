"""Qt's own dialogs in the window's language; none of our words is in Qt's system."""

from PySide6.QtCore import QLibraryInfo, QObject, QTranslator, Slot
from PySide6.QtWidgets import QApplication

from playground.window.words_in_window import Wording


class QtWords(QObject):
    """Follows the window's language. `begin` is called after the first paint: no dialog is open before."""

    def __init__(self, application: QApplication, wording: Wording) -> None:
        super().__init__(application)
        self._application = application
        self._wording = wording
        self._installed: QTranslator | None = None
        wording.language_changed.connect(self.begin)

    @Slot()
    def begin(self) -> None:
        """Use Qt's translation for the present language."""
        if self._installed is not None:
            self._application.removeTranslator(self._installed)
            self._installed = None
        translator = QTranslator(self)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if translator.load(f"qtbase_{self._wording.language}", folder):
            self._application.installTranslator(translator)
            self._installed = translator
