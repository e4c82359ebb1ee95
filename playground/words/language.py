"""The four languages of the window and of the feedback."""

from enum import StrEnum


class Language(StrEnum):
    """A language that the program speaks, by its ISO 639-1 code."""

    ENGLISH = "en"
    FRENCH = "fr"
    JAPANESE = "ja"
    POLISH = "pl"
