"""The window's words: one object that knows the language and is handed to each widget."""

from PySide6.QtCore import QObject, Signal

from playground.words.language import Language
from playground.words.rendering import render
from playground.words.text import Parameter, Text


class Wording(QObject):
    """Puts a Text into the window's language. After `language_changed` each widget words itself anew.

    The language of the window touches nothing that is sent to a model.
    """

    language_changed = Signal()

    def __init__(self, language: Language, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._language = language

    @property
    def language(self) -> Language:
        """The language in use."""
        return self._language

    def __call__(self, text: Text) -> str:
        """The sentence in the window's language."""
        return render(text, self._language)

    def say(self, id: str, /, **parameters: Parameter) -> str:
        """Shorthand for a sentence by its id: `wording.say("window.run")`."""
        return render(Text(id, tuple(parameters.items())), self._language)

    def speak(self, language: Language) -> None:
        """Change the language of the window."""
        if language is not self._language:
            self._language = language
            self.language_changed.emit()
