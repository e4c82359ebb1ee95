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
    icon = resource("icons", "app", "playground.svg")
    if icon.exists():
        application.setWindowIcon(QIcon(str(icon)))
    return application


def system_language() -> Language:
    """The first of the person's languages that the program speaks; English if it speaks none of them."""
    for name in QLocale.system().uiLanguages():
        code = name.replace("_", "-").partition("-")[0].lower()
        if code in {language.value for language in Language}:
            return Language(code)
    return Language.ENGLISH
