"""Settings survive a round trip, a newer version's fields, and damage of every kind."""

import json
import os
import stat
from dataclasses import fields, replace
from pathlib import Path

import pytest

from playground.store.file_problems import FileProblem
from playground.store.settings import RECENT_LIMIT, Settings, load_settings, save_settings
from playground.words.language import Language

CHOSEN = Settings(
    language=Language.JAPANESE,
    theme="cream",
    text_scale=150,
    font="OpenDyslexic",
    window_geometry="AdnQ",
    window_state="AAAA",
    check_state="AAAB",
    check_explains=True,
    recent=("/a/b.json", "/c.json"),
    last_opened="/a/b.json",
    pace=2.0,
    key_variables=(("https://api.example.org:443", "EXAMPLE_KEY"),),
    plain_http_hosts=("http://ai:4000",),
)


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    same_as_default = {field.name for field in fields(Settings) if getattr(CHOSEN, field.name) == getattr(Settings(), field.name)}
    assert same_as_default == {"unknown"}  # so that no field is forgotten below
    file = tmp_path / "deep" / "settings.json"
    save_settings(file, CHOSEN)
    loaded = load_settings(file)
    assert (loaded.settings, loaded.problems) == (CHOSEN, ())


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.json").settings == Settings()


def test_fields_of_a_newer_version_survive(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"theme": "dark", "hologram": {"depth": 3}}', encoding="utf-8")
    loaded = load_settings(file).settings
    save_settings(file, replace(loaded, theme="light"))
    written = json.loads(file.read_text(encoding="utf-8"))
    assert (written["hologram"], written["theme"]) == ({"depth": 3}, "light")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"[" * 100_000, b'{"theme": }'])
def test_a_damaged_file_is_set_aside_and_said(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(content)
    loaded = load_settings(file)
    assert loaded.settings == Settings()
    assert [problem.id for problem in loaded.problems] == ["store.settings_damaged"]
    kept = [path for path in tmp_path.iterdir() if path != file]
    assert [path.read_bytes() for path in kept] == [content]
    assert not file.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("language", "tlh"),
        ("language", 3),
        ("theme", 1),
        ("text_scale", "big"),
        ("text_scale", True),
        ("recent", "a.json"),
        ("recent", [1]),
        ("key_variables", ["A"]),
        ("key_variables", {"a": 1}),
        ("pace", None),
    ],
)
def test_a_damaged_field_gets_its_default_and_the_others_stay(tmp_path: Path, field: str, value: object) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"font": "Inter", field: value}), encoding="utf-8")
    loaded = load_settings(file)
    assert loaded.settings == Settings(font="Inter")
    assert [dict(problem.parameters)["name"] for problem in loaded.problems] == [field]


@pytest.mark.parametrize(("given", "held"), [(5000, 200), (-1, 50), (120.4, 120), (1e300, 200)])
def test_numbers_stay_within_their_limits(tmp_path: Path, given: float, held: int) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"text_scale": given}), encoding="utf-8")
    assert load_settings(file).settings.text_scale == held


def test_recent_files_have_the_latest_first_once_and_an_end() -> None:
    settings = Settings()
    for number in range(RECENT_LIMIT + 3):
        settings = settings.with_recent(f"/{number}.json")
    settings = settings.with_recent("/9.json")
    assert settings.recent[:2] == ("/9.json", f"/{RECENT_LIMIT + 2}.json")
    assert (len(settings.recent), settings.recent.count("/9.json"), settings.last_opened) == (RECENT_LIMIT, 1, "/9.json")
    gone = settings.without_recent("/9.json")
    assert ("/9.json" in gone.recent, gone.last_opened) == (False, None)


def test_a_variable_belongs_to_one_origin() -> None:
    settings = (
        Settings().with_variable("https://a:443", "A").with_variable("https://b:443", "B").with_variable("https://a:443", "C")
    )
    assert (settings.variable_for("https://a:443"), settings.variable_for("http://a:80")) == ("C", None)
    assert settings.with_variable("https://a:443", None).variable_for("https://a:443") is None


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folders private by itself")
def test_the_settings_are_private(tmp_path: Path) -> None:
    file = tmp_path / "own" / "settings.json"
    save_settings(file, Settings())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_folder_in_the_way_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.mkdir()
    assert [problem.id for problem in load_settings(file).problems] == ["store.is_folder"]
    with pytest.raises(FileProblem) as caught:
        save_settings(file, Settings())
    assert caught.value.text.id == "store.is_folder"
    assert list(tmp_path.iterdir()) == [file]
