"""The catalogues of words as they lie on disk: resources/words/DOMAIN/LANGUAGE.mo, read by the standard library alone."""

import gettext
import re
import struct
from functools import cache, lru_cache

from playground.resources import resource
from playground.words.language import Language

_DOMAIN = re.compile(r"[a-z_]+")


def wording(id: str, language: Language, *, count: int | None = None) -> str:
    """The wording of a sentence, placeholders unfilled; in English where the language lacks it, else the id itself.

    `count` chooses the plural form by the rule of the language.
    """
    if count is None:
        return _singular(id, language)
    return _catalogue(id.partition(".")[0], language).ngettext(id, id, count)


@lru_cache(maxsize=4096)
def _singular(id: str, language: Language) -> str:
    return _catalogue(id.partition(".")[0], language).gettext(id)


@cache
def _catalogue(domain: str, language: Language) -> gettext.NullTranslations:
    catalogue = _read(domain, language)
    if language is not Language.ENGLISH:
        catalogue.add_fallback(_catalogue(domain, Language.ENGLISH))
    return catalogue


def _read(domain: str, language: Language) -> gettext.NullTranslations:
    if not _DOMAIN.fullmatch(domain):  # an id from a foreign file must not lead out of the folder
        return gettext.NullTranslations()
    try:
        with resource("words", domain, f"{language}.mo").open("rb") as file:
            return gettext.GNUTranslations(file)
    except (OSError, ValueError, struct.error):  # absent or damaged: a sentence in English, or its id, beats no sentence
        return gettext.NullTranslations()
