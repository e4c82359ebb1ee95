"""What the one-folder program leaves out of what PyInstaller's hooks collect. Names are those in the bundle's folder."""

from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

# Measured: parts that an ordinary window never loads, and the theme that pulls GTK in.
UNUSED_LIBRARIES = (
    "libQt6Network", "Qt6Network", "QtNetwork", "libQt6EglFS", "libQt6EglFsKms", "libQt6WlShell", "libQt6VirtualKeyboard",
    "Qt6VirtualKeyboard", "libQt6Qml", "Qt6Qml", "libQt6Quick", "Qt6Quick", "libQt6Pdf", "Qt6Pdf", "libQt6OpenGLWidgets", "Qt6OpenGLWidgets",
)  # fmt: skip
UNUSED_PLUGINS = (
    "platformthemes/libqgtk3", "platforms/libqeglfs", "platforms/libqlinuxfb", "platforms/libqvkkhrdisplay", "platforms/libqvnc",
    "platforms/libqminimal", "platforms/qminimal", "egldeviceintegrations/", "plugins/tls/", "plugins/networkinformation/", "plugins/generic/",
    "platforminputcontexts/libqtvirtualkeyboard", "platforminputcontexts/qtvirtualkeyboard",
)  # fmt: skip
IMAGES = ("qsvg", "qico")  # the program shows no picture but its own icons
LANGUAGES = ("_en.", "_fr.", "_ja.", "_pl.")
LOCALES = ("root.", "en.", "en_US.", "fr.", "fr_FR.", "ja.", "ja_JP.", "pl.", "pl_PL.")


def is_wanted(name: str) -> bool:
    """True for a file that the program ships."""
    path = PurePosixPath(name.replace("\\", "/"))
    place = str(path)
    if path.name.startswith(UNUSED_LIBRARIES) or any(part in place for part in UNUSED_PLUGINS):
        return False
    if "/imageformats/" in place:
        return path.name.removeprefix("lib").startswith(IMAGES)
    if "babel/locale-data/" in place:
        return path.name.startswith(LOCALES)
    return "/translations/" not in place or any(language in path.name for language in LANGUAGES)


def find_orphans(files: Iterable[tuple[str, str]], needs: Callable[[str], Iterable[str]]) -> set[str]:
    """The names of those system libraries that nothing needs any more, once the unwanted parts are out.

    `files` are pairs of a name in the bundle and the file it comes from; `needs` tells the file names of all libraries
    that a file loads, directly or not. Only Linux has such libraries; they lie at the top of the folder.
    """
    files = list(files)
    libraries = {name for name, _source in files if _is_system_library(name)}
    needed = {library for name, source in files if name not in libraries for library in needs(source)}
    return {name for name in libraries if name not in needed}


def _is_system_library(name: str) -> bool:
    return "/" not in name and name.startswith("lib") and ".so" in name and not name.startswith("libpython")
