"""Where a command's words and JSON go, whatever the streams are like."""

import io
import os
import sys
from pathlib import Path

import pytest

from playground.commands.speech import Speech, system_language
from playground.words.language import Language
from playground.words.text import text


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, Language.FRENCH),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "ja_JP.UTF-8"}, Language.JAPANESE),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "pl"}, Language.POLISH),
        ({"LANG": "C.UTF-8"}, Language.ENGLISH),
        ({"LANG": "de_DE.UTF-8"}, Language.ENGLISH),
    ],
)
def test_the_systems_language(environ: dict[str, str], language: Language) -> None:
    assert system_language(environ) is language


def test_sentences_and_json_go_their_own_ways() -> None:
    out, err = io.StringIO(), io.StringIO()
    speech = Speech(Language.FRENCH, out, err)
    speech.say(text("cli.outcome.stopped"))
    assert speech.give("{}")
    assert (out.getvalue(), err.getvalue()) == ("{}\n", "Arrêtée.\n")


def test_a_windowed_program_has_no_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    speech = Speech(Language.ENGLISH)
    speech.say("nobody hears this")
    assert speech.give("nobody reads this")


def test_a_code_page_is_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(raw, encoding="cp1252"))
    Speech(Language.JAPANESE).say(text("cli.outcome.stopped"))
    assert raw.getvalue().decode("utf-8") == "停止しました。\n"


def test_a_reader_who_went_away_is_noticed_and_not_complained_about() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    err = io.StringIO()
    with open(writing, "w", encoding="utf-8") as pipe:  # noqa: PTH123 - a descriptor, not a path
        assert not Speech(Language.ENGLISH, pipe, err).give("{}")
    assert err.getvalue() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_said() -> None:
    err = io.StringIO()
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        assert not Speech(Language.ENGLISH, full, err).give("{}")
    assert "The disk is full" in err.getvalue()
