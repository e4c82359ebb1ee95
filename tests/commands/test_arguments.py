"""What can be typed, what is refused, and the manual."""

import pytest

from playground import __version__
from playground.cli import main
from playground.words.language import Language


@pytest.mark.parametrize("command", [(), ("run",), ("check",), ("practice",), ("selftest",)])
@pytest.mark.parametrize("language", list(Language))
def test_every_command_has_a_manual_in_every_language(
    command: tuple[str, ...], language: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--help", "--language", language]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "cli." not in shown.out
    assert {"en": "Exit codes", "fr": "Codes de sortie", "ja": "終了コード", "pl": "Kody wyjścia"}[language] in shown.out
    assert "PLAYGROUND_HOME" in shown.out


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("check", "--schema --reply --formats --language --json"),
        (
            "run",
            "--base-url --model --key-env --max-attempts --mode --strategy --timeout --samples --no-samples --allow-plain-http",
        ),
        ("run", "--language --json --events"),
        ("practice", "--port --preset --seed --speed --language"),
        ("selftest", "--report --timeout"),
    ],
)
def test_the_manual_names_every_option(command: str, options: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([command, "--help"])
    shown = capsys.readouterr().out
    assert [option for option in options.split() if option not in shown] == []


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"playground {__version__}\n"


@pytest.mark.parametrize(
    "typed",
    [
        ["compare"],
        ["practise"],
        ["practice", "--port", "65536"],
        ["practice", "--port", "-1"],
        ["practice", "--port", "http"],
        ["practice", "--preset", "kind"],
        ["practice", "--speed", "-1"],
        ["practice", "--speed", "nan"],
        ["check"],
        ["check", "--schema"],
        ["check", "--schema", "-", "--reply", "-"],
        ["check", "--schema", "a", "--jso"],
        ["run"],
        ["run", "a", "b"],
        ["run", "a", "--max-attempts", "0"],
        ["run", "a", "--max-attempts", "11"],
        ["run", "a", "--max-attempts", "two"],
        ["run", "a", "--timeout", "0"],
        ["run", "a", "--timeout", "nan"],
        ["run", "a", "--timeout", "inf"],
        ["run", "a", "--mode", "magic"],
        ["run", "a", "--strategy", "hope"],
        ["run", "a", "--language", "tlh"],
        ["run", "a", "--json", "--events"],
        ["selftest", "--timeout", "soon"],
        ["--nonsense"],
    ],
)
def test_what_makes_no_sense_is_exit_2_and_a_sentence(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(typed) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert 1 <= len(shown.err.splitlines()) <= 2
    assert "Traceback" not in shown.err


def test_faults_are_said_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--language=fr", "a", "--max-attempts", "12"]) == 2
    assert "le nombre d’essais est un entier de 1 à 10" in capsys.readouterr().err


@pytest.mark.parametrize("typed", [("chek",), ("chek", "--schema", "s.json"), ("help", "run"), ("",)])
def test_a_command_that_does_not_exist_is_named_whatever_follows_it(
    typed: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*typed, "--language", "en"]) == 2
    assert f"There is no command {typed[0]}." in capsys.readouterr().err
