"""The one object that says how everything looks just now; it is handed to each widget, and tells when that changes."""

import json
from typing import Any

from PySide6.QtCore import QLocale, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication

from playground.resources import resource
from playground.window.theme import Theme, ThemeName, TypeSize, read_theme
from playground.words.language import Language

SCALE_LIMITS = (80, 200)  # per cent
EASY_READING = "OpenDyslexic"
_INTERFACE = "Inter"
_JSON = "JetBrains Mono"
_JAPANESE = "BIZ UDGothic"
_SYSTEM_FALLBACKS = ("Segoe UI", "Helvetica Neue", "Noto Sans", "DejaVu Sans")
_SYSTEM_MONO_FALLBACKS = ("Consolas", "Menlo", "Noto Sans Mono", "DejaVu Sans Mono")


class Appearance(QObject):
    """Theme, text scale and fonts. `changed` comes after any of them changed; widgets then lay out and paint anew."""

    changed = Signal()

    def __init__(
        self,
        application: QApplication,
        *,
        theme: ThemeName | None = None,
        scale: int = 100,
        easy_reading: bool = False,
        language: Language = Language.ENGLISH,
    ) -> None:
        """`theme` None follows the system; `scale` is the size of text in per cent."""
        super().__init__(application)
        self._application = application
        self._chosen = theme
        self._scale = _within_limits(scale)
        self._easy_reading = easy_reading
        self._language = language
        self._loaded: set[str] = set()
        self._loaded_for: set[str] = set()
        self._themes: dict[ThemeName, Theme] = {}
        self._fonts: dict[tuple[int, int, bool], QFont] = {}
        self._theme = self._read(self._wanted())
        self._apply()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return self._theme

    @property
    def chosen_theme(self) -> ThemeName | None:
        """What the person chose; None follows the system."""
        return self._chosen

    @property
    def scale(self) -> int:
        """The size of text in per cent."""
        return self._scale

    @property
    def easy_reading(self) -> bool:
        """True while the interface is set in OpenDyslexic."""
        return self._easy_reading

    def choose_theme(self, name: ThemeName | None) -> None:
        """Use this theme, or None for the system's."""
        self._chosen = name
        self._change()

    def set_scale(self, scale: int) -> None:
        """The size of text in per cent, kept within the limits."""
        self._scale = _within_limits(scale)
        self._change()

    def set_easy_reading(self, on: bool) -> None:  # noqa: FBT001 - a slot takes what its signal brings
        """Set the interface in OpenDyslexic, or in Inter."""
        self._easy_reading = on
        self._change()

    def set_language(self, language: Language) -> None:
        """Letters may need another font: Japanese is set in BIZ UDGothic where Inter has no letter."""
        self._language = language
        self._change()

    def scaled(self, pixels: float) -> int:
        """A height or width that grows with the text."""
        return round(pixels * self._scale / 100)

    def font(self, size: int = TypeSize.BODY, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The interface's font at a step of the type scale."""
        return self._font(size, weight, mono=False)

    def mono(self, size: int = TypeSize.BODY, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The font of JSON. Replies of models are shown in it too, with the interface's fonts behind it for other scripts."""
        return self._font(size, weight, mono=True)

    def line_height(self, size: int = TypeSize.BODY) -> int:
        """Pixels of one line of the interface's font."""
        return QFontMetrics(self.font(size)).height()

    def _font(self, size: int, weight: QFont.Weight, *, mono: bool) -> QFont:
        key = (size, int(weight), mono)
        if key not in self._fonts:
            font = QFont([*self._families(mono=mono)])
            font.setPixelSize(max(8, self.scaled(size)))
            font.setWeight(weight)
            if mono:
                font.setStyleHint(QFont.StyleHint.Monospace)
                font.setFeature(QFont.Tag("calt"), 0)  # a ligature would hide which characters stand there
            self._fonts[key] = font
        return QFont(self._fonts[key])

    def _families(self, *, mono: bool) -> list[str]:
        interface = EASY_READING if self._easy_reading else _INTERFACE
        japanese = [_JAPANESE] if _JAPANESE in self._loaded else []
        system = _SYSTEM_MONO_FALLBACKS if mono else _SYSTEM_FALLBACKS
        return [_JSON if mono else interface, *japanese, *system]

    def _wanted(self) -> ThemeName:
        if self._chosen is not None:
            return self._chosen
        dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return ThemeName.DARK if dark else ThemeName.LIGHT

    def _read(self, name: ThemeName) -> Theme:
        if name not in self._themes:
            self._themes[name] = read_theme(name)
        return self._themes[name]

    @Slot()
    def _follow_system(self) -> None:
        if self._chosen is None:
            self._change()

    def _change(self) -> None:
        self._theme = self._read(self._wanted())
        self._apply()
        self.changed.emit()

    def _apply(self) -> None:
        self._load_fonts()
        self._fonts.clear()
        self._application.setPalette(self._theme.palette())
        self._application.setFont(self.font())
        QLocale.setDefault(QLocale(self._language.value))

    def _load_fonts(self) -> None:
        needed = {"start"}
        if self._easy_reading:
            needed.add("when_chosen")
        if self._language is Language.JAPANESE:
            needed.add("when_japanese")
        if needed <= self._loaded_for:
            return
        for family in _bundled_families():
            if family["load"] in needed and family["family"] not in self._loaded:
                for file in family["files"]:
                    QFontDatabase.addApplicationFont(str(resource("fonts", file["file"])))
                self._loaded.add(family["family"])
        self._loaded_for |= needed


def _bundled_families() -> list[Any]:
    try:
        return list(json.loads(resource("fonts", "fonts.json").read_text(encoding="utf-8"))["families"])
    except (
        OSError,
        ValueError,
        KeyError,
    ):  # a checkout without fonts still shows its words, in the system's
        return []


def _within_limits(scale: int) -> int:
    low, high = SCALE_LIMITS
    return min(max(scale, low), high)
