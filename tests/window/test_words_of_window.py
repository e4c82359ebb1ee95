"""Each sentence that the window names is in the catalogue of its domain."""

import re
from pathlib import Path

import pytest

import playground.window
from playground.endpoints.presets import presets
from playground.repair.endpoint_settings import Mode
from playground.repair.message import Role
from playground.repair.record import Outcome
from playground.repair.scenario import SampleRule, Strategy
from playground.window.menus import PACES
from playground.window.theme import ThemeName
from playground.words.catalogues import wording
from playground.words.language import Language

FOLDER = Path(playground.window.__file__).parent
NAMED = sorted(
    {name for path in FOLDER.glob("*.py") for name in re.findall(r'"(window\.[a-z0-9_.]+)"', path.read_text(encoding="utf-8"))}
)
MADE = [
    *(f"window.language.{language}" for language in Language),
    *(f"window.theme.{name}" for name in ThemeName),
    *(f"window.role.{role}" for role in Role),
    *(f"window.mode.{mode}" for mode in Mode),
    *(f"window.mode.{mode}.what" for mode in Mode),
    *(f"window.strategy.{strategy}" for strategy in Strategy),
    *(f"window.strategy.{strategy}.what" for strategy in Strategy),
    *(f"window.samples_rule.{rule}" for rule in (SampleRule.NEVER, SampleRule.WHEN_NO_ANSWER)),
    *(f"window.stream.{way}" for way in ("as_written", "whole")),
    *(f"window.many.{outcome}" for outcome in Outcome),
    *(f"window.pace.{pace:g}".replace("0.5", "half") for pace in PACES),
]


@pytest.mark.parametrize("language", Language)
def test_the_window_has_words_for_everything_it_names(language: Language) -> None:
    assert len(NAMED) > 100
    assert [
        name
        for name in [*NAMED, *MADE]
        if name in (wording(name, language), wording(name, language, count=2))
        and wording(name, language) == wording(name, language, count=2)
    ] == []


@pytest.mark.parametrize("language", Language)
def test_every_kind_of_server_has_a_title(language: Language) -> None:
    assert [known.id for known in presets() if wording(known.title.id, language) == known.title.id] == []


@pytest.mark.parametrize("language", Language)
def test_file_dialogs_find_the_pattern_in_their_kinds_of_files(language: Language) -> None:
    """Qt reads what stands in ASCII parentheses at the end."""
    assert wording("window.file_kind", language).endswith(" (*.json)")
    assert wording("window.all_files", language).endswith(" (*)")
