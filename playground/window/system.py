"""What the program asks of the system: one QApplication set up as ours, and the person's language."""

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from playground import __version__
from playground.resources import resource
from playground.words.language import Language

_NAME = "repair-loop-playground"


def make_application() -> QApplication:
    """The one QApplication of this process, set up before any window."""
    known = QApplication.instance()
    if isinstance(known, QApplication):
        return known
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    # By argument, because `setStyle` gives a QStyle back, and loading all that belongs to one takes longer than a pane.
    application = QApplication([_NAME, "-style", "Fusion"])
    application.setApplicationName(_NAME)
    application.setApplicationDisplayName("Repair Loop Playground")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName(_NAME)
    return application


def give_icon(application: QApplication) -> None:
    """The program's icon for all its windows. Drawing it takes a while, so this is for after the first paint."""
    application.setWindowIcon(QIcon(str(resource("icons", "app.svg"))))


def system_language() -> Language:
    """The first of the person's languages that the program speaks; English if it speaks none of them."""
    for name in QLocale.system().uiLanguages():
        code = name.replace("_", "-").partition("-")[0].lower()
        if code in {language.value for language in Language}:
            return Language(code)
    return Language.ENGLISH
