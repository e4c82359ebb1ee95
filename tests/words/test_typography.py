"""The catalogues are set as a printer of each language sets them, so that one domain does not look foreign beside the next."""

import re
from pathlib import Path

import pytest

from tests.words.test_catalogues import ROOT, tool

FOLDER = ROOT / "resources" / "words"
_KANA_OR_KANJI = "[ぁ-んァ-ヴー一-龥]"

# What must not be found, by language. What stands between straight quotation marks is JSON and keeps its own form.
RULES = [
    ("en", "an ellipsis after a space", r"\w …$"),
    ("en", "a straight apostrophe", r"\w'\w"),
    ("fr", "a plain space before ; : ! ?", r" [;:!?](?=\s|$)"),
    ("fr", "no space before ; ! ?", r"[\w»}][;!?](?=\s|$)"),
    ("fr", "a plain space inside guillemets, or none", r"«(?!\u00a0)|(?<!\u00a0)»"),
    ("fr", "a straight apostrophe", r"\w'\w"),
    ("fr", "a plain space before a percent sign", r"\d ?%"),
    ("ja", "half-width punctuation after Japanese", rf"{_KANA_OR_KANJI}[,:;!?]"),
    ("ja", "half-width parentheses around Japanese", rf"\([^()]*{_KANA_OR_KANJI}"),
    ("ja", "Latin letters without a space beside Japanese", rf"(?<!\\)[A-Za-z]{_KANA_OR_KANJI}|{_KANA_OR_KANJI}[A-Za-z]"),
    ("pl", "quotation marks of another language", r"“|«|”[^”„]*”"),
    ("pl", "a second person with a capital in the middle", r"[a-ząćęłńóśźż,] (Tw(ój|oja|oje|oją|ojej|ojego|oich)|Tobie|Ciebie)\b"),
]


def _wordings(language: str) -> list[tuple[str, str]]:
    paths = sorted(FOLDER.glob(f"*/{language}.po"))
    found = [(id, form) for path in paths for id, forms in tool._wordings(tool.read_catalogue(path)).items() for form in forms]
    assert len(found) > 500
    return found


@pytest.mark.parametrize(("language", "fault", "pattern"), RULES, ids=[f"{language}: {fault}" for language, fault, _ in RULES])
def test_no_wording_breaks_the_rules_of_its_language(language: str, fault: str, pattern: str) -> None:
    assert [(fault, id, form) for id, form in _wordings(language) if re.search(pattern, form)] == []


@pytest.mark.parametrize(
    ("index", "broken"),
    [
        (0, "Open …"),
        (1, "don't"),
        (2, "faux : non"),
        (3, "faux;"),
        (4, "« oui »"),
        (5, "l'essai"),
        (6, "5 %"),
        (7, "返事:"),
        (8, "(返事)"),
        (9, "JSONなし"),
        (10, "“tak”"),
        (11, "otwórz Twój plik"),
    ],
)
def test_each_rule_finds_its_fault(index: int, broken: str) -> None:
    assert re.search(RULES[index][2], broken)


def test_lessons_in_french_have_french_spaces() -> None:
    texts: list[Path] = sorted((ROOT / "resources" / "lessons").glob("*/fr.md"))
    assert texts
    for path in texts:
        prose = re.sub(r"`[^`]*`[^|`]*\|", "", path.read_text(encoding="utf-8"))  # a quoted reply keeps its own spaces
        assert re.findall(r".{0,20} [;:!?%](?=\s|$)", prose) == []
